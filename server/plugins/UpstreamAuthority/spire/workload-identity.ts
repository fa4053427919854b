import { Backoff } from '../../../../common/clock/backoff.ts';
import type { Clock } from '../../../../common/clock/clock.ts';
import { SpiffeError } from '../../../../common/errors/spiffe-error.ts';
import { runLoop } from '../../../../common/lifecycle/lifecycle.ts';
import type { Logger } from '../../../../common/log/logger.ts';
import { dialUnix } from '../../../../common/rpc/rpc-channel.ts';
import { workloadService } from '../../../../common/rpc/services/workload.ts';
import { keyPairFromPkcs8, type KeyPair } from '../../../../common/x509/keys.ts';
import { splitDer } from '../../../../common/x509/split-der.ts';
import type { X509SVIDResponse } from '../../../../proto/gen/workload-api.js';

/** What an agent's Workload API says this process is, and whom it may trust. */
interface WorkloadIdentity {
  readonly spiffeId: string;
  readonly chainDer: readonly Uint8Array[];
  readonly keyPair: KeyPair;
  readonly rootsDer: readonly Uint8Array[];
}

interface WorkloadIdentityOptions {
  readonly socketPath: string;
  readonly clock: Clock;
  readonly log: Logger;
  /** The stream is open from the first use until this. */
  readonly signal: AbortSignal;
  readonly onChange: () => void;
}

/** Follows this process's first X509-SVID on a Workload API; it outlasts restarts of the agent. */
export class WorkloadIdentitySource {
  readonly #options: WorkloadIdentityOptions;
  readonly #backoff = new Backoff(retries);
  #first = Promise.withResolvers<undefined>();
  #current: WorkloadIdentity | undefined;
  #failure: unknown;
  #isRunning = false;

  constructor(options: WorkloadIdentityOptions) {
    this.#options = options;
  }

  /** The newest one; undefined before the first. */
  get current(): WorkloadIdentity | undefined {
    return this.#current;
  }

  /** Waits for the first one, 10 s at most. Throws UNAVAILABLE with what keeps it away. */
  async ready(): Promise<WorkloadIdentity> {
    this.#start();
    const { clock } = this.#options;
    const late = Promise.withResolvers<undefined>();
    const cancel = clock.after(longestWaitMs, () => late.resolve(undefined));
    await Promise.race([this.#first.promise, late.promise]);
    cancel();
    if (this.#current !== undefined) return this.#current;
    const text = `no X509-SVID from the Workload API on ${JSON.stringify(this.#options.socketPath)}`;
    const reason = this.#failure instanceof Error ? `: ${this.#failure.message}` : '';
    throw new SpiffeError('UNAVAILABLE', `${text}${reason}`, { cause: this.#failure });
  }

  #start(): void {
    if (this.#isRunning) return;
    this.#isRunning = true;
    const { signal, log } = this.#options;
    const ended = (error: unknown) => log.error('The watch over the Workload API ended', { error });
    runLoop(signal, ended, () => this.#follow());
  }

  async #follow(): Promise<void> {
    const { socketPath, clock, log, signal } = this.#options;
    const channel = dialUnix(socketPath);
    signal.addEventListener('abort', () => channel.close(), { once: true });
    for (;;) {
      signal.throwIfAborted();
      try {
        const metadata = { 'workload.spiffe.io': 'true' };
        const stream = channel.open(workloadService.FetchX509SVID, { metadata, signal });
        await stream.send({});
        stream.end();
        for await (const response of stream.messages) this.#take(response);
      } catch (error) {
        signal.throwIfAborted();
        this.#failure = error;
        log.warn('Failed to follow the Workload API', { path: socketPath, error });
      }
      await clock.sleep(this.#backoff.next(), signal);
    }
  }

  #take(response: X509SVIDResponse): void {
    const [svid] = response.svids;
    if (svid === undefined) return;
    this.#current = {
      spiffeId: svid.spiffe_id,
      chainDer: splitDer(svid.x509_svid),
      keyPair: keyPairFromPkcs8(Uint8Array.from(svid.x509_svid_key)),
      rootsDer: splitDer(svid.bundle),
    };
    this.#failure = undefined;
    this.#backoff.reset();
    this.#first.resolve(undefined);
    this.#options.onChange();
  }
}

const retries = { initialMs: 500, maxMs: 10_000 };
const longestWaitMs = 10_000;
