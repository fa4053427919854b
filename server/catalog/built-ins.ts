import type { BuiltIn } from '../../common/catalog/prepare-plugins.ts';

/** SPIRE admits join tokens whether or not they are configured. */
export const joinTokenBuiltIn: BuiltIn<never> = async () =>
  (await import('../plugins/NodeAttestor/join_token/join-token.ts')).joinToken;

/** Undefined for what SPIRE has beyond these; it is refused by name. */
export function findBuiltIn(type: string, name: string): BuiltIn<never> | undefined {
  return builtIns.get(`${type} ${name}`);
}

/** Why one of SPIRE's plugins is not built in. */
export function reasonFor(type: string, name: string): string | undefined {
  return reasons.get(`${type} ${name}`);
}

const otherUpstreams =
  'the built-in upstream authorities are disk, spire and vault; keep the CA in one of them, or nest below a spire-server that has the plugin';
const reasons: ReadonlyMap<string, string> = new Map(
  ['aws_pca', 'awssecret', 'cert-manager', 'ejbca', 'gcp_cas'].map((name) => [
    `UpstreamAuthority ${name}`,
    otherUpstreams,
  ]),
);

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
    'UpstreamAuthority disk',
    async () => (await import('../plugins/UpstreamAuthority/disk/disk.ts')).disk,
  ],
  [
    'UpstreamAuthority spire',
    async () => (await import('../plugins/UpstreamAuthority/spire/spire.ts')).spire,
  ],
  [
    'UpstreamAuthority vault',
    async () => (await import('../plugins/UpstreamAuthority/vault/vault.ts')).vault,
  ],
  [
    'BundlePublisher k8s_configmap',
    async () =>
      (await import('../plugins/BundlePublisher/k8s_configmap/k8s-configmap.ts')).k8sConfigMap,
  ],
  [
    'CredentialComposer uniqueid',
    async () => (await import('../plugins/CredentialComposer/uniqueid/uniqueid.ts')).uniqueId,
  ],
  [
    'Notifier k8sbundle',
    async () => (await import('../plugins/Notifier/k8sbundle/k8sbundle.ts')).k8sBundle,
  ],
]);
