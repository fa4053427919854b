import { SpiffeError } from '../../common/errors/spiffe-error.ts';
import type { ApiServer } from '../../common/kube/api-server.ts';
import type { Agent } from '../datastore/datastore.ts';
import { apiServerFinding } from './api-server.ts';
import { checks, groupsOf, type Evidence } from './checks.ts';
import { find, podPath, readNamed } from './cluster-reader.ts';
import type { EnrolledClusters, ReviewerCalls } from './clusters.ts';
import { enrollmentCodes, type EnrollmentCode } from './enrollment-codes.ts';
import { nodeFacts, podFacts, type PodFacts, type ReviewFacts } from './kube-facts.ts';
import { findActive } from './node-holders.ts';
import { isReady, missingFrom, type EnrollmentProfile } from './profile.ts';
import type { ProfileIndex } from './profile-index.ts';

interface CheckResult {
  readonly requirement: string;
  readonly title: string;
  /** `unknown` for what only a token of the pod says. */
  readonly outcome: 'pass' | 'fail' | 'unknown';
  readonly code: EnrollmentCode | '';
  readonly detail: string;
  readonly advice: string;
}

export interface ExplainOptions {
  readonly profiles: ProfileIndex;
  readonly clusters: EnrolledClusters;
  readonly store: {
    findOnNode(cluster: string, nodeUid: string, nowMs: number): Promise<readonly Agent[]>;
  };
  readonly clock: { now(): number };
}

interface Explanation {
  readonly profile: EnrollmentProfile;
  readonly checks: readonly CheckResult[];
}

/**
 * Runs every check of a profile on a pod that is there. No token is made for that: what a token would say
 * is derived from the objects it would be made of. Throws NOT_FOUND for a pod that is not there.
 */
export async function explainPod(
  options: ExplainOptions,
  asked: { readonly profile: string; readonly namespace: string; readonly pod: string },
  signal: AbortSignal,
): Promise<Explanation> {
  const profile = chooseProfile(options, asked.profile);
  const { api, apiServers } = options.clusters.get(profile.spec.cluster);
  const server = serverResult(profile, await apiServers());
  const object = await find(api, podPath(asked.namespace, asked.pod), signal);
  const name = `${asked.namespace}/${asked.pod}`;
  if (object === undefined) {
    throw new SpiffeError('NOT_FOUND', `there is no pod ${JSON.stringify(name)}`);
  }
  const evidence = await evidenceFor(api, podFacts(object), profile, signal);
  const results = checks.map((check) => {
    const found = check.find(evidence, profile);
    return resultOf(check.id, check.title, found?.code, found?.detail ?? '');
  });
  const node = await nodeResult(options, profile, evidence, signal);
  return {
    profile,
    checks: [
      readiness(profile, options.profiles.versionsOf(profile.name)),
      server,
      ...results.map(withoutToken),
      node,
    ],
  };
}

/** What a review of the pod's token would say, from the objects that a token is made of. */
export function expectedReview(
  pod: PodFacts,
  serviceAccountUid: string,
  audience: string,
): ReviewFacts {
  const has = pod.projectedAudiences.includes(audience);
  const audiences = has ? [audience] : pod.projectedAudiences;
  return {
    username: `system:serviceaccount:${pod.namespace}:${pod.serviceAccount}`,
    uid: serviceAccountUid,
    groups: groupsOf(pod.namespace),
    audiences,
    tokenAudiences: audiences,
    podName: pod.name,
    podUid: pod.uid,
    nodeName: '',
    nodeUid: '',
    credentialId: '',
  };
}

async function evidenceFor(
  api: ReviewerCalls,
  pod: PodFacts,
  { spec }: EnrollmentProfile,
  signal: AbortSignal,
): Promise<Evidence> {
  const where = { ...spec, namespace: pod.namespace, serviceAccount: pod.serviceAccount };
  const { serviceAccountUid = '' } = await readNamed(api, where, signal);
  const path = `/api/v1/nodes/${encodeURIComponent(pod.nodeName)}`;
  const node = pod.nodeName === '' ? undefined : await find(api, path, signal);
  return {
    review: expectedReview(pod, serviceAccountUid, spec.audience),
    pod,
    node: nodeFacts(node),
  };
}

/** The one in force, or what waits to be bound. */
function chooseProfile({ profiles, clusters }: ExplainOptions, name: string): EnrollmentProfile {
  const names = name === '' ? clusters.all().map(({ profile }) => profile) : [name];
  const [only] = names;
  if (only === undefined || names.length > 1) {
    const which = names.length === 0 ? 'no cluster names a profile' : `one of ${names.join(', ')}`;
    throw new SpiffeError('INVALID_ARGUMENT', `profile is required: ${which}`);
  }
  const found = profiles.bound(only) ?? profiles.staged(only);
  if (found !== undefined) return found;
  const text = `profile ${JSON.stringify(only)} has no version that is staged or bound`;
  throw new SpiffeError('NOT_FOUND', text);
}

function readiness(
  profile: EnrollmentProfile,
  versions: readonly EnrollmentProfile[],
): CheckResult {
  const code = isReady(profile, versions) ? undefined : 'ENR_PROFILE_NOT_READY';
  const missing = missingFrom(profile, versions).join(', ');
  const detail = `version ${profile.version} is ${profile.state}${missing === '' ? '' : `; missing: ${missing}`}`;
  return resultOf('ENR-5', 'profile in force', code, detail);
}

function serverResult(profile: EnrollmentProfile, servers: readonly ApiServer[]): CheckResult {
  const finding = apiServerFinding(profile, servers);
  const asked = profile.apiServer === '' ? 'the version names none' : profile.apiServer;
  return resultOf('ENR-5', 'API server', finding?.code, finding?.detail ?? asked);
}

async function nodeResult(
  { store, clusters, clock }: ExplainOptions,
  { spec }: EnrollmentProfile,
  { pod, node }: Evidence,
  signal: AbortSignal,
): Promise<CheckResult> {
  const onNode = await store.findOnNode(spec.cluster, node.uid, clock.now());
  const others = onNode.filter(({ enrollment }) => enrollment?.podUid !== pod.uid);
  const active = await findActive(clusters.get(spec.cluster).api, others, signal);
  const code = active === undefined ? undefined : 'ENR_NODE_OCCUPIED';
  const detail = active === undefined ? '' : `by ${active.podNamespace}/${active.podName}`;
  return resultOf('ENR-19', 'one agent a node', code, detail);
}

/** Nobody can tell what an authenticator adds to a token before it is used. */
function withoutToken(result: CheckResult): CheckResult {
  if (result.requirement !== 'ENR-11') return result;
  return { ...result, outcome: 'unknown', detail: 'only a token says which groups it has' };
}

function resultOf(
  requirement: string,
  title: string,
  code: EnrollmentCode | undefined,
  detail: string,
): CheckResult {
  if (code === undefined) {
    return { requirement, title, outcome: 'pass', code: '', detail, advice: '' };
  }
  const { advice } = enrollmentCodes[code];
  return { requirement, title, outcome: 'fail', code, detail, advice };
}
