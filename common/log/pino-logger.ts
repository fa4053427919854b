import { pino, type Logger as Pino } from 'pino';
import { messageWithCauses, SpiffeError } from '../errors/spiffe-error.ts';
import { BoundedOutput } from './bounded-output.ts';
import { LogFile } from './log-file.ts';
import type { LogFields, Logger, LogLevel } from './logger.ts';

interface LogOptions {
  /** SPIRE's level names: panic, fatal, error, warn, warning, info, debug, trace; any case. */
  readonly level: string;
  readonly format: 'text' | 'json';
  /** A file opened for appending; absent means `stdout`. */
  readonly file?: string;
  readonly stdout: NodeJS.WritableStream;
}

export interface LogSink {
  readonly logger: Logger;
  /** Level now in force, in our four names. */
  level(): LogLevel;
  setLevel(level: LogLevel): void;
  /** Opens the log file anew after a rotation (SIGUSR2). */
  reopen(): void;
}

/** Maps SPIRE's eight level names to our four; undefined when the name is unknown. */
export function findLogLevel(name: string): LogLevel | undefined {
  switch (name.toLowerCase()) {
    case 'panic':
    case 'fatal':
    case 'error':
      return 'error';
    case 'warn':
    case 'warning':
      return 'warn';
    case 'info':
      return 'info';
    case 'debug':
    case 'trace':
      return 'debug';
    default:
      return undefined;
  }
}

/**
 * Creates the process's log; throws CONFIG_INVALID and STORAGE_FAILED. Once it runs, a log that cannot be
 * written costs lines, never the process. JSON lines have SPIRE's `level`, `msg` and `time`; text is logfmt. */
export function createLog(options: LogOptions): LogSink {
  const level = findLogLevel(options.level);
  if (level === undefined) {
    throw new SpiffeError('CONFIG_INVALID', `log_level: unknown level "${options.level}"`);
  }
  const file = options.file === undefined ? undefined : new LogFile(options.file);
  // A full disk, or a reader that went away.
  if (file === undefined) options.stdout.on('error', () => undefined);
  const render = options.format === 'json' ? (line: string) => line : toLogfmt;
  const output =
    file ??
    new BoundedOutput(options.stdout, (count) =>
      logger.warn('Lines of the log were left out, which nobody read in time', { count }),
    );
  const target = { write: (line: string) => output.write(render(line)) };
  const root = pino(
    {
      level,
      base: null,
      messageKey: 'msg',
      errorKey: 'error',
      formatters: { level: (label) => ({ level: label === 'warn' ? 'warning' : label }) },
      timestamp: pino.stdTimeFunctions.isoTime,
      serializers: { error: describeError },
    },
    target,
  );
  const logger: Logger = new PinoLogger(root);
  return {
    logger,
    level: () => root.level as LogLevel,
    setLevel(next) {
      root.level = next;
    },
    reopen() {
      try {
        file?.reopen();
      } catch (error) {
        logger.error('Failed to open the log file anew; going on in the old one', { error });
      }
    },
  };
}

/**
 * A logger whose pino is made with its first line: thousands of streams and connections have one of their
 * own and never say a word.
 */
class PinoLogger implements Logger {
  readonly #root: Pino;
  readonly #parent: PinoLogger | undefined;
  readonly #fields: LogFields | undefined;
  #pino: Pino | undefined;

  constructor(root: Pino, parent?: PinoLogger, fields?: LogFields) {
    this.#root = root;
    this.#parent = parent;
    this.#fields = fields;
  }

  error(message: string, fields?: LogFields): void {
    this.#write('error', message, fields);
  }

  warn(message: string, fields?: LogFields): void {
    this.#write('warn', message, fields);
  }

  info(message: string, fields?: LogFields): void {
    this.#write('info', message, fields);
  }

  debug(message: string, fields?: LogFields): void {
    this.#write('debug', message, fields);
  }

  child(fields: LogFields): Logger {
    return new PinoLogger(this.#root, this, fields);
  }

  #write(level: LogLevel, message: string, fields: LogFields | undefined): void {
    if (!this.#root.isLevelEnabled(level)) return;
    const pino = this.#own();
    // The level in force is the root's, whenever this child was made.
    if (pino.level !== this.#root.level) pino.level = this.#root.level;
    pino[level](fields ?? {}, message);
  }

  #own(): Pino {
    this.#pino ??=
      this.#parent === undefined ? this.#root : this.#parent.#own().child(this.#fields ?? {});
    return this.#pino;
  }
}

/** One line for an error and its causes; stacks only for faults of ours. */
function describeError(error: unknown): string {
  const text = messageWithCauses(error);
  const expected = error instanceof SpiffeError || !(error instanceof Error);
  return expected ? text : `${text} ${error.stack ?? ''}`.trimEnd();
}

function toLogfmt(line: string): string {
  const record = JSON.parse(line) as Record<string, unknown>;
  const { time, level, msg, ...rest } = record;
  const pairs = [
    ['time', time],
    ['level', level],
    ['msg', msg],
    ...Object.entries(rest).sort(([a], [b]) => (a < b ? -1 : 1)),
  ] as const;
  return `${pairs.map(([key, value]) => `${key}=${logfmtValue(value)}`).join(' ')}\n`;
}

function logfmtValue(value: unknown): string {
  const text = typeof value === 'string' ? value : JSON.stringify(value);
  return /^[\w.:/@^+-]+$/.test(text) ? text : JSON.stringify(text);
}
