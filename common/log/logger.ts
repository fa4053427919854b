import type { LogField } from './fields.ts';

export type LogLevel = 'error' | 'warn' | 'info' | 'debug';

/** Variable data of a log line; the message itself is constant, so that lines can be counted. */
export type LogFields = Partial<Record<LogField, unknown>>;

/**
 * What the project logs through. Message: sentence case, no period, no interpolation.
 * An `error` field may hold anything thrown; its cause chain is written, never secrets.
 */
export interface Logger {
  error(message: string, fields?: LogFields): void;
  warn(message: string, fields?: LogFields): void;
  info(message: string, fields?: LogFields): void;
  debug(message: string, fields?: LogFields): void;
  child(fields: LogFields): Logger;
}

/** Drops everything; for tests that do not look at logs. */
export const silentLogger: Logger = {
  error: () => undefined,
  warn: () => undefined,
  info: () => undefined,
  debug: () => undefined,
  child: () => silentLogger,
};
