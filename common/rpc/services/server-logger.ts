import { spire } from '../../../proto/gen/spire-api.js';
import { unary } from './method.ts';

const service = 'spire.api.server.logger.v1.Logger';
const { v1 } = spire.api.server.logger;
const { types } = spire.api;

/** The methods of `spire.api.server.logger.v1.Logger`. */
export const serverLoggerService = {
  GetLogger: unary(`${service}/GetLogger`, v1.GetLoggerRequest, types.Logger),
  SetLogLevel: unary(`${service}/SetLogLevel`, v1.SetLogLevelRequest, types.Logger),
  ResetLogLevel: unary(`${service}/ResetLogLevel`, v1.ResetLogLevelRequest, types.Logger),
};
