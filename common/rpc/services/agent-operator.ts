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
