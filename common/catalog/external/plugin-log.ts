import type { Clock } from '../../clock/clock.ts';
import type { Logger, LogLevel } from '../../log/logger.ts';

/** A line of a plugin as it goes into our log; undefined for what SPIRE drops too. */
interface PluginLine {
  readonly level: LogLevel;
  readonly message: string;
  /** What the plugin added, bounded and without what looks like a secret. */
  readonly fields?: Readonly<Record<string, unknown>>;
}

/**
 * Forwards what a plugin writes to its standard error: JSON lines of hclog with their level, other text
 * as go-plugin does it. More lines than a log can bear are counted and not written.
 */
export class PluginLog {
  readonly #log: Logger;
  readonly #clock: Pick<Clock, 'monotonic'>;
  readonly #lastLines: string[] = [];
  #inPanic = false;
  #inKey = false;
  #allowance = burst;
  #filledMs: number;
  #dropped = 0;

  constructor(log: Logger, clock: Pick<Clock, 'monotonic'>) {
    this.#log = log;
    this.#clock = clock;
    this.#filledMs = clock.monotonic();
  }

  /** The last lines, for an error that tells why a plugin did not start. */
  get tail(): string {
    return this.#lastLines.join('; ');
  }

  write(line: string): void {
    // Plugins of Go write at level trace without being asked: that is no part of a flood.
    if (line === '' || line.startsWith('{"@level":"trace"') || this.#isOfKey(line)) return;
    this.#inPanic ||= /^(panic|fatal error): /.test(line);
    if (!this.#mayWrite()) {
      this.#keep(withoutSecrets(line.slice(0, longestKept)));
      return;
    }
    const parsed = parsePluginLine(line, this.#inPanic);
    if (parsed === undefined) return;
    const { level, message, fields } = parsed;
    this.#keep(message);
    this.#log[level](message, fields === undefined ? {} : { plugin_fields: fields });
  }

  /** What it wrote after its handshake to what it takes for its standard output and error. */
  output(text: string): void {
    const lines = text.split('\n').filter((line) => !this.#isOfKey(line));
    const shown = withoutSecrets(lines.join('\n'));
    if (shown === '' || !this.#mayWrite()) return;
    this.#log.debug('Plugin output', { plugin_fields: { text: shown } });
  }

  /** True for the lines of a PEM key below its first one, also when they come one by one. */
  #isOfKey(line: string): boolean {
    const isBelow = this.#inKey && /^\s*[A-Za-z0-9+/=]*\s*$/.test(line);
    this.#inKey = isBelow || keyBegins.test(line);
    return isBelow;
  }

  #keep(text: string): void {
    this.#lastLines.push(text.slice(0, longestKept));
    if (this.#lastLines.length > keptLines) this.#lastLines.shift();
  }

  #mayWrite(): boolean {
    const now = this.#clock.monotonic();
    this.#allowance = Math.min(
      burst,
      this.#allowance + ((now - this.#filledMs) / 1000) * perSecond,
    );
    this.#filledMs = now;
    // Once it was too much, a pause is waited for: lines that come singly tell more than every hundredth.
    if (this.#allowance < (this.#dropped === 0 ? 1 : resume)) {
      this.#dropped++;
      return false;
    }
    this.#allowance--;
    this.#tellDropped();
    return true;
  }

  /** Says how many lines are missing before the next one that is there. */
  #tellDropped(): void {
    if (this.#dropped === 0) return;
    this.#log.warn('Plugin wrote more than is logged: lines are missing', { count: this.#dropped });
    this.#dropped = 0;
  }
}

/** Reads a line of standard error. Lines of level trace are dropped, as in SPIRE 1.15. */
export function parsePluginLine(line: string, inPanic = false): PluginLine | undefined {
  const record = line.startsWith('{') ? parseRecord(line) : undefined;
  if (record === undefined) return plainLine(line, inPanic);
  const { '@level': level, '@message': message, ...rest } = record;
  delete rest['@timestamp'];
  const known = typeof level === 'string' ? levels.get(level.toLowerCase()) : undefined;
  if (known === 'trace') return undefined;
  if (known === undefined) return { level: 'debug', message: withoutSecrets(line) };
  const text = typeof message === 'string' ? withoutSecrets(message) : '';
  const fields = boundedFields(rest);
  return Object.keys(fields).length === 0
    ? { level: known, message: text }
    : { level: known, message: text, fields };
}

function plainLine(line: string, inPanic: boolean): PluginLine | undefined {
  const message = withoutSecrets(line);
  const named = /^\[(TRACE|DEBUG|INFO|WARN|ERROR)\]/.exec(line)?.[1];
  const level = named === undefined ? undefined : levels.get(named.toLowerCase());
  if (level === 'trace') return undefined;
  if (level !== undefined) return { level, message };
  return { level: inPanic || /^(panic|fatal error): /.test(line) ? 'error' : 'debug', message };
}

function parseRecord(line: string): Record<string, unknown> | undefined {
  try {
    return JSON.parse(line) as Record<string, unknown>;
  } catch {
    // It only looked like JSON.
    return undefined;
  }
}

function boundedFields(fields: Record<string, unknown>): Record<string, unknown> {
  const bounded: Record<string, unknown> = {};
  for (const [key, value] of Object.entries(fields).slice(0, mostFields)) {
    const name = key.slice(0, 64);
    bounded[name] = secretName.test(key) ? '[redacted]' : boundedValue(value);
  }
  return bounded;
}

function boundedValue(value: unknown): unknown {
  if (typeof value === 'number' || typeof value === 'boolean' || value === null) return value;
  const text = typeof value === 'string' ? value : JSON.stringify(value, redacted);
  return withoutSecrets(text).slice(0, longestValue);
}

function redacted(key: string, value: unknown): unknown {
  return secretName.test(key) ? '[redacted]' : value;
}

/** Keys and bearer tokens that a plugin wrote into its log do not go into ours. */
function withoutSecrets(text: string): string {
  return text
    .slice(0, longestMessage)
    .replaceAll(pemKey, '[redacted]')
    .replaceAll(compactJwt, '[redacted]');
}

const levels: ReadonlyMap<string, LogLevel | 'trace'> = new Map([
  ['trace', 'trace'],
  ['debug', 'debug'],
  ['info', 'info'],
  ['warn', 'warn'],
  ['error', 'error'],
]);
const secretName = /secret|token|passw|credential|private.?key|authorization/i;
const pemKey = /-----BEGIN [A-Z ]*PRIVATE KEY-----.*?(-----END [A-Z ]*PRIVATE KEY-----|$)/gs;
const keyBegins = /-----BEGIN [A-Z ]*PRIVATE KEY-----(?!.*-----END )/;
const compactJwt = /\beyJ[\w-]{8,}\.[\w-]+\.[\w-]*/g;
const mostFields = 32;
const longestValue = 1024;
const longestMessage = 16 * 1024;
const keptLines = 5;
const longestKept = 300;
const perSecond = 100;
const burst = 500;
const resume = 50;
