import type { Clock } from '../common/clock/clock.ts';
import { messageOf } from '../common/errors/spiffe-error.ts';
import { Lifecycle, runLoop } from '../common/lifecycle/lifecycle.ts';
import type { Logger } from '../common/log/logger.ts';
import { createPeerTracker } from '../common/peertracker/peer-tracker.ts';
import type { ServedMethod } from '../common/rpc/contract.ts';
import { createRpcServer, type RpcServer } from '../common/rpc/rpc-server.ts';
import type { Metrics } from '../common/telemetry/metrics.ts';
import { createSdsService } from '../sds/service.ts';
import { attestNode } from './attestor/attest.ts';
import { loadTrustBundle } from './attestor/trust-bundle-source.ts';
import { Callers } from './callers/callers.ts';
import { createWorkloadAttestation, type AttestWorkload } from './callers/workload-attestation.ts';
import type { AgentPlugins, PreparedPlugins } from './catalog/catalog.ts';
import { dialServer } from './client/dial.ts';
import { ServerClient } from './client/server-client.ts';
import type { AgentConfig } from './config.ts';
import { createAdminMethods } from './endpoints/admin.ts';
import { createHealthService } from './endpoints/health.ts';
import { MethodLimits } from './endpoints/method-limits.ts';
import { requireSecurityHeader } from './endpoints/security-header.ts';
import { createWitMethods } from './endpoints/unimplemented.ts';
import { createWorkloadJwt } from './endpoints/workload-jwt.ts';
import { createWorkloadX509 } from './endpoints/workload-x509.ts';
import { JwtSvids } from './manager/jwt-svids.ts';
import { Manager } from './manager/manager.ts';
import { prepareKey } from './manager/preflight.ts';
import { Serving } from './serving.ts';
import { lockDirectory } from './storage/lock.ts';
import { Storage } from './storage/storage.ts';
import { AgentSvidKeeper } from './svid/keeper.ts';

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
  const client = new ServerClient({
    log: log.child({ subsystem_name: 'manager' }),
    useSyncAuthorizedEntries: config.useSyncAuthorizedEntries,
  });
  const manager = createManager(config, deps, client, {
    onServerError: (error) => keeper.serverFailed(error),
    onSynced: () => {
      keeper.serverAnswered();
      serving.wake();
    },
    onBundle: (bundle) => {
      keeper.bundleChanged(bundle);
      jwtSvids.bundleChanged(bundle);
    },
  });
  const jwtSvids = new JwtSvids({
    mint: (entryId, audience, signal) => client.mintJwtSvid(entryId, audience, signal),
    clock,
    log: log.child({ subsystem_name: 'manager' }),
    maxSize: config.jwtCacheSize,
    hitTimeoutMs: config.jwtCacheHitTimeoutMs,
  });
  const serving: Serving = new Serving({
    clock,
    isSynced: () => manager.synced,
    onWithdrawn: (error) => callers.failAll(error),
  });
  const attest = Promise.withResolvers<AttestWorkload>();
  const callers = new Callers({
    attest: async (pid, signal) => (await attest.promise)(pid, signal),
    manager,
    clock,
    log: log.child({ subsystem_name: 'workload_attestor' }),
    checkServing: () => serving.check(),
  });

  const endpoints = log.child({ subsystem_name: 'endpoints' });
  const methods = publicMethods(config, deps, {
    callers,
    jwtSvids,
    manager,
    serving,
    log: endpoints,
  });
  if (methods.length > 0) {
    await listen(config.socketPath, 0o777, methods, deps, lifecycle);
    log.info('Starting Workload and SDS APIs', { address: config.socketPath, network: 'unix' });
  }
  if (config.adminSocketPath !== undefined) {
    const admin = createAdminMethods({
      clock,
      jwtSvids,
      manager,
      serving,
      logLevel: deps.logLevel,
    });
    await listen(config.adminSocketPath, 0o770, admin, deps, lifecycle);
    log.info('Starting Admin APIs', { address: config.adminSocketPath, network: 'unix' });
  }

  const storage = Storage.open(config.dataDir);
  const lock = await lockDirectory(config.dataDir);
  lifecycle.defer('data directory', () => lock.release());
  const plugins = await createPlugins(config, deps, lifecycle.signal);
  const { workloadAttestors: attestors } = plugins;
  attest.resolve(createWorkloadAttestation({ attestors, clock, log: endpoints, metrics }));
  // There is nothing to ask the server before the agent is attested.
  const startManager = once(() => manager.run(lifecycle.signal));
  const keeper: AgentSvidKeeper = createKeeper(config, deps, {
    client,
    manager,
    plugins,
    serving,
    startManager,
    storage,
  });

  const failed = (error: unknown) => log.error('Agent loop ended unexpectedly', { error });
  runLoop(lifecycle.signal, failed, () => keeper.run(lifecycle.signal));
  lifecycle.defer('server connection', () => client.use(undefined));
  return {
    serving,
    manager,
    health: () => healthOf(serving, manager),
    stop: () => lifecycle.stop(),
  };
}

async function listen(
  path: string,
  mode: number,
  methods: readonly ServedMethod[],
  { clock, log, metrics }: AgentDeps,
  lifecycle: Lifecycle,
): Promise<void> {
  const server: RpcServer = createRpcServer({
    methods,
    interceptors: [requireSecurityHeader],
    log: log.child({ subsystem_name: 'endpoints' }),
    clock,
    metrics,
  });
  await server.listenUnix({ path, mode, trackPeers: createPeerTracker() });
  lifecycle.defer(`socket ${path}`, () => server.close({ graceMs: shutdownGraceMs }));
}

interface Parts {
  readonly callers: Callers;
  readonly jwtSvids: JwtSvids;
  readonly manager: Manager;
  readonly serving: Serving;
  readonly log: Logger;
}

function publicMethods(
  config: AgentConfig,
  { clock, metrics, pid, version }: AgentDeps,
  { callers, jwtSvids, log, manager, serving }: Parts,
): readonly ServedMethod[] {
  if (!config.serveWorkloadApi && !config.serveSds) return [];
  const methods: ServedMethod[] = [...createHealthService(() => serving.isReady)];
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
        identifier: `sigil/${version}`,
      }),
    );
  }
  return methods;
}

function createManager(
  config: AgentConfig,
  { clock, log, metrics }: AgentDeps,
  server: ServerClient,
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
    procPath: env['HOST_PROC'] ?? '/proc',
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
  readonly serving: Serving;
  readonly startManager: () => void;
  readonly storage: Storage;
}

function createKeeper(
  config: AgentConfig,
  { clock, log: root, version }: AgentDeps,
  { client, manager, plugins, serving, startManager, storage }: KeeperParts,
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
        return await attestNode(channel, plugins.nodeAttestor, csrDer, signal);
      } finally {
        channel.close();
      }
    },
    loadBundle: (signal) => loadTrustBundle(trustBundle, trustDomain, signal),
    dial: ({ chainDer, key }, bundle) =>
      dialServer({ ...address, bundle, identity: { chainDer, keyPair: key.keyPair() } }),
    client,
    rebootstrap,
    ...(target === undefined ? {} : { availabilityTargetMs: target }),
    clock,
    log,
    onActive: (bundle) => {
      manager.setBundle(bundle);
      startManager();
      manager.serverChanged();
      client.postStatus(version, AbortSignal.timeout(30_000)).catch((error: unknown) => {
        // Older servers do not have it; nothing depends on it.
        log.debug('Failed to post the status of the agent', { error });
      });
    },
    onState: (state) => serving.enter(state),
  });
}

function healthOf(serving: Serving, manager: Manager): AgentHealth {
  const { lastSyncMs, lastSyncError } = manager.status;
  const ready = serving.isReady;
  return {
    live: true,
    ready,
    readyDetails: {
      state: serving.state.kind,
      ...(lastSyncMs === undefined ? {} : { last_sync: isoOf(lastSyncMs) }),
      ...(lastSyncError === undefined ? {} : { sync_err: messageOf(lastSyncError) }),
      ...(ready ? {} : { err: messageOf(serving.reason()) }),
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

function isoOf(ms: number): string {
  return new Date(ms).toISOString();
}
