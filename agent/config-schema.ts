import { z } from 'zod';
import { durationSchema, rawBlock, refused } from '../common/config/schema.ts';
import { healthChecksSchema } from '../common/http/health.ts';
import { defaultLimits } from '../common/rpc/limits.ts';
import { telemetrySchema } from '../common/telemetry/telemetry-schema.ts';
import { sdsConfigSchema } from '../sds/config.ts';

const rate = () => z.int().nonnegative().optional();

const ratelimitSchema = z.strictObject({
  fetch_x509_svid: rate(),
  fetch_jwt_svid: rate(),
  fetch_x509_bundles: rate(),
  fetch_jwt_bundles: rate(),
  stream_secrets: rate(),
  fetch_secrets: rate(),
});

const most = (value: number) => z.int().positive().default(value);

/** Ours: who may have how much of the agent's sockets, whatever is called on them. */
const socketLimitsSchema = z.strictObject({
  connections: most(defaultLimits.maxConnections),
  connections_per_uid: most(defaultLimits.maxConnectionsPerUid),
  connections_per_container: most(defaultLimits.maxConnectionsPerContainer),
  connections_per_process: most(defaultLimits.maxConnectionsPerProcess),
  calls_per_uid: most(defaultLimits.maxCallsPerUid),
  calls_per_container: most(defaultLimits.maxCallsPerContainer),
  calls_per_process: most(defaultLimits.maxCallsPerProcess),
});

const experimentalSchema = z.strictObject({
  sync_interval: durationSchema().optional(),
  jwt_svid_cache_hit_timeout: durationSchema().optional(),
  use_sync_authorized_entries: z.boolean().default(true),
  /** Ours: what speaks HTTP/2 on the agent's sockets. */
  socket_transport: z.enum(['grpc-js', 'own']).default('own'),
  socket_limits: socketLimitsSchema.prefault({}),
  require_pq_kem: refused(
    z.boolean(),
    'the groups of key exchange cannot be restricted; TLS 1.3 prefers X25519MLKEM768 by itself',
  ),
  named_pipe_name: refused(z.string(), 'named pipes exist on Windows only'),
  admin_named_pipe_name: refused(z.string(), 'named pipes exist on Windows only'),
  feature_flags: refused(z.array(z.string()), 'no feature flag is known'),
  ratelimit: ratelimitSchema.prefault({}),
  broker: refused(rawBlock(), 'the SPIFFE Broker API is not served'),
});

const agentTelemetrySchema = telemetrySchema('spire_agent').extend({
  /** Ours: metrics under SPIRE's names too, so that dashboards made for it go on working. */
  SpireMetricNames: z.boolean().default(true),
});

/** The `agent` block as it is written, before the command line and the rules between keys. */
const agentBlockSchema = z.strictObject({
  data_dir: z.string().optional(),
  trust_domain: z.string().optional(),
  server_address: z.string().optional(),
  server_port: z.int().min(0).max(65_535).optional(),
  socket_path: z.string().optional(),
  admin_socket_path: z.string().optional(),
  disable_workload_api: z.boolean().optional(),
  disable_sds_api: z.boolean().optional(),
  insecure_bootstrap: z.boolean().optional(),
  trust_bundle_path: z.string().optional(),
  trust_bundle_url: z.string().optional(),
  trust_bundle_unix_socket: z.string().optional(),
  trust_bundle_spiffe_workload_api: z.string().optional(),
  trust_bundle_format: z.string().optional(),
  rebootstrap_mode: z.string().optional(),
  rebootstrap_delay: z.string().optional(),
  join_token: z.string().optional(),
  join_token_file: z.string().optional(),
  log_level: z.string().optional(),
  log_format: z.string().optional(),
  log_file: z.string().optional(),
  log_source_location: z.boolean().optional(),
  log_selectors: z.array(z.string()).default([]),
  workload_x509_svid_key_type: z.string().default('ec-p256'),
  availability_target: durationSchema().optional(),
  x509_svid_cache_max_size: z.int().nonnegative().default(0),
  jwt_svid_cache_max_size: z.int().nonnegative().default(0),
  allow_unauthenticated_verifiers: z.boolean().optional(),
  allowed_foreign_jwt_claims: z.array(z.string()).default([]),
  authorized_delegates: z.array(z.string()).default([]),
  profiling_enabled: z.boolean().default(false),
  profiling_port: z.int().nonnegative().default(0),
  profiling_freq: z.int().nonnegative().default(0),
  profiling_names: z.array(z.string()).default([]),
  sds: sdsConfigSchema.prefault({}),
  experimental: experimentalSchema.prefault({}),
});

export type AgentBlock = z.output<typeof agentBlockSchema>;

export const agentFileSchema = z.strictObject({
  agent: agentBlockSchema.prefault({}),
  /** Decoded apart, in file order. */
  plugins: rawBlock().optional(),
  telemetry: agentTelemetrySchema.prefault({}),
  health_checks: healthChecksSchema.prefault({}),
});

export type AgentFile = z.output<typeof agentFileSchema>;
export type TelemetryConfig = AgentFile['telemetry'];
export type HealthChecksConfig = AgentFile['health_checks'];
