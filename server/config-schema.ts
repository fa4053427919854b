import { z } from 'zod';
import {
  durationSchema,
  hostSchema,
  portSchema,
  rawBlock,
  refused,
} from '../common/config/schema.ts';
import { healthChecksSchema } from '../common/http/health.ts';
import { defaultLimits } from '../common/rpc/limits.ts';
import { telemetrySchema } from '../common/telemetry/telemetry-schema.ts';
import { tokenPepperSchema } from './enrollment/tokens/pepper-config.ts';
import { federationBlockSchema } from './federation/federation-config.ts';
import { fleetBlockSchema } from './fleet/fleet-config.ts';

function positiveDuration() {
  return durationSchema().refine((ms) => ms > 0, 'must be longer than 0');
}

const caSubjectSchema = z.strictObject({
  country: z.array(z.string()).default([]),
  organization: z.array(z.string()).default([]),
  common_name: z.string().default(''),
});

const ratelimitSchema = z.strictObject({
  attestation: z.boolean().default(true),
  signing: z.boolean().default(true),
});

/** Ours: enrolment profiles, see docs/enrolment.md. */
const enrollmentSchema = z.strictObject({
  production: z.boolean().default(false),
  api_audiences: z.array(z.string().min(1)).default([]),
  allow_join_tokens: z.boolean().default(false),
  drift_interval: durationSchema().default(600_000),
  refusals_per_second: z.int().min(0).max(10_000).default(10),
});

const goOnly = 'profiles of Go do not exist here';
const windowsOnly = 'named pipes exist on Windows only';

const most = (value: number) => z.int().positive().default(value);

/** Ours: what the peers of the TCP port may have at once, whatever they call. */
const portLimitsSchema = z.strictObject({
  connections_per_spiffe_id: most(defaultLimits.maxConnectionsPerSpiffeId),
  calls_per_spiffe_id: most(defaultLimits.maxCallsPerSpiffeId),
  unread_bytes_per_spiffe_id: most(defaultLimits.maxUnreadBytesPerSpiffeId),
  handshakes_per_second: most(defaultLimits.handshakesPerSecond),
  handshakes_burst: most(defaultLimits.handshakesBurst),
});

const experimentalSchema = z.strictObject({
  cache_reload_interval: positiveDuration().default(5_000),
  full_cache_reload_interval: durationSchema().optional(),
  events_based_cache: z.boolean().optional(),
  prune_events_older_than: positiveDuration().default(43_200_000),
  event_timeout: durationSchema().optional(),
  sql_transaction_timeout: durationSchema().optional(),
  agent_spiffe_id_as_selector: z.boolean().default(false),
  socket_transport: z.enum(['grpc-js', 'own']).default('own'),
  port_transport: z.enum(['grpc-js', 'own']).default('own'),
  port_limits: portLimitsSchema.prefault({}),
  auth_opa_policy_engine: refused(
    rawBlock(),
    'who may call what is a fixed table, see docs/architecture.md',
  ),
  require_pq_kem: refused(
    z.boolean(),
    'the groups of key exchange cannot be restricted; TLS 1.3 prefers X25519MLKEM768 by itself',
  ),
  wit_key_type: refused(z.string(), 'WIT-SVIDs are not served'),
  wit_issuer: refused(z.string(), 'WIT-SVIDs are not served'),
  feature_flags: refused(z.array(z.string()), 'no feature flag is known'),
  named_pipe_name: refused(z.string(), windowsOnly),
});

/** The `server` block as it is written, before the command line and the rules between keys. */
export const serverBlockSchema = z.strictObject({
  trust_domain: z.string().optional(),
  data_dir: z.string().optional(),
  bind_address: hostSchema().default('0.0.0.0'),
  bind_port: portSchema().default(8081),
  socket_path: z.string().min(1).default('/tmp/spire-server/private/api.sock'),
  admin_ids: z.array(z.string()).default([]),
  agent_ttl: positiveDuration().optional(),
  default_x509_svid_ttl: positiveDuration().default(3_600_000),
  default_jwt_svid_ttl: positiveDuration().default(300_000),
  ca_ttl: positiveDuration().default(86_400_000),
  ca_key_type: z.string().default('ec-p256'),
  jwt_key_type: z.string().optional(),
  ca_subject: caSubjectSchema.optional(),
  jwt_issuer: z.string().optional(),
  disable_jwt_svids: z.boolean().default(false),
  log_level: z.string().optional(),
  log_format: z.string().optional(),
  log_file: z.string().optional(),
  log_source_location: z.boolean().optional(),
  audit_log_enabled: z.boolean().default(false),
  ratelimit: ratelimitSchema.prefault({}),
  proxy_protocol_trusted_cidrs: refused(
    z.array(z.string()),
    'the PROXY protocol is not read; rate limits see the address of the connection',
  ),
  prune_attested_nodes_expired_for: positiveDuration().optional(),
  prune_attested_nodes_batch_size: z.int().min(1).max(10_000).default(1000),
  prune_tofu_nodes: z.boolean().default(false),
  max_attested_node_info_staleness: durationSchema().optional(),
  profiling_enabled: refused(z.boolean(), goOnly),
  profiling_port: z.int().nonnegative().optional(),
  profiling_freq: z.int().nonnegative().optional(),
  profiling_names: z.array(z.string()).optional(),
  federation: federationBlockSchema.prefault({}),
  enrollment: enrollmentSchema.prefault({}),
  token_pepper: tokenPepperSchema.optional(),
  spire_join_token_ids: z.boolean().default(false),
  fleet: fleetBlockSchema.optional(),
  experimental: experimentalSchema.prefault({}),
});

export type ServerBlock = z.output<typeof serverBlockSchema>;

export const serverFileSchema = z.strictObject({
  server: serverBlockSchema.prefault({}),
  /** Decoded apart, in file order. */
  plugins: rawBlock().optional(),
  telemetry: telemetrySchema('spire_server').prefault({}),
  health_checks: healthChecksSchema.prefault({}),
});

export type ServerFile = z.output<typeof serverFileSchema>;
export type TelemetryConfig = ServerFile['telemetry'];
export type HealthChecksConfig = ServerFile['health_checks'];
