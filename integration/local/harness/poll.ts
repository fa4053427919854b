import { setTimeout as sleep } from 'node:timers/promises';

/** Thrown by a check to say that waiting on makes no sense. */
export class NoUseWaiting extends Error {}

/**
 * Asks until `check` gives a value other than undefined and returns it. What `check` throws counts
 * as "not yet", except NoUseWaiting; after the deadline the last of it is the cause of the error.
 */
export async function eventually<T>(
  what: string,
  check: () => T | undefined | Promise<T | undefined>,
  { deadlineMs = 60_000, everyMs = 50 } = {},
): Promise<T> {
  const end = performance.now() + deadlineMs;
  let cause: unknown;
  for (;;) {
    try {
      const value = await check();
      if (value !== undefined) return value;
      cause = undefined;
    } catch (error) {
      if (error instanceof NoUseWaiting) throw error;
      cause = error;
    }
    if (performance.now() > end) {
      throw new Error(`after ${deadlineMs} ms still not: ${what}`, { cause });
    }
    await sleep(everyMs);
  }
}

/** `true` or undefined, the form that `eventually` waits for. */
export function when(condition: boolean): true | undefined {
  return condition ? true : undefined;
}
