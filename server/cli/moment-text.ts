import { formatRfc3339 } from '../../common/cli/go-time.ts';
import { formatDuration } from '../../common/config/duration.ts';

/** `2026-01-02T03:04:05Z (in 59m30s)`, or `(12s ago)`; undefined for 0, which stands for none. */
export function momentText(atMs: number, nowMs: number): string | undefined {
  if (atMs === 0) return undefined;
  const leftMs = Math.round((atMs - nowMs) / 1000) * 1000;
  const relation = leftMs >= 0 ? `in ${formatDuration(leftMs)}` : `${formatDuration(-leftMs)} ago`;
  return `${formatRfc3339(atMs)} (${relation})`;
}
