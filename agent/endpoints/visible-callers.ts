import { HiddenCallerError, type PeerTracker } from '../../common/peertracker/peer-tracker.ts';
import type { Logger } from '../../common/log/logger.ts';

/**
 * Notices that callers cannot be seen: without the host's pid namespace the kernel gives each of them
 * the pid 0. That holds for as long as this process runs, so it is said once and kept.
 */
export class VisibleCallers implements PeerTracker {
  readonly #tracker: PeerTracker;
  readonly #log: Logger;
  #fault: string | undefined;

  constructor(tracker: PeerTracker, log: Logger) {
    this.#tracker = tracker;
    this.#log = log;
  }

  /** Why callers are refused, or undefined while they are seen. */
  get fault(): string | undefined {
    return this.#fault;
  }

  track: PeerTracker['track'] = (socket) => {
    try {
      return this.#tracker.track(socket);
    } catch (error) {
      if (error instanceof HiddenCallerError && this.#fault === undefined) {
        this.#fault = error.message;
        this.#log.error('Callers cannot be identified; all are refused', {
          error,
          hint: 'set hostPID: true in the agent pod (docker: --pid=host)',
        });
      }
      throw error;
    }
  };
}
