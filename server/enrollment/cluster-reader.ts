import { messageOf, SpiffeError } from '../../common/errors/spiffe-error.ts';
import { KubeApiError } from '../../common/kube/kube-client.ts';
import { bindableServer } from './api-server.ts';
import type { EnrolledCluster, ReviewerCalls } from './clusters.ts';
import { findImageDigest } from './image-digest.ts';
import { podFacts, uidOf, type PodFacts } from './kube-facts.ts';
import { digestText, type ImageDigest, type ProfileBinding, type ProfileSpec } from './profile.ts';

/** What a profile would be bound to, and the pods it was read from. */
export interface ReadBinding {
  readonly binding: ProfileBinding;
  readonly pods: readonly {
    readonly name: string;
    readonly node: string;
    readonly digest: string;
  }[];
}

/** UIDs of what a profile names, as they are now; undefined for what is not there. */
interface NamedObjects {
  readonly serviceAccountUid: string | undefined;
  readonly daemonSetUid: string | undefined;
}

type Where = Pick<ProfileSpec, 'namespace' | 'serviceAccount' | 'daemonSet' | 'container'>;

/**
 * Reads what runs under a profile: the service account, the DaemonSet, and the images of the pods that
 * the DaemonSet controls. Throws FAILED_PRECONDITION for what is not there yet, UNAVAILABLE when the API
 * server does not answer.
 */
export async function readBinding(
  { api, apiServers }: Pick<EnrolledCluster, 'api' | 'apiServers'>,
  where: Where,
  signal: AbortSignal,
): Promise<ReadBinding> {
  const server = bindableServer(await apiServers());
  const { serviceAccountUid, daemonSetUid } = await readNamed(api, where, signal);
  const { namespace, serviceAccount, daemonSet, container } = where;
  if (serviceAccountUid === undefined) throw missing('service account', namespace, serviceAccount);
  if (daemonSetUid === undefined) throw missing('DaemonSet', namespace, daemonSet);
  const pods = (await readPods(api, where, signal)).filter(
    (pod) =>
      !pod.terminating &&
      pod.owners.some(({ uid, controller }) => controller && uid === daemonSetUid),
  );
  const images = pods.flatMap((pod) => imageOf(pod, container));
  const digests = new Map(images.map(({ digest }) => [digest.hex, digest]));
  if (digests.size === 0) {
    throw new SpiffeError(
      'FAILED_PRECONDITION',
      `no running container ${JSON.stringify(container)} in ${pods.length} pods of DaemonSet ${JSON.stringify(`${namespace}/${daemonSet}`)} reports its image`,
    );
  }
  return {
    binding: {
      apiServer: server.url,
      apiServerCas: server.authorities,
      serviceAccountUid,
      daemonSetUid,
      digests: [...digests.values()].sort((a, b) => (a.hex < b.hex ? -1 : 1)),
    },
    pods: images.map(({ pod, digest }) => ({
      name: pod.name,
      node: pod.nodeName,
      digest: digestText(digest),
    })),
  };
}

export async function readNamed(
  api: ReviewerCalls,
  { namespace, serviceAccount, daemonSet }: Where,
  signal: AbortSignal,
): Promise<NamedObjects> {
  const within = `namespaces/${encodeURIComponent(namespace)}`;
  const [account, set] = await Promise.all([
    find(api, `/api/v1/${within}/serviceaccounts/${encodeURIComponent(serviceAccount)}`, signal),
    find(api, `/apis/apps/v1/${within}/daemonsets/${encodeURIComponent(daemonSet)}`, signal),
  ]);
  return {
    serviceAccountUid: account === undefined ? undefined : uidOf(account),
    daemonSetUid: set === undefined ? undefined : uidOf(set),
  };
}

/** The pods that run under the profile's service account, page by page. */
export async function readPods(
  api: ReviewerCalls,
  { namespace, serviceAccount }: Where,
  signal: AbortSignal,
): Promise<readonly PodFacts[]> {
  const pods: PodFacts[] = [];
  const selector = encodeURIComponent(`spec.serviceAccountName=${serviceAccount}`);
  const path = `/api/v1/namespaces/${encodeURIComponent(namespace)}/pods?limit=200&fieldSelector=${selector}`;
  let next = '';
  do {
    const more = next === '' ? '' : `&continue=${encodeURIComponent(next)}`;
    const page = (await find(api, `${path}${more}`, signal)) as PodList | undefined;
    pods.push(...(page?.items ?? []).map(podFacts));
    next = page?.metadata?.continue ?? '';
  } while (next !== '');
  return pods;
}

export function podPath(namespace: string, name: string): string {
  return `/api/v1/namespaces/${encodeURIComponent(namespace)}/pods/${encodeURIComponent(name)}`;
}

/** An object as it is now, or undefined. Throws UNAVAILABLE when the API server does not say. */
export async function find(
  api: ReviewerCalls,
  path: string,
  signal: AbortSignal,
): Promise<unknown> {
  try {
    return await api.get(path, signal);
  } catch (cause) {
    if (cause instanceof KubeApiError && cause.status === 404) return undefined;
    const [plain] = path.split('?');
    const text = `unable to read ${String(plain)}: ${messageOf(cause)}`;
    throw new SpiffeError('UNAVAILABLE', text, { cause });
  }
}

interface PodList {
  readonly items?: readonly unknown[];
  readonly metadata?: { readonly continue?: string };
}

function imageOf(
  pod: PodFacts,
  container: string,
): { readonly pod: PodFacts; readonly digest: ImageDigest }[] {
  const status = pod.containers.find(({ name }) => name === container)?.status;
  const digest = status?.running === true ? findImageDigest(status.imageId) : undefined;
  return digest === undefined ? [] : [{ pod, digest }];
}

function missing(what: string, namespace: string, name: string): SpiffeError {
  const full = JSON.stringify(`${namespace}/${name}`);
  return new SpiffeError('FAILED_PRECONDITION', `the cluster has no ${what} ${full}`);
}
