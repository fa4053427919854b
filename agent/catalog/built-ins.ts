import type { BuiltIn, RuntimeHost } from '../../common/catalog/prepare-plugins.ts';
import type { NodeAttestor } from '../attestor/node-attestor.ts';
import type { WorkloadAttestor } from '../callers/workload-attestation.ts';
import type { Clock } from '../../common/clock/clock.ts';
import type { Logger } from '../../common/log/logger.ts';
import type { Secret } from '../../common/secret/secret.ts';
import type { TrustDomain } from '../../common/spiffe/trust-domain.ts';
import type { Metrics } from '../../common/telemetry/metrics.ts';
import type { AgentKeys } from '../svid/agent-keys.ts';

/** What the agent offers to its plugins; each takes what it declares. */
export interface AgentPluginHost extends RuntimeHost {
  readonly trustDomain: TrustDomain;
  readonly joinToken: Secret<string> | undefined;
  readonly procPath: string;
  readonly names: {
    findUser(uid: number): Promise<string | undefined>;
    findGroup(gid: number): Promise<string | undefined>;
  };
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly clock: Clock;
  readonly log: Logger;
  readonly metrics: Metrics;
  /** Aborted when the agent stops. */
  readonly signal: AbortSignal;
}

/** Undefined for what SPIRE has beyond these; it is refused by name. */
export function findBuiltIn(type: string, name: string): BuiltIn<AgentPluginHost> | undefined {
  const ofType = Object.hasOwn(builtIns, type) ? builtIns[type as keyof BuiltIns] : {};
  return new Map(Object.entries<BuiltIn<AgentPluginHost>>(ofType)).get(name);
}

interface BuiltIns {
  readonly KeyManager: Readonly<Record<string, BuiltIn<AgentPluginHost, AgentKeys>>>;
  readonly NodeAttestor: Readonly<Record<string, BuiltIn<AgentPluginHost, NodeAttestor>>>;
  readonly WorkloadAttestor: Readonly<Record<string, BuiltIn<AgentPluginHost, WorkloadAttestor>>>;
}

const builtIns: BuiltIns = {
  KeyManager: {
    disk: async () => (await import('../plugins/KeyManager/disk/disk.ts')).disk,
    memory: async () => (await import('../plugins/KeyManager/memory/memory.ts')).memory,
  },
  NodeAttestor: {
    join_token: async () =>
      (await import('../plugins/NodeAttestor/join_token/join-token.ts')).joinToken,
    k8s_psat: async () => (await import('../plugins/NodeAttestor/k8s_psat/k8s-psat.ts')).k8sPsat,
    x509pop: async () => (await import('../plugins/NodeAttestor/x509pop/x509pop.ts')).x509Pop,
  },
  WorkloadAttestor: {
    docker: async () => (await import('../plugins/WorkloadAttestor/docker/docker.ts')).docker,
    k8s: async () => (await import('../plugins/WorkloadAttestor/k8s/k8s.ts')).k8s,
    unix: async () => (await import('../plugins/WorkloadAttestor/unix/unix.ts')).unix,
  },
};
