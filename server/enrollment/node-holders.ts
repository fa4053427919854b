import { messageOf, SpiffeError } from '../../common/errors/spiffe-error.ts';
import { KubeApiError } from '../../common/kube/kube-client.ts';
import type { Agent } from '../datastore/datastore.ts';
import type { ReviewerCalls } from './clusters.ts';
import { podFacts } from './kube-facts.ts';
import type { AgentEnrollment } from './profile.ts';

/**
 * The first of these agents whose pod still is what it was: there under its UID, not being deleted and
 * not ended. Throws UNAVAILABLE when that cannot be found out.
 */
export async function findActive(
  api: ReviewerCalls,
  agents: readonly Agent[],
  signal: AbortSignal,
): Promise<AgentEnrollment | undefined> {
  for (const { enrollment } of agents) {
    if (enrollment !== undefined && (await isActive(api, enrollment, signal))) return enrollment;
  }
  return undefined;
}

async function isActive(
  api: ReviewerCalls,
  { podNamespace, podName, podUid }: AgentEnrollment,
  signal: AbortSignal,
): Promise<boolean> {
  const pod = await readPodObject(api, podNamespace, podName, signal);
  if (pod === undefined) return false;
  const { uid, terminating, ended } = podFacts(pod);
  return uid === podUid && !terminating && !ended;
}

/** The pod as it is now, or undefined. Throws UNAVAILABLE when the API server does not say. */
export async function readPodObject(
  api: ReviewerCalls,
  namespace: string,
  name: string,
  signal: AbortSignal,
): Promise<unknown> {
  const path = `/api/v1/namespaces/${encodeURIComponent(namespace)}/pods/${encodeURIComponent(name)}`;
  try {
    return await api.get(path, signal);
  } catch (cause) {
    if (cause instanceof KubeApiError && cause.status === 404) return undefined;
    const text = `unable to read pod ${JSON.stringify(`${namespace}/${name}`)}: ${messageOf(cause)}`;
    throw new SpiffeError('UNAVAILABLE', text, { cause });
  }
}
