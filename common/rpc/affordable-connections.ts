import { openFileLimit } from '../lifecycle/open-files.ts';

/**
 * How many connections there may be: `wanted`, or what the descriptors allow, of which each connection may
 * take two (its socket and its process), with some left for everything else.
 */
export function affordableConnections(wanted: number, openFiles = openFileLimit()): number {
  return Math.max(1, Math.min(wanted, Math.floor((openFiles - keptForOthers) / 2)));
}

const keptForOthers = 128;
