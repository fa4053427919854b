import { SpiffeError } from '../../../../common/errors/spiffe-error.ts';

/** The effective user and group of a process, and its supplementary groups. */
interface ProcessAccount {
  readonly uid: number;
  readonly gid: number;
  readonly groups: readonly number[];
}

/** Reads `/proc/PID/status`. Throws ATTESTATION_FAILED when it has no IDs. */
export function parseProcessStatus(text: string): ProcessAccount {
  return {
    uid: effective(numbersOf(text, 'Uid'), 'UIDs'),
    gid: effective(numbersOf(text, 'Gid'), 'GIDs'),
    groups: numbersOf(text, 'Groups'),
  };
}

/** Real, effective, saved, file system; a lone number is the real one and stands for all. */
function effective(numbers: readonly number[], what: string): number {
  const id = numbers[1] ?? numbers[0];
  if (id !== undefined) return id;
  throw new SpiffeError('ATTESTATION_FAILED', `${what} lookup: no ${what} for process`);
}

function numbersOf(text: string, key: string): number[] {
  // The name of the process comes first and may hold anything but a line break.
  const line = text.split('\n').find((candidate) => candidate.startsWith(`${key}:`));
  const fields = (line ?? '').slice(key.length + 1).split(/\s+/);
  return fields.filter((field) => /^\d{1,10}$/.test(field)).map(Number);
}
