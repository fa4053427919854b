import { z } from 'zod';
import type { Clock } from '../clock/clock.ts';
import { hostSchema, portSchema } from '../config/schema.ts';
import { messageOf } from '../errors/spiffe-error.ts';
import type { Logger } from '../log/logger.ts';
import type { HttpAnswer, HttpHandler } from './http-server.ts';

/** What one check found; details are shown to whoever asks over HTTP, so no secrets. */
export interface CheckState {
  readonly live: boolean;
  readonly ready: boolean;
  readonly liveDetails?: Readonly<Record<string, unknown>>;
  readonly readyDetails?: Readonly<Record<string, unknown>>;
}

interface HealthChecksOptions {
  /** By the name under which the JSON body shows them, `agent` or `server`. */
  readonly checks: Readonly<Record<string, (signal: AbortSignal) => Promise<CheckState>>>;
  readonly clock: Clock;
  readonly log: Logger;
}

/** SPIRE's `health_checks` block. */
export const healthChecksSchema = z
  .strictObject({
    listener_enabled: z.boolean().default(false),
    bind_address: hostSchema().default('localhost'),
    bind_port: portSchema().default(80),
    live_path: z.string().startsWith('/', 'must begin with "/"').default('/live'),
    ready_path: z.string().startsWith('/', 'must begin with "/"').default('/ready'),
  })
  .refine(({ live_path, ready_path }) => live_path !== ready_path, {
    path: ['ready_path'],
    error: 'must not be live_path',
  });

/**
 * Runs checks in the background and keeps what they found: every second until all were live and
 * ready once, then every five seconds: they cost little, and probes shall not act on what is long over
 * (SPIRE 1.15 checks every minute). Before the first run nothing is live.
 */
export class HealthChecks {
  readonly #options: HealthChecksOptions;
  readonly #ending = new AbortController();
  #checks: HealthChecksOptions['checks'];
  #states: ReadonlyMap<string, CheckState>;
  #round = new AbortController();

  constructor(options: HealthChecksOptions) {
    this.#options = options;
    this.#checks = options.checks;
    this.#states = new Map(Object.keys(options.checks).map((name) => [name, unknownState]));
  }

  /** Runs until `stop`; resolves then. */
  async run(): Promise<void> {
    const { clock } = this.#options;
    let settled = false;
    while (!this.#ending.signal.aborted) {
      const { signal } = this.#round;
      this.#states = await this.#checkAll();
      settled ||= [...this.#states.values()].every((state) => state.live && state.ready);
      const either = AbortSignal.any([signal, this.#ending.signal]);
      await clock.sleep(settled ? 5_000 : 1000, either).catch(() => undefined);
    }
  }

  /** Goes on with other checks, at once. */
  replace(checks: HealthChecksOptions['checks']): void {
    this.#checks = checks;
    const before = this.#round;
    this.#round = new AbortController();
    before.abort(new Error('other checks'));
  }

  stop(): void {
    this.#ending.abort(new Error('stopping'));
  }

  get live(): boolean {
    return [...this.#states.values()].every((state) => state.live);
  }

  get ready(): boolean {
    return [...this.#states.values()].every((state) => state.ready);
  }

  /** The handlers of the live and the ready path. */
  routes(paths: { live_path: string; ready_path: string }): Record<string, HttpHandler> {
    return {
      [paths.live_path]: () => this.#answer(this.live, (state) => state.liveDetails),
      [paths.ready_path]: () => this.#answer(this.ready, (state) => state.readyDetails),
    };
  }

  async #checkAll(): Promise<ReadonlyMap<string, CheckState>> {
    const rows = Object.entries(this.#checks).map(async ([name, check]) => {
      return [name, await this.#check(name, check)] as const;
    });
    return new Map(await Promise.all(rows));
  }

  async #check(
    name: string,
    check: (signal: AbortSignal) => Promise<CheckState>,
  ): Promise<CheckState> {
    const { clock, log } = this.#options;
    const tooLong = new AbortController();
    const cancel = clock.after(longestCheckMs, () => {
      tooLong.abort(new Error(`health check took longer than ${longestCheckMs} ms`));
    });
    const signal = AbortSignal.any([tooLong.signal, this.#ending.signal]);
    try {
      return await Promise.race([check(signal), rejectionOf(signal)]);
    } catch (error) {
      if (!this.#ending.signal.aborted) log.warn('Health check failed', { name, error });
      const details = { err: messageOf(error) };
      return { live: false, ready: false, liveDetails: details, readyDetails: details };
    } finally {
      cancel();
    }
  }

  #answer(
    good: boolean,
    detailsOf: (state: CheckState) => Readonly<Record<string, unknown>> | undefined,
  ): HttpAnswer {
    const rows = [...this.#states].map(([name, state]) => [name, detailsOf(state) ?? {}] as const);
    return {
      status: good ? 200 : 500,
      contentType: 'application/json',
      body: JSON.stringify(Object.fromEntries(rows)),
    };
  }
}

function rejectionOf(signal: AbortSignal): Promise<never> {
  return new Promise((_, reject) => {
    const fail = () =>
      reject(signal.reason instanceof Error ? signal.reason : new Error('aborted'));
    if (signal.aborted) fail();
    else signal.addEventListener('abort', fail, { once: true });
  });
}

const unknownState: CheckState = { live: false, ready: false };
const longestCheckMs = 10_000;
