import { findingsAbout, type CheckHost, type Finding } from '../../common/catalog/finding.ts';
import { hasRight, reviewRights, unreachable, whoAmI } from '../../common/kube/access-review.ts';
import { KubeApiError, type KubeClient } from '../../common/kube/kube-client.ts';
import { configMapPath } from './config-map.ts';

interface CheckedConfigMap {
  readonly about: string;
  readonly namespace: string;
  readonly name: string;
  /** Whether publishing makes the object when it is not there. */
  readonly isMade: boolean;
}

/** What is missing for the trust bundle to get into a ConfigMap. */
export async function checkConfigMap(
  map: CheckedConfigMap,
  api: Pick<KubeClient, 'get' | 'post'>,
  { signal }: Pick<CheckHost, 'signal'>,
): Promise<readonly Finding[]> {
  const { about, namespace, name } = map;
  try {
    const user = await whoAmI(api, signal);
    const why = 'without it agents find no trust bundle to start with, or an old one';
    const patch = { verb: 'patch', group: '', resource: 'configmaps', namespace, name, why };
    const rights = await reviewRights(about, { api, user }, [patch], signal);
    return [...rights, await existence(map, api, signal)];
  } catch (error) {
    signal.throwIfAborted();
    return [unreachable(about, error)];
  }
}

async function existence(
  { about, namespace, name, isMade }: CheckedConfigMap,
  api: Pick<KubeClient, 'get' | 'post'>,
  signal: AbortSignal,
): Promise<Finding> {
  const { ok, missing, warning } = findingsAbout(about);
  const what = `ConfigMap ${namespace}/${name}`;
  const fix = `kubectl -n ${namespace} create configmap ${name}`;
  try {
    await api.get(configMapPath(namespace, name), signal);
    return ok(what);
  } catch (error) {
    const status = error instanceof KubeApiError ? error.status : undefined;
    if (status === 403) {
      return warning(
        what,
        'whether it is there cannot be told without the right to get it',
        `grant get on it, or make sure of it: ${fix}`,
      );
    }
    if (status !== 404) throw error;
    const create = { verb: 'create', group: '', resource: 'configmaps', namespace };
    if (isMade && (await hasRight(api, create, signal))) return ok(`${what}, which will be made`);
    const why = isMade
      ? 'it is not there, and these credentials may not make it'
      : 'it is not there, and is not made by this plugin';
    return missing(what, why, fix);
  }
}
