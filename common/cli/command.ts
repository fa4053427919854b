import type { Clock } from '../clock/clock.ts';
import type { Flags, FlagValues } from './flags.ts';

/** Where a command reads and writes; `process` fits, tests bring their own. */
export interface CliIo {
  readonly stdout: TextSink;
  readonly stderr: TextSink;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly stdin: AsyncIterable<Uint8Array | string>;
  /** Aborted when the command is to end early. */
  readonly signal?: AbortSignal;
  readonly clock?: Clock;
}

interface TextSink {
  write(text: string): unknown;
}

/** A command is data plus one function, whose number is the exit code of the process. */
interface CommandDefinition<F extends Flags> {
  /** The words that call it: `['entry', 'create']`. */
  readonly path: readonly [string, ...string[]];
  readonly summary: string;
  readonly flags: F;
  /** What the one word that is no flag stands for, `FILE`; without it such a word is refused. */
  readonly operand?: string;
  /** Written before the message when `run` throws; `Error: ` when absent. */
  readonly errorPrefix?: string;
  /**
   * `given` holds the names of the flags that were on the command line; `operand` is never empty where
   * the command has one.
   */
  run(
    flags: FlagValues<F>,
    io: CliIo,
    given: ReadonlySet<string>,
    operand: string,
  ): Promise<number>;
}

/** A command whose flags are known to itself only. */
export interface Command {
  readonly path: readonly [string, ...string[]];
  readonly summary: string;
  readonly flags: Flags;
  readonly operand?: string;
  readonly errorPrefix: string;
  run(
    flags: Readonly<Record<string, unknown>>,
    io: CliIo,
    given: ReadonlySet<string>,
    operand: string,
  ): Promise<number>;
}

export function defineCommand<const F extends Flags>(definition: CommandDefinition<F>): Command {
  return {
    path: definition.path,
    summary: definition.summary,
    flags: definition.flags,
    ...(definition.operand === undefined ? {} : { operand: definition.operand }),
    errorPrefix: definition.errorPrefix ?? 'Error: ',
    // The values were parsed by these very flags.
    run: (flags, io, given, operand) => definition.run(flags as FlagValues<F>, io, given, operand),
  };
}

/** Exit codes of SPIRE's programs. */
export const exitCodes = { ok: 0, failed: 1, unknownCommand: 127 } as const;
