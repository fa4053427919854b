import { google, spire } from '../../../proto/gen/spire-api.js';
import { bidi, unary } from './method.ts';

const service = 'spire.api.server.agent.v1.Agent';
const { v1 } = spire.api.server.agent;
const { types } = spire.api;
const { protobuf } = google;

/** The methods of `spire.api.server.agent.v1.Agent`. */
export const agentService = {
  CountAgents: unary(`${service}/CountAgents`, v1.CountAgentsRequest, v1.CountAgentsResponse),
  ListAgents: unary(`${service}/ListAgents`, v1.ListAgentsRequest, v1.ListAgentsResponse),
  GetAgent: unary(`${service}/GetAgent`, v1.GetAgentRequest, types.Agent),
  DeleteAgent: unary(`${service}/DeleteAgent`, v1.DeleteAgentRequest, protobuf.Empty),
  BanAgent: unary(`${service}/BanAgent`, v1.BanAgentRequest, protobuf.Empty),
  AttestAgent: bidi(`${service}/AttestAgent`, v1.AttestAgentRequest, v1.AttestAgentResponse),
  RenewAgent: unary(`${service}/RenewAgent`, v1.RenewAgentRequest, v1.RenewAgentResponse),
  CreateJoinToken: unary(`${service}/CreateJoinToken`, v1.CreateJoinTokenRequest, types.JoinToken),
  PostStatus: unary(`${service}/PostStatus`, v1.PostStatusRequest, v1.PostStatusResponse),
};
