import { createHash } from 'node:crypto';
import { statSync } from 'node:fs';
import type { Clock } from '../../common/clock/clock.ts';
import { messageOf, SpiffeError } from '../../common/errors/spiffe-error.ts';
import type { Logger } from '../../common/log/logger.ts';
import type { Channel } from '../../common/rpc/contract.ts';
import { kubernetesPodsService } from '../../common/rpc/services/kubernetes-pods.ts';
import { v1alpha1 } from '../../proto/gen/kubernetes-pods.js';
import { decodePod, type Pod } from './pod.ts';
import type { PodSink } from './pod-index.ts';
import type { PushSource } from './pod-source.ts';

interface PodsApiOptions {
  readonly socketPath: string;
  readonly dial: (socketPath: string) => Channel;
  readonly clock: Clock;
  readonly log: Logger;
}

/**
 * The kubelet's Pods API: it knows a container some milliseconds after its start, before the API
 * server does. The kubelet drops events that we are too slow for, so all is listed again now and then.
 */
export class PodsApiSource implements PushSource {
  readonly name = 'pods_api';
  readonly #options: PodsApiOptions;
  #run: Run | undefined;

  constructor(options: PodsApiOptions) {
    this.#options = options;
  }

  /** WatchPods tells of what happens to containers, but not of a changed label (Kubernetes 1.37). */
  readonly refreshMs = refreshMs;

  isAvailable(): boolean {
    return statSync(this.#options.socketPath, { throwIfNoEntry: false })?.isSocket() === true;
  }

  async run(sink: PodSink, onSynced: () => void, signal: AbortSignal): Promise<never> {
    const { dial, socketPath, clock, log } = this.#options;
    const channel = dial(socketPath);
    const run = new Run(channel, sink, log);
    const ending = new AbortController();
    const either = AbortSignal.any([signal, ending.signal]);
    this.#run = run;
    const relists = this.#relistNowAndThen(run, clock, either).catch((error: unknown) => {
      // A list that fails ends the watch too: its events can no longer be trusted to be complete.
      ending.abort(error);
    });
    try {
      return await run.watch(onSynced, either);
    } finally {
      this.#run = undefined;
      ending.abort(new Error('the watch ended'));
      await relists;
      channel.close();
    }
  }

  async relist(signal: AbortSignal): Promise<void> {
    if (this.#run === undefined) throw new SpiffeError('UNAVAILABLE', 'the watch ended');
    await this.#run.relist();
    signal.throwIfAborted();
  }

  async #relistNowAndThen(run: Run, clock: Clock, signal: AbortSignal): Promise<never> {
    for (;;) {
      await clock.sleep(relistMs, signal);
      await run.relist();
    }
  }
}

class Run {
  readonly #channel: Channel;
  readonly #sink: PodSink;
  readonly #log: Logger;
  readonly #pods = new Map<string, Pod>();
  /** The last list by the hash of each pod's bytes: most are the same in the next one. */
  #decoded = new Map<string, Pod>();
  /** UIDs that events spoke of while a list was on its way: the event is the newer word. */
  #touched: Set<string> | undefined;
  #listing: Promise<void> | undefined;
  #isSynced = false;

  constructor(channel: Channel, sink: PodSink, log: Logger) {
    this.#channel = channel;
    this.#sink = sink;
    this.#log = log;
  }

  async watch(onSynced: () => void, signal: AbortSignal): Promise<never> {
    const stream = this.#channel.open(kubernetesPodsService.WatchPods, { signal });
    await stream.send({});
    stream.end();
    for await (const event of stream.messages) {
      if (event.type !== v1alpha1.EventType.INITIAL_SYNC_COMPLETE) this.#apply(event);
      else if (!this.#isSynced) {
        this.#isSynced = true;
        this.#sink.replace([...this.#pods.values()]);
        onSynced();
      }
    }
    signal.throwIfAborted();
    throw new SpiffeError('UNAVAILABLE', 'the kubelet ended the watch');
  }

  /** Callers that ask while a list has not been sent yet share it; one that is under way may be too old. */
  async relist(): Promise<void> {
    await this.#listing?.catch(() => undefined);
    this.#listing ??= this.#list().finally(() => (this.#listing = undefined));
    await this.#listing;
  }

  async #list(): Promise<void> {
    const touched = (this.#touched = new Set<string>());
    try {
      const { pods } = await this.#channel.unary(
        kubernetesPodsService.ListPods,
        {},
        { timeoutMs: listTimeoutMs },
      );
      const listed = this.#decodeAll(pods);
      const uids = new Set(listed.map(({ uid }) => uid));
      for (const uid of this.#pods.keys()) {
        if (!uids.has(uid) && !touched.has(uid)) this.#pods.delete(uid);
      }
      for (const pod of listed) if (!touched.has(pod.uid)) this.#pods.set(pod.uid, pod);
      if (this.#isSynced) this.#sink.replace([...this.#pods.values()]);
    } finally {
      this.#touched = undefined;
    }
  }

  #apply({ type, pod: bytes }: v1alpha1.WatchPodsEvent): void {
    const pod = this.#decode(bytes);
    if (pod === undefined) return;
    this.#touched?.add(pod.uid);
    if (type === v1alpha1.EventType.DELETED) {
      this.#pods.delete(pod.uid);
      if (this.#isSynced) this.#sink.remove(pod.uid);
    } else {
      this.#pods.set(pod.uid, pod);
      if (this.#isSynced) this.#sink.upsert(pod);
    }
  }

  /** In the order of the list; a pod whose bytes are those of the last list is not decoded again. */
  #decodeAll(pods: readonly Uint8Array[]): readonly Pod[] {
    const decoded = new Map<string, Pod>();
    for (const bytes of pods) {
      const key = createHash('sha256').update(bytes).digest('base64');
      const pod = this.#decoded.get(key) ?? this.#decode(bytes);
      if (pod !== undefined) decoded.set(key, pod);
    }
    this.#decoded = decoded;
    return [...decoded.values()];
  }

  #decode(bytes: Uint8Array): Pod | undefined {
    try {
      return decodePod(bytes);
    } catch (error) {
      // One bad pod must not take the others' identities away.
      this.#log.warn('Skipping a pod of the kubelet', { reason: messageOf(error) });
      return undefined;
    }
  }
}

const relistMs = 60_000;
const refreshMs = 1_000;
const listTimeoutMs = 10_000;
