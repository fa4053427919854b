import { spire } from '../../../proto/gen/spire-api.js';
import { unary } from './method.ts';

const service = 'spire.agent.debug.v1.Debug';
const { v1 } = spire.agent.debug;

/** The methods of `spire.agent.debug.v1.Debug`. */
export const agentDebugService = {
  GetInfo: unary(`${service}/GetInfo`, v1.GetInfoRequest, v1.GetInfoResponse),
};
