import { existsSync } from 'node:fs';
import type { Clock } from '../common/clock/clock.ts';
import { messageOf } from '../common/errors/spiffe-error.ts';
import { Lifecycle, runLoop } from '../common/lifecycle/lifecycle.ts';
import type { Logger } from '../common/log/logger.ts';
import { createPeerTracker, type PeerTracker } from '../common/peertracker/peer-tracker.ts';
import type { Interceptor, ServedMethod } from '../common/rpc/contract.ts';
import { createReflection } from '../common/rpc/reflection.ts';
import { createRpcServer, type RpcServer } from '../common/rpc/rpc-server.ts';
import { noMetrics, type Metrics } from '../common/telemetry/metrics.ts';
import { parseCertificate } from '../common/x509/certificate.ts';
import { StreamRegistry } from '../sds/registry.ts';
import { createSdsService } from '../sds/service.ts';
import { attestNode } from './attestor/attest.ts';
import { loadTrustBundle } from './attestor/trust-bundle-source.ts';
import { Callers } from './callers/callers.ts';
import {
  createWorkloadAttestation,
  createWorkloadWatch,
  type AttestWorkload,
  type WatchWorkload,
} from './callers/workload-attestation.ts';
import type { AgentPlugins, PreparedPlugins } from './catalog/catalog.ts';
import { dialServer } from './client/dial.ts';
import { ServerClient } from './client/server-client.ts';
import { ServerWatch } from './client/server-watch.ts';
import type { AgentConfig } from './config.ts';
import { createAdminMethods } from './endpoints/admin.ts';
import { createHealthService } from './endpoints/health.ts';
import { MethodLimits } from './endpoints/method-limits.ts';
import { createOperatorMethods } from './endpoints/operator.ts';
import { requireSecurityHeader } from './endpoints/security-header.ts';
import { createWitMethods } from './endpoints/unimplemented.ts';
import { VisibleCallers } from './endpoints/visible-callers.ts';
import { createWorkloadJwt } from './endpoints/workload-jwt.ts';
import { createWorkloadX509 } from './endpoints/workload-x509.ts';
import { JwtSvids } from './manager/jwt-svids.ts';
import { Manager, type ManagerServer } from './manager/manager.ts';
import { prepareKey } from './manager/preflight.ts';
import { HorizonWatch } from './operator/horizon-watch.ts';
import { outageHorizons } from './operator/outage-horizon.ts';
import { Serving } from './serving.ts';
import { lockDirectory } from './storage/lock.ts';
import { Storage } from './storage/storage.ts';
import { AgentSvidKeeper } from './svid/keeper.ts';
import { SpireMetrics } from './telemetry/spire-metrics.ts';

export interface AgentDeps {
  readonly plugins: PreparedPlugins;
  readonly log: Logger;
  readonly clock: Clock;
  readonly metrics: Metrics;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly version: string;
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
}

export interface AgentHealth {
  /** The agent answers; nothing outside can make it unwell. */
  readonly live: boolean;
  /** It is attested and has synchronized. */
  readonly ready: boolean;
  readonly readyDetails?: Readonly<Record<string, unknown>>;
}

/** How long SDS streams may wait for the first sync; Envoy's own retries grow far apart. */
const sdsHoldMs = 30_000;
const shutdownGraceMs = 1_000;

/**
 * Starts an agent. Its socket answers before anything else is looked at; from then on nothing that
 * happens outside ends it. Throws when the socket or the data directory cannot be had.
 */
export async function startAgent(config: AgentConfig, deps: AgentDeps): Promise<RunningAgent> {
  const lifecycle = new Lifecycle(deps.log);
  try {
    return await start(config, deps, lifecycle);
  } catch (error) {
    await lifecycle.stop();
    throw error;
  }
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
  const interceptors = [spire.interceptor, requireSecurityHeader];
  const client = new ServerClient({
    log: log.child({ subsystem_name: 'manager' }),
    useSyncAuthorizedEntries: config.useSyncAuthorizedEntries,
  });
  const manager = createManager(config, deps, spire.server(client), {
    onServerError: (error) => {
      keeper.serverFailed(error);
      serverWatch.serverFailed(error);
      if (manager.status.lastSyncError === error) horizon.failed();
    },
    onSynced: () => {
      keeper.serverAnswered();
      serverWatch.serverAnswered();
      horizon.synced();
      serving.wake();
    },
    onBundle: (bundle) => {
      keeper.bundleChanged(bundle);
      jwtSvids.bundleChanged(bundle);
    },
  });
  const serverWatch = new ServerWatch({
    watch: (onNotice, signal) => client.watchChanges(onNotice, signal),
    onChange: () => void manager.requestSync(),
    clock,
    log: log.child({ subsystem_name: 'manager' }),
  });
  const jwtSvids = new JwtSvids({
    mint: (entryId, audience, signal) => client.mintJwtSvid(entryId, audience, signal),
    clock,
    log: log.child({ subsystem_name: 'manager' }),
    maxSize: config.jwtCacheSize,
    hitTimeoutMs: config.jwtCacheHitTimeoutMs,
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
  const attest = Promise.withResolvers<AttestWorkload>();
  let watch: WatchWorkload = () => () => undefined;
  const callers = new Callers({
    attest: async (pid, signal) => (await attest.promise)(pid, signal),
    watch: (pid, onChange) => watch(pid, onChange),
    manager,
    clock,
    log: log.child({ subsystem_name: 'workload_attestor' }),
    checkServing: () => serving.check(),
  });

  const streams = new StreamRegistry();
  const endpoints = log.child({ subsystem_name: 'endpoints' });
  const methods = publicMethods(config, deps, {
    callers,
    jwtSvids,
    manager,
    serving,
    streams,
    log: endpoints,
  });
  const visible = new VisibleCallers(createPeerTracker(), endpoints);
  if (methods.length > 0) {
    const at = { path: config.socketPath, mode: 0o777, transport: config.socketTransport };
    await listen(at, methods, deps, lifecycle, interceptors, visible);
    log.info('Starting Workload and SDS APIs', { address: config.socketPath, network: 'unix' });
  }
  if (config.adminSocketPath !== undefined) {
    const shared = { clock, jwtSvids, manager, serving };
    const admin = createAdminMethods({ ...shared, logLevel: deps.logLevel });
    const operator = createOperatorMethods({
      ...shared,
      version: deps.version,
      sds: config.sds,
      streams: () => streams.list(),
      horizons,
      subjects: {
        attest: async (pid, signal) => (await attest.promise)(pid, signal),
        look: (selectors) => manager.look(selectors),
        callers: () => callers.list(),
        streams: () => streams.list(),
        processExists: (pid) => existsSync(`${procPathOf(deps.env)}/${pid}`),
      },
    });
    const at = { path: config.adminSocketPath, mode: 0o770, transport: config.socketTransport };
    await listen(at, [...admin, ...operator], deps, lifecycle, interceptors);
    log.info('Starting Admin APIs', { address: config.adminSocketPath, network: 'unix' });
  }

  const storage = Storage.open(config.dataDir);
  const lock = await lockDirectory(config.dataDir);
  lifecycle.defer('data directory', () => lock.release());
  const plugins = await createPlugins(config, deps, lifecycle.signal);
  const { workloadAttestors: attestors } = plugins;
  watch = createWorkloadWatch(attestors);
  const attestation = createWorkloadAttestation({ attestors, clock, log: endpoints, metrics });
  attest.resolve(spire.attestation(attestation));
  // There is nothing to ask the server before the agent is attested.
  const startManager = once(() => manager.run(lifecycle.signal));
  const keeper: AgentSvidKeeper = createKeeper(config, deps, {
    client,
    manager,
    plugins,
    serverWatch,
    serving,
    spire,
    startManager,
    storage,
  });

  const failed = (error: unknown) => log.error('Agent loop ended unexpectedly', { error });
  runLoop(lifecycle.signal, failed, () => keeper.run(lifecycle.signal));
  runLoop(lifecycle.signal, failed, () => serverWatch.run(lifecycle.signal));
  runLoop(lifecycle.signal, failed, () => horizon.run(lifecycle.signal));
  runLoop(lifecycle.signal, failed, () => spire.run(lifecycle.signal));
  lifecycle.defer('server connection', () => client.use(undefined));
  return {
    serving,
    manager,
    health: () => healthOf(serving, manager, visible),
    stop: () => lifecycle.stop(),
  };
}

async function listen(
  { path, mode, transport }: ListenAt,
  methods: readonly ServedMethod[],
  { clock, log, metrics }: AgentDeps,
  lifecycle: Lifecycle,
  interceptors: readonly Interceptor[],
  trackPeers: PeerTracker = createPeerTracker(),
): Promise<void> {
  const server: RpcServer = createRpcServer({
    methods,
    interceptors,
    log: log.child({ subsystem_name: 'endpoints' }),
    clock,
    metrics,
    unixTransport: transport,
  });
  await server.listenUnix({ path, mode, trackPeers });
  lifecycle.defer(`socket ${path}`, () => server.close({ graceMs: shutdownGraceMs }));
}

interface ListenAt {
  readonly path: string;
  readonly mode: number;
  readonly transport: AgentConfig['socketTransport'];
}

interface Parts {
  readonly callers: Callers;
  readonly jwtSvids: JwtSvids;
  readonly manager: Manager;
  readonly serving: Serving;
  readonly streams: StreamRegistry;
  readonly log: Logger;
}

function publicMethods(
  config: AgentConfig,
  { clock, metrics, pid, version }: AgentDeps,
  { callers, jwtSvids, log, manager, serving, streams }: Parts,
): readonly ServedMethod[] {
  if (!config.serveWorkloadApi && !config.serveSds) return [];
  const methods: ServedMethod[] = [...createHealthService(serving)];
  if (config.serveWorkloadApi) {
    const { allowUnauthenticatedVerifiers } = config;
    const limits = new MethodLimits(config.rateLimits, clock, metrics, pid);
    const findCaller = callers.find.bind(callers);
    const requestSync = () => manager.requestSync();
    const shared = {
      findCaller,
      requestSync,
      allowUnauthenticatedVerifiers,
      logSelectors: config.logSelectors,
      limits,
      clock,
      log,
    };
    methods.push(
      ...createWorkloadX509(shared),
      ...createWorkloadJwt({
        ...shared,
        match: (selectors) => manager.match(selectors),
        fetchJwtSvid: (entry, audience) => jwtSvids.fetch(entry, audience),
        ownBundle: () => manager.bundle,
        allowedForeignClaims: config.allowedForeignJwtClaims,
      }),
      ...createWitMethods(),
    );
  }
  if (config.serveSds) {
    methods.push(
      ...createSdsService({
        sourceFor: async (peer, signal) => {
          await serving.wait(sdsHoldMs, signal);
          return callers.find(peer);
        },
        config: config.sds,
        log,
        metrics,
        clock,
        ownPid: pid,
        registry: streams,
        identifier: `sigil/${version}`,
      }),
    );
  }
  return [...methods, ...createReflection(methods)];
}

function createManager(
  config: AgentConfig,
  { clock, log, metrics }: AgentDeps,
  server: ManagerServer,
  hooks: Pick<ConstructorParameters<typeof Manager>[0], 'onServerError' | 'onBundle' | 'onSynced'>,
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
    ...(target === undefined ? {} : { availabilityTargetMs: target }),
    prepareKey: (spiffeId) => prepareKey(spiffeId, config.workloadKeyType),
  });
}

async function createPlugins(
  config: AgentConfig,
  { clock, env, log, metrics, plugins }: AgentDeps,
  signal: AbortSignal,
): Promise<AgentPlugins> {
  const { createAccountNames } = await import('./catalog/account-names.ts');
  return plugins.create({
    trustDomain: config.trustDomain,
    joinToken: config.joinToken,
    procPath: procPathOf(env),
    names: createAccountNames({ clock }),
    env,
    clock,
    log: log.child({ subsystem_name: 'catalog' }),
    metrics,
    signal,
  });
}

interface KeeperParts {
  readonly client: ServerClient;
  readonly manager: Manager;
  readonly plugins: AgentPlugins;
  readonly serverWatch: ServerWatch;
  readonly serving: Serving;
  readonly spire: SpireMetrics;
  readonly startManager: () => void;
  readonly storage: Storage;
}

function createKeeper(
  config: AgentConfig,
  { clock, log: root, version }: AgentDeps,
  { client, manager, plugins, serverWatch, serving, spire, startManager, storage }: KeeperParts,
): AgentSvidKeeper {
  const { availabilityTargetMs: target, rebootstrap, server, trustBundle, trustDomain } = config;
  const log = root.child({ subsystem_name: 'attestor' });
  const address = { ...server, trustDomain, clock };
  return new AgentSvidKeeper({
    trustDomain,
    storage,
    keys: plugins.keys,
    attest: async (csrDer, bundle, signal) => {
      const channel = dialServer({ ...address, bundle: () => bundle });
      try {
        const again = serving.state.kind !== 'attesting';
        return await spire.nodeAttestation(plugins.nodeAttestor.type, again, () =>
          attestNode(channel, plugins.nodeAttestor, csrDer, signal),
        );
      } finally {
        channel.close();
      }
    },
    loadBundle: (signal) => loadTrustBundle(trustBundle, trustDomain, signal),
    dial: ({ chainDer, key }, bundle) =>
      dialServer({ ...address, bundle, identity: { chainDer, keyPair: key.keyPair() } }),
    client: {
      use: (channel) => client.use(channel),
      renewAgent: (csrDer, signal) => spire.renewal(() => client.renewAgent(csrDer, signal)),
    },
    rebootstrap,
    ...(target === undefined ? {} : { availabilityTargetMs: target }),
    clock,
    log,
    onActive: (bundle) => {
      manager.setBundle(bundle);
      startManager();
      manager.serverChanged();
      serverWatch.connected();
      client.postStatus(version, AbortSignal.timeout(30_000)).catch((error: unknown) => {
        // Older servers do not have it; nothing depends on it.
        log.debug('Failed to post the status of the agent', { error });
      });
    },
    onState: (state) => serving.enter(state),
  });
}

function healthOf(serving: Serving, manager: Manager, visible: VisibleCallers): AgentHealth {
  const { lastSyncMs, lastSyncError } = manager.status;
  const ready = serving.isReady && visible.fault === undefined;
  return {
    live: true,
    ready,
    readyDetails: {
      state: serving.state.kind,
      ...(lastSyncMs === undefined ? {} : { last_sync: isoOf(lastSyncMs) }),
      ...(lastSyncError === undefined ? {} : { sync_err: messageOf(lastSyncError) }),
      ...(ready ? {} : { err: visible.fault ?? messageOf(serving.reason()) }),
    },
  };
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

function procPathOf(env: AgentDeps['env']): string {
  return env['HOST_PROC'] ?? '/proc';
}

function isoOf(ms: number): string {
  return new Date(ms).toISOString();
}
