import type { BuiltIn } from '../../common/catalog/prepare-plugins.ts';

/** SPIRE admits join tokens whether or not they are configured. */
export const joinTokenBuiltIn: BuiltIn<never> = async () =>
  (await import('../plugins/NodeAttestor/join_token/join-token.ts')).joinToken;

/** Undefined for what SPIRE has beyond these; it is refused by name. */
export function findBuiltIn(type: string, name: string): BuiltIn<never> | undefined {
  return builtIns.get(`${type} ${name}`);
}

const builtIns: ReadonlyMap<string, BuiltIn<never>> = new Map<string, BuiltIn<never>>([
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
  [
    'NodeAttestor x509pop',
    async () => (await import('../plugins/NodeAttestor/x509pop/x509pop.ts')).x509Pop,
  ],
  [
    'BundlePublisher k8s_configmap',
    async () =>
      (await import('../plugins/BundlePublisher/k8s_configmap/k8s-configmap.ts')).k8sConfigMap,
  ],
  [
    'Notifier k8sbundle',
    async () => (await import('../plugins/Notifier/k8sbundle/k8sbundle.ts')).k8sBundle,
  ],
]);
