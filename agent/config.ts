import { dirname, resolve, sep } from 'node:path';
import type { Fault, FaultReport } from '../common/config/config-error.ts';
import { decodeAround } from '../common/config/decode.ts';
import { loadConfigFile } from '../common/config/load-config.ts';
import { decodePlugins, type PluginBlock } from '../common/config/plugins.ts';
import { messageOf } from '../common/errors/spiffe-error.ts';
import { resolveLog, type LogConfig } from '../common/log/log-config.ts';
import { parseSpiffeId, trustDomainOf, type SpiffeId } from '../common/spiffe/spiffe-id.ts';
import { parseTrustDomain, type TrustDomain } from '../common/spiffe/trust-domain.ts';
import { bareHost } from '../common/text/host-port.ts';
import type { KeyType } from '../common/x509/keys.ts';
import { withSpireRateLimits, type SdsConfig } from '../sds/config.ts';
import { resolveBootstrap, type Bootstrap, type Check } from './config-bootstrap.ts';
import {
  agentFileSchema,
  type AgentBlock,
  type AgentFile,
  type HealthChecksConfig,
  type TelemetryConfig,
} from './config-schema.ts';
import { ignoredKeys } from './config-warnings.ts';

/** The agent's configuration after every check; alternatives are unions, durations milliseconds. */
export interface AgentConfig extends Bootstrap {
  readonly dataDir: string;
  readonly trustDomain: TrustDomain;
  readonly server: { readonly host: string; readonly port: number };
  readonly socketPath: string;
  readonly adminSocketPath: string | undefined;
  readonly serveWorkloadApi: boolean;
  readonly serveSds: boolean;
  readonly log: LogConfig;
  /** Selector prefixes that may be logged for callers without identity. */
  readonly logSelectors: readonly string[];
  readonly workloadKeyType: KeyType;
  readonly availabilityTargetMs: number | undefined;
  readonly x509CacheSize: number;
  readonly jwtCacheSize: number;
  readonly jwtCacheHitTimeoutMs: number;
  readonly allowUnauthenticatedVerifiers: boolean;
  readonly allowedForeignJwtClaims: readonly string[];
  /** Who may ask for the identities of others, on the admin socket. */
  readonly authorizedDelegates: readonly SpiffeId[];
  readonly sds: SdsConfig;
  readonly syncIntervalMs: number;
  readonly useSyncAuthorizedEntries: boolean;
  readonly socketTransport: AgentBlock['experimental']['socket_transport'];
  readonly socketLimits: AgentBlock['experimental']['socket_limits'];
  /** Calls per second and caller by method; absent or 0 means no limit. */
  readonly rateLimits: AgentBlock['experimental']['ratelimit'];
  readonly telemetry: TelemetryConfig;
  readonly healthChecks: HealthChecksConfig;
  /** Where profiles are served on 127.0.0.1. */
  readonly profilingPort?: number;
  readonly plugins: readonly PluginBlock[];
  /** What is accepted but does nothing, for the log. */
  readonly warnings: readonly string[];
}

/** What the command line may say; it wins over the file unless it is empty, false or 0. */
export type AgentFlags = Partial<
  Pick<
    AgentBlock,
    | 'data_dir'
    | 'trust_domain'
    | 'server_address'
    | 'server_port'
    | 'socket_path'
    | 'disable_workload_api'
    | 'disable_sds_api'
    | 'insecure_bootstrap'
    | 'trust_bundle_path'
    | 'trust_bundle_url'
    | 'trust_bundle_format'
    | 'rebootstrap_mode'
    | 'rebootstrap_delay'
    | 'join_token'
    | 'join_token_file'
    | 'log_level'
    | 'log_format'
    | 'log_file'
    | 'log_source_location'
    | 'allow_unauthenticated_verifiers'
  >
>;

interface ReadAgentConfigOptions {
  readonly path: string;
  readonly expandEnv: boolean;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly flags: AgentFlags;
}

/**
 * Reads and checks everything but the plugins' own data. Faults go into `report`, so that those of the
 * plugins can follow. Throws CONFIG_INVALID when the file cannot be read or parsed.
 */
export function readAgentConfig(
  { env, expandEnv, flags, path }: ReadAgentConfigOptions,
  report: FaultReport,
): { readonly config: AgentConfig | undefined; readonly plugins: readonly PluginBlock[] } {
  const tree = loadConfigFile(path, { expandEnv, env });
  const warnings: string[] = [];
  const file = decodeAround(tree, agentFileSchema, report);
  const plugins = decodePlugins(tree, report, ({ message }) => {
    warnings.push(`plugins: ${message}`);
  });
  const resolved = file && resolveConfig(file, flags, report, warnings);
  return {
    config: resolved && { ...resolved, plugins },
    plugins,
  };
}

const hourMs = 3_600_000;
const defaultSocket = '/tmp/spire-agent/public/api.sock';
const defaultCacheSize = 1000;

function resolveConfig(
  file: AgentFile,
  flags: AgentFlags,
  report: FaultReport,
  warnings: string[],
): Omit<AgentConfig, 'plugins'> {
  const agent = merge(file.agent, flags);
  const check = checker(report);
  const { experimental } = agent;
  warnings.push(...ignoredKeys(agent, file.telemetry));
  const sockets = resolveSockets(agent, check);
  return {
    ...sockets,
    dataDir: agent.data_dir ?? '.',
    trustDomain: resolveTrustDomain(agent, check),
    server: resolveServer(agent, check),
    serveWorkloadApi: agent.disable_workload_api !== true,
    serveSds: agent.disable_sds_api !== true,
    ...resolveBootstrap(agent, check),
    log: resolveLog(agent, (key, message) => check(false, key, message)),
    logSelectors: agent.log_selectors,
    workloadKeyType: resolveKeyType(agent, check),
    availabilityTargetMs: resolveAvailabilityTarget(agent, check),
    x509CacheSize: agent.x509_svid_cache_max_size || defaultCacheSize,
    jwtCacheSize: agent.jwt_svid_cache_max_size || defaultCacheSize,
    jwtCacheHitTimeoutMs: resolveHitTimeout(agent, check),
    allowUnauthenticatedVerifiers: agent.allow_unauthenticated_verifiers ?? false,
    allowedForeignJwtClaims: agent.allowed_foreign_jwt_claims,
    authorizedDelegates: resolveDelegates(agent, check),
    sds: withSpireRateLimits(agent.sds, definedOnly(experimental.ratelimit)),
    syncIntervalMs: experimental.sync_interval || 5_000,
    useSyncAuthorizedEntries: experimental.use_sync_authorized_entries,
    socketTransport: experimental.socket_transport,
    socketLimits: experimental.socket_limits,
    rateLimits: experimental.ratelimit,
    telemetry: file.telemetry,
    healthChecks: file.health_checks,
    ...profilingOf(agent),
    warnings,
  };
}

function checker(report: FaultReport): Check {
  return (isGood, key, message) => {
    const fault: Fault = { path: `agent.${key}`, message };
    if (!isGood) report.add(fault);
  };
}

/** SPIRE 1.15: what is empty, false or 0 never overrides. */
function merge(agent: AgentBlock, flags: AgentFlags): AgentBlock {
  const given = Object.entries(flags).filter(([, value]) => Boolean(value));
  return { ...agent, ...(Object.fromEntries(given) as AgentFlags) };
}

function resolveTrustDomain(agent: AgentBlock, check: Check): TrustDomain {
  const name = agent.trust_domain ?? '';
  if (name === '') check(false, 'trust_domain', 'must be configured');
  else {
    try {
      return parseTrustDomain(name);
    } catch (error) {
      check(false, 'trust_domain', messageOf(error));
    }
  }
  return '' as TrustDomain;
}

function resolveServer(agent: AgentBlock, check: Check): AgentConfig['server'] {
  const { server_address: host = '', server_port: port = 0 } = agent;
  check(host !== '', 'server_address', 'must be configured');
  check(port !== 0, 'server_port', 'must be configured');
  // A bracketed IPv6 address is accepted as people write it in URLs.
  return { host: bareHost(host), port };
}

function resolveSockets(agent: AgentBlock, check: Check) {
  const socketPath = resolve(agent.socket_path ?? defaultSocket);
  if (!agent.admin_socket_path) return { socketPath, adminSocketPath: undefined };
  const adminSocketPath = resolve(agent.admin_socket_path);
  const publicDir = dirname(socketPath);
  check(
    !`${dirname(adminSocketPath)}${sep}`.startsWith(`${publicDir}${sep}`),
    'admin_socket_path',
    'cannot be in the same directory or under the same directory as the Workload API socket',
  );
  return { socketPath, adminSocketPath };
}

function resolveDelegates(agent: AgentBlock, check: Check): readonly SpiffeId[] {
  return agent.authorized_delegates.flatMap((text) => {
    try {
      const id = parseSpiffeId(text);
      const isMember = trustDomainOf(id) === agent.trust_domain;
      const rule = `is not a member of trust domain ${JSON.stringify(agent.trust_domain)}`;
      check(isMember, 'authorized_delegates', `${JSON.stringify(text)} ${rule}`);
      return [id];
    } catch (error) {
      check(false, 'authorized_delegates', messageOf(error));
      return [];
    }
  });
}

function resolveKeyType(agent: AgentBlock, check: Check): KeyType {
  const type = agent.workload_x509_svid_key_type.toLowerCase();
  if (type === 'ec-p256' || type === 'ec-p384' || type === 'rsa-2048') return type;
  check(
    false,
    'workload_x509_svid_key_type',
    `key type ${JSON.stringify(type)} is unknown, must be one of [rsa-2048, ec-p256, ec-p384]`,
  );
  return 'ec-p256';
}

function resolveAvailabilityTarget(agent: AgentBlock, check: Check): number | undefined {
  const target = agent.availability_target;
  if (target === undefined) return undefined;
  check(target >= 24 * hourMs, 'availability_target', 'must be at least 24h0m0s');
  return target;
}

function resolveHitTimeout(agent: AgentBlock, check: Check): number {
  const timeout = agent.experimental.jwt_svid_cache_hit_timeout;
  if (timeout === undefined) return 30_000;
  const isGood = timeout >= 5_000 && timeout < 30_000;
  check(isGood, 'experimental.jwt_svid_cache_hit_timeout', 'must be at least 5s and less than 30s');
  return timeout;
}

function profilingOf({ profiling_enabled: enabled, profiling_port: port }: AgentBlock) {
  return enabled && port > 0 ? { profilingPort: port } : {};
}

function definedOnly(limits: AgentBlock['experimental']['ratelimit']) {
  const { stream_secrets: streams, fetch_secrets: fetches } = limits;
  return {
    ...(streams === undefined ? {} : { stream_secrets: streams }),
    ...(fetches === undefined ? {} : { fetch_secrets: fetches }),
  };
}
