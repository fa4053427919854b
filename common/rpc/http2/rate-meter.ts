import { ConnectionFault } from './faults.ts';
import type { Rate, RatedAct } from './http2-limits.ts';

/** Counts what a peer does on one connection; levels sink with time. */
export class RateMeter {
  readonly #rates: Readonly<Record<RatedAct, Rate>>;
  readonly #nowMs: () => number;
  /** Made with the first act: most connections never do one. */
  #levels: Partial<Record<RatedAct, Level>> | undefined;

  constructor(rates: Readonly<Record<RatedAct, Rate>>, nowMs: () => number) {
    this.#rates = rates;
    this.#nowMs = nowMs;
  }

  /** Throws ENHANCE_YOUR_CALM when this was one too many. */
  count(act: RatedAct): void {
    const { burst, perSecond } = this.#rates[act];
    const now = this.#nowMs();
    this.#levels ??= {};
    const level = (this.#levels[act] ??= { acts: 0, atMs: now });
    level.acts = Math.max(0, level.acts - ((now - level.atMs) * perSecond) / 1000) + 1;
    level.atMs = now;
    if (level.acts > burst) {
      throw new ConnectionFault('ENHANCE_YOUR_CALM', `too many ${act.replace('_', ' ')}`, act);
    }
  }
}

interface Level {
  acts: number;
  atMs: number;
}
