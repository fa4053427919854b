import { defineCommand, type Command } from '../../common/cli/command.ts';
import { runProgram, type Program } from '../../common/cli/run-program.ts';
import { findOpenMemory } from '../../common/lifecycle/debug-doors.ts';
import { forbidCoreDumps } from '../../common/peertracker/core-dumps.ts';
import { findLogLevel, type LogSink } from '../../common/log/pino-logger.ts';
import { startAgent } from '../agent.ts';
import { configFlags, loadConfig } from './config-flags.ts';

/** What the program knows of its process. */
export interface ProgramHost {
  readonly version: string;
  readonly pid: number;
  /** The options that Node was started with. */
  readonly execArgv: readonly string[];
  readonly stdout: NodeJS.WritableStream;
}

/** The agent itself: runs until SIGINT or SIGTERM. */
export function createRunCommand({ execArgv, pid, stdout, version }: ProgramHost): Command {
  return defineCommand({
    path: ['run'],
    summary: 'Runs the agent',
    flags: configFlags,
    errorPrefix: '',
    async run(flags, io) {
      const { config, plugins } = await loadConfig(flags, io);
      const program: Program = {
        name: 'agent',
        config,
        warning: 'Configuration key ignored',
        starting: ['Starting agent', { data_dir: config.dataDir, version }],
        stopped: 'Agent stopped gracefully',
        crashed: 'Agent crashed',
        stdout,
        staysSmall: true,
        async start({ logSink, ...parts }) {
          forbidCoreDumps(parts.log);
          const reason = findOpenMemory(execArgv, parts.env['NODE_OPTIONS']);
          if (reason !== undefined) parts.log.warn('The memory of the agent is open', { reason });
          const logLevel = levelControl(logSink, config.log.level);
          const agent = await startAgent(config, { ...parts, plugins, version, pid, logLevel });
          return {
            checks: { agent: () => Promise.resolve(agent.health()) },
            stop: () => agent.stop(),
            reconfigure: () => agent.reconfigure(),
          };
        },
      };
      return runProgram(program, io);
    },
  });
}

function levelControl(log: LogSink, launch: string) {
  return {
    level: () => log.level(),
    setLevel: (name: string) => log.setLevel(findLogLevel(name) ?? log.level()),
    reset: () => log.setLevel(findLogLevel(launch) ?? log.level()),
  };
}
