import type { Clock } from '../../common/clock/clock.ts';
import type { X509Svid } from '../../common/spiffe/x509-svid.ts';
import { Schedule } from './schedule.ts';

/** `rotate` and `expire` are void once another X509-SVID is served. */
type Appointment =
  | { readonly kind: 'rotate' | 'expire'; readonly entryId: string; readonly svid: X509Svid }
  | { readonly kind: 'retry'; readonly entryId: string };

/**
 * What a minter has to do later, by two clocks. Certificates have dates of the wall clock, and are withdrawn by it
 * alone. A wall clock that is set back must put nothing off: retries are counted by the monotonic clock, and a
 * renewal is due by whichever comes first.
 */
export class Appointments {
  readonly #clock: Pick<Clock, 'now' | 'monotonic'>;
  readonly #dates = new Schedule<Appointment>();
  readonly #waits = new Schedule<Appointment>();

  constructor(clock: Pick<Clock, 'now' | 'monotonic'>) {
    this.#clock = clock;
  }

  /** Books the renewal and the end of an X509-SVID. */
  add(entryId: string, svid: X509Svid, renewMs: number): void {
    const rotate: Appointment = { kind: 'rotate', entryId, svid };
    this.#dates.add(renewMs, rotate);
    this.#dates.add(svid.notAfterMs, { kind: 'expire', entryId, svid });
    this.#waits.add(this.#clock.monotonic() + renewMs - this.#clock.now(), rotate);
  }

  retryIn(entryId: string, ms: number): void {
    this.#waits.add(this.#clock.monotonic() + ms, { kind: 'retry', entryId });
  }

  /** How long until the next; negative when it is late, Infinity when there is none. */
  get nextInMs(): number {
    const date = (this.#dates.nextMs ?? Infinity) - this.#clock.now();
    const wait = (this.#waits.nextMs ?? Infinity) - this.#clock.monotonic();
    return Math.min(date, wait);
  }

  /** Removes and returns what is due. */
  *takeDue(): Generator<Appointment> {
    yield* this.#dates.takeDue(this.#clock.now());
    yield* this.#waits.takeDue(this.#clock.monotonic());
  }
}
