import type { CliIo } from '../../common/cli/command.ts';

/** Beside the answer, so that what reads that is not disturbed. */
export function printWarnings(io: CliIo, warnings: readonly string[]): void {
  for (const warning of warnings) io.stderr.write(`Warning: ${warning}\n`);
}
