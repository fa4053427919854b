import {
  SpiffeError,
  messageOf,
  type SpiffeError as Failure,
} from '../../../common/errors/spiffe-error.ts';
import type { ErrorCode } from '../../../common/errors/codes.ts';

/**
 * What became of a statement: `conflict` lost against another transaction and was undone, `lost` means
 * that the connection is gone, `stuck` that no answer came in time, `refused` that the database said no.
 */
export type FailureKind = 'conflict' | 'lost' | 'stuck' | 'refused';

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
  return new DatabaseFailure(
    isFromDatabase ? kindOf(code, severity) : messageOf(error) === readTimeout ? 'stuck' : 'lost',
    'STORAGE_FAILED',
    'database operation failed',
    error,
  );
}

function kindOf(code: string, severity: string): FailureKind {
  if (code === '40001' || code === '40P01') return 'conflict';
  return code.startsWith('08') || lost.has(code) || severity !== 'ERROR' ? 'lost' : 'refused';
}

/** The connection could not be made, or not in time. */
export function unreachable(error: unknown): Failure {
  return new DatabaseFailure('lost', 'STORAGE_FAILED', 'database is not reachable', error);
}

/** pg hangs whole clients and rows on its errors; only the text and SQLSTATE are kept. */
function plainCause(error: unknown): unknown {
  if (error instanceof SpiffeError) return error;
  const { code } = error as { code?: unknown };
  const text =
    error instanceof AggregateError ? error.errors.map(messageOf).join(', ') : messageOf(error);
  return new Error(typeof code === 'string' ? `${text} (${code})` : text);
}

/** What pg says when `query_timeout` passed. */
const readTimeout = 'Query read timeout';

/** NUL and the like: untranslatable or invalid characters. */
const unstorable = new Set(['22021', '22P05']);

/** Shut down, crashed, starting up, and written to a standby: another connection is needed. */
const lost = new Set(['57P01', '57P02', '57P03', '25006']);
