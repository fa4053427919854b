import { hostname } from 'node:os';
import type { z } from 'zod';
import type { Clock } from '../clock/clock.ts';
import type { CheckState, healthChecksSchema } from '../http/health.ts';
import type { Lifecycle } from '../lifecycle/lifecycle.ts';
import type { Logger } from '../log/logger.ts';
import { fanOut } from '../telemetry/fan-out.ts';
import { filtered, isLabelAllowed } from '../telemetry/metric-filter.ts';
import { noMetrics, type Metrics } from '../telemetry/metrics.ts';
import type { StatsdForm } from '../telemetry/statsd.ts';
import type { TelemetryConfig } from '../telemetry/telemetry-schema.ts';

/** What a listener for operators is started with; `lifecycle` closes it. */
interface ListenerHost {
  readonly clock: Clock;
  readonly log: Logger;
  readonly lifecycle: Lifecycle;
}

export type HealthChecksConfig = z.output<typeof healthChecksSchema>;

/** By the name under which the JSON body shows them. */
export type Checks = Readonly<Record<string, () => Promise<CheckState>>>;

/** The program's metrics, in every sink that the configuration names. */
export async function startMetrics(
  telemetry: TelemetryConfig,
  trustDomain: string,
  host: ListenerHost,
): Promise<Metrics> {
  const labels = labelsOf(telemetry, trustDomain);
  const sinks = [
    ...(await prometheusSinks(telemetry, labels, host)),
    ...(await statsdSinks(telemetry, labels, host)),
  ];
  if (sinks.length === 0) return noMetrics;
  return filtered(fanOut(sinks), telemetry.MetricPrefix, telemetry);
}

function labelsOf(telemetry: TelemetryConfig, trustDomain: string): Record<string, string> {
  const all = {
    ...(telemetry.EnableTrustDomainLabel ? { trust_domain: trustDomain } : {}),
    ...(telemetry.EnableHostnameLabel ? { host: hostname() } : {}),
  };
  const allowed = Object.entries(all).filter(([label]) => isLabelAllowed(label, telemetry));
  return Object.fromEntries(allowed);
}

async function prometheusSinks(
  { MetricPrefix: prefix, Prometheus: listener }: TelemetryConfig,
  labels: Readonly<Record<string, string>>,
  host: ListenerHost,
): Promise<readonly Metrics[]> {
  if (listener === undefined) return [];
  const { createPrometheusMetrics } = await import('../telemetry/prometheus.ts');
  const { servePrometheus } = await import('../telemetry/prometheus-listener.ts');
  const metrics = createPrometheusMetrics({ prefix, processMetrics: true, labels });
  await optional('Failed to serve metrics', host, () =>
    servePrometheus(metrics, listener, host.log),
  );
  return [metrics];
}

async function statsdSinks(
  { DogStatsd, MetricPrefix: prefix, Statsd }: TelemetryConfig,
  labels: Readonly<Record<string, string>>,
  { lifecycle, log }: ListenerHost,
): Promise<readonly Metrics[]> {
  if (DogStatsd.length + Statsd.length === 0) return [];
  const { createStatsdMetrics } = await import('../telemetry/statsd.ts');
  const create = (form: StatsdForm) => (sink: TelemetryConfig['Statsd'][number]) => {
    const shared = { prefix, labels, log: log.child({ subsystem_name: 'telemetry' }) };
    const metrics = createStatsdMetrics({ ...sink.address, ...shared, form });
    lifecycle.defer(`metrics to ${sink.address.host}`, () => metrics.close());
    return metrics;
  };
  return [...DogStatsd.map(create('dogstatsd')), ...Statsd.map(create('statsd'))];
}

/** Serves profiles on 127.0.0.1 until the lifecycle ends; one that cannot be served is told in the log. */
export async function startProfiling(port: number | undefined, host: ListenerHost): Promise<void> {
  if (port === undefined) return;
  const { profilingRoutes } = await import('../http/profiling.ts');
  const { createHttpServer } = await import('../http/http-server.ts');
  const { clock, log } = host;
  await optional('Failed to serve profiles', host, () =>
    createHttpServer({ host: '127.0.0.1', port, routes: profilingRoutes(clock), log }),
  );
}

/**
 * Runs the checks and serves what they find, when the configuration says so. Returns how to put other
 * checks in their place.
 */
export async function startHealthChecks(
  config: HealthChecksConfig,
  checks: Checks,
  host: ListenerHost,
): Promise<(checks: Checks) => void> {
  if (!config.listener_enabled) return () => undefined;
  const { clock, lifecycle, log } = host;
  const { HealthChecks } = await import('../http/health.ts');
  const { createHttpServer } = await import('../http/http-server.ts');
  const health = new HealthChecks({ checks, clock, log: log.child({ subsystem_name: 'health' }) });
  void health.run();
  lifecycle.defer('health checks', () => health.stop());
  const { bind_address: address, bind_port: port } = config;
  await optional('Failed to serve health checks', host, () =>
    createHttpServer({ host: address, port, routes: health.routes(config), log }),
  );
  return (next) => health.replace(next);
}

/** As with SPIRE, a taken port costs the listener, not the program. */
async function optional(
  message: string,
  { lifecycle, log }: ListenerHost,
  start: () => Promise<{ close(): Promise<void> }>,
): Promise<void> {
  try {
    const listener = await start();
    lifecycle.defer('listener', () => listener.close());
  } catch (error) {
    log.warn(message, { error });
  }
}
