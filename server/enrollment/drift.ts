import type { SpiffeId } from '../../common/spiffe/spiffe-id.ts';
import { apiServerFinding } from './api-server.ts';
import { checks, type Evidence } from './checks.ts';
import { readNamed, readPods } from './cluster-reader.ts';
import type { EnrolledCluster } from './clusters.ts';
import type { EnrollmentCode } from './enrollment-codes.ts';
import { expectedReview } from './explain.ts';
import type { PodFacts } from './kube-facts.ts';
import type { AgentEnrollment, EnrollmentProfile } from './profile.ts';

/** An agent or a pod that its profile would not admit any more. */
export interface Drift {
  readonly profile: string;
  readonly version: number;
  /** Undefined for a pod under the profile's service account that is no agent. */
  readonly agentId: SpiffeId | undefined;
  readonly namespace: string;
  readonly pod: string;
  readonly podUid: string;
  readonly code: EnrollmentCode;
  readonly detail: string;
}

export interface EnrolledAgent {
  readonly spiffeId: SpiffeId;
  readonly enrollment: AgentEnrollment;
}

/**
 * Finds agents and pods that no longer match what was approved, after any of them changed. Nothing is
 * stopped: an agent that drifted fails its next attestation. Costs one list of the pods and two objects.
 * Nothing is read of another API server than the bound one: what it says would be of other things.
 */
export async function findDrift(
  { api, apiServers }: Pick<EnrolledCluster, 'api' | 'apiServers'>,
  profile: EnrollmentProfile,
  agents: readonly EnrolledAgent[],
  signal: AbortSignal,
): Promise<readonly Drift[]> {
  const { spec } = profile;
  const moved = apiServerFinding(profile, await apiServers());
  if (moved !== undefined) return [{ ...aboutAll(profile), ...moved }];
  const [named, pods] = await Promise.all([
    readNamed(api, spec, signal),
    readPods(api, spec, signal),
  ]);
  const running = pods.filter(({ ended, terminating }) => !ended && !terminating);
  const agentOf = new Map(agents.map((agent) => [agent.enrollment.podUid, agent]));
  const gone = agents.filter(
    ({ enrollment }) => !pods.some(({ uid }) => uid === enrollment.podUid),
  );
  return [
    ...running.flatMap((pod) =>
      drifts(profile, pod, agentOf.get(pod.uid)?.spiffeId, named.serviceAccountUid ?? ''),
    ),
    ...setDrift(profile, named.daemonSetUid),
    ...gone.map((agent) => goneDrift(profile, agent)),
  ];
}

function drifts(
  profile: EnrollmentProfile,
  pod: PodFacts,
  agentId: SpiffeId | undefined,
  serviceAccountUid: string,
): Drift[] {
  const { spec } = profile;
  const evidence: Evidence = {
    review: expectedReview(pod, serviceAccountUid, spec.audience),
    pod,
    // Reading every node would cost more than it tells: a pod ends with its node.
    node: { name: pod.nodeName, uid: 'unread' },
  };
  const found = checks.flatMap((check) => check.find(evidence, profile) ?? []);
  return found.map(({ code, detail }) => ({ ...about(profile, pod), agentId, code, detail }));
}

/** The DaemonSet was deleted, perhaps made again, while its pods were left to run. */
function setDrift(profile: EnrollmentProfile, uid: string | undefined): Drift[] {
  if (uid === profile.daemonSetUid) return [];
  const { namespace, daemonSet } = profile.spec;
  const detail = `DaemonSet ${namespace}/${daemonSet} ${uid === undefined ? 'is gone' : `has the UID ${uid}`}`;
  return [{ ...aboutAll(profile), code: 'ENR_OWNER_MISMATCH', detail }];
}

function goneDrift(profile: EnrollmentProfile, { spiffeId, enrollment }: EnrolledAgent): Drift {
  const { podNamespace: namespace, podName: name, podUid: uid } = enrollment;
  const detail = 'the pod of this agent is gone; its X509-SVID lives until it expires';
  const pod = about(profile, { namespace, name, uid });
  return { ...pod, agentId: spiffeId, code: 'ENR_POD_UID_MISMATCH', detail };
}

/** What is of no pod in particular. */
function aboutAll(profile: EnrollmentProfile) {
  const nobody = { namespace: profile.spec.namespace, name: '', uid: '' };
  return { ...about(profile, nobody), agentId: undefined };
}

function about(
  { name, version }: EnrollmentProfile,
  pod: Pick<PodFacts, 'namespace' | 'name' | 'uid'>,
) {
  return { profile: name, version, namespace: pod.namespace, pod: pod.name, podUid: pod.uid };
}
