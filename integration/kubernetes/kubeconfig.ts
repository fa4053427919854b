import { writeFileSync } from 'node:fs';
import type { Cluster } from './cluster/cluster.ts';

/** Writes a kubeconfig with a fresh token of a service account. */
export async function writeKubeConfig(
  cluster: Cluster,
  path: string,
  account: { readonly namespace: string; readonly name: string },
): Promise<void> {
  const token = await cluster.kubectl('create', 'token', '-n', account.namespace, account.name);
  const config = {
    'current-context': 'c',
    contexts: [{ name: 'c', context: { cluster: 'k', user: 'u' } }],
    clusters: [
      { name: 'k', cluster: { server: cluster.apiUrl, 'certificate-authority': cluster.caPath } },
    ],
    users: [{ name: 'u', user: { token: token.trim() } }],
  };
  writeFileSync(path, JSON.stringify(config));
}
