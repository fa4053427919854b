import type { EntryRecord } from './records.ts';

/** Who goes first when the server is slow: 0 a waiting subscriber … 3 nobody in particular. */
type MintPriority = 0 | 1 | 2 | 3;

const urgentShare = 0.25;

/** Waiting subscriber, then near expiry or tainted, then active, then prefetch. */
export function mintPriority(record: Readonly<EntryRecord>, nowMs: number): MintPriority {
  const { svid } = record;
  if (svid === undefined) return record.watchers > 0 ? 0 : 3;
  const left = svid.notAfterMs - nowMs;
  if (record.stale || left < (svid.notAfterMs - svid.notBeforeMs) * urgentShare) return 1;
  return record.watchers > 0 ? 2 : 3;
}

/** Entry IDs that wait to be minted, by priority; within one, first come first served. */
export class MintQueue {
  readonly #lanes = [new Set<string>(), new Set<string>(), new Set<string>(), new Set<string>()];

  get size(): number {
    return this.#lanes.reduce((sum, lane) => sum + lane.size, 0);
  }

  /** Adds or moves an entry. */
  add(entryId: string, priority: MintPriority): void {
    for (const [at, lane] of this.#lanes.entries()) {
      if (at !== priority) lane.delete(entryId);
    }
    this.#lanes[priority]?.add(entryId);
  }

  take(count: number): string[] {
    const taken: string[] = [];
    for (const lane of this.#lanes) {
      for (const entryId of lane) {
        if (taken.length === count) return taken;
        lane.delete(entryId);
        taken.push(entryId);
      }
    }
    return taken;
  }
}
