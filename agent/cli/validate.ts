import { defineCommand, exitCodes } from '../../common/cli/command.ts';
import { messageOf } from '../../common/errors/spiffe-error.ts';
import { configFlags, loadConfig } from './config-flags.ts';

/** Checks a configuration, that of the plugins too, without starting anything. */
export const validate = defineCommand({
  path: ['validate'],
  summary: 'Validates a SPIRE agent configuration file',
  flags: configFlags,
  async run(flags, io) {
    try {
      await loadConfig(flags, io);
    } catch (error) {
      io.stderr.write(`SPIRE agent configuration file is invalid: ${messageOf(error)}\n`);
      return exitCodes.failed;
    }
    io.stdout.write('SPIRE agent configuration file is valid.\n');
    return exitCodes.ok;
  },
});
