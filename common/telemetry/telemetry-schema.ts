import { z } from 'zod';
import { hostSchema, portSchema, rawBlock, refused } from '../config/schema.ts';
import { bareHost } from '../text/host-port.ts';

/** What every program takes from SPIRE's `telemetry` block. */
export type TelemetryConfig = z.output<ReturnType<typeof telemetrySchema>>;

/**
 * SPIRE's `telemetry` block, apart from the listener: a schema is always loaded. The prefix stands
 * before the names of metrics until the file says another.
 */
export function telemetrySchema(defaultPrefix: string) {
  return z.strictObject({
    Prometheus: prometheusSchema.optional(),
    DogStatsd: z.array(statsdSchema).default([]),
    Statsd: z.array(statsdSchema).default([]),
    M3: refused(z.array(rawBlock()), m3Reason),
    /** SPIRE keeps metrics in memory to dump them at SIGUSR1; ours always are. */
    InMem: z.strictObject({}).optional(),
    MetricPrefix: z.string().min(1).default(defaultPrefix),
    EnableTrustDomainLabel: z.boolean().default(false),
    EnableHostnameLabel: z.boolean().default(true),
    /** Dotted, `spire_agent.rpc`; of two that fit the longer counts. */
    AllowedPrefixes: z.array(z.string()).default([]),
    BlockedPrefixes: z.array(z.string()).default([]),
    AllowedLabels: z.array(z.string()).default([]),
    BlockedLabels: z.array(z.string()).default([]),
  });
}

/** `host:port`; an IPv6 address in brackets. */
const statsdSchema = z.strictObject({
  address: z.string().transform((text, context) => {
    const [, host = '', digits = ''] = /^(.*):(\d{1,5})$/.exec(text) ?? [];
    const port = Number(digits);
    if (host !== '' && port > 0 && port < 65_536) {
      return { host: bareHost(host), port };
    }
    context.addIssue({ code: 'custom', message: 'must be a host and a port, "localhost:8125"' });
    return z.NEVER;
  }),
});

const prometheusSchema = z.strictObject({
  host: hostSchema().default('localhost'),
  port: portSchema(),
  tls: refused(rawBlock(), 'metrics are served without TLS; keep the host on loopback'),
});

const m3Reason =
  'the protocol of M3 is spoken by no library that is kept up; let its coordinator scrape Prometheus';
