import { Metadata, status as grpcStatus } from '@grpc/grpc-js';
import { google, spire } from '../../proto/gen/rpc-status.js';
import { errorCodes, type ErrorCode, type GrpcStatusName } from '../errors/codes.ts';
import { SpiffeError } from '../errors/spiffe-error.ts';

/** What goes on the wire at the end of a call. */
export interface WireStatus {
  readonly code: number;
  readonly details: string;
  readonly metadata?: Metadata;
}

const { Reason } = spire.api.types.PermissionDeniedDetails;

/** The code of the reason that SPIRE's servers attach when they refuse an agent. */
export type AgentRefusal = Extract<ErrorCode, `AGENT_${string}`>;

const refusals: readonly AgentRefusal[] = [
  'AGENT_EXPIRED',
  'AGENT_NOT_ATTESTED',
  'AGENT_NOT_ACTIVE',
  'AGENT_BANNED',
  'AGENT_MUST_REATTEST',
];

const detailsHeader = 'grpc-status-details-bin';
const detailsType = 'type.googleapis.com/spire.api.types.PermissionDeniedDetails';
/** Trailers are headers: a longer text would cost the peer its connection. */
const longestText = 4096;

/** Turns anything thrown into a status; what is not a SpiffeError shows nothing of itself. */
export function statusOf(error: unknown): WireStatus {
  if (!(error instanceof SpiffeError)) {
    return { code: grpcStatus.INTERNAL, details: 'internal error' };
  }
  const code = grpcStatus[errorCodes[error.code].grpc];
  // grpc-js percent-encodes with encodeURI, which throws on a lone surrogate.
  const details = error.message.slice(0, longestText).toWellFormed();
  const refusal = refusals.find((known) => known === error.code);
  if (refusal === undefined) return { code, details };
  return { code, details, metadata: refusalTrailer(code, details, refusal) };
}

/** The reason in the trailer of a refused agent call, or undefined when there is none to read. */
export function findRefusal(metadata: Metadata): AgentRefusal | undefined {
  const [value] = metadata.get(detailsHeader);
  if (!(value instanceof Uint8Array)) return undefined;
  try {
    const found = google.rpc.Status.decode(value).details.find(
      (detail) => detail.type_url === detailsType,
    );
    if (found === undefined) return undefined;
    const { reason } = spire.api.types.PermissionDeniedDetails.decode(found.value);
    return refusals.find((code) => Reason[code] === reason);
  } catch {
    // A server that sends rubbish in the trailer still sent a status.
    return undefined;
  }
}

/** The name of a status number; numbers outside the standard count as UNKNOWN. */
export function statusName(code: number): GrpcStatusName | 'OK' {
  return (grpcStatus[code] as GrpcStatusName | 'OK' | undefined) ?? 'UNKNOWN';
}

function refusalTrailer(code: number, message: string, refusal: AgentRefusal): Metadata {
  const value = spire.api.types.PermissionDeniedDetails.encode({
    reason: Reason[refusal],
  }).finish();
  const details = [{ type_url: detailsType, value }];
  const metadata = new Metadata();
  metadata.set(
    detailsHeader,
    Buffer.from(google.rpc.Status.encode({ code, message, details }).finish()),
  );
  return metadata;
}
