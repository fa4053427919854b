import { errorCodes } from '../errors/codes.ts';
import { SpiffeError } from '../errors/spiffe-error.ts';

/** The gRPC status of an error as Go spells it, `PermissionDenied`; `Canceled` has one l there. */
export function goStatusName(error: unknown): string {
  if (!(error instanceof SpiffeError)) return 'Internal';
  const name = errorCodes[error.code].grpc;
  if (name === 'CANCELLED') return 'Canceled';
  return name.toLowerCase().replaceAll(/(?:^|_)(\w)/g, (_, letter: string) => letter.toUpperCase());
}
