import { setTimeout as sleep } from 'node:timers/promises';
import type { RunningEnvoy } from './envoy.ts';

interface Rotation {
  readonly envoy: string;
  readonly serial: string;
  readonly expires: Date;
}

/**
 * Watches the certificates that Envoys have in use. A rotation is a change of the serial number that
 * the Envoy itself reports, so it counts what is used, not what was sent.
 */
export class RotationWatch {
  readonly #ending = new AbortController();
  readonly #counts = new Map<string, number>();
  readonly #running: Promise<unknown>;

  constructor(
    envoys: Readonly<Record<string, RunningEnvoy>>,
    onRotation: (rotation: Rotation) => void = () => undefined,
  ) {
    const watches = Object.entries(envoys).map(([name, envoy]) =>
      this.#watch(name, envoy, onRotation),
    );
    this.#running = Promise.all(watches);
  }

  /** How often every one of the Envoys has changed its certificate: the least of their counts. */
  completed(): number {
    return Math.min(...this.#counts.values());
  }

  async stop(): Promise<void> {
    this.#ending.abort();
    await this.#running;
  }

  async #watch(
    name: string,
    envoy: RunningEnvoy,
    onRotation: (rotation: Rotation) => void,
  ): Promise<void> {
    this.#counts.set(name, 0);
    let last: string | undefined;
    while (!this.#ending.signal.aborted) {
      const leaf = await envoy.admin.leaf().catch(() => undefined);
      if (leaf !== undefined && leaf.serial_number !== last) {
        if (last !== undefined) {
          this.#counts.set(name, (this.#counts.get(name) ?? 0) + 1);
          const expires = new Date(leaf.expiration_time);
          onRotation({ envoy: name, serial: leaf.serial_number, expires });
        }
        last = leaf.serial_number;
      }
      await sleep(100);
    }
  }
}
