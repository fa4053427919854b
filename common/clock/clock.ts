/** The only source of time. Tests inject a fake one and move it by hand. */
export interface Clock {
  /** Milliseconds since the epoch. */
  now(): number;
  /** Milliseconds on a clock that never jumps; for measuring, not for dates. */
  monotonic(): number;
  /** Resolves after `ms`; rejects with the signal's reason when it is aborted first. */
  sleep(ms: number, signal?: AbortSignal): Promise<void>;
  /** Calls `run` once after `ms`. The timer never keeps the process alive. Returns its cancel. */
  after(ms: number, run: () => void): () => void;
}

/** Node clamps longer timers to 1 ms; we wait in steps instead. */
const longestTimerMs = 2 ** 31 - 1;

export const systemClock: Clock = {
  now: () => Date.now(),
  monotonic: () => performance.now(),
  sleep(ms, signal) {
    return new Promise((resolve, reject) => {
      if (signal?.aborted === true) {
        reject(asError(signal.reason));
        return;
      }
      const abort = () => {
        cancel();
        reject(asError(signal?.reason));
      };
      const cancel = timer(ms, false, () => {
        signal?.removeEventListener('abort', abort);
        resolve();
      });
      signal?.addEventListener('abort', abort, { once: true });
    });
  },
  after: (ms, run) => timer(ms, true, run),
};

function timer(ms: number, unref: boolean, run: () => void): () => void {
  let handle: NodeJS.Timeout;
  const arm = (left: number) => {
    const step = Math.min(Math.max(left, 0), longestTimerMs);
    handle = setTimeout(() => {
      if (left > step) arm(left - step);
      else run();
    }, step);
    if (unref) handle.unref();
  };
  arm(ms);
  return () => clearTimeout(handle);
}

function asError(reason: unknown): Error {
  return reason instanceof Error ? reason : new Error('aborted', { cause: reason });
}
