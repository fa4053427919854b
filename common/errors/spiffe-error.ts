import type { ErrorCode } from './codes.ts';

/**
 * The one error class. `code` names the fault (see `codes.ts`), the message tells a person what was
 * expected: lower case start, no period, the offending value quoted unless it is secret.
 * The cause is for the log; it never crosses a socket.
 */
export class SpiffeError extends Error {
  readonly code: ErrorCode;

  constructor(code: ErrorCode, message: string, options?: { cause?: unknown }) {
    super(message, options);
    this.name = 'SpiffeError';
    this.code = code;
  }
}

/** True when `error` is a SpiffeError with one of these codes. */
export function hasCode(error: unknown, ...codes: readonly ErrorCode[]): error is SpiffeError {
  return error instanceof SpiffeError && codes.includes(error.code);
}

/** The same of the error or of any of its causes: errors are wrapped on their way up. */
export function hasCodeWithin(error: unknown, ...codes: readonly ErrorCode[]): boolean {
  for (let at = error, level = 0; at instanceof Error && level < mostLevels; level++) {
    if (hasCode(at, ...codes)) return true;
    at = at.cause;
  }
  return false;
}

/** What was thrown, as an Error. */
export function asError(thrown: unknown): Error {
  return thrown instanceof Error ? thrown : new Error(messageOf(thrown), { cause: thrown });
}

/**
 * The texts of what was thrown and of its causes, outermost first, as one line. Whoever wraps an error often puts
 * the text of the cause into his own, for those who see no causes: it is said once.
 */
export function messageWithCauses(error: unknown): string {
  const texts: string[] = [];
  for (let at = error, level = 0; at !== undefined && level < mostTexts; level++) {
    const text = messageOf(at);
    if (texts.at(-1)?.includes(text) !== true) texts.push(text);
    at = at instanceof Error ? at.cause : undefined;
  }
  return texts.join(': ');
}

/** The text of anything thrown, for a log field or a wrapping message. */
export function messageOf(error: unknown): string {
  if (error instanceof Error) return error.message;
  return typeof error === 'string' ? error : JSON.stringify(error);
}

/** A cause may be its own, by a fault of whoever made it. */
const mostLevels = 64;
const mostTexts = 8;
