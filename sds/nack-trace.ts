import type { ResourceKind } from './secrets.ts';
import { isPoisoned, type Subscription } from './subscription.ts';

/** A stream whose secrets may be what an Envoy complains about. */
export interface Suspect {
  subscriptions(): Iterable<Subscription>;
  /** This content was refused, though the refusal came on another stream. */
  blame(name: string, content: string): void;
}

/**
 * The streams of each Envoy process. A refusal may come on the stream of the other secret of the same
 * TLS context, so a fault is traced over everything that this Envoy holds.
 */
export class EnvoyGroups {
  readonly #groups = new Map<string, Set<Suspect>>();

  join(envoy: string, suspect: Suspect): void {
    const group = this.#groups.get(envoy) ?? new Set();
    this.#groups.set(envoy, group.add(suspect));
  }

  /** Whoever never joined leaves as well. */
  leave(envoy: string, suspect: Suspect): void {
    const group = this.#groups.get(envoy);
    group?.delete(suspect);
    if (group?.size === 0) this.#groups.delete(envoy);
  }

  /**
   * Finds what an Envoy accuses by kind only, and blames it. Nothing when a secret of that kind is
   * already known to be refused or being healed: that one explains the text.
   */
  trace(envoy: string, kind: ResourceKind): string | undefined {
    let newest: { suspect: Suspect; name: string; content: string; atMs: number } | undefined;
    for (const suspect of this.#groups.get(envoy) ?? []) {
      for (const sub of suspect.subscriptions()) {
        if (sub.sent?.resource.kind !== kind) continue;
        if (isPoisoned(sub)) return undefined;
        const { resource, atMs } = sub.sent;
        if (newest === undefined || atMs >= newest.atMs) {
          newest = { suspect, name: sub.name, content: resource.version, atMs };
        }
      }
    }
    newest?.suspect.blame(newest.name, newest.content);
    return newest?.name;
  }
}
