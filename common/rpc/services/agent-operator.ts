import { sigil } from '../../../proto/gen/agent-operator.js';
import { unary } from './method.ts';

const service = 'sigil.agent.v1.Operator';
const { v1 } = sigil.agent;

/** The methods of `sigil.agent.v1.Operator`. */
export const agentOperatorService = {
  GetStatus: unary(`${service}/GetStatus`, v1.GetStatusRequest, v1.GetStatusResponse),
  ListSdsStreams: unary(
    `${service}/ListSdsStreams`,
    v1.ListSdsStreamsRequest,
    v1.ListSdsStreamsResponse,
  ),
  Explain: unary(`${service}/Explain`, v1.ExplainRequest, v1.ExplainResponse),
};

/** The messages by name, for those who map them. */
export type ExplainRequest = InstanceType<typeof v1.ExplainRequest>;
export type ExplainResponse = InstanceType<typeof v1.ExplainResponse>;
export type GetStatusResponse = InstanceType<typeof v1.GetStatusResponse>;
export type ListSdsStreamsResponse = InstanceType<typeof v1.ListSdsStreamsResponse>;
