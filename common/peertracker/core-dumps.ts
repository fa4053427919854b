import type { Logger } from '../log/logger.ts';
import { requireKoffi, type Koffi } from './koffi.ts';

/**
 * Tells the kernel never to write this process's memory to a core file, nor to let others of the same
 * user read it: keys and tokens are in there. Stands until the process ends; warns where it cannot.
 */
export function forbidCoreDumps(
  log: Pick<Logger, 'warn'>,
  load: () => unknown = requireKoffi,
): void {
  try {
    const libc = (load() as Koffi).load(null);
    const prctl = libc.func(
      'int prctl(int, unsigned long, unsigned long, unsigned long, unsigned long)',
    );
    if (prctl(prSetDumpable, 0, 0, 0, 0) !== 0) throw new Error('prctl was refused');
  } catch (error) {
    log.warn('Core dumps of this process cannot be forbidden', { error });
  }
}

const prSetDumpable = 4;
