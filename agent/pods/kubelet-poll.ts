import type { Clock } from '../../common/clock/clock.ts';
import type { Logger } from '../../common/log/logger.ts';
import type { Counter } from '../../common/telemetry/metrics.ts';
import { messageOf, SpiffeError } from '../../common/errors/spiffe-error.ts';
import type { PodSink } from './pod-index.ts';
import { PodListReader } from './pod-list.ts';
import type { PollSource } from './pod-source.ts';

/** `GET /pods` of this node's kubelet. */
interface PodFetcher {
  /** The bytes are good until the next call; there is never more than one under way. */
  fetchPods(signal: AbortSignal): Promise<Buffer>;
  close(): void;
}

interface KubeletPollOptions {
  readonly kubelet: PodFetcher;
  readonly sink: Pick<PodSink, 'replace'>;
  readonly clock: Clock;
  readonly log: Logger;
  readonly requests: Counter<'result'>;
  /** Request starts are at least this far apart, after failures too. */
  readonly intervalMs: number;
}

interface Round {
  readonly startsMs: number;
  readonly done: Promise<void>;
  waiting: number;
  readonly abort: AbortController;
}

/**
 * Polls the kubelet on demand: one request in flight that all who wait share, none without anybody
 * waiting. A caller that leaves does not end what others wait for.
 */
export class KubeletPoll implements PollSource {
  readonly name = 'kubelet_pods';
  readonly #options: KubeletPollOptions;
  readonly #reader: PodListReader;
  #lastStartMs = -Infinity;
  #lastSuccessMs = -Infinity;
  #rounds: Round[] = [];
  #lastFailure: { readonly text: string; readonly atMs: number } | undefined;
  #closed = false;

  constructor(options: KubeletPollOptions) {
    this.#options = options;
    this.#reader = new PodListReader(options.clock, options.log);
  }

  async ensure(sinceMs: number, signal: AbortSignal): Promise<void> {
    signal.throwIfAborted();
    if (this.#lastSuccessMs >= sinceMs) return;
    if (this.#closed) throw new SpiffeError('UNAVAILABLE', 'closed');
    const round = this.#rounds.find(({ startsMs }) => startsMs >= sinceMs) ?? this.#plan();
    round.waiting++;
    try {
      await untilAborted(round.done, signal);
    } finally {
      round.waiting--;
      if (round.waiting === 0 && round.startsMs > this.#options.clock.monotonic()) {
        round.abort.abort(new SpiffeError('CANCELLED', 'nobody waits for the pod list any more'));
      }
    }
  }

  close(): void {
    this.#closed = true;
    const reason = new SpiffeError('UNAVAILABLE', 'closed');
    for (const round of this.#rounds) round.abort.abort(reason);
    this.#options.kubelet.close();
  }

  #plan(): Round {
    const { clock, intervalMs } = this.#options;
    const previous = this.#rounds.at(-1);
    const startsMs = Math.max(
      clock.monotonic(),
      (previous?.startsMs ?? this.#lastStartMs) + intervalMs,
    );
    const abort = new AbortController();
    const done = this.#perform(startsMs, previous?.done, abort.signal);
    const round = { startsMs, done, waiting: 0, abort };
    this.#rounds.push(round);
    const leave = () => (this.#rounds = this.#rounds.filter((other) => other !== round));
    done.then(leave, leave);
    return round;
  }

  async #perform(
    startsMs: number,
    previous: Promise<void> | undefined,
    signal: AbortSignal,
  ): Promise<void> {
    const { clock, kubelet, sink, requests } = this.#options;
    // Whoever waits for the previous round hears of its failure.
    await previous?.catch(() => undefined);
    const waitMs = startsMs - clock.monotonic();
    if (waitMs > 0) await clock.sleep(waitMs, signal);
    signal.throwIfAborted();
    const startedMs = clock.monotonic();
    this.#lastStartMs = startedMs;
    try {
      sink.replace(await this.#reader.read(await kubelet.fetchPods(signal)));
      this.#lastSuccessMs = startedMs;
      requests.inc({ result: 'ok' });
      this.#recovered();
    } catch (error) {
      requests.inc({ result: 'error' });
      this.#failed(error);
      throw error;
    }
  }

  /** One error line per cause and minute: a kubelet that refuses does so twice a second. */
  #failed(error: unknown): void {
    const { clock, log } = this.#options;
    const text = messageOf(error);
    const last = this.#lastFailure;
    const isNews = last?.text !== text || clock.monotonic() - last.atMs >= repeatMs;
    if (!isNews) {
      log.debug('Unable to list pods of the kubelet', { error });
      return;
    }
    this.#lastFailure = { text, atMs: clock.monotonic() };
    const hint = hintFor(text);
    log.error('Unable to list pods of the kubelet', {
      error,
      ...(hint !== undefined && { hint }),
    });
  }

  #recovered(): void {
    if (this.#lastFailure === undefined) return;
    this.#lastFailure = undefined;
    this.#options.log.info('The kubelet lists pods again');
  }
}

function hintFor(text: string): string | undefined {
  if (text.includes('403')) {
    return 'grant the agent get on nodes/pods (before Kubernetes 1.33: nodes/proxy)';
  }
  if (text.includes('401')) {
    return 'the kubelet must accept service account tokens: authentication.webhook, and a token for the API server';
  }
  return undefined;
}

async function untilAborted(done: Promise<void>, signal: AbortSignal): Promise<void> {
  const { promise, reject } = Promise.withResolvers<never>();
  const abort = () => reject(signal.reason as Error);
  signal.addEventListener('abort', abort, { once: true });
  try {
    await Promise.race([done, promise]);
  } finally {
    signal.removeEventListener('abort', abort);
    // It may fail after this caller has left.
    done.catch(() => undefined);
  }
}

const repeatMs = 60_000;
