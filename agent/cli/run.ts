import { hostname } from 'node:os';
import { defineCommand, exitCodes, type CliIo, type Command } from '../../common/cli/command.ts';
import { systemClock } from '../../common/clock/clock.ts';
import { messageOf } from '../../common/errors/spiffe-error.ts';
import { Lifecycle, onSignal, terminationSignal } from '../../common/lifecycle/lifecycle.ts';
import { createLog, findLogLevel, type LogSink } from '../../common/log/pino-logger.ts';
import type { Logger } from '../../common/log/logger.ts';
import { noMetrics, type Metrics } from '../../common/telemetry/metrics.ts';
import { startAgent, type RunningAgent } from '../agent.ts';
import type { PreparedPlugins } from '../catalog/catalog.ts';
import type { AgentConfig } from '../config.ts';
import { configFlags, loadConfig } from './config-flags.ts';

/** What the program knows of its process. */
export interface ProgramHost {
  readonly version: string;
  readonly pid: number;
  readonly stdout: NodeJS.WritableStream;
}

/** The agent itself: runs until SIGINT or SIGTERM. */
export function createRunCommand(host: ProgramHost): Command {
  return defineCommand({
    path: ['run'],
    summary: 'Runs the agent',
    flags: configFlags,
    errorPrefix: '',
    async run(flags, io) {
      const { config, plugins } = await loadConfig(flags, io);
      const log = createLog({ ...config.log, stdout: host.stdout });
      for (const reason of config.warnings)
        log.logger.warn('Configuration key ignored', { reason });
      return runAgent(config, { ...host, io, log, plugins });
    },
  });
}

interface Process extends ProgramHost {
  readonly io: CliIo;
  readonly log: LogSink;
  readonly plugins: PreparedPlugins;
}

async function runAgent(config: AgentConfig, host: Process): Promise<number> {
  const { io, log, pid, plugins, version } = host;
  const { logger } = log;
  const lifecycle = new Lifecycle(logger);
  const ended = io.signal === undefined ? terminationSignal() : abortOf(io.signal);
  handleSignals(log, lifecycle);
  logger.info('Starting agent', { data_dir: config.dataDir, version });
  try {
    const metrics = await startMetrics(config, logger, lifecycle);
    const clock = systemClock;
    const logLevel = levelControl(log, config.log.level);
    const { env } = io;
    const deps = { plugins, log: logger, clock, metrics, env, version, pid, logLevel };
    const agent = await startAgent(config, deps);
    lifecycle.defer('agent', () => agent.stop());
    await startHealthChecks(config, agent, logger, lifecycle);
    const signal = await ended;
    logger.info('Shutting down', { signal });
    await lifecycle.stop();
    logger.info('Agent stopped gracefully');
    return exitCodes.ok;
  } catch (error) {
    logger.error('Agent crashed', { error });
    io.stderr.write(`${messageOf(error)}\n`);
    await lifecycle.stop();
    return exitCodes.failed;
  }
}

function handleSignals(log: LogSink, lifecycle: Lifecycle): void {
  lifecycle.defer(
    'SIGUSR2',
    onSignal('SIGUSR2', () => log.reopen()),
  );
  // Left to itself, Node opens its inspector at SIGUSR1.
  const ignore = () => log.logger.warn('SIGUSR1 ignored: plugins are configured at the start only');
  lifecycle.defer('SIGUSR1', onSignal('SIGUSR1', ignore));
}

function levelControl(log: LogSink, launch: string) {
  return {
    level: () => log.level(),
    setLevel: (name: string) => log.setLevel(findLogLevel(name) ?? log.level()),
    reset: () => log.setLevel(findLogLevel(launch) ?? log.level()),
  };
}

async function startMetrics(
  { telemetry, trustDomain }: AgentConfig,
  log: Logger,
  lifecycle: Lifecycle,
): Promise<Metrics> {
  if (telemetry.Prometheus === undefined) return noMetrics;
  const { createPrometheusMetrics } = await import('../../common/telemetry/prometheus.ts');
  const { servePrometheus } = await import('../../common/telemetry/prometheus-listener.ts');
  const metrics = createPrometheusMetrics({
    prefix: telemetry.MetricPrefix,
    processMetrics: true,
    labels: {
      ...(telemetry.EnableHostnameLabel ? { host: hostname() } : {}),
      ...(telemetry.EnableTrustDomainLabel ? { trust_domain: trustDomain } : {}),
    },
  });
  await optional('Failed to serve metrics', log, lifecycle, () =>
    servePrometheus(metrics, telemetry.Prometheus ?? { host: 'localhost', port: 0 }, log),
  );
  return metrics;
}

async function startHealthChecks(
  { healthChecks }: AgentConfig,
  agent: RunningAgent,
  log: Logger,
  lifecycle: Lifecycle,
): Promise<void> {
  if (!healthChecks.listener_enabled) return;
  const { HealthChecks } = await import('../../common/http/health.ts');
  const { createHttpServer } = await import('../../common/http/http-server.ts');
  const checks = new HealthChecks({
    checks: { agent: () => Promise.resolve(agent.health()) },
    clock: systemClock,
    log: log.child({ subsystem_name: 'health' }),
  });
  void checks.run();
  lifecycle.defer('health checks', () => checks.stop());
  const { bind_address: host, bind_port: port } = healthChecks;
  await optional('Failed to serve health checks', log, lifecycle, () =>
    createHttpServer({ host, port, routes: checks.routes(healthChecks), log }),
  );
}

/** As with SPIRE, a taken port costs the listener, not the agent. */
async function optional(
  message: string,
  log: Logger,
  lifecycle: Lifecycle,
  start: () => Promise<{ close(): Promise<void> }>,
): Promise<void> {
  try {
    const server = await start();
    lifecycle.defer('listener', () => server.close());
  } catch (error) {
    log.warn(message, { error });
  }
}

function abortOf(signal: AbortSignal): Promise<string> {
  return new Promise((resolve) => {
    if (signal.aborted) resolve('abort');
    else signal.addEventListener('abort', () => resolve('abort'), { once: true });
  });
}
