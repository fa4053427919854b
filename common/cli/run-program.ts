import { cpuUsage, memoryUsage } from 'node:process';
import { systemClock, type Clock } from '../clock/clock.ts';
import { messageWithCauses } from '../errors/spiffe-error.ts';
import { Lifecycle, onSignal, terminationSignal } from '../lifecycle/lifecycle.ts';
import { giveBackMemory, memoryOfProcess } from '../lifecycle/spare-memory.ts';
import type { LogConfig } from '../log/log-config.ts';
import type { LogFields, Logger } from '../log/logger.ts';
import { createLog, type LogSink } from '../log/pino-logger.ts';
import { loadTrim } from '../peertracker/malloc-trim.ts';
import type { Metrics } from '../telemetry/metrics.ts';
import type { TelemetryConfig } from '../telemetry/telemetry-schema.ts';
import { exitCodes, type CliIo } from './command.ts';
import {
  startHealthChecks,
  startProfiling,
  startMetrics,
  type Checks,
  type HealthChecksConfig,
} from './listeners.ts';

/** What every program's configuration says about its surroundings. */
interface ProgramConfig {
  readonly trustDomain: string;
  readonly log: LogConfig;
  readonly telemetry: TelemetryConfig;
  readonly healthChecks: HealthChecksConfig;
  /** Profiles are served there; undefined when they are not. */
  readonly profilingPort?: number;
  readonly warnings: readonly string[];
}

/** What a program gets from its process. */
export interface ProgramParts {
  readonly log: Logger;
  readonly logSink: LogSink;
  readonly clock: Clock;
  readonly metrics: Metrics;
  readonly env: CliIo['env'];
  /** Aborted when the program is told to end, also while it still starts. */
  readonly ending: AbortSignal;
}

interface RunningProgram {
  /** For the health listener. */
  readonly checks: Checks;
  stop(): Promise<void>;
  /** Called at SIGUSR1. */
  reconfigure(): Promise<void>;
}

/** A program that runs until it is told to end; the texts are those of its log. */
export interface Program {
  /** As `Lifecycle` names it. */
  readonly name: string;
  readonly config: ProgramConfig;
  /** Said with each of the configuration's warnings. */
  readonly warning: string;
  readonly starting: readonly [message: string, fields: LogFields];
  readonly stopped: string;
  readonly crashed: string;
  readonly stdout: NodeJS.WritableStream;
  /** Collects its garbage after a burst, at the price of a short stop. */
  readonly staysSmall?: boolean;
  start(parts: ProgramParts): Promise<RunningProgram>;
}

/**
 * Runs a program until SIGINT or SIGTERM and resolves with its exit code: log, metrics, health checks,
 * the program, and the same backwards. A program that still starts is live and not ready. Throws only
 * when the log cannot be opened.
 */
export async function runProgram(program: Program, io: CliIo): Promise<number> {
  const { config } = program;
  const logSink = createLog({ ...config.log, stdout: program.stdout });
  const { logger: log } = logSink;
  for (const reason of config.warnings) log.warn(program.warning, { reason });
  const lifecycle = new Lifecycle(log);
  let reconfigure = () => {
    log.warn('SIGUSR1 ignored: still starting');
    return Promise.resolve();
  };
  const ending = new AbortController();
  const ended = (io.signal === undefined ? terminationSignal() : abortOf(io.signal)).then(
    (signal) => {
      log.info('Shutting down', { signal });
      ending.abort(new Error('told to end'));
    },
  );
  handleSignals(logSink, lifecycle, () => reconfigure());
  log.info(...program.starting);
  try {
    const host = { clock: systemClock, log, lifecycle };
    const metrics = await startMetrics(config.telemetry, config.trustDomain, host);
    const { clock } = host;
    const memory = memoryOfProcess({ cpuUsage, memoryUsage }, loadTrim());
    lifecycle.defer('memory', giveBackMemory(clock, memory, program.staysSmall === true));
    await startProfiling(config.profilingPort, host);
    const replaceChecks = await startHealthChecks(
      config.healthChecks,
      whileStarting(program),
      host,
    );
    const parts = { log, logSink, clock, metrics, env: io.env, ending: ending.signal };
    const running = await program.start(parts);
    lifecycle.defer(program.name, () => running.stop());
    reconfigure = () => running.reconfigure();
    replaceChecks(running.checks);
    await ended;
    await lifecycle.stop();
    log.info(program.stopped);
    return exitCodes.ok;
  } catch (error) {
    if (ending.signal.aborted && error === ending.signal.reason) {
      await lifecycle.stop();
      log.info(program.stopped);
      return exitCodes.ok;
    }
    log.error(program.crashed, { error });
    // As SPIRE's, the log alone says it, unless the log is in a file that nobody who starts a program sees.
    if (config.log.file !== undefined) io.stderr.write(`${messageWithCauses(error)}\n`);
    await lifecycle.stop();
    return exitCodes.failed;
  }
}

function whileStarting({ name }: Program): Checks {
  const state = { live: true, ready: false, readyDetails: { err: 'starting' } };
  return { [name]: () => Promise.resolve(state) };
}

function handleSignals(log: LogSink, lifecycle: Lifecycle, reconfigure: () => Promise<void>): void {
  lifecycle.defer(
    'SIGUSR2',
    onSignal('SIGUSR2', () => log.reopen()),
  );
  const failed = (error: unknown) => log.logger.error('Failed to reconfigure plugins', { error });
  lifecycle.defer(
    'SIGUSR1',
    onSignal('SIGUSR1', () => void reconfigure().catch(failed)),
  );
}

function abortOf(signal: AbortSignal): Promise<string> {
  return new Promise((resolve) => {
    if (signal.aborted) resolve('abort');
    else signal.addEventListener('abort', () => resolve('abort'), { once: true });
  });
}
