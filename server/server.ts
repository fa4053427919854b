import type { RuntimeHost } from '../common/catalog/prepare-plugins.ts';
import type { Clock } from '../common/clock/clock.ts';
import { SpiffeError } from '../common/errors/spiffe-error.ts';
import { makeFolder } from '../common/files/make-folder.ts';
import { openFileLimit } from '../common/lifecycle/open-files.ts';
import { startParts, type Lifecycle } from '../common/lifecycle/lifecycle.ts';
import type { LogLevel, Logger } from '../common/log/logger.ts';
import { createCallerReader } from '../common/peertracker/peer-tracker.ts';
import type { Interceptor } from '../common/rpc/contract.ts';
import type { Metrics } from '../common/telemetry/metrics.ts';
import { adminMethods, publicMethods } from './api/methods.ts';
import { authorizationInterceptor, Authorizer } from './authorization/authorizer.ts';
import { rateLimitInterceptor } from './authorization/rate-limits.ts';
import { startAuthority, type Authority } from './authority.ts';
import { watchAuthorityExpiry } from './ca/authority-expiry.ts';
import type { PreparedPlugins } from './catalog/catalog.ts';
import type { HostLinks } from './catalog/host-services.ts';
import { createPluginRuntime } from './catalog/start-runtime.ts';
import type { ServerConfig } from './config.ts';
import { clientVerifier } from './endpoints/client-verifier.ts';
import { openEndpoints } from './endpoints/endpoints.ts';
import { serverChecks, type CheckState } from './endpoints/health-checks.ts';
import { rpcMetrics } from './endpoints/rpc-metrics.ts';
import { httpsCredentials, serverCredentials } from './endpoints/server-credentials.ts';
import { openFederationListeners } from './federation/federation.ts';
import { openFleetEndpoint } from './fleet/fleet-endpoint.ts';
import { openMemory, type Memory } from './memory.ts';
import { operatorReads } from './remembered-reads.ts';
import { startPruning } from './pruning.ts';
import { startPublication } from './publication/bundle-publication.ts';
import { buildServices, pruningTasks, type Services } from './services.ts';

interface ServerDeps {
  readonly plugins: PreparedPlugins;
  readonly log: Logger;
  readonly logControl: { level(): LogLevel; setLevel(level: LogLevel): void };
  readonly clock: Clock;
  readonly metrics: Metrics;
  readonly version: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Aborted when the program is told to end, also while the server still starts. */
  readonly ending?: AbortSignal;
}

export interface RunningServer {
  /** Where agents connect. */
  readonly address: { readonly host: string; readonly port: number };
  /** For the health listener. */
  readonly checks: Readonly<Record<string, () => Promise<CheckState>>>;
  /** Finishes calls under way, closes the sockets, then the datastore. */
  stop(): Promise<void>;
  /** Gives plugins their configuration files anew (SIGUSR1). */
  reconfigure(): Promise<void>;
}

/** Builds the server and starts it; when something fails, what was started is stopped. */
export function startServer(config: ServerConfig, deps: ServerDeps): Promise<RunningServer> {
  return startParts(deps.log, (lifecycle) => start(config, deps, lifecycle));
}

async function start(
  config: ServerConfig,
  allDeps: ServerDeps,
  lifecycle: Lifecycle,
): Promise<RunningServer> {
  makeDataDir(config.dataDir);
  const links: HostLinks = {};
  const runtime = createPluginRuntime(config, allDeps, links);
  lifecycle.defer('plugins', () => runtime.stop());
  const deps = { ...allDeps, runtime };
  const memory = await openMemory(config, deps, lifecycle);
  links.hasAgent = async (id) => (await memory.store.agents.find(id)) !== undefined;
  const authority = await startAuthority(config, deps, memory, lifecycle.signal);
  links.identity = () => {
    const { chainDer, keyPair } = authority.svid.current();
    return { chainDer, keyPair, bundle: memory.bundles.get(config.trustDomain) };
  };
  const services = await buildServices(config, deps, memory, authority);
  const { clock, log, metrics } = deps;
  const active = (kind: 'x509' | 'jwt') => authority.ca[kind].current;
  const isFailing = () => authority.ca.failure !== undefined;
  watchAuthorityExpiry({ active, isFailing, clock, log, metrics }, lifecycle.signal);
  const pruning = pruningTasks(config, clock, memory, services, authority);
  startPruning(pruning, lifecycle.signal, clock, log);
  const reads = operatorReads(memory, deps);
  const credentials = serverCredentials(() => authority.svid.current());
  const address = await openEndpoints(
    {
      tcp: config.bind,
      socketPath: config.socketPath,
      methods: publicMethods(config, clock, memory, reads, authority, services),
      adminMethods: adminMethods(deps.logControl, clock, memory, authority, config.trustDomain),
      interceptors: interceptorsOf(config, deps, memory, services),
      credentials,
      verifyClient: clientVerifier({ ...config, bundles: memory.bundles, clock }),
      trackPeers: createCallerReader(),
      unixTransport: config.socketTransport,
      tcpTransport: config.portTransport,
      tcpLimits: config.portLimits,
      openFiles: openFileLimit(),
      log: log.child({ subsystem_name: 'endpoints' }),
      clock,
      metrics,
    },
    lifecycle,
  );
  services.refresher.run(lifecycle.signal);
  const { driftIntervalMs } = config.enrollment;
  if (driftIntervalMs > 0) void services.drift.run(driftIntervalMs, lifecycle.signal);
  await publishBundle(config, deps, memory, lifecycle.signal);
  const { bundles } = memory;
  const { federation } = config;
  await openFederationListeners(
    { ...config, config: federation, bundles, credentials, clock, log },
    lifecycle,
  );
  if (config.fleet !== undefined && services.tokens?.node !== undefined) {
    const tls = httpsCredentials(credentials);
    const fleetLog = log.child({ subsystem_name: 'fleet' });
    const tokens = services.tokens.node;
    await openFleetEndpoint({ config: config.fleet, tokens, tls, clock, log: fleetLog }, lifecycle);
  }
  return {
    address,
    checks: checksOf(config, memory, authority, clock),
    stop: () => lifecycle.stop(),
    reconfigure: () => runtime.reconfigure(),
  };
}

async function publishBundle(
  { trustDomain }: ServerConfig,
  { plugins, clock, version, env, log: serverLog, runtime }: ServerDeps & RuntimeHost,
  { bundles, federationListeners: listeners }: Memory,
  signal: AbortSignal,
): Promise<void> {
  const log = serverLog.child({ subsystem_name: 'bundle_publisher' });
  const publishers = await plugins.createBundlePublishers({
    trustDomain,
    clock,
    version,
    env,
    log,
    runtime,
  });
  const bundle = () => bundles.get(trustDomain);
  startPublication({ publishers, bundle, listeners, clock, log }, signal);
}

function interceptorsOf(
  { adminIds, auditLog, rateLimits }: ServerConfig,
  { clock, metrics }: ServerDeps,
  { entries }: Memory,
  { agents, audit }: Services,
): readonly Interceptor[] {
  const authorizer = new Authorizer({ adminIds, entries, agents });
  return [
    rpcMetrics(metrics, clock),
    ...(auditLog ? [audit.interceptor] : []),
    authorizationInterceptor(authorizer, (call, as) => audit.authorized(call, as)),
    rateLimitInterceptor(rateLimits, clock),
  ];
}

function checksOf(
  { trustDomain }: ServerConfig,
  { bundles, store, contact }: Memory,
  { ca }: Authority,
  clock: Clock,
): RunningServer['checks'] {
  return serverChecks({
    hasBundle: () => bundles.has(trustDomain),
    checkSigner: () => void ca.x509.signer(),
    rotationFailure: () => ca.failure,
    datastoreFailure: () => contact.failure,
    pingDatastore: () => store.changes.revision(),
    clock,
  });
}

function makeDataDir(path: string): void {
  try {
    makeFolder(path, 0o755);
  } catch (cause) {
    throw new SpiffeError('STORAGE_FAILED', `unable to create data_dir ${JSON.stringify(path)}`, {
      cause,
    });
  }
}
