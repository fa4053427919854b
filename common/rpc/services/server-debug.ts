import { spire } from '../../../proto/gen/spire-api.js';
import { unary } from './method.ts';

const service = 'spire.api.server.debug.v1.Debug';
const { v1 } = spire.api.server.debug;

/** The methods of `spire.api.server.debug.v1.Debug`. */
export const serverDebugService = {
  GetInfo: unary(`${service}/GetInfo`, v1.GetInfoRequest, v1.GetInfoResponse),
};
