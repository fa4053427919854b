import type { Clock } from '../common/clock/clock.ts';
import type { Environment } from '../common/kube/cluster-access.ts';
import type { Logger } from '../common/log/logger.ts';
import type { Metrics } from '../common/telemetry/metrics.ts';
import type { SpiffeId } from '../common/spiffe/spiffe-id.ts';
import { Agents } from './attestation/agents.ts';
import { Attestation } from './attestation/attestation.ts';
import { JoinTokenIssuer } from './attestation/join-token-issuer.ts';
import { AuditLog } from './authorization/audit.ts';
import type { Authority } from './authority.ts';
import type { PreparedPlugins } from './catalog/catalog.ts';
import type { ServerConfig } from './config.ts';
import { checkAudiences } from './enrollment/audience-separation.ts';
import { EnrollmentGate } from './enrollment/gate.ts';
import { BootstrapTokens } from './enrollment/tokens/bootstrap-tokens.ts';
import { PepperRing } from './enrollment/tokens/pepper-ring.ts';
import { checkPepper } from './enrollment/tokens/pepper-status.ts';
import type { Memory } from './memory.ts';
import type { PruningTask } from './pruning.ts';
import { createRefresher } from './federation/federation.ts';
import type { BundleRefresher } from './federation/bundle-refresher.ts';
import { Registration } from './registration/registration.ts';

/** What decides. */
export interface Services {
  readonly registration: Registration;
  readonly agents: Agents;
  readonly attestation: Attestation;
  readonly joinTokens: JoinTokenIssuer;
  readonly audit: AuditLog;
  /** Absent without a pepper. */
  readonly tokens: TokenServices | undefined;
  readonly refresher: BundleRefresher;
  /** For what the API does not refuse but operators should know. */
  readonly log: Logger;
}

/** What a pepper makes possible. */
export interface TokenServices {
  readonly ring: PepperRing;
  readonly bootstrap: BootstrapTokens;
}

export interface ServicesDeps {
  readonly plugins: Pick<PreparedPlugins, 'createNodeAttestors'>;
  readonly clock: Clock;
  readonly log: Logger;
  readonly metrics: Metrics;
  readonly version: string;
  readonly env: Environment;
}

export async function buildServices(
  config: ServerConfig,
  deps: ServicesDeps,
  memory: Memory,
  { signer }: Authority,
): Promise<Services> {
  const { plugins, clock, log, metrics, version, env } = deps;
  const { store, agents: index, bindings, follower } = memory;
  const { trustDomain, agentTtlMs: ttlMs } = config;
  const apiLog = log.child({ subsystem_name: 'api' });
  const shared = { trustDomain, follower, clock, log };
  const agentSigner = {
    signAgentX509Svid: (spiffeId: SpiffeId, publicKeyDer: Uint8Array) =>
      signer.signX509Svid({ spiffeId, publicKeyDer, ttlMs }),
  };
  const enrollmentLog = log.child({ subsystem_name: 'enrollment' });
  const { allowJoinTokens } = config.enrollment;
  const { profiles, clusters } = memory;
  const gate = new EnrollmentGate({
    profiles,
    clusters,
    allowJoinTokens,
    store: store.enrollment,
    clock,
    log: enrollmentLog,
    metrics,
  });
  const tokens = await openTokens(config, deps, memory);
  const host = {
    trustDomain,
    clock,
    version,
    env,
    log: log.child({ subsystem_name: 'node_attestor' }),
    tokens: store.agents,
    enrollment: gate,
    bootstrapTokens: tokens?.bootstrap,
  };
  const attestors = await plugins.createNodeAttestors(host);
  checkAudiences({ profiles, clusters, ...config.enrollment, log: enrollmentLog });
  return {
    registration: new Registration({ ...shared, store: store.entries }),
    agents: new Agents({ ...shared, store: store.agents, index, bindings, signer: agentSigner }),
    attestation: new Attestation({
      ...shared,
      attestors,
      store: store.agents,
      signer: agentSigner,
      agentSpiffeIdAsSelector: config.agentSpiffeIdAsSelector,
      gate,
    }),
    joinTokens: new JoinTokenIssuer({
      ...shared,
      store: store.agents,
      peppered: tokens?.bootstrap,
    }),
    audit: new AuditLog(apiLog),
    tokens,
    refresher: createRefresher({ ...memory, config: config.federation, clock, log }),
    log: apiLog,
  };
}

/** Throws FAILED_PRECONDITION when tokens are stored under keys that the configuration lacks. */
async function openTokens(
  { pepper, spireJoinTokenIds, trustDomain }: ServerConfig,
  { clock, log: serverLog, metrics }: ServicesDeps,
  { store }: Memory,
): Promise<TokenServices | undefined> {
  const log = serverLog.child({ subsystem_name: 'enrollment' });
  const ring = pepper && new PepperRing(pepper);
  await checkPepper(ring, store.tokens, clock.now(), log);
  if (ring === undefined) return undefined;
  const shared = { trustDomain, ring, spireJoinTokenIds, clock, log, metrics };
  return { ring, bootstrap: new BootstrapTokens({ ...shared, store: store.tokens }) };
}

/** What is to be forgotten in time. */
export function pruningTasks(
  { agentPruning, changesKeptMs, ca }: ServerConfig,
  clock: Clock,
  { store }: Memory,
  { registration, agents, joinTokens }: Services,
): readonly PruningTask[] {
  const { expiredForMs, includeTofu, batchSize: limit } = agentPruning;
  const tasks: PruningTask[] = [
    { name: 'registration entries', everyMs: 5 * minuteMs, run: () => registration.prune() },
    { name: 'join tokens', everyMs: 5 * minuteMs, run: () => joinTokens.prune() },
    { name: 'tokens', everyMs: 5 * minuteMs, run: () => store.tokens.prune(clock.now()) },
    {
      name: 'token uses',
      everyMs: 5 * minuteMs,
      run: () => store.enrollment.pruneUses(clock.now()),
    },
    {
      name: 'changes',
      everyMs: changesKeptMs / 2,
      run: () => store.changes.prune(clock.now() - changesKeptMs),
    },
    {
      name: 'CA journals',
      everyMs: 8 * hourMs,
      run: () => store.journals.prune(clock.now() - ca.ttlMs - 14 * 24 * hourMs),
    },
  ];
  if (expiredForMs === undefined) return tasks;
  const policy = { expiredForMs, includeTofu, limit };
  return [...tasks, { name: 'agents', everyMs: hourMs, run: () => agents.prune(policy) }];
}

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;
