import { SpiffeError } from '../errors/spiffe-error.ts';

/**
 * Parses a Go duration (`1h30m`, `-1.5s`, `250ms`) to milliseconds; a bare number other than 0 has
 * no unit and is refused with Go's own text. Throws INVALID_ARGUMENT.
 */
export function parseDuration(text: string): number {
  const [, sign, body] = /^([+-]?)(.*)$/s.exec(text) ?? [];
  if (body === undefined || body === '') throw invalid('invalid duration', text);
  if (body === '0') return 0;
  const total = sumOf(body, text);
  if (total > longestMs) throw invalid('invalid duration', text);
  return sign === '-' ? -total : total;
}

/** Prints milliseconds as Go prints a duration: `1h30m0s`, `1.5s`, `20ms`, `0s`. */
export function formatDuration(ms: number): string {
  if (ms === 0) return '0s';
  if (ms < 0) return `-${formatDuration(-ms)}`;
  if (ms < 1e-3) return `${Math.round(ms * 1e6)}ns`;
  if (ms < 1) return `${trim(ms * 1e3)}µs`;
  if (ms < 1000) return `${trim(ms)}ms`;
  const minutes = Math.floor(ms / 60_000);
  const seconds = `${trim((ms - minutes * 60_000) / 1000)}s`;
  if (minutes === 0) return seconds;
  const hours = Math.floor(minutes / 60);
  return `${hours === 0 ? '' : `${hours}h`}${minutes % 60}m${seconds}`;
}

function sumOf(body: string, text: string): number {
  let total = 0;
  for (const rest = /([0-9]*)(\.[0-9]*)?([^0-9.]*)/y; rest.lastIndex < body.length;) {
    const [, whole, fraction, unit] = rest.exec(body) ?? [];
    const number = `${whole ?? ''}${fraction ?? ''}`;
    if (number === '' || number === '.') throw invalid('invalid duration', text);
    if (unit === undefined || unit === '') throw invalid('missing unit in duration', text);
    const unitMs = units.get(unit);
    if (unitMs === undefined) {
      throw invalid(`unknown unit ${JSON.stringify(unit)} in duration`, text);
    }
    total += Number(`0${number}`) * unitMs;
  }
  return total;
}

function trim(value: number): string {
  return String(Number(value.toFixed(6)));
}

function invalid(rule: string, text: string): SpiffeError {
  return new SpiffeError('INVALID_ARGUMENT', `time: ${rule} ${JSON.stringify(text.slice(0, 64))}`);
}

const units: ReadonlyMap<string, number> = new Map([
  ['ns', 1e-6],
  ['us', 1e-3],
  ['\u00b5s', 1e-3],
  ['\u03bcs', 1e-3],
  ['ms', 1],
  ['s', 1000],
  ['m', 60_000],
  ['h', 3_600_000],
]);

/** Go counts nanoseconds in 64 bits: about 292 years. */
const longestMs = 2 ** 63 / 1e6;
