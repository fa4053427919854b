import { Alarm } from '../../common/clock/alarm.ts';
import { Backoff, jitter, randomUnit, type RandomUnit } from '../../common/clock/backoff.ts';
import type { Clock } from '../../common/clock/clock.ts';
import { formatDuration } from '../../common/config/duration.ts';
import { hasCode, SpiffeError } from '../../common/errors/spiffe-error.ts';
import type { Logger } from '../../common/log/logger.ts';
import type { Secret } from '../../common/secret/secret.ts';

/** What the server gave the agent to report with. */
export interface NodeTokenGrant {
  readonly token: Secret<string>;
  readonly expiresAtMs: number;
  /** `host:port`. */
  readonly endpoint: string;
  readonly heartbeatIntervalMs: number;
}

type ReportPath = '/v1/heartbeat' | '/v1/evidence' | '/v1/events';

/** What is reported; `events` are told once. */
export interface ReportFacts {
  heartbeat(): object;
  evidence(): object;
  /** What happened since the last call of `told`. */
  newEvents(): readonly object[];
  told(events: readonly object[]): void;
}

export interface HeartbeatOptions {
  /** Asks over the agent's own connection. Throws UNIMPLEMENTED where there is nowhere to report. */
  readonly issue: (signal: AbortSignal) => Promise<NodeTokenGrant>;
  /** Resolves with the status of the answer. */
  readonly send: (
    grant: NodeTokenGrant,
    path: ReportPath,
    body: object,
    signal: AbortSignal,
  ) => Promise<number>;
  readonly facts: ReportFacts;
  readonly clock: Clock;
  readonly log: Logger;
  readonly random?: RandomUnit;
}

/** A grant, with what this agent knows of it. */
interface Held {
  readonly grant: NodeTokenGrant;
  /** When to ask for another one. */
  readonly renewAtMs: number;
  /** How many connections had been when it was given. */
  readonly connections: number;
  evidenceSent: boolean;
}

const retryPolicy = { initialMs: 2_000, maxMs: 300_000 };
const forEverMs = 2 ** 40;
/** After a restart of the server all its agents come back; their reports spread over this time. */
const spreadMs = 1_000;

/**
 * Reports to the server now and then how the agent is. Nothing depends on it: whatever happens here,
 * the agent goes on, and a server that takes no reports is asked once for each connection.
 */
export class Heartbeat {
  readonly #options: HeartbeatOptions;
  readonly #alarm: Alarm;
  readonly #backoff: Backoff;
  readonly #random: RandomUnit;
  #held: Held | undefined;
  #isFailing = false;
  /** The server takes no reports. */
  #isUnserved = false;
  #connections = 0;

  constructor(options: HeartbeatOptions) {
    this.#options = options;
    this.#random = options.random ?? randomUnit;
    this.#alarm = new Alarm(options.clock);
    this.#backoff = new Backoff(retryPolicy, this.#random);
  }

  /** There is a new connection, and perhaps another server or another credential behind it. */
  connected(): void {
    this.#held = undefined;
    this.#isUnserved = false;
    this.#alarm.ring();
  }

  /**
   * The connection was lost and made anew, perhaps to a server that was restarted with another
   * configuration. What is held stays good until it fails.
   */
  reconnected(): void {
    this.#connections++;
    if (this.#isUnserved) this.#alarm.ring();
  }

  /** Runs until the signal is aborted. */
  async run(signal: AbortSignal): Promise<void> {
    for (let pauseMs = forEverMs; ;) {
      const rung = await this.#alarm.wait(pauseMs, signal);
      if (rung) await this.#options.clock.sleep(this.#random() * spreadMs, signal);
      pauseMs = await this.#report(signal);
    }
  }

  /** Returns how long to wait. */
  async #report(signal: AbortSignal): Promise<number> {
    try {
      const held = await this.#holdToken(signal);
      await this.#sendAll(held, signal);
      this.#backoff.reset();
      if (this.#isFailing) this.#options.log.info('Reporting to the server again');
      this.#isFailing = false;
      return jitter(held.grant.heartbeatIntervalMs, 0.1, this.#random);
    } catch (error) {
      signal.throwIfAborted();
      return this.#pauseAfter(error);
    }
  }

  async #holdToken(signal: AbortSignal): Promise<Held> {
    const { clock, issue } = this.#options;
    if (this.#held !== undefined && clock.now() < this.#held.renewAtMs) return this.#held;
    const grant = await issue(signal);
    this.#isUnserved = false;
    const renewAtMs = clock.now() + ((grant.expiresAtMs - clock.now()) * 2) / 3;
    const connections = this.#connections;
    const held = { grant, renewAtMs, connections, evidenceSent: false };
    this.#held = held;
    return held;
  }

  async #sendAll(held: Held, signal: AbortSignal): Promise<void> {
    const { facts } = this.#options;
    await this.#send(held, '/v1/heartbeat', facts.heartbeat(), signal);
    if (!held.evidenceSent) {
      await this.#send(held, '/v1/evidence', facts.evidence(), signal);
      held.evidenceSent = true;
    }
    const events = facts.newEvents();
    if (events.length === 0) return;
    await this.#send(held, '/v1/events', { events }, signal);
    facts.told(events);
  }

  async #send(held: Held, path: ReportPath, body: object, signal: AbortSignal): Promise<void> {
    const status = await this.#options.send(held.grant, path, body, signal);
    if (status >= 200 && status < 300) return;
    // It was revoked, or the server lost it: the next try asks for another one.
    if (status === 401 && this.#held === held) this.#held = undefined;
    throw new SpiffeError('UNAVAILABLE', `the server answered ${path} with status ${status}`);
  }

  #pauseAfter(error: unknown): number {
    const { log } = this.#options;
    if (hasCode(error, 'UNIMPLEMENTED')) {
      log.debug('The server takes no reports');
      this.#isUnserved = true;
      this.#isFailing = false;
      return forEverMs;
    }
    // It may come from before a restart that moved the endpoint: the next try asks for another one.
    if (this.#held !== undefined && this.#held.connections < this.#connections)
      this.#held = undefined;
    const pauseMs = this.#backoff.next();
    if (this.#isFailing) log.debug('Failed to report to the server', { error });
    else
      log.warn('Failed to report to the server', {
        error,
        retry_interval: formatDuration(Math.round(pauseMs)),
      });
    this.#isFailing = true;
    return pauseMs;
  }
}
