import { grpc } from '../../../proto/gen/grpc-health.js';
import { serverStream, unary } from './method.ts';

const service = 'grpc.health.v1.Health';
const { v1 } = grpc.health;

/** The methods of `grpc.health.v1.Health`. */
export const healthService = {
  Check: unary(`${service}/Check`, v1.HealthCheckRequest, v1.HealthCheckResponse),
  Watch: serverStream(`${service}/Watch`, v1.HealthCheckRequest, v1.HealthCheckResponse),
  List: unary(`${service}/List`, v1.HealthListRequest, v1.HealthListResponse),
};
