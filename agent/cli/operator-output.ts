import type { CliIo } from '../../common/cli/command.ts';
import { formatRfc3339 } from '../../common/cli/go-time.ts';
import type { OutputFormat } from '../../common/cli/output.ts';
import { formatDuration } from '../../common/config/duration.ts';

/** google.protobuf.Timestamp or Duration, as it is decoded. */
export interface WireTime {
  readonly seconds: number;
  readonly nanos: number;
}

/** Prints an answer of the operator service, as one line of JSON or as text for people. */
export function printAnswer(
  io: CliIo,
  format: OutputFormat,
  answer: object,
  pretty: () => string,
): void {
  io.stdout.write(format === 'json' ? `${JSON.stringify(answerJson(answer))}\n` : pretty());
}

/**
 * The JSON form of proto3 with the field names of the proto: every field, times in RFC 3339, spans in
 * seconds; what is absent is left out.
 */
function answerJson(value: object): unknown {
  const rows: [string, unknown][] = [];
  // Fields that were not received are on the prototype only.
  for (const key in value) {
    const inner = jsonOf(key, (value as Record<string, unknown>)[key]);
    if (inner !== undefined) rows.push([key, inner]);
  }
  return Object.fromEntries(rows);
}

/** Milliseconds since the epoch. */
export function timeMs(time: WireTime): number {
  return time.seconds * 1000 + time.nanos / 1e6;
}

/** `2026-01-02T03:04:05Z (in 59m30s)`, or `(12s ago)`. */
export function whenText(time: WireTime, nowMs: number): string {
  const atMs = timeMs(time);
  const leftMs = Math.round((atMs - nowMs) / 1000) * 1000;
  const relation = leftMs >= 0 ? `in ${formatDuration(leftMs)}` : `${formatDuration(-leftMs)} ago`;
  return `${formatRfc3339(atMs)} (${relation})`;
}

/** A span in whole seconds, `1h2m3s`. */
export function spanText(span: WireTime): string {
  return formatDuration(Math.round(timeMs(span) / 1000) * 1000);
}

/** Rows in columns, two spaces between them; the last column is not padded. */
export function columns(rows: readonly (readonly string[])[], indent = ''): string {
  const widths = (rows[0] ?? []).map((_, at) =>
    Math.max(...rows.map((row) => (row[at] ?? '').length)),
  );
  const lineOf = (row: readonly string[]) =>
    row
      .map((cell, at) => cell.padEnd(widths[at] ?? 0))
      .join('  ')
      .trimEnd();
  return rows.map((row) => `${indent}${lineOf(row)}\n`).join('');
}

const spans: ReadonlySet<string> = new Set(['uptime', 'sync_age', 'attested_in', 'waited']);

function jsonOf(key: string, value: unknown): unknown {
  if (value === null || value === undefined || typeof value === 'function') return undefined;
  if (key === '$unknowns') return undefined;
  if (Array.isArray(value)) {
    return value.map((item: unknown) =>
      typeof item === 'object' && item !== null ? answerJson(item) : item,
    );
  }
  if (typeof value !== 'object') return value;
  if (!isTime(value)) return answerJson(value);
  const ms = timeMs(value);
  return spans.has(key) ? `${ms / 1000}s` : new Date(ms).toISOString();
}

function isTime(value: object): value is WireTime {
  return 'seconds' in value && 'nanos' in value;
}
