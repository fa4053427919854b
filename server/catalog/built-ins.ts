import type { z } from 'zod';
import type { PluginDefinition } from '../../common/catalog/plugin.ts';

/** Loads a plugin when a configuration names it: what is not used costs no start-up time. */
export type BuiltIn = () => Promise<PluginDefinition<z.ZodType, never, unknown>>;

/** SPIRE admits join tokens whether or not they are configured. */
export const joinTokenBuiltIn: BuiltIn = async () =>
  (await import('../plugins/NodeAttestor/join_token/join-token.ts')).joinToken;

/** Undefined for what SPIRE has beyond these; it is refused by name. */
export function findBuiltIn(type: string, name: string): BuiltIn | undefined {
  return builtIns.get(`${type} ${name}`);
}

const builtIns: ReadonlyMap<string, BuiltIn> = new Map<string, BuiltIn>([
  ['DataStore sql', async () => (await import('../plugins/DataStore/sql/sql.ts')).sql],
  ['KeyManager disk', async () => (await import('../plugins/KeyManager/disk/disk.ts')).disk],
  [
    'KeyManager memory',
    async () => (await import('../plugins/KeyManager/memory/memory.ts')).memory,
  ],
  ['NodeAttestor join_token', joinTokenBuiltIn],
  [
    'NodeAttestor k8s_psat',
    async () => (await import('../plugins/NodeAttestor/k8s_psat/k8s-psat.ts')).k8sPsat,
  ],
]);
