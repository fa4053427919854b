import type { ServiceError, StatusObject } from '@grpc/grpc-js';
import type { ErrorCode, GrpcStatusName } from '../errors/codes.ts';
import { SpiffeError } from '../errors/spiffe-error.ts';
import { findRefusal, statusName, type AgentRefusal } from './grpc-status.ts';

/**
 * A call that failed. `code` is the most exact one known: the reason for which the server refused the
 * agent, the fault found in the server's certificate, else the one that stands for `grpcCode`.
 */
export class RpcError extends SpiffeError {
  readonly grpcCode: GrpcStatusName;
  /** Why the server refused the agent, from the status details. */
  readonly details: AgentRefusal | undefined;

  constructor(
    code: ErrorCode,
    message: string,
    options: { grpcCode: GrpcStatusName; details?: AgentRefusal | undefined; cause?: unknown },
  ) {
    super(code, message, { cause: options.cause });
    this.name = 'RpcError';
    this.grpcCode = options.grpcCode;
    this.details = options.details;
  }
}

/** Explains why connections fail, when we were the ones who refused. */
export interface ConnectFault {
  /** The error of our own verification that ended the last attempt, if it is the one in `details`. */
  find(details: string): SpiffeError | undefined;
}

export function rpcErrorFrom(
  status: Pick<StatusObject | ServiceError, 'code' | 'details' | 'metadata'>,
  faults: ConnectFault,
  cause?: unknown,
): RpcError {
  const name = statusName(status.code);
  const grpcCode = name === 'OK' ? 'UNKNOWN' : name;
  const fault = grpcCode === 'UNAVAILABLE' ? faults.find(status.details) : undefined;
  if (fault !== undefined)
    return new RpcError(fault.code, fault.message, { grpcCode, cause: fault });
  const details = findRefusal(status.metadata);
  const code = details ?? codesOfStatus[grpcCode] ?? 'INTERNAL';
  return new RpcError(code, plainText(status.details), { grpcCode, details, cause });
}

/** What the operating system said, without the layers of the balancer that tell it on. */
function plainText(details: string): string {
  const layers = /^(?:round_robin: |pick_first: )?(?:No connection established\. Last error: )+/;
  if (!layers.test(details)) return details;
  const [reason = ''] = details.replace(layers, '').split('. Resolution note:');
  // A balancer that is made while a connection waits for its next attempt never hears why the last one failed.
  if (/^null\.?$/.test(reason))
    return 'cannot connect: the last attempt failed, the next is not due yet';
  return `cannot connect: ${reason.replace(/^Error: /, '')}`;
}

const codesOfStatus: Partial<Record<GrpcStatusName, ErrorCode>> = {
  CANCELLED: 'CANCELLED',
  INVALID_ARGUMENT: 'INVALID_ARGUMENT',
  DEADLINE_EXCEEDED: 'DEADLINE_EXCEEDED',
  NOT_FOUND: 'NOT_FOUND',
  ALREADY_EXISTS: 'ALREADY_EXISTS',
  PERMISSION_DENIED: 'PERMISSION_DENIED',
  UNAUTHENTICATED: 'UNAUTHENTICATED',
  RESOURCE_EXHAUSTED: 'RESOURCE_EXHAUSTED',
  FAILED_PRECONDITION: 'FAILED_PRECONDITION',
  UNIMPLEMENTED: 'UNIMPLEMENTED',
  UNAVAILABLE: 'UNAVAILABLE',
};
