import type { Clock } from '../../common/clock/clock.ts';

/** What the follower reads; the datastore's change log satisfies it. */
interface Changes {
  revision(): Promise<number>;
  since(revision: number, limit: number): Promise<readonly ChangedThing[] | undefined>;
  subscribe(listener: () => void): () => void;
}

interface ChangedThing {
  readonly revision: number;
  readonly kind: string;
  readonly key: string;
}

/** A part of memory that mirrors one kind of stored things. */
export interface Mirror {
  /** Reads everything anew. */
  reload(): Promise<void>;
  /** Reads these again; those that are gone are dropped. */
  refresh(keys: readonly string[]): Promise<void>;
}

interface FollowerOptions {
  readonly changes: Changes;
  readonly mirrors: Readonly<Record<string, Mirror>>;
  readonly clock: Clock;
  /** How often to look for the changes of other servers. */
  readonly pollMs: number;
  /** Told at each look whether the store answered. */
  readonly contact: { answered(): void; failed(error: unknown): void };
}

/**
 * Keeps mirrors equal to the store by following its change log. Changes of this process are followed
 * at once, those of other servers within the poll interval.
 */
export class ChangeFollower {
  readonly #options: FollowerOptions;
  #revision = 0;
  #isWhole = false;
  #running: Promise<void> | undefined;
  #next: Promise<void> | undefined;

  constructor(options: FollowerOptions) {
    this.#options = options;
  }

  /** The revision that the mirrors show. */
  get revision(): number {
    return this.#revision;
  }

  /** Whether the mirrors show one revision, and not one half and the next by half. */
  get isWhole(): boolean {
    return this.#isWhole;
  }

  /** Reads everything, then follows until the signal; a failure later on is logged and tried again. */
  async start(signal: AbortSignal): Promise<void> {
    await this.#reload();
    const stop = this.#options.changes.subscribe(() => this.#catchUpSoon());
    signal.addEventListener('abort', stop, { once: true });
    void this.#poll(signal);
  }

  /** Resolves when the mirrors show everything that was stored before the call. */
  async catchUp(): Promise<void> {
    if (this.#running === undefined) return this.#run();
    // What runs now may have read the log already: one more run, shared by all who wait.
    this.#next ??= this.#running
      .catch(() => undefined)
      .then(() => {
        this.#next = undefined;
        return this.#run();
      });
    return this.#next;
  }

  #run(): Promise<void> {
    this.#running = this.#follow().finally(() => {
      this.#running = undefined;
    });
    return this.#running;
  }

  async #follow(): Promise<void> {
    for (;;) {
      const changes = await this.#options.changes.since(this.#revision, pageSize);
      if (changes === undefined) return this.#reload();
      const last = changes.at(-1);
      if (last === undefined) return;
      this.#isWhole = false;
      for (const [kind, mirror] of Object.entries(this.#options.mirrors)) {
        const keys = changes.filter((change) => change.kind === kind).map((change) => change.key);
        if (keys.length > 0) await mirror.refresh([...new Set(keys)]);
      }
      this.#revision = last.revision;
      this.#isWhole = true;
    }
  }

  async #reload(): Promise<void> {
    const revision = await this.#options.changes.revision();
    this.#isWhole = false;
    for (const mirror of Object.values(this.#options.mirrors)) await mirror.reload();
    this.#revision = revision;
    this.#isWhole = true;
  }

  #catchUpSoon(): void {
    const { contact } = this.#options;
    void this.catchUp().then(
      () => contact.answered(),
      (error: unknown) => contact.failed(error),
    );
  }

  async #poll(signal: AbortSignal): Promise<void> {
    for (;;) {
      try {
        await this.#options.clock.sleep(this.#options.pollMs, signal);
      } catch {
        // The server shuts down.
        return;
      }
      this.#catchUpSoon();
    }
  }
}

const pageSize = 1000;
