import { Agent, request } from 'node:http';
import { text } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';

/** What one request brought. */
interface Answer {
  readonly status: number;
  readonly body: string;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
}

/** Sends one request and reads the whole answer. Rejects when the connection fails. */
export function get(port: number, agent?: Agent): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const options = { host: '127.0.0.1', port, path: '/', timeout: 10_000 };
    const asked = request({ ...options, agent: agent ?? false }, (response) => {
      const { statusCode = 0, headers } = response;
      text(response).then((body) => resolve({ status: statusCode, body, headers }), reject);
    });
    asked.on('timeout', () => asked.destroy(new Error('no answer within 10 s')));
    asked.on('error', reject);
    asked.end();
  });
}

export interface TrafficReport {
  readonly requests: number;
  readonly failed: number;
  /** The first failures, in words. */
  readonly failures: readonly string[];
}

/** The ports of a sidecar: one that pools its connections, one that opens a new one per request. */
export interface TrafficPorts {
  readonly pooled: number;
  readonly fresh: number;
}

const mostFailuresKept = 20;

/** A constant rate of requests, each second one on a new mTLS connection, until `stop`. */
export class Traffic {
  readonly #ports: TrafficPorts;
  readonly #intervalMs: number;
  readonly #ending = new AbortController();
  readonly #agent = new Agent({ keepAlive: true, maxSockets: 64 });
  readonly #inFlight = new Set<Promise<void>>();
  readonly #failures: string[] = [];
  readonly #running: Promise<void>;
  #requests = 0;
  #failed = 0;

  constructor(ports: TrafficPorts, perSecond = 100) {
    this.#ports = ports;
    this.#intervalMs = 1000 / perSecond;
    this.#running = this.#run();
  }

  report(): TrafficReport {
    return { requests: this.#requests, failed: this.#failed, failures: this.#failures };
  }

  /** Ends the traffic and waits for the answers still under way. */
  async stop(): Promise<TrafficReport> {
    this.#ending.abort();
    await this.#running;
    await Promise.all(this.#inFlight);
    this.#agent.destroy();
    return this.report();
  }

  /** Open loop: the next request leaves on time, whether the last was answered or not. */
  async #run(): Promise<void> {
    const start = performance.now();
    for (let count = 0; !this.#ending.signal.aborted; count += 1) {
      const due = start + count * this.#intervalMs;
      await sleep(Math.max(0, due - performance.now()));
      const one = this.#send(count % 2 === 0 ? this.#ports.pooled : this.#ports.fresh);
      this.#inFlight.add(one);
      void one.finally(() => this.#inFlight.delete(one));
    }
  }

  async #send(port: number): Promise<void> {
    this.#requests += 1;
    const kind = port === this.#ports.fresh ? 'new connection' : 'pooled';
    try {
      const answer = await get(port, this.#agent);
      if (answer.status !== 200) this.#fail(kind, `${answer.status} ${answer.body}`);
    } catch (error) {
      this.#fail(kind, String(error));
    }
  }

  #fail(kind: string, reason: string): void {
    this.#failed += 1;
    if (this.#failures.length >= mostFailuresKept) return;
    this.#failures.push(`${new Date().toISOString()} ${kind}: ${reason.trim().slice(0, 300)}`);
  }
}
