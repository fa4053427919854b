import type { Clock } from '../common/clock/clock.ts';
import { runLoop, startParts, type Lifecycle } from '../common/lifecycle/lifecycle.ts';
import type { Logger } from '../common/log/logger.ts';
import { createPeerTracker } from '../common/peertracker/peer-tracker.ts';
import { noMetrics, type Metrics } from '../common/telemetry/metrics.ts';
import { parseCertificate } from '../common/x509/certificate.ts';
import { StreamRegistry } from '../sds/registry.ts';
import { Callers } from './callers/callers.ts';
import {
  createWorkloadAttestation,
  createWorkloadWatch,
  type AttestWorkload,
  type WatchWorkload,
  type WorkloadAttestor,
} from './callers/workload-attestation.ts';
import type { PreparedPlugins } from './catalog/catalog.ts';
import { createPluginRuntime, startPlugins } from './catalog/start-plugins.ts';
import { ServerClient } from './client/server-client.ts';
import { ServerWatch } from './client/server-watch.ts';
import type { AgentConfig } from './config.ts';
import { adminMethods } from './endpoints/admin-methods.ts';
import { agentHealth, type AgentHealth } from './endpoints/agent-health.ts';
import { publicMethods } from './endpoints/public-methods.ts';
import { requireSecurityHeader } from './endpoints/security-header.ts';
import { serveUnix, type SocketHost } from './endpoints/serve-unix.ts';
import { VisibleCallers } from './endpoints/visible-callers.ts';
import { createHeartbeat } from './heartbeat/create-heartbeat.ts';
import { JwtSvids } from './manager/jwt-svids.ts';
import { Manager, type ManagerServer } from './manager/manager.ts';
import { prepareKey } from './manager/preflight.ts';
import { HorizonWatch } from './operator/horizon-watch.ts';
import { outageHorizons } from './operator/outage-horizon.ts';
import { Serving } from './serving.ts';
import { findShare } from './pods/cgroup-share.ts';
import { readProgram } from './pods/process-cgroup.ts';
import { lockDirectory } from './storage/lock.ts';
import { Storage } from './storage/storage.ts';
import { SvidStoreService } from './svidstore/svid-store-service.ts';
import type { SvidStore } from './svidstore/svid-store.ts';
import { isDenial } from './svid/denial.ts';
import { createKeeper } from './svid/create-keeper.ts';
import type { AgentSvidKeeper } from './svid/keeper.ts';
import { SpireMetrics } from './telemetry/spire-metrics.ts';

interface AgentDeps {
  readonly plugins: PreparedPlugins;
  readonly log: Logger;
  readonly clock: Clock;
  readonly metrics: Metrics;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly version: string;
  /** Aborted when the agent is told to end, also while it still starts. */
  readonly ending?: AbortSignal;
  /** The agent's own process. */
  readonly pid: number;
  readonly logLevel: { level(): string; setLevel(level: string): void; reset(): void };
}

export interface RunningAgent {
  readonly serving: Serving;
  readonly manager: Manager;
  /** What the health listener shows. */
  health(): AgentHealth;
  /** Ends every call and connection, then releases the data directory. */
  stop(): Promise<void>;
  /** Gives plugins their configuration files anew (SIGUSR1). */
  reconfigure(): Promise<void>;
}

/**
 * Starts an agent. Its socket answers before anything else is looked at; from then on nothing that
 * happens outside ends it. Throws when the socket or the data directory cannot be had.
 */
export function startAgent(config: AgentConfig, deps: AgentDeps): Promise<RunningAgent> {
  return startParts(deps.log, (lifecycle) => start(config, deps, lifecycle));
}

async function start(
  config: AgentConfig,
  deps: AgentDeps,
  lifecycle: Lifecycle,
): Promise<RunningAgent> {
  const { clock, log, metrics } = deps;
  const spire = new SpireMetrics({
    metrics: config.telemetry.SpireMetricNames ? metrics : noMetrics,
    clock,
    version: deps.version,
    trustDomain: config.trustDomain,
  });
  const client = new ServerClient({
    log: log.child({ subsystem_name: 'manager' }),
    useSyncAuthorizedEntries: config.useSyncAuthorizedEntries,
  });
  const manager = createManager(config, deps, spire.server(client), {
    onServerError: (error) => {
      keeper.serverFailed(error);
      serverWatch.serverFailed(error);
      // A server that refuses this agent is not away: it withdrew it, or wants it to attest again.
      if (manager.status.lastSyncError === error && !isDenial(error)) horizon.failed();
    },
    onSynced: () => {
      keeper.serverAnswered();
      serverWatch.serverAnswered();
      horizon.synced();
      serving.wake();
    },
    onBundle: (bundle) => {
      keeper.bundleChanged(bundle);
      const startedMs = clock.monotonic();
      const dropped = jwtSvids.bundleChanged(bundle);
      if (dropped > 0) manager.jwtSvidsTainted(dropped, clock.monotonic() - startedMs);
    },
    onPublished: () => stores.service?.wake(),
  });
  const stores: { service?: SvidStoreService | undefined } = {};
  const serverWatch = new ServerWatch({
    watch: (onNotice, signal) => client.watchChanges(onNotice, signal),
    onChange: () => void manager.requestSync(),
    clock,
    log: log.child({ subsystem_name: 'manager' }),
  });
  const jwtCacheSize = spire.metrics.gauge('jwt_svid_cache_size', 'JWT-SVIDs that are kept');
  jwtCacheSize.set(0);
  const jwtSvids = new JwtSvids({
    mint: (entryId, audience, signal) => client.mintJwtSvid(entryId, audience, signal),
    clock,
    log: log.child({ subsystem_name: 'manager' }),
    maxSize: config.jwtCacheSize,
    hitTimeoutMs: config.jwtCacheHitTimeoutMs,
    onSize: (size) => jwtCacheSize.set(size),
  });
  const horizons = () => outageHorizons(manager.outageFacts(), authorityEnd);
  const horizon = new HorizonWatch({
    horizons,
    clock,
    log: log.child({ subsystem_name: 'manager' }),
    metrics,
  });
  const serving: Serving = new Serving({
    clock,
    isSynced: () => manager.synced,
    onWithdrawn: (error) => callers.failAll(error),
  });
  const procPath = deps.env['HOST_PROC'] ?? '/proc';
  const attest = Promise.withResolvers<AttestWorkload>();
  let watch: WatchWorkload = () => () => undefined;
  let findExplainer: () => WorkloadAttestor['explainer'] = () => undefined;
  const attestLater: AttestWorkload = async (pid, signal) => (await attest.promise)(pid, signal);
  const callers = new Callers({
    attest: attestLater,
    watch: (pid, onChange) => watch(pid, onChange),
    manager,
    clock,
    log: log.child({ subsystem_name: 'workload_attestor' }),
    checkServing: () => serving.check(),
    programOf: (pid) => readProgram(procPath, pid),
  });

  const streams = new StreamRegistry();
  const endpoints = log.child({ subsystem_name: 'endpoints' });
  const interceptors = [spire.interceptor, requireSecurityHeader];
  const host: SocketHost = { clock, log: endpoints, metrics, interceptors, lifecycle };
  const shared = { ...deps, callers, jwtSvids, manager, serving, streams };
  const methods = publicMethods(config, { ...shared, log: endpoints });
  const visible = new VisibleCallers(
    createPeerTracker(undefined, undefined, (pid) => findShare(procPath, pid)),
    endpoints,
  );
  const served = { transport: config.socketTransport, limits: config.socketLimits };
  if (methods.length > 0) {
    const at = { path: config.socketPath, mode: 0o777, ...served, trackPeers: visible };
    await serveUnix(at, methods, host);
    log.info('Starting Workload and SDS APIs', { address: at.path, network: 'unix' });
  }
  if (config.adminSocketPath !== undefined) {
    const trackPeers = createPeerTracker();
    const at = { path: config.adminSocketPath, mode: 0o770, ...served, trackPeers };
    const { authorizedDelegates, sds } = config;
    const parts = {
      ...shared,
      authorizedDelegates,
      sds,
      attest: attestLater,
      explainer: () => findExplainer(),
      horizons,
      procPath,
      log: log.child({ subsystem_name: 'delegated_identity_api' }),
    };
    await serveUnix(at, adminMethods(parts), host);
    log.info('Starting Admin APIs', { address: at.path, network: 'unix' });
  }

  const storage = Storage.open(config.dataDir);
  const lock = await lockDirectory(config.dataDir);
  lifecycle.defer('data directory', () => lock.release());
  const { signal } = lifecycle;
  const runtime = createPluginRuntime(config, deps);
  lifecycle.defer('plugins', () => runtime.stop());
  const plugins = await startPlugins(deps.plugins, config, {
    runtime,
    env: deps.env,
    procPath,
    clock,
    log,
    metrics,
    signal,
  });
  const { workloadAttestors: attestors } = plugins;
  watch = createWorkloadWatch(attestors);
  findExplainer = () => attestors.find(({ explainer }) => explainer !== undefined)?.explainer;
  const attestation = createWorkloadAttestation({ attestors, clock, log: endpoints, metrics });
  attest.resolve(spire.attestation(attestation));
  // There is nothing to ask the server before the agent is attested.
  const startManager = once(() => manager.run(signal));
  const heartbeat = createHeartbeat(config, { ...deps, client, manager, plugins, streams });
  const keeper: AgentSvidKeeper = createKeeper(config, {
    ...deps,
    client,
    heartbeat,
    manager,
    plugins,
    serverWatch,
    serving,
    spire,
    startManager,
    storage,
  });

  const failed = (error: unknown) => log.error('Agent loop ended unexpectedly', { error });
  runLoop(signal, failed, () => keeper.run(signal));
  runLoop(signal, failed, () => serverWatch.run(signal));
  runLoop(signal, failed, () => heartbeat.run(signal));
  runLoop(signal, failed, () => horizon.run(signal));
  runLoop(signal, failed, () => spire.run(signal));
  stores.service = startStores(plugins.svidStores, { clock, log, manager, signal });
  lifecycle.defer('server connection', () => client.use(undefined));
  return {
    serving,
    manager,
    health: () => agentHealth(serving, manager.status, visible),
    stop: () => lifecycle.stop(),
    reconfigure: () => runtime.reconfigure(),
  };
}

function startStores(
  stores: readonly SvidStore[],
  { clock, log, manager, signal }: StoreParts,
): SvidStoreService | undefined {
  if (stores.length === 0) return undefined;
  const storeLog = log.child({ subsystem_name: 'svid_store_service' });
  const records = () => manager.stored();
  const service = new SvidStoreService({ stores, records, clock, log: storeLog });
  const failed = (error: unknown) => storeLog.error('SVIDStore service ended', { error });
  runLoop(signal, failed, () => service.run(signal));
  return service;
}

interface StoreParts {
  readonly clock: Clock;
  readonly log: Logger;
  readonly manager: Manager;
  readonly signal: AbortSignal;
}

function createManager(
  config: AgentConfig,
  { clock, log, metrics, plugins }: AgentDeps,
  server: ManagerServer,
  hooks: Pick<
    ConstructorParameters<typeof Manager>[0],
    'onServerError' | 'onBundle' | 'onSynced' | 'onPublished'
  >,
): Manager {
  const target = config.availabilityTargetMs;
  return new Manager({
    ...hooks,
    server,
    clock,
    log: log.child({ subsystem_name: 'manager' }),
    metrics,
    syncIntervalMs: config.syncIntervalMs,
    maxSvids: config.x509CacheSize,
    storesSvids: plugins.storesSvids,
    ...(target === undefined ? {} : { availabilityTargetMs: target }),
    prepareKey: (spiffeId) => prepareKey(spiffeId, config.workloadKeyType),
  });
}

function once(run: () => void): () => void {
  let done = false;
  return () => {
    if (!done) run();
    done = true;
  };
}

/** When a CA certificate ends; one that cannot be read ends nothing that works. */
function authorityEnd(der: Uint8Array): number {
  try {
    return parseCertificate(der).notAfterMs;
  } catch {
    // Bundles of other trust domains may hold what we do not understand; it verifies nobody.
    return -Infinity;
  }
}
