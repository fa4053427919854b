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

const doors = ['--inspect', '--debug', '--heapsnapshot', '--heap-prof', '--report', '--cpu-prof'];
