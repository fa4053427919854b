/** Runs synchronous work whose new files get no more rights than `mode`, whatever mask we inherited. */
export function withFileMode<T>(mode: number, work: () => T): T {
  const inherited = process.umask(0o777 & ~mode);
  try {
    return work();
  } finally {
    process.umask(inherited);
  }
}
