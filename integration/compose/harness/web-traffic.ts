import { setTimeout as sleep } from 'node:timers/promises';

interface WebReport {
  readonly requests: number;
  readonly failures: readonly string[];
}

/** Asks a page; the whole answer. */
export async function ask(url: string): Promise<{ status: number; body: string }> {
  const response = await fetch(url, { signal: AbortSignal.timeout(10_000) });
  return { status: response.status, body: (await response.text()).trim() };
}

/** Asks a page at a constant rate until `stop`, whether the last request was answered or not. */
export class WebTraffic {
  readonly #url: string;
  readonly #ending = new AbortController();
  readonly #failures: string[] = [];
  readonly #inFlight = new Set<Promise<void>>();
  readonly #running: Promise<void>;
  #requests = 0;

  constructor(url: string, perSecond = 50) {
    this.#url = url;
    this.#running = this.#run(1000 / perSecond);
  }

  get requests(): number {
    return this.#requests;
  }

  async stop(): Promise<WebReport> {
    this.#ending.abort();
    await this.#running;
    await Promise.all(this.#inFlight);
    return { requests: this.#requests, failures: this.#failures };
  }

  async #run(intervalMs: number): Promise<void> {
    while (!this.#ending.signal.aborted) {
      const one = this.#send();
      this.#inFlight.add(one);
      void one.finally(() => this.#inFlight.delete(one));
      await sleep(intervalMs);
    }
  }

  async #send(): Promise<void> {
    this.#requests += 1;
    try {
      const { status, body } = await ask(this.#url);
      if (status !== 200) this.#failures.push(`${status} ${body}`);
    } catch (error) {
      this.#failures.push(String(error));
    }
  }
}
