import { spire } from '../../../proto/gen/spire-plugins.js';
import { sigil } from '../../../proto/gen/goplugin.js';
import { unary } from './method.ts';

const metrics = spire.hostservice.common.metrics.v1;
const agents = spire.hostservice.server.agentstore.v1;
const identity = spire.hostservice.server.identityprovider.v1;
// `google.protobuf.Empty`: a message without fields is the same whatever its name.
const { Empty } = sigil.goplugin.v1;

export const metricsServiceName = 'spire.hostservice.common.metrics.v1.Metrics';
export const agentStoreServiceName = 'spire.hostservice.server.agentstore.v1.AgentStore';
export const identityProviderServiceName =
  'spire.hostservice.server.identityprovider.v1.IdentityProvider';

/** What a host counts for its plugins. */
export const metricsService = {
  SetGauge: unary(`${metricsServiceName}/SetGauge`, metrics.SetGaugeRequest, Empty),
  EmitKey: unary(`${metricsServiceName}/EmitKey`, metrics.EmitKeyRequest, Empty),
  IncrCounter: unary(`${metricsServiceName}/IncrCounter`, metrics.IncrCounterRequest, Empty),
  AddSample: unary(`${metricsServiceName}/AddSample`, metrics.AddSampleRequest, Empty),
  MeasureSince: unary(`${metricsServiceName}/MeasureSince`, metrics.MeasureSinceRequest, Empty),
};

/** Tells a server's node attestor whether an agent has attested. */
export const agentStoreService = {
  GetAgentInfo: unary(
    `${agentStoreServiceName}/GetAgentInfo`,
    agents.GetAgentInfoRequest,
    agents.GetAgentInfoResponse,
  ),
};

/** Lends a server's own X509-SVID to its plugins. */
export const identityProviderService = {
  FetchX509Identity: unary(
    `${identityProviderServiceName}/FetchX509Identity`,
    identity.FetchX509IdentityRequest,
    identity.FetchX509IdentityResponse,
  ),
};
