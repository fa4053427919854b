import type { RuntimeHost } from '../common/catalog/prepare-plugins.ts';
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
import { warnOfUnboundServers } from './enrollment/api-server.ts';
import { checkAudiences } from './enrollment/audience-separation.ts';
import { DriftWatch } from './enrollment/drift-watch.ts';
import { EnrollmentGate } from './enrollment/gate.ts';
import { Profiles } from './enrollment/profiles.ts';
import { ReviewerFiles } from './fleet/reviewer-files.ts';
import type { Memory } from './memory.ts';
import type { PruningTask } from './pruning.ts';
import { createRefresher } from './federation/federation.ts';
import type { BundleRefresher } from './federation/bundle-refresher.ts';
import { Registration } from './registration/registration.ts';
import { openTokens, type TokenServices } from './token-services.ts';

/** What decides. */
export interface Services {
  readonly registration: Registration;
  readonly agents: Agents;
  readonly attestation: Attestation;
  readonly joinTokens: JoinTokenIssuer;
  readonly audit: AuditLog;
  /** Absent without a pepper. */
  readonly tokens: TokenServices | undefined;
  readonly reviewerFiles: ReviewerFiles;
  readonly refresher: BundleRefresher;
  readonly profiles: Profiles;
  readonly drift: DriftWatch;
  /** For what the API does not refuse but operators should know. */
  readonly log: Logger;
}

interface ServicesDeps extends RuntimeHost {
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
  const { plugins, clock, log, metrics, version, env, runtime } = deps;
  const { store, agents: index, bindings, follower } = memory;
  const { trustDomain, agentTtlMs: ttlMs } = config;
  const apiLog = log.child({ subsystem_name: 'api' });
  const shared = { trustDomain, follower, clock, log };
  const agentSigner = {
    signAgentX509Svid: (spiffeId: SpiffeId, publicKeyDer: Uint8Array) =>
      signer.signAgentX509Svid({ spiffeId, publicKeyDer, ttlMs }),
  };
  const enrollmentLog = log.child({ subsystem_name: 'enrollment' });
  const tokens = await openTokens(config, { ...deps, log: enrollmentLog }, memory);
  const { allowJoinTokens, refusalsPerSecond } = config.enrollment;
  const { profiles, clusters } = memory;
  const gate = new EnrollmentGate({
    profiles,
    clusters,
    allowJoinTokens,
    refusalsPerSecond,
    store: store.enrollment,
    clock,
    log: enrollmentLog,
    metrics,
  });
  const reviewerFiles = new ReviewerFiles(clock);
  const host = {
    trustDomain,
    clock,
    version,
    env,
    runtime,
    log: log.child({ subsystem_name: 'node_attestor' }),
    tokens: store.agents,
    ownBundle: () => memory.bundles.get(trustDomain),
    enrollment: gate,
    reviewers: store.reviewers,
    reviewerFiles,
    metrics,
    bootstrapTokens: tokens?.bootstrap,
  };
  const attestors = await plugins.createNodeAttestors(host);
  warnOfUnboundServers(profiles, clusters, enrollmentLog);
  await checkAudiences({ profiles, clusters, ...config.enrollment, clock, log: enrollmentLog });
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
    reviewerFiles,
    profiles: new Profiles({
      ...shared,
      store: store.enrollment,
      profiles,
      clusters,
      apiAudiences: config.enrollment.apiAudiences,
      log: enrollmentLog,
    }),
    drift: new DriftWatch({
      profiles,
      clusters,
      agents: index,
      clock,
      log: enrollmentLog,
      metrics,
    }),
    refresher: createRefresher({ ...memory, config: config.federation, clock, log }),
    log: apiLog,
  };
}

/** What is to be forgotten in time. */
export function pruningTasks(
  { agentPruning, changesKeptMs, ca }: ServerConfig,
  clock: Clock,
  { store }: Memory,
  { registration, agents, joinTokens }: Services,
  authority: Authority,
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
      // Another server on this database may have a shorter ca_ttl: its pruning must spare our journal.
      run: async () => {
        await authority.ca.touchJournal();
        return store.journals.prune(clock.now() - ca.ttlMs - 14 * 24 * hourMs);
      },
    },
  ];
  if (expiredForMs === undefined) return tasks;
  const policy = { expiredForMs, includeTofu, limit };
  return [...tasks, { name: 'agents', everyMs: hourMs, run: () => agents.prune(policy) }];
}

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;
