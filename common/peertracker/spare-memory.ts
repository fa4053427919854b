import { createRequire } from 'node:module';
import type { Clock } from '../clock/clock.ts';

/**
 * Gives memory that was freed back to the kernel now and then; returns how to stop. The C library keeps what a
 * burst of connections took: with thousands of streams a fifth of the process. Where nothing was freed since the
 * last time it costs a third of a millisecond. Does nothing where the C library has no such call (musl).
 */
export function giveBackMemory(
  clock: Pick<Clock, 'after'>,
  trim: () => void = loadTrim(),
): () => void {
  let cancel = () => {};
  const arm = () => {
    cancel = clock.after(periodMs, () => {
      trim();
      arm();
    });
  };
  arm();
  return () => cancel();
}

/** glibc's malloc_trim. */
export function loadTrim(load: () => unknown = requireKoffi): () => void {
  try {
    const trim = (load() as Koffi).load(null).func('int malloc_trim(size_t)');
    return () => void trim(0);
  } catch {
    return () => undefined;
  }
}

interface Koffi {
  load(path: null): { func(declaration: string): (...values: number[]) => number };
}

function requireKoffi(): unknown {
  return createRequire(import.meta.url)('koffi');
}

const periodMs = 10_000;
