import type { PodSink } from './pod-index.ts';

export type PodSourceName = 'pods_api' | 'api_watch' | 'kubelet_pods';

/** Tells of every change by itself while it runs. */
export interface PushSource {
  readonly name: PodSourceName;
  /** Whether it is worth a try now, such as its socket being there. */
  isAvailable(): boolean;
  /**
   * Feeds the sink until it fails or the signal aborts; calls `onSynced` once everything that was
   * there at the start is in the sink. Always rejects.
   */
  run(sink: PodSink, onSynced: () => void, signal: AbortSignal): Promise<never>;
  /** Reads everything anew and hands it to the sink of the run. */
  relist(signal: AbortSignal): Promise<void>;
  /** Set when its events leave something out: how often it is read anew while somebody listens. */
  readonly refreshMs?: number;
}

/** Answers only when asked. */
export interface PollSource {
  readonly name: PodSourceName;
  /**
   * Resolves once the index holds a list whose request started at or after `sinceMs` (monotonic).
   * All who wait share one request. Rejects with the failure of that request.
   */
  ensure(sinceMs: number, signal: AbortSignal): Promise<void>;
  /** Ends requests under way; who waits is told UNAVAILABLE. */
  close(): void;
}
