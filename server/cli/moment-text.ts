import { formatRfc3339 } from '../../common/cli/go-time.ts';
import { formatDuration } from '../../common/config/duration.ts';

/** `2026-01-02T03:04:05Z (in 59m30s)`, `(12s ago)` or `(just now)`; undefined for 0, which stands for none. */
export function momentText(atMs: number, nowMs: number): string | undefined {
  if (atMs === 0) return undefined;
  const leftMs = Math.round((atMs - nowMs) / 1000) * 1000;
  const relation = leftMs === 0 ? 'just now' : relationOf(leftMs);
  return `${formatRfc3339(atMs)} (${relation})`;
}

function relationOf(leftMs: number): string {
  return leftMs > 0 ? `in ${formatDuration(leftMs)}` : `${formatDuration(-leftMs)} ago`;
}
