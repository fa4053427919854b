import { defineCommand, type Command } from '../../common/cli/command.ts';
import { runProgram, type Program } from '../../common/cli/run-program.ts';
import { startServer } from '../server.ts';
import { configFlags, loadConfig } from './config-flags.ts';

/** What the program knows of its process. */
export interface ProgramHost {
  readonly version: string;
  readonly stdout: NodeJS.WritableStream;
}

/** The server itself: runs until SIGINT or SIGTERM. */
export function createRunCommand({ stdout, version }: ProgramHost): Command {
  return defineCommand({
    path: ['run'],
    summary: 'Runs the server',
    flags: configFlags,
    errorPrefix: '',
    async run(flags, io) {
      const { config, plugins } = await loadConfig(flags, io);
      const { dataDir, trustDomain } = config;
      const program: Program = {
        name: 'server',
        config,
        warning: 'Configuration',
        starting: [
          'Starting server',
          { data_dir: dataDir, trust_domain_id: `spiffe://${trustDomain}`, version },
        ],
        stopped: 'Server stopped gracefully',
        crashed: 'Fatal run error',
        stdout,
        start: ({ logSink: logControl, ...parts }) =>
          startServer(config, { ...parts, plugins, logControl, version }),
      };
      return runProgram(program, io);
    },
  });
}
