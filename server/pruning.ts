import type { Clock } from '../common/clock/clock.ts';
import type { Logger } from '../common/log/logger.ts';

export interface PruningTask {
  readonly name: string;
  readonly everyMs: number;
  run(): Promise<number>;
}

/** Runs each task now and then until the signal; one that fails is logged and tried again. */
export function startPruning(
  tasks: readonly PruningTask[],
  signal: AbortSignal,
  clock: Clock,
  log: Logger,
): void {
  for (const task of tasks) void repeat(task, signal, clock, log);
}

async function repeat(
  task: PruningTask,
  signal: AbortSignal,
  clock: Clock,
  log: Logger,
): Promise<void> {
  for (;;) {
    try {
      await clock.sleep(task.everyMs, signal);
    } catch {
      // The server shuts down.
      return;
    }
    try {
      const count = await task.run();
      if (count > 0) log.info('Pruned', { name: task.name, count });
    } catch (error) {
      log.error('Failed to prune', { name: task.name, error });
    }
  }
}
