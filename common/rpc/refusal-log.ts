import { systemClock, type Clock } from '../clock/clock.ts';
import type { LogFields, Logger } from '../log/logger.ts';

/** Logs refused connections; of a flood so many in a second, and how many more there were. */
export class RefusalLog {
  readonly #log: Logger;
  readonly #clock: Clock;
  #logged = 0;
  #counting = false;

  constructor(log: Logger, clock: Clock = systemClock) {
    this.#log = log;
    this.#clock = clock;
  }

  warn(fields: LogFields): void {
    if (!this.#counting) {
      this.#counting = true;
      this.#clock.after(windowMs, () => this.#tell());
    }
    if (++this.#logged <= mostLines) this.#log.warn('Connection refused', fields);
  }

  #tell(): void {
    const more = this.#logged - mostLines;
    this.#counting = false;
    this.#logged = 0;
    if (more > 0) this.#log.warn('More connections refused', { count: more });
  }
}

const windowMs = 1000;
const mostLines = 20;
