import { systemClock } from '../../common/clock/clock.ts';
import { defineCommand, exitCodes } from '../../common/cli/command.ts';
import { messageOf } from '../../common/errors/spiffe-error.ts';
import { publicSocketFlags, withWorkloadApi } from './connections.ts';
import { watchX509 } from './fetch-x509.ts';

export const apiWatch = defineCommand({
  path: ['api', 'watch'],
  summary: "Attaches to the Workload API and prints updates as they're received",
  errorPrefix: '',
  flags: publicSocketFlags(),
  run: async (flags, io) => {
    const clock = io.clock ?? systemClock;
    const signal = io.signal ?? new AbortController().signal;
    for (let waitMs = firstWaitMs; !signal.aborted; waitMs = Math.min(waitMs * 2, longestWaitMs)) {
      try {
        await withWorkloadApi(flags, io, (client) => watchX509(client, io, clock, signal));
      } catch (error) {
        if (!isAborted(signal)) io.stderr.write(`${messageOf(error)}\n`);
      }
      await clock.sleep(waitMs, signal).catch(() => undefined);
    }
    return exitCodes.ok;
  },
});

/** A function, because the compiler does not expect the flag to change while it waits. */
function isAborted(signal: AbortSignal): boolean {
  return signal.aborted;
}

const firstWaitMs = 1000;
const longestWaitMs = 30_000;
