import { SpiffeError, messageOf } from '../../../common/errors/spiffe-error.ts';
import type { ErrorCode } from '../../../common/errors/codes.ts';

/**
 * What became of a statement: `conflict` lost against another transaction and was undone, `lost` means
 * that the connection is gone, `stuck` that no answer came in time, `refused` that the database said no.
 */
type FailureKind = 'conflict' | 'lost' | 'stuck' | 'refused';

/** A failure of the database. Its text and cause hold no password, no row and no connection object. */
export class DatabaseFailure extends SpiffeError {
  readonly kind: FailureKind;

  constructor(kind: FailureKind, code: ErrorCode, message: string, cause: unknown) {
    super(code, message, { cause: plainCause(cause) });
    this.kind = kind;
  }
}

/** Names what the driver threw. */
export function failureOf(error: unknown): DatabaseFailure {
  if (error instanceof DatabaseFailure) return error;
  const { code = '', severity = '' } = error as { code?: string; severity?: string };
  const isFromDatabase = severity !== '';
  if (isFromDatabase && unstorable.has(code)) {
    const message = 'a value contains a character that the database cannot store';
    return new DatabaseFailure('refused', 'INVALID_ARGUMENT', message, error);
  }
  const kind = isFromDatabase
    ? kindOf(code, severity)
    : messageOf(error) === readTimeout
      ? 'stuck'
      : 'lost';
  if (kind !== 'refused') return unreachable(error, kind);
  if (mayPass(code)) {
    const message = 'database has no room or no time for this operation';
    return new DatabaseFailure(kind, 'STORAGE_UNAVAILABLE', message, error);
  }
  return new DatabaseFailure(kind, 'STORAGE_FAILED', 'database operation failed', error);
}

function kindOf(code: string, severity: string): FailureKind {
  if (code === '40001' || code === '40P01') return 'conflict';
  return code.startsWith('08') || lost.has(code) || severity !== 'ERROR' ? 'lost' : 'refused';
}

/** The connection could not be made, or not in time, or was lost. */
export function unreachable(error: unknown, kind: FailureKind = 'lost'): DatabaseFailure {
  const { code = '' } = error as { code?: string };
  if (refusesUs(code)) {
    return new DatabaseFailure(kind, 'STORAGE_FAILED', 'database refuses the connection', error);
  }
  return new DatabaseFailure(kind, 'STORAGE_UNAVAILABLE', 'database is not reachable', error);
}

/** Wrong role or password, no such database: somebody must mend that, so a start need not wait. */
function refusesUs(code: string): boolean {
  return code.startsWith('28') || code === '3D000';
}

/** Out of disk, memory or connections, a lock or a statement that took too long. */
function mayPass(code: string): boolean {
  return code.startsWith('53') || code === '55P03' || code === '57014';
}

/** pg hangs whole clients and rows on its errors; only the text and SQLSTATE are kept. */
function plainCause(error: unknown): unknown {
  if (error instanceof SpiffeError) return error;
  const { code } = error as { code?: unknown };
  const text =
    error instanceof AggregateError ? error.errors.map(messageOf).join(', ') : messageOf(error);
  if (text === noTls) return new Error(withoutTls);
  return new Error(typeof code === 'string' ? `${text} (${code})` : text);
}

/** What pg says of a server that answers its SSLRequest with no. */
const noTls = 'The server does not support SSL connections';
const withoutTls = 'it takes no TLS; sslmode=disable in connection_string goes without';

/** What pg says when `query_timeout` passed. */
const readTimeout = 'Query read timeout';

/** NUL and the like: untranslatable or invalid characters. */
const unstorable = new Set(['22021', '22P05']);

/** Shut down, crashed, starting up, and written to a standby: another connection is needed. */
const lost = new Set(['57P01', '57P02', '57P03', '25006']);
