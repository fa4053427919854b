import { defineCommand, type Command } from '../../common/cli/command.ts';
import { runProgram, type Program, type ProgramParts } from '../../common/cli/run-program.ts';
import { SpiffeError } from '../../common/errors/spiffe-error.ts';
import { findOpenMemory } from '../../common/lifecycle/debug-doors.ts';
import { forbidCoreDumps } from '../../common/peertracker/core-dumps.ts';
import { startServer } from '../server.ts';
import { configFlags, loadConfig } from './config-flags.ts';

/** What the program knows of its process. */
export interface ProgramHost {
  readonly version: string;
  readonly stdout: NodeJS.WritableStream;
  /** Options of Node on the command line. */
  readonly execArgv: readonly string[];
}

/** The server itself: runs until SIGINT or SIGTERM. */
export function createRunCommand({ stdout, version, execArgv }: ProgramHost): Command {
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
        start({ logSink: logControl, ...parts }) {
          keepMemoryPrivate(config.enrollment.production, execArgv, parts);
          return startServer(config, { ...parts, plugins, logControl, version });
        },
      };
      return runProgram(program, io);
    },
  });
}

/** Throws FAILED_PRECONDITION in production while Node was started with a door to its memory; else warns. */
function keepMemoryPrivate(
  production: boolean,
  execArgv: readonly string[],
  { log, env }: Pick<ProgramParts, 'log' | 'env'>,
): void {
  forbidCoreDumps(log);
  const reason = findOpenMemory(execArgv, env['NODE_OPTIONS']);
  if (reason === undefined) return;
  if (production) throw new SpiffeError('FAILED_PRECONDITION', reason);
  log.warn('The memory of the server is open', { reason });
}
