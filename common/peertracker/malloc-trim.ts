import { requireKoffi, type Koffi } from './koffi.ts';

/**
 * Gives memory that was freed back to the kernel (glibc's malloc_trim): the C library keeps what a burst of
 * connections took. Where nothing was freed since the last time it costs a third of a millisecond. Does nothing
 * where the C library has no such call (musl).
 */
export function loadTrim(load: () => unknown = requireKoffi): () => void {
  try {
    const trim = (load() as Koffi).load(null).func('int malloc_trim(size_t)');
    return () => void trim(0);
  } catch {
    return () => undefined;
  }
}
