/**
 * The options of Node that let others look into the memory of this process, or write it to a file, as
 * they stand on the command line and in NODE_OPTIONS.
 */
export function findDebugDoors(
  execArgv: readonly string[],
  nodeOptions: string | undefined,
): readonly string[] {
  const options = [...execArgv, ...(nodeOptions ?? '').split(/\s+/)];
  return [...new Set(options.map((option) => option.split('=', 1)[0] ?? ''))].filter((option) =>
    doors.some((door) => option.startsWith(door)),
  );
}

/** Why others can look into this process; undefined when Node was started without such an option. */
export function findOpenMemory(
  execArgv: readonly string[],
  nodeOptions: string | undefined,
): string | undefined {
  const found = findDebugDoors(execArgv, nodeOptions);
  if (found.length === 0) return undefined;
  return `Node was started with ${found.join(', ')}, which shows keys to others`;
}

const doors = ['--inspect', '--debug', '--heapsnapshot', '--heap-prof', '--report', '--cpu-prof'];
