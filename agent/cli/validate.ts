import { defineCommand, exitCodes } from '../../common/cli/command.ts';
import { systemClock } from '../../common/clock/clock.ts';
import { messageOf } from '../../common/errors/spiffe-error.ts';
import { silentLogger } from '../../common/log/logger.ts';
import { createPluginRuntime } from '../catalog/start-plugins.ts';
import { configFlags, loadConfig } from './config-flags.ts';

/**
 * Checks a configuration, that of the plugins too. As in SPIRE, external plugins are started for a moment and
 * asked what they think of theirs; nothing else is started.
 */
export const validate = defineCommand({
  path: ['validate'],
  summary: 'Validates a SPIRE agent configuration file',
  flags: configFlags,
  async run(flags, io) {
    try {
      const { config, plugins } = await loadConfig(flags, io);
      const parts = { clock: systemClock, env: io.env, log: silentLogger };
      const notes = await plugins.validate(createPluginRuntime(config, parts));
      if (notes.length > 0) throw new Error(notes.join('; '));
    } catch (error) {
      io.stderr.write(`SPIRE agent configuration file is invalid: ${messageOf(error)}\n`);
      return exitCodes.failed;
    }
    io.stdout.write('SPIRE agent configuration file is valid.\n');
    return exitCodes.ok;
  },
});
