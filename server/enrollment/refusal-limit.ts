import type { Clock } from '../../common/clock/clock.ts';

interface Spent {
  /** Attempts under way: any of them may turn out to be one that is refused. */
  underWay: number;
  refused: number;
  /** When `refused` was right. */
  atMs: number;
}

/**
 * Bounds what attempts that come to nothing cost the API server of a cluster, whoever makes them and
 * with whatever tokens. Each takes one of `burst` places; one that was admitted gives it back at once, any
 * other with time. So a cluster whose agents are good has no limit but that of attempts at once.
 */
export class RefusalLimit {
  readonly #perSecond: number;
  readonly #burst: number;
  readonly #clock: Pick<Clock, 'monotonic'>;
  /** By cluster: the configuration has a few. */
  readonly #spent = new Map<string, Spent>();

  /** 0 a second is no limit. */
  constructor(perSecond: number, clock: Pick<Clock, 'monotonic'>) {
    this.#perSecond = perSecond;
    this.#burst = perSecond * burstSeconds;
    this.#clock = clock;
  }

  /** False when the cluster has no place left; else `end` must follow. */
  begin(cluster: string): boolean {
    if (this.#perSecond === 0) return true;
    const spent = this.#now(cluster);
    if (spent.underWay + spent.refused + 1 > this.#burst) return false;
    spent.underWay++;
    return true;
  }

  /** `counts` unless it was admitted, or failed by no fault of who asked. */
  end(cluster: string, counts: boolean): void {
    if (this.#perSecond === 0) return;
    this.#now(cluster).underWay--;
    if (counts) this.spend(cluster);
  }

  /** For one that was refused after it had ended well. */
  spend(cluster: string): void {
    if (this.#perSecond === 0) return;
    const spent = this.#now(cluster);
    spent.refused = Math.min(spent.refused + 1, this.#burst);
  }

  #now(cluster: string): Spent {
    const nowMs = this.#clock.monotonic();
    const spent = this.#spent.get(cluster) ?? { underWay: 0, refused: 0, atMs: nowMs };
    const forgotten = ((nowMs - spent.atMs) * this.#perSecond) / 1000;
    spent.refused = Math.max(0, spent.refused - forgotten);
    spent.atMs = nowMs;
    this.#spent.set(cluster, spent);
    return spent;
  }
}

const burstSeconds = 25;
