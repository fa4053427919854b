import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import type { Clock } from '../clock/clock.ts';

/** What a process knows of its memory, and can do about it. */
interface SpareMemory {
  /** Bytes of memory in use, as the kernel counts them. */
  resident(): number;
  /** Microseconds of CPU since the start. */
  cpu(): number;
  /** Gives back what the C library keeps. */
  trim(): void;
  /** Collects all garbage and gives back what V8 keeps; stops the program while it does. */
  collect(): void;
}

/**
 * Gives back memory that a burst took, until it is stopped. What the C library keeps goes every ten seconds.
 * V8 keeps the pages of a burst for minutes, because it looks at them only when there is new garbage: with
 * `collects`, they go as soon as the process is quiet and has grown by a quarter. That stops it for a tenth
 * of a second with 5,000 streams, once for each burst.
 */
export function giveBackMemory(
  clock: Pick<Clock, 'after' | 'monotonic'>,
  memory: SpareMemory,
  collects: boolean,
): () => void {
  let cancel = () => {};
  let cpu = memory.cpu();
  let sinceMs = clock.monotonic();
  let least = Infinity;
  const isQuiet = () => {
    const [usedUs, passedMs] = [memory.cpu() - cpu, clock.monotonic() - sinceMs];
    cpu += usedUs;
    sinceMs += passedMs;
    return usedUs < passedMs * 1000 * quietShare;
  };
  const look = () => {
    memory.trim();
    const quiet = isQuiet();
    const resident = memory.resident();
    if (collects && quiet && resident > Math.max(least * growth, least + worthBytes)) {
      memory.collect();
      memory.trim();
      least = memory.resident();
    } else least = Math.min(least, resident);
    cancel = clock.after(periodMs, look);
  };
  cancel = clock.after(periodMs, look);
  return () => cancel();
}

/** The memory of this process. */
export function memoryOfProcess(
  { cpuUsage, memoryUsage }: Pick<NodeJS.Process, 'cpuUsage' | 'memoryUsage'>,
  trim: () => void,
): SpareMemory {
  return {
    resident: () => memoryUsage.rss(),
    cpu: () => {
      const { system, user } = cpuUsage();
      return system + user;
    },
    trim,
    collect: () => {
      setFlagsFromString('--expose-gc');
      const gc = runInNewContext('gc') as (options: object) => void;
      setFlagsFromString('--no-expose-gc');
      gc({ type: 'major', flavor: 'last-resort' });
    },
  };
}

const periodMs = 10_000;
/** Of a core. */
const quietShare = 0.05;
const growth = 1.25;
const worthBytes = 16 * 1024 * 1024;
