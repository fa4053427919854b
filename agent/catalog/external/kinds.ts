import type { ExternalKind } from '../../../common/catalog/prepare-plugins.ts';
import { agentPluginNames } from '../../../common/rpc/services/agent-plugin-names.ts';
import type { NodeAttestor } from '../../attestor/node-attestor.ts';
import type { WorkloadAttestor } from '../../callers/workload-attestation.ts';
import type { SvidStore } from '../../svidstore/svid-store.ts';
import type { AgentPluginHost } from '../built-ins.ts';

type Kind<Instance> = () => Promise<ExternalKind<AgentPluginHost, Instance>>;

/** How the agent uses an external plugin, or why it cannot. */
export function findExternal(type: string, name: string): Kind<unknown> | string {
  if (type === 'KeyManager') return keyManagerRefusal;
  if (type === 'NodeAttestor' && name === 'join_token') {
    return 'join_token is built in and cannot be an external plugin';
  }
  return kinds.get(type) ?? `plugins of type "${type}" cannot be external`;
}

/**
 * The agent's key signs TLS handshakes, which in Node only a key in this process's memory can do (an OpenSSL
 * engine would be the one way around it); the plugin would never hand its key over.
 */
const keyManagerRefusal =
  'external plugins of type "KeyManager" are not supported by the agent: its key signs TLS handshakes, ' +
  'which Node.js does only with a key that is in the memory of the process; use "disk" or "memory"';

const nodeAttestor: Kind<NodeAttestor> = async () => {
  const { externalNodeAttestor: create } = await import('./node-attestor.ts');
  return { services: [agentPluginNames.NodeAttestor], create };
};

const workloadAttestor: Kind<WorkloadAttestor> = async () => {
  const { externalWorkloadAttestor: create } = await import('./workload-attestor.ts');
  return { services: [agentPluginNames.WorkloadAttestor], create };
};

const svidStore: Kind<SvidStore> = async () => {
  const { externalSvidStore: create } = await import('./svid-store.ts');
  return { services: [agentPluginNames.SVIDStore], create };
};

const kinds: ReadonlyMap<string, Kind<unknown>> = new Map<string, Kind<unknown>>([
  ['NodeAttestor', nodeAttestor],
  ['WorkloadAttestor', workloadAttestor],
  ['SVIDStore', svidStore],
]);
