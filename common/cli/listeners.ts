import { hostname } from 'node:os';
import type { z } from 'zod';
import type { Clock } from '../clock/clock.ts';
import type { CheckState, healthChecksSchema } from '../http/health.ts';
import type { Lifecycle } from '../lifecycle/lifecycle.ts';
import type { Logger } from '../log/logger.ts';
import { noMetrics, type Metrics } from '../telemetry/metrics.ts';
import type { TelemetryConfig } from '../telemetry/telemetry-schema.ts';

/** What a listener for operators is started with; `lifecycle` closes it. */
export interface ListenerHost {
  readonly clock: Clock;
  readonly log: Logger;
  readonly lifecycle: Lifecycle;
}

export type HealthChecksConfig = z.output<typeof healthChecksSchema>;

/** By the name under which the JSON body shows them. */
export type Checks = Readonly<Record<string, () => Promise<CheckState>>>;

/** The program's metrics, served to Prometheus when the configuration says so. */
export async function startMetrics(
  telemetry: TelemetryConfig,
  trustDomain: string,
  host: ListenerHost,
): Promise<Metrics> {
  const { Prometheus: listener } = telemetry;
  if (listener === undefined) return noMetrics;
  const { createPrometheusMetrics } = await import('../telemetry/prometheus.ts');
  const { servePrometheus } = await import('../telemetry/prometheus-listener.ts');
  const metrics = createPrometheusMetrics({
    prefix: telemetry.MetricPrefix,
    processMetrics: true,
    labels: {
      ...(telemetry.EnableHostnameLabel ? { host: hostname() } : {}),
      ...(telemetry.EnableTrustDomainLabel ? { trust_domain: trustDomain } : {}),
    },
  });
  await optional('Failed to serve metrics', host, () =>
    servePrometheus(metrics, listener, host.log),
  );
  return metrics;
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
