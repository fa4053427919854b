import type { Agent } from '../datastore/datastore.ts';
import { find, podPath } from './cluster-reader.ts';
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
  const pod = await find(api, podPath(podNamespace, podName), signal);
  if (pod === undefined) return false;
  const { uid, terminating, ended } = podFacts(pod);
  return uid === podUid && !terminating && !ended;
}
