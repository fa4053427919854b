import type { spire } from '../../../proto/gen/spire-api.js';
import { errorCodes, type GrpcStatusName } from '../../../common/errors/codes.ts';
import { SpiffeError } from '../../../common/errors/spiffe-error.ts';
import type { Init } from '../../../common/rpc/contract.ts';

type StatusMessage = Init<spire.api.types.Status>;

/** SPIRE's agents read the status of each result without looking whether there is one. */
export const okStatus: StatusMessage = { code: 0, message: 'OK' };

/** The status of one item of a batch; what is not a SpiffeError shows nothing of itself. */
export function statusOf(error: unknown): StatusMessage {
  if (!(error instanceof SpiffeError)) {
    return { code: statusNumbers.INTERNAL, message: 'internal error' };
  }
  return { code: statusNumbers[errorCodes[error.code].grpc], message: error.message };
}

/** What the work threw; undefined when it went well. */
export async function failureOf(work: () => Promise<void>): Promise<unknown> {
  try {
    await work();
    return undefined;
  } catch (error) {
    return error;
  }
}

/** grpc.io/docs/guides/status-codes. */
const statusNumbers: Readonly<Record<GrpcStatusName, number>> = {
  CANCELLED: 1,
  UNKNOWN: 2,
  INVALID_ARGUMENT: 3,
  DEADLINE_EXCEEDED: 4,
  NOT_FOUND: 5,
  ALREADY_EXISTS: 6,
  PERMISSION_DENIED: 7,
  RESOURCE_EXHAUSTED: 8,
  FAILED_PRECONDITION: 9,
  ABORTED: 10,
  OUT_OF_RANGE: 11,
  UNIMPLEMENTED: 12,
  INTERNAL: 13,
  UNAVAILABLE: 14,
  DATA_LOSS: 15,
  UNAUTHENTICATED: 16,
};
