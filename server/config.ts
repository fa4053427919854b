import { resolve } from 'node:path';
import type { FaultReport } from '../common/config/config-error.ts';
import { decodeAround } from '../common/config/decode.ts';
import { bareHost } from '../common/text/host-port.ts';
import { loadConfigFile } from '../common/config/load-config.ts';
import { decodePlugins, type PluginBlock } from '../common/config/plugins.ts';
import { messageOf } from '../common/errors/spiffe-error.ts';
import { resolveLog, type LogConfig } from '../common/log/log-config.ts';
import { parseSpiffeId, type SpiffeId } from '../common/spiffe/spiffe-id.ts';
import { parseTrustDomain, type TrustDomain } from '../common/spiffe/trust-domain.ts';
import { parseKeyType, type KeyType } from '../common/x509/keys.ts';
import type { DistinguishedName } from '../common/x509/name.ts';
import {
  serverFileSchema,
  type HealthChecksConfig,
  type ServerBlock,
  type ServerFile,
  type TelemetryConfig,
} from './config-schema.ts';
import { ignoredKeys, ttlWarnings } from './config-warnings.ts';
import { resolvePepper } from './enrollment/tokens/pepper-config.ts';
import type { Pepper } from './enrollment/tokens/pepper-ring.ts';
import { resolveFederation, type FederationConfig } from './federation/federation-config.ts';
import { resolveFleet, type FleetConfig } from './fleet/fleet-config.ts';

/** The server's configuration after every check; durations are milliseconds. */
export interface ServerConfig {
  readonly trustDomain: TrustDomain;
  readonly dataDir: string;
  readonly bind: { readonly host: string; readonly port: number };
  readonly socketPath: string;
  readonly adminIds: ReadonlySet<SpiffeId>;
  readonly agentTtlMs: number;
  readonly x509SvidTtlMs: number;
  readonly jwtSvidTtlMs: number;
  readonly ca: {
    readonly ttlMs: number;
    readonly keyType: KeyType;
    readonly jwtKeyType: KeyType;
    readonly subject?: DistinguishedName;
  };
  readonly jwtIssuer?: string;
  readonly jwtSvidsEnabled: boolean;
  readonly log: LogConfig;
  readonly auditLog: boolean;
  readonly rateLimits: ServerBlock['ratelimit'];
  readonly agentPruning: {
    /** Absent: expired agents stay. */
    readonly expiredForMs?: number;
    readonly batchSize: number;
    readonly includeTofu: boolean;
  };
  readonly changePollMs: number;
  /** What speaks HTTP/2 on the admin socket. */
  readonly socketTransport: ServerBlock['experimental']['socket_transport'];
  /** The same with agents. */
  readonly portTransport: ServerBlock['experimental']['port_transport'];
  readonly portLimits: ServerBlock['experimental']['port_limits'];
  readonly changesKeptMs: number;
  readonly agentSpiffeIdAsSelector: boolean;
  readonly federation: FederationConfig;
  readonly enrollment: EnrollmentConfig;
  /** The keys under which tokens are stored; without them join tokens are stored as SHA-256. */
  readonly pepper?: Pepper;
  /** Keys of a pepper that are gone for good: tokens under them are deleted at the start. */
  readonly forgottenKeyIds: readonly string[];
  readonly spireJoinTokenIds: boolean;
  readonly fleet?: FleetConfig;
  readonly telemetry: TelemetryConfig;
  readonly healthChecks: HealthChecksConfig;
  readonly plugins: readonly PluginBlock[];
  /** What is accepted but does nothing or not what it seems, for the log. */
  readonly warnings: readonly string[];
}

interface EnrollmentConfig {
  /** What else is a warning keeps the server from starting. */
  readonly production: boolean;
  /** Audiences of the API servers, beside the usual ones. */
  readonly apiAudiences: readonly string[];
  /** Admits join tokens that were made for no profile although clusters have one. */
  readonly allowJoinTokens: boolean;
  /** How often to look for drift; 0 is never. */
  readonly driftIntervalMs: number;
  /** How many attempts of a cluster may come to nothing, each second; 0 is no limit. */
  readonly refusalsPerSecond: number;
}

/** What the command line may say; it wins over the file unless it is empty, false or 0. */
export type ServerFlags = Partial<
  Pick<
    ServerBlock,
    | 'bind_address'
    | 'bind_port'
    | 'data_dir'
    | 'trust_domain'
    | 'socket_path'
    | 'log_file'
    | 'log_format'
    | 'log_level'
    | 'log_source_location'
  >
>;

interface ReadServerConfigOptions {
  readonly path: string;
  readonly expandEnv: boolean;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly flags: ServerFlags;
}

/**
 * Reads and checks everything but the plugins' own data. Faults go into `report`, so that those of the
 * plugins can follow. Throws CONFIG_INVALID when the file cannot be read or parsed.
 */
export function readServerConfig(
  { env, expandEnv, flags, path }: ReadServerConfigOptions,
  report: FaultReport,
): { readonly config: ServerConfig | undefined; readonly plugins: readonly PluginBlock[] } {
  const tree = loadConfigFile(path, { expandEnv, env });
  const warnings: string[] = [];
  const file = decodeAround(tree, serverFileSchema, report);
  const plugins = decodePlugins(tree, report, ({ message }) => {
    warnings.push(`plugins: ${message}`);
  });
  const resolved = file && resolveConfig(file, flags, report);
  return {
    config: resolved && {
      ...resolved,
      plugins,
      warnings: [...warnings, ...resolved.warnings],
    },
    plugins,
  };
}

function resolveConfig(
  file: ServerFile,
  flags: ServerFlags,
  report: FaultReport,
): Omit<ServerConfig, 'plugins'> {
  const server = merge(file.server, flags);
  const attempt = attempts(report);
  const { experimental } = server;
  const trustDomain = attempt('trust_domain', () =>
    parseTrustDomain(required(server.trust_domain)),
  );
  const federation = resolveFederation(server.federation, {
    trustDomain,
    jwtIssuer: server.jwt_issuer,
    attempt,
  });
  return {
    trustDomain,
    dataDir: attempt('data_dir', () => resolve(required(server.data_dir))),
    bind: { host: bareHost(server.bind_address), port: server.bind_port },
    socketPath: resolve(server.socket_path),
    adminIds: attempt('admin_ids', () => new Set(server.admin_ids.map(parseSpiffeId))),
    agentTtlMs: server.agent_ttl ?? server.default_x509_svid_ttl,
    x509SvidTtlMs: server.default_x509_svid_ttl,
    jwtSvidTtlMs: server.default_jwt_svid_ttl,
    ca: resolveCa(server, attempt),
    ...(server.jwt_issuer && { jwtIssuer: server.jwt_issuer }),
    jwtSvidsEnabled: !server.disable_jwt_svids,
    log: resolveLog(server, (key, message) => {
      report.add({ path: `server.${key}`, message });
    }),
    auditLog: server.audit_log_enabled,
    rateLimits: server.ratelimit,
    agentPruning: {
      ...(server.prune_attested_nodes_expired_for !== undefined && {
        expiredForMs: server.prune_attested_nodes_expired_for,
      }),
      batchSize: server.prune_attested_nodes_batch_size,
      includeTofu: server.prune_tofu_nodes,
    },
    changePollMs: experimental.cache_reload_interval,
    socketTransport: experimental.socket_transport,
    portTransport: experimental.port_transport,
    portLimits: experimental.port_limits,
    changesKeptMs: experimental.prune_events_older_than,
    agentSpiffeIdAsSelector: experimental.agent_spiffe_id_as_selector,
    federation,
    enrollment: {
      production: server.enrollment.production,
      apiAudiences: server.enrollment.api_audiences,
      allowJoinTokens: server.enrollment.allow_join_tokens,
      driftIntervalMs: server.enrollment.drift_interval,
      refusalsPerSecond: server.enrollment.refusals_per_second,
    },
    ...resolveTokens(server, report),
    telemetry: file.telemetry,
    healthChecks: file.health_checks,
    warnings: [
      ...ttlWarnings(server),
      ...federation.warnings,
      ...ignoredKeys(server, file.telemetry, report),
    ],
  };
}

function resolveTokens(server: ServerBlock, report: FaultReport) {
  const { fleet, spire_join_token_ids: spireJoinTokenIds, token_pepper: block } = server;
  const resolved =
    block &&
    resolvePepper(block, (key, message) => {
      report.add({ path: `server.token_pepper.${key}`, message });
    });
  const pepper = resolved?.pepper;
  const isOff = block === undefined || (resolved !== undefined && pepper === undefined);
  if (fleet !== undefined && isOff) {
    const message =
      'needs keys in server.token_pepper: agents get tokens, which are stored under its keys';
    report.add({ path: 'server.fleet', message });
  }
  return {
    spireJoinTokenIds,
    forgottenKeyIds: resolved?.forgottenKeyIds ?? [],
    ...(pepper !== undefined && { pepper }),
    ...(fleet !== undefined && { fleet: resolveFleet(fleet) }),
  };
}

/** Runs a check of one key; what it throws is a fault of that key. */
type Attempt = <T>(key: string, work: () => T) => T;

function attempts(report: FaultReport): Attempt {
  return <T>(key: string, work: () => T) => {
    try {
      return work();
    } catch (error) {
      report.add({ path: `server.${key}`, message: messageOf(error) });
      // Never read: the report has a fault.
      return undefined as T;
    }
  };
}

/** SPIRE 1.15: what is empty, false or 0 never overrides. */
function merge(server: ServerBlock, flags: ServerFlags): ServerBlock {
  const given = Object.entries(flags).filter(([, value]) => Boolean(value));
  return { ...server, ...(Object.fromEntries(given) as ServerFlags) };
}

function required(value: string | undefined): string {
  if (value !== undefined && value !== '') return value;
  throw new Error('must be configured');
}

function resolveCa(server: ServerBlock, attempt: Attempt): ServerConfig['ca'] {
  const keyType = attempt('ca_key_type', () => parseKeyType(server.ca_key_type));
  const { jwt_key_type: jwtKeyType, ca_subject: subject } = server;
  const name = subject === undefined ? [] : nameOf(subject);
  return {
    ttlMs: server.ca_ttl,
    keyType,
    jwtKeyType: jwtKeyType ? attempt('jwt_key_type', () => parseKeyType(jwtKeyType)) : keyType,
    ...(name.length > 0 && { subject: name }),
  };
}

function nameOf(subject: NonNullable<ServerBlock['ca_subject']>): DistinguishedName {
  const { country, organization, common_name: commonName } = subject;
  return [
    ...country.map((value) => ({ type: 'C', value })),
    ...organization.map((value) => ({ type: 'O', value })),
    ...(commonName === '' ? [] : [{ type: 'CN', value: commonName }]),
  ];
}
