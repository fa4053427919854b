import type { PluginRuntime, RuntimeParts } from '../catalog/plugin-runtime.ts';
import { systemClock } from '../clock/clock.ts';
import { messageOf } from '../errors/spiffe-error.ts';
import { silentLogger } from '../log/logger.ts';
import { defineCommand, exitCodes, type CliIo, type Command } from './command.ts';
import type { Checked } from './config-flags.ts';
import type { Flags, FlagValues } from './flags.ts';

/** What external plugins say of their configuration. */
interface Validated {
  validate(runtime: PluginRuntime): Promise<readonly string[]>;
}

/**
 * `validate` of a program: checks a configuration, that of the plugins too. As in SPIRE, external plugins are
 * started for a moment and asked what they think of theirs; nothing else is started.
 */
export function createValidate<F extends Flags, Config>(
  program: 'agent' | 'server',
  flags: F,
  load: (flags: FlagValues<F>, io: CliIo) => Promise<Checked<Config, Validated>>,
  createRuntime: (config: Config, parts: RuntimeParts) => PluginRuntime,
): Command {
  const what = `SPIRE ${program} configuration file`;
  return defineCommand({
    path: ['validate'],
    summary: `Validates a ${what}`,
    flags,
    async run(given, io) {
      try {
        const { config, plugins } = await load(given, io);
        const parts = { clock: systemClock, env: io.env, log: silentLogger };
        const notes = await plugins.validate(createRuntime(config, parts));
        if (notes.length > 0) throw new Error(notes.join('; '));
      } catch (error) {
        io.stderr.write(`${what} is invalid: ${messageOf(error)}\n`);
        return exitCodes.failed;
      }
      io.stdout.write(`${what} is valid.\n`);
      return exitCodes.ok;
    },
  });
}
