import { hostname } from 'node:os';
import { defineCommand, exitCodes, type CliIo, type Command } from '../../common/cli/command.ts';
import { systemClock } from '../../common/clock/clock.ts';
import { messageOf } from '../../common/errors/spiffe-error.ts';
import { Lifecycle, onSignal, terminationSignal } from '../../common/lifecycle/lifecycle.ts';
import type { Logger } from '../../common/log/logger.ts';
import { createLog, type LogSink } from '../../common/log/pino-logger.ts';
import { noMetrics, type Metrics } from '../../common/telemetry/metrics.ts';
import type { PreparedPlugins } from '../catalog/catalog.ts';
import type { ServerConfig } from '../config.ts';
import { startServer, type RunningServer } from '../server.ts';
import { configFlags, loadConfig } from './config-flags.ts';

/** What the program knows of its process. */
export interface ProgramHost {
  readonly version: string;
  readonly stdout: NodeJS.WritableStream;
}

/** The server itself: runs until SIGINT or SIGTERM. */
export function createRunCommand(host: ProgramHost): Command {
  return defineCommand({
    path: ['run'],
    summary: 'Runs the server',
    flags: configFlags,
    errorPrefix: '',
    async run(flags, io) {
      const { config, plugins } = await loadConfig(flags, io);
      const log = createLog({ ...config.log, stdout: host.stdout });
      for (const reason of config.warnings) log.logger.warn('Configuration', { reason });
      return runServer(config, { version: host.version, io, log, plugins });
    },
  });
}

interface Process {
  readonly version: string;
  readonly io: CliIo;
  readonly log: LogSink;
  readonly plugins: PreparedPlugins;
}

async function runServer(config: ServerConfig, host: Process): Promise<number> {
  const { io, log, plugins, version } = host;
  const { logger } = log;
  const lifecycle = new Lifecycle(logger);
  const ended = io.signal === undefined ? terminationSignal() : abortOf(io.signal);
  handleSignals(log, lifecycle);
  logger.info('Starting server', {
    data_dir: config.dataDir,
    trust_domain_id: `spiffe://${config.trustDomain}`,
    version,
  });
  try {
    const metrics = await startMetrics(config, logger, lifecycle);
    const deps = {
      plugins,
      log: logger,
      logControl: log,
      clock: systemClock,
      metrics,
      version,
      env: io.env,
    };
    const server = await startServer(config, deps);
    lifecycle.defer('server', () => server.stop());
    await startHealthChecks(config, server, logger, lifecycle);
    const signal = await ended;
    logger.info('Shutting down', { signal });
    await lifecycle.stop();
    logger.info('Server stopped gracefully');
    return exitCodes.ok;
  } catch (error) {
    logger.error('Fatal run error', { error });
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

async function startMetrics(
  { telemetry, trustDomain }: ServerConfig,
  log: Logger,
  lifecycle: Lifecycle,
): Promise<Metrics> {
  const { Prometheus: listener } = telemetry;
  if (listener === undefined) return noMetrics;
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
    servePrometheus(metrics, listener, log),
  );
  return metrics;
}

async function startHealthChecks(
  { healthChecks }: ServerConfig,
  server: RunningServer,
  log: Logger,
  lifecycle: Lifecycle,
): Promise<void> {
  if (!healthChecks.listener_enabled) return;
  const { HealthChecks } = await import('../../common/http/health.ts');
  const { createHttpServer } = await import('../../common/http/http-server.ts');
  const checks = new HealthChecks({
    checks: server.checks,
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

/** As with SPIRE, a taken port costs the listener, not the server. */
async function optional(
  message: string,
  log: Logger,
  lifecycle: Lifecycle,
  start: () => Promise<{ close(): Promise<void> }>,
): Promise<void> {
  try {
    const listener = await start();
    lifecycle.defer('listener', () => listener.close());
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
