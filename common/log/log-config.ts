import { findLogLevel } from './pino-logger.ts';

/** The keys about the log, as a file or the command line gives them. */
interface LogKeys {
  readonly log_level?: string | undefined;
  readonly log_format?: string | undefined;
  readonly log_file?: string | undefined;
}

/** How a process logs, after every check. */
export interface LogConfig {
  /** One of SPIRE's level names. */
  readonly level: string;
  readonly format: 'text' | 'json';
  readonly file?: string;
}

/** Fills in SPIRE's defaults; `fail` hears of each key that is wrong, and the result is of no use then. */
export function resolveLog(
  { log_file: file, log_format, log_level }: LogKeys,
  fail: (key: keyof LogKeys, message: string) => void,
): LogConfig {
  const level = log_level || 'INFO';
  if (findLogLevel(level) === undefined) {
    fail(
      'log_level',
      `unknown level ${JSON.stringify(level)}, must be one of debug, info, warn, error`,
    );
  }
  const format = (log_format || 'text').toLowerCase();
  const isKnown = format === 'text' || format === 'json';
  if (!isKnown) fail('log_format', 'must be "text" or "json"');
  return { level, format: isKnown ? format : 'text', ...(file ? { file } : {}) };
}
