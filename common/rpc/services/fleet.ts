import { sigil } from '../../../proto/gen/fleet.js';
import { unary } from './method.ts';

const { v1 } = sigil.fleet;

/** The methods of `sigil.fleet.v1.NodeToken`. */
export const nodeTokenService = {
  IssueNodeToken: unary(
    'sigil.fleet.v1.NodeToken/IssueNodeToken',
    v1.IssueNodeTokenRequest,
    v1.IssueNodeTokenResponse,
  ),
};

/** The methods of `sigil.fleet.v1.Fleet`. */
export const fleetService = {
  ListAgentStatuses: unary(
    'sigil.fleet.v1.Fleet/ListAgentStatuses',
    v1.ListAgentStatusesRequest,
    v1.ListAgentStatusesResponse,
  ),
};

const tokens = 'sigil.fleet.v1.Tokens';

/** The methods of `sigil.fleet.v1.Tokens`. */
export const tokensService = {
  CreateClusterToken: unary(
    `${tokens}/CreateClusterToken`,
    v1.CreateClusterTokenRequest,
    v1.CreateClusterTokenResponse,
  ),
  ListTokens: unary(`${tokens}/ListTokens`, v1.ListTokensRequest, v1.ListTokensResponse),
  RevokeToken: unary(`${tokens}/RevokeToken`, v1.RevokeTokenRequest, v1.RevokeTokenResponse),
  GetPepperStatus: unary(
    `${tokens}/GetPepperStatus`,
    v1.GetPepperStatusRequest,
    v1.GetPepperStatusResponse,
  ),
};

const reviewers = 'sigil.fleet.v1.Reviewers';

/** The methods of `sigil.fleet.v1.Reviewers`. */
export const reviewersService = {
  ListReviewers: unary(
    `${reviewers}/ListReviewers`,
    v1.ListReviewersRequest,
    v1.ListReviewersResponse,
  ),
  RetireReviewer: unary(
    `${reviewers}/RetireReviewer`,
    v1.RetireReviewerRequest,
    v1.RetireReviewerResponse,
  ),
};

/** The messages by name, for those who map them. */
export type AgentStatusMessage = InstanceType<typeof v1.AgentStatus>;
export type BootstrapTokenMessage = InstanceType<typeof v1.BootstrapToken>;
export type PepperKeyMessage = InstanceType<typeof v1.PepperKey>;
export type ReviewerMessage = InstanceType<typeof v1.Reviewer>;
