import inspector from 'node:inspector';
import { systemClock } from '../clock/clock.ts';
import { findDebugDoors } from './debug-doors.ts';

interface OwnProcess {
  /** Options of Node on the command line. */
  readonly execArgv: readonly string[];
  readonly env: Readonly<Record<string, string | undefined>>;
}

/**
 * To be called first: until a program listens to SIGUSR1, Node opens its inspector at it, on loopback, where every
 * user of the machine can read the keys; of SIGUSR2 it dies. From now on both mean nothing by themselves, also after
 * the program stopped listening. An inspector that is open already is closed unless an option asked for it.
 */
export function ownSignals({ execArgv, env }: OwnProcess): void {
  for (const name of ['SIGUSR1', 'SIGUSR2'] as const) process.on(name, () => undefined);
  const doors = findDebugDoors(execArgv, env['NODE_OPTIONS']);
  if (doors.some((door) => door.startsWith('--inspect'))) return;
  closeInspector();
  // What a signal asked for a moment ago is opened by another thread, in its own time.
  systemClock.after(1_000, closeInspector);
}

function closeInspector(): void {
  if (inspector.url() !== undefined) inspector.close();
}
