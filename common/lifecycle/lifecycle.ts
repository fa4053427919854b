import { once } from 'node:events';
import type { Logger } from '../log/logger.ts';

/**
 * Owns what a process started, and stops it in reverse order. A stop that fails is logged and the
 * rest still stops.
 */
export class Lifecycle {
  readonly #log: Logger;
  readonly #stops: { readonly name: string; readonly stop: () => void | Promise<void> }[] = [];
  readonly #ending = new AbortController();

  constructor(log: Logger) {
    this.#log = log;
  }

  /** Aborted as soon as shutdown begins; loops and calls listen to it. */
  get signal(): AbortSignal {
    return this.#ending.signal;
  }

  /** Registers how to stop what was just started. */
  defer(name: string, stop: () => void | Promise<void>): void {
    this.#stops.push({ name, stop });
  }

  async stop(): Promise<void> {
    this.#ending.abort(new Error('shutting down'));
    for (let next = this.#stops.pop(); next !== undefined; next = this.#stops.pop()) {
      try {
        await next.stop();
      } catch (error) {
        this.#log.error('Failed to stop', { name: next.name, error });
      }
    }
  }
}

/** Starts something made of parts; when one fails, those before it are stopped. */
export async function startParts<T>(
  log: Logger,
  start: (lifecycle: Lifecycle) => Promise<T>,
): Promise<T> {
  const lifecycle = new Lifecycle(log);
  try {
    return await start(lifecycle);
  } catch (error) {
    await lifecycle.stop();
    throw error;
  }
}

/**
 * Runs a loop that must not end before its signal: what it throws is handed to `onFailure`, never
 * to the process.
 */
export function runLoop(
  signal: AbortSignal,
  onFailure: (error: unknown) => void,
  loop: () => Promise<void>,
): void {
  void loop().catch((error: unknown) => {
    if (!signal.aborted) onFailure(error);
  });
}

/** Resolves with the name of the first SIGINT or SIGTERM. */
export async function terminationSignal(): Promise<NodeJS.Signals> {
  const listening = new AbortController();
  const names = ['SIGINT', 'SIGTERM'] as const;
  const first = await Promise.race(
    names.map((name) => once(process, name, { signal: listening.signal }).then(() => name)),
  );
  listening.abort();
  return first;
}

/** Calls `run` at each signal of this name until what it returns is called. */
export function onSignal(name: NodeJS.Signals, run: () => void): () => void {
  process.on(name, run);
  return () => process.off(name, run);
}
