import { z } from 'zod';
import { portSchema, rawBlock, refused } from '../config/schema.ts';

/** What every program takes from SPIRE's `telemetry` block. */
export type TelemetryConfig = z.output<ReturnType<typeof telemetrySchema>>;

/**
 * SPIRE's `telemetry` block, apart from the listener: a schema is always loaded. The prefix stands
 * before the names of metrics until the file says another.
 */
export function telemetrySchema(defaultPrefix: string) {
  return z.strictObject({
    Prometheus: prometheusSchema.optional(),
    DogStatsd: refused(z.array(rawBlock()), sinkReason),
    Statsd: refused(z.array(rawBlock()), sinkReason),
    M3: refused(z.array(rawBlock()), sinkReason),
    /** SPIRE keeps metrics in memory to dump them at SIGUSR1; ours always are. */
    InMem: z.strictObject({}).optional(),
    MetricPrefix: z.string().min(1).default(defaultPrefix),
    EnableTrustDomainLabel: z.boolean().default(false),
    EnableHostnameLabel: z.boolean().default(true),
    AllowedPrefixes: refused(z.array(z.string()), filterReason),
    BlockedPrefixes: refused(z.array(z.string()), filterReason),
    AllowedLabels: refused(z.array(z.string()), filterReason),
    BlockedLabels: refused(z.array(z.string()), filterReason),
  });
}

const prometheusSchema = z.strictObject({
  host: z.string().default('localhost'),
  port: portSchema(),
  tls: refused(rawBlock(), 'metrics are served without TLS; keep the host on loopback'),
});

const sinkReason = 'only Prometheus is served; let a collector scrape it';
const filterReason = 'filter in the scraper';
