import type { Bundle } from '../../common/spiffe/bundle.ts';

/** Puts the server's bundle where others find it; the plugins of types BundlePublisher and Notifier. */
export interface BundlePublisher {
  readonly name: string;
  /** Writes the bundle wherever it belongs; harmless when it is there already. */
  publish(bundle: Bundle, signal: AbortSignal): Promise<void>;
}
