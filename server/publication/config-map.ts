import type { Clock } from '../../common/clock/clock.ts';
import { inClusterAccess, type Environment } from '../../common/kube/cluster-access.ts';
import { KubeClient } from '../../common/kube/kube-client.ts';
import { kubeConfigAccess } from '../../common/kube/kube-config.ts';

/** The calls that ConfigMaps are written with. */
type ConfigMapCalls = Pick<KubeClient, 'apply' | 'mergePatch'>;

/** What a plugin that writes ConfigMaps needs from the server. */
export interface ConfigMapHost {
  readonly env?: Environment;
  readonly clock: Clock;
  /** Another way to the clusters, for tests. */
  readonly connect?: (kubeConfigFile: string) => ConfigMapCalls;
}

/** Without a file, the cluster that the server runs in. */
export function connectTo(kubeConfigFile: string, host: ConfigMapHost): ConfigMapCalls {
  return host.connect?.(kubeConfigFile) ?? clientFor(kubeConfigFile, host);
}

/** As `connectTo`, for more than writing. */
export function clientFor(
  kubeConfigFile: string,
  { clock, env = {} }: Pick<ConfigMapHost, 'clock' | 'env'>,
): KubeClient {
  const access = kubeConfigFile === '' ? inClusterAccess(env) : kubeConfigAccess(kubeConfigFile);
  return new KubeClient({ access, clock });
}

export function configMapPath(namespace: string, name: string): string {
  return `/api/v1/namespaces/${encodeURIComponent(namespace)}/configmaps/${encodeURIComponent(name)}`;
}
