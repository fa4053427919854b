import type { Clock } from '../common/clock/clock.ts';
import type { Environment } from '../common/kube/cluster-access.ts';
import type { Logger } from '../common/log/logger.ts';
import type { SpiffeId } from '../common/spiffe/spiffe-id.ts';
import { Agents } from './attestation/agents.ts';
import { Attestation } from './attestation/attestation.ts';
import { JoinTokenIssuer } from './attestation/join-token-issuer.ts';
import { AuditLog } from './authorization/audit.ts';
import type { Authority } from './authority.ts';
import type { PreparedPlugins } from './catalog/catalog.ts';
import type { ServerConfig } from './config.ts';
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
  readonly refresher: BundleRefresher;
  /** For what the API does not refuse but operators should know. */
  readonly log: Logger;
}

export interface ServicesDeps {
  readonly plugins: Pick<PreparedPlugins, 'createNodeAttestors'>;
  readonly clock: Clock;
  readonly log: Logger;
  readonly version: string;
  readonly env: Environment;
}

export async function buildServices(
  config: ServerConfig,
  { plugins, clock, log, version, env }: ServicesDeps,
  memory: Memory,
  { signer }: Authority,
): Promise<Services> {
  const { store, agents: index, follower } = memory;
  const { trustDomain, agentTtlMs: ttlMs } = config;
  const apiLog = log.child({ subsystem_name: 'api' });
  const shared = { trustDomain, follower, clock, log };
  const agentSigner = {
    signAgentX509Svid: (spiffeId: SpiffeId, publicKeyDer: Uint8Array) =>
      signer.signX509Svid({ spiffeId, publicKeyDer, ttlMs }),
  };
  const host = {
    trustDomain,
    clock,
    version,
    env,
    log: log.child({ subsystem_name: 'node_attestor' }),
    tokens: store.agents,
  };
  return {
    registration: new Registration({ ...shared, store: store.entries }),
    agents: new Agents({ ...shared, store: store.agents, index, signer: agentSigner }),
    attestation: new Attestation({
      ...shared,
      attestors: await plugins.createNodeAttestors(host),
      store: store.agents,
      signer: agentSigner,
      agentSpiffeIdAsSelector: config.agentSpiffeIdAsSelector,
    }),
    joinTokens: new JoinTokenIssuer({ ...shared, store: store.agents }),
    audit: new AuditLog(apiLog),
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
