import { messageOf, SpiffeError } from '../../common/errors/spiffe-error.ts';
import type { Logger } from '../../common/log/logger.ts';
import { parsePod, type Pod } from './pod.ts';
import type { PodSink } from './pod-index.ts';
import type { PushSource } from './pod-source.ts';

/** The calls to the API server; common/kube makes them. */
interface PodReader {
  get(path: string, signal: AbortSignal): Promise<unknown>;
  watch(path: string, signal: AbortSignal): AsyncIterable<unknown>;
}

interface ApiWatchOptions {
  readonly reader: PodReader;
  /** Only pods of this node are asked for. */
  readonly nodeName: string;
  readonly log: Logger;
}

/**
 * Watches this node's pods at the API server, which needs list and watch on pods. A watch that the
 * server ends is taken up where it stopped.
 */
export class ApiWatchSource implements PushSource {
  readonly name = 'api_watch';
  readonly #options: ApiWatchOptions;
  #sink: PodSink | undefined;
  /** What events said while a list was on its way: they are the newer word. */
  #overtaken: Map<string, Pod | undefined> | undefined;

  constructor(options: ApiWatchOptions) {
    this.#options = options;
  }

  isAvailable(): boolean {
    return true;
  }

  async run(sink: PodSink, onSynced: () => void, signal: AbortSignal): Promise<never> {
    this.#sink = sink;
    try {
      let version = await this.#list(sink, signal);
      onSynced();
      for (;;) version = await this.#watchFrom(version, sink, signal);
    } finally {
      this.#sink = undefined;
    }
  }

  async relist(signal: AbortSignal): Promise<void> {
    if (this.#sink === undefined) throw new SpiffeError('UNAVAILABLE', 'the watch ended');
    await this.#list(this.#sink, signal);
  }

  async #list(sink: PodSink, signal: AbortSignal): Promise<string> {
    const overtaken = (this.#overtaken = new Map<string, Pod | undefined>());
    const list = await this.#options.reader.get(this.#path(''), signal).finally(() => {
      if (this.#overtaken === overtaken) this.#overtaken = undefined;
    });
    const { items, metadata } = list as {
      items?: unknown;
      metadata?: { resourceVersion?: string };
    };
    if (!Array.isArray(items)) {
      throw new SpiffeError('UNAVAILABLE', 'invalid API server response: expected an items array');
    }
    const pods = items.flatMap((item) => this.#parse(item) ?? []);
    const later = overtaken.values().filter((pod) => pod !== undefined);
    sink.replace([...pods.filter((pod) => !overtaken.has(pod.uid)), ...later]);
    return metadata?.resourceVersion ?? '';
  }

  /** Returns the version to go on from; rejects when it is too old for the server. */
  async #watchFrom(from: string, sink: PodSink, signal: AbortSignal): Promise<string> {
    let version = from;
    const query = `&watch=true&allowWatchBookmarks=true&resourceVersion=${from}`;
    for await (const event of this.#options.reader.watch(this.#path(query), signal)) {
      const { type, object } = event as { type?: string; object?: WatchedObject };
      if (type === 'ERROR') {
        throw new SpiffeError('UNAVAILABLE', `the watch failed: ${object?.message ?? 'no reason'}`);
      }
      version = object?.metadata?.resourceVersion ?? version;
      const pod = type === 'BOOKMARK' ? undefined : this.#parse(object);
      if (pod === undefined) continue;
      this.#overtaken?.set(pod.uid, type === 'DELETED' ? undefined : pod);
      if (type === 'DELETED') sink.remove(pod.uid);
      else sink.upsert(pod);
    }
    signal.throwIfAborted();
    if (version === from) throw new SpiffeError('UNAVAILABLE', 'the API server ended the watch');
    return version;
  }

  #path(query: string): string {
    const selector = encodeURIComponent(`spec.nodeName=${this.#options.nodeName}`);
    return `/api/v1/pods?fieldSelector=${selector}${query}`;
  }

  #parse(item: unknown): Pod | undefined {
    try {
      return parsePod(item);
    } catch (error) {
      // One bad pod must not take the others' identities away.
      this.#options.log.warn('Skipping a pod of the API server', { reason: messageOf(error) });
      return undefined;
    }
  }
}

interface WatchedObject {
  readonly message?: string;
  readonly metadata?: { readonly resourceVersion?: string };
}
