import type { Client } from 'pg';
import type { Clock } from '../../../common/clock/clock.ts';
import type { Logger } from '../../../common/log/logger.ts';
import { pauseAfter } from './connect-gate.ts';
import { failureOf } from './failures.ts';

interface FeedOptions {
  readonly channel: string;
  readonly connect: () => Client;
  /** A commit of any server became visible. */
  readonly onRevision: (revision: number) => void;
  /** Called before each look at the newest revision, after each connect too; returns who is told. */
  readonly look: () => (revision: number) => void;
  readonly clock: Clock;
  readonly log: Logger;
}

/**
 * Listens on a connection of its own for the commits of all servers. Between notifications it looks
 * at the newest revision, which also finds out that the connection is dead. When it is, it connects
 * again, with pauses that grow; until `stop`.
 */
export class ChangeFeed {
  readonly #options: FeedOptions;
  readonly #ending = new AbortController();
  #client: Client | undefined;
  #running: Promise<void> = Promise.resolve();

  constructor(options: FeedOptions) {
    this.#options = options;
  }

  /** Resolves when it listens, or when the first attempt failed and it goes on trying. */
  async start(): Promise<void> {
    return new Promise((resolve) => {
      this.#running = this.#run(resolve);
    });
  }

  async stop(): Promise<void> {
    this.#ending.abort(new Error('stopped'));
    await this.#end();
    await this.#running;
  }

  /** Its own rejection boundary: only `stop` ends it. */
  async #run(onFirst: () => void): Promise<void> {
    const { clock, log } = this.#options;
    const { signal } = this.#ending;
    for (let failures = 0; !this.#isStopped(); failures++) {
      try {
        await this.#listen(() => {
          if (failures > 0) log.info('Following the changes of the database again');
          failures = 0;
          onFirst();
        });
      } catch (error) {
        onFirst();
        await this.#end();
        if (this.#isStopped()) return;
        if (failures === 0) {
          log.warn('Lost the change feed of the database', { error: failureOf(error) });
        }
        // Rejects when stopped, which the loop sees.
        await clock.sleep(pauseAfter(failures), signal).catch(() => undefined);
      }
    }
  }

  #isStopped(): boolean {
    return this.#ending.signal.aborted;
  }

  /** Connects, then looks again and again until something fails; throws it. */
  async #listen(onReady: () => void): Promise<never> {
    const { channel, clock, connect, look, onRevision } = this.#options;
    const client = connect();
    this.#client = client;
    const gone = new AbortController();
    client.on('end', () => gone.abort(new Error('connection ended')));
    client.on('notification', ({ payload }) => onRevision(Number(payload)));
    await client.connect();
    await client.query(`LISTEN "${channel}"`);
    const signal = AbortSignal.any([gone.signal, this.#ending.signal]);
    for (;;) {
      const see = look();
      const { rows } = await client.query<{ revision: number }>(newestRevision);
      see(Number(rows[0]?.revision));
      onReady();
      await clock.sleep(lookEveryMs, signal);
    }
  }

  /** Closes the connection; does not wait long for a peer that is silent. */
  async #end(): Promise<void> {
    const client = this.#client;
    this.#client = undefined;
    if (client === undefined) return;
    const ended = new AbortController();
    const closing = client.end().catch(() => undefined);
    void closing.then(() => ended.abort(new Error('ended')));
    await this.#options.clock.sleep(endPatienceMs, ended.signal).catch(() => undefined);
  }
}

const newestRevision = 'SELECT revision FROM change_counter';
const lookEveryMs = 10_000;
const endPatienceMs = 1_000;
