import type { NackClass } from './nack.ts';
import type { ResourceKind } from './secrets.ts';
import type { Standing } from './subscription.ts';

/** One open stream, for `sds list`. Holds no secret. */
export interface StreamRecord {
  readonly connectionId: string;
  readonly pid: number;
  readonly uid: number;
  readonly gid: number;
  readonly protocol: 'sotw' | 'delta';
  /** Empty until the first request. */
  readonly nodeId: string;
  readonly cluster: string;
  /** `1.40.0`; empty when unknown. */
  readonly envoyVersion: string;
  readonly openedAtMs: number;
  readonly wildcard: boolean;
  /** A response was not answered in time; nothing more is sent. */
  readonly stalled: boolean;
  /** The transport has not taken the last response yet. */
  readonly blocked: boolean;
  readonly lastNack: NackRecord | undefined;
  readonly names: readonly NameRecord[];
}

export interface NackRecord {
  /** The Envoy's own text, cut and cleaned. */
  readonly text: string;
  readonly class: NackClass;
  readonly atMs: number;
  /** What the refused response held. */
  readonly names: readonly string[];
}

export interface NameRecord {
  readonly name: string;
  readonly kind: ResourceKind | undefined;
  readonly standing: Standing;
  /** Why it is not served; empty when it is. */
  readonly reason: string;
  readonly sinceMs: number;
  readonly versionSent: string | undefined;
  readonly versionAcked: string | undefined;
  readonly sentAtMs: number | undefined;
  /** Expiry of what was sent last; undefined for bundles. */
  readonly expiresAtMs: number | undefined;
  readonly serialNumber: string | undefined;
  /** The present content was refused by this Envoy and is not sent again. */
  readonly quarantined: boolean;
}

/** Streams describe themselves when asked: keeping the list costs nothing. */
export interface Describable {
  describe(): StreamRecord;
  /** When the first of what it was given expires; Infinity when nothing does. */
  earliestExpiryMs(): number;
  /** Looks at the clock. */
  tick(): void;
}

/** All open streams of this node. */
export class StreamRegistry {
  readonly #streams = new Set<Describable>();

  add(stream: Describable): void {
    this.#streams.add(stream);
  }

  remove(stream: Describable): void {
    this.#streams.delete(stream);
  }

  get size(): number {
    return this.#streams.size;
  }

  /** Lets streams look at the clock whose SVID expired; returns the shortest life that is left. */
  tickExpired(nowMs: number): number | undefined {
    let shortest = Infinity;
    for (const stream of this.#streams) {
      const leftMs = stream.earliestExpiryMs() - nowMs;
      if (leftMs <= 0) stream.tick();
      shortest = Math.min(shortest, Math.max(leftMs, 0));
    }
    return shortest === Infinity ? undefined : shortest;
  }

  /** In the order they were opened. */
  list(): readonly StreamRecord[] {
    return [...this.#streams].map((stream) => stream.describe());
  }
}
