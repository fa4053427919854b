import { createHttpServer, type HttpServer } from '../http/http-server.ts';
import type { Logger } from '../log/logger.ts';
import type { PrometheusMetrics } from './prometheus.ts';

/** Serves the metrics; as with SPIRE any path does. The caller closes what it gets. */
export function servePrometheus(
  metrics: PrometheusMetrics,
  { host, port }: { readonly host: string; readonly port: number },
  log: Logger,
): Promise<HttpServer> {
  const metricsOf = async () => ({
    status: 200,
    contentType: metrics.contentType,
    body: await metrics.render(),
  });
  return createHttpServer({ host, port, routes: {}, fallback: metricsOf, log });
}
