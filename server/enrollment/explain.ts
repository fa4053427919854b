import { SpiffeError } from '../../common/errors/spiffe-error.ts';
import type { ApiServer } from '../../common/kube/api-server.ts';
import type { Agent } from '../datastore/datastore.ts';
import { apiServerFinding } from './api-server.ts';
import { checks, groupsOf, type Check, type Evidence, type Finding } from './checks.ts';
import { find, podPath, readNamed } from './cluster-reader.ts';
import type { EnrolledClusters, ReviewerCalls } from './clusters.ts';
import { enrollmentCodes, type EnrollmentCode } from './enrollment-codes.ts';
import { runningDigest } from './image-digest.ts';
import { nodeFacts, podFacts, type PodFacts, type ReviewFacts } from './kube-facts.ts';
import { findActive } from './node-holders.ts';
import { digestText, isReady, missingFrom, type EnrollmentProfile } from './profile.ts';
import type { ProfileIndex } from './profile-index.ts';

interface CheckResult {
  readonly requirement: string;
  readonly title: string;
  /** `unknown` for what only a token of the pod says, and for what a staged version is not bound to yet. */
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
  /** The version that waits to be bound. */
  readonly staged: EnrollmentProfile | undefined;
}

interface Asked {
  readonly profile: string;
  readonly namespace: string;
  readonly pod: string;
  /** 0 for the one in force, or else the staged one. */
  readonly version: number;
}

/**
 * Runs every check of a profile on a pod that is there. No token is made for that: what a token would say
 * is derived from the objects it would be made of. What a staged version is not bound to yet fails only
 * when binding it now would not help. Throws NOT_FOUND for a pod that is not there.
 */
export async function explainPod(
  options: ExplainOptions,
  asked: Asked,
  signal: AbortSignal,
): Promise<Explanation> {
  const profile = chooseProfile(options, asked);
  const { api, apiServers } = options.clusters.get(profile.spec.cluster);
  const server = serverResult(profile, await apiServers());
  const object = await find(api, podPath(asked.namespace, asked.pod), signal);
  const name = `${asked.namespace}/${asked.pod}`;
  if (object === undefined) {
    throw new SpiffeError('NOT_FOUND', `there is no pod ${JSON.stringify(name)}`);
  }
  const found = await evidenceFor(api, podFacts(object), profile, signal);
  const { evidence } = found;
  const results = checks.map((check) => checkResult(check, found, profile));
  const node = await nodeResult(options, profile, evidence, signal);
  return {
    profile,
    staged: options.profiles.staged(profile.name),
    checks: [
      readiness(profile, options.profiles.versionsOf(profile.name)),
      server,
      ...results.map(withoutToken),
      node,
    ],
  };
}

interface Found {
  readonly evidence: Evidence;
  /** Of the DaemonSet that has the name in the profile now. */
  readonly daemonSetUid: string;
}

function checkResult(check: Check, found: Found, profile: EnrollmentProfile): CheckResult {
  const { evidence } = found;
  const { id, title } = check;
  const finding = check.find(evidence, profile);
  if (profile.state !== 'staged') return resultOf(id, title, finding?.code, finding?.detail ?? '');
  const { values, wouldBe } = boundNow(found, profile);
  const lasting = id === 'ENR-10' ? goneAccount(evidence) : check.find(evidence, wouldBe);
  if (lasting !== undefined) {
    const result = resultOf(id, title, lasting.code, lasting.detail);
    return { ...result, advice: stagedAdvice.get(lasting.code) ?? result.advice };
  }
  if (finding === undefined) return resultOf(id, title, undefined, '');
  const value = values.get(id) ?? '';
  return unbound(id, title, value === '' ? notBound : `${notBound}; it is ${value} now`);
}

/** A service account that is not there has no UID to bind, and "" would agree with "". */
function goneAccount({ pod, review }: Evidence): Finding | undefined {
  if (review.uid !== '') return undefined;
  const name = JSON.stringify(`${pod.namespace}/${pod.serviceAccount}`);
  return { code: 'ENR_SA_UID_MISMATCH', detail: `there is no service account ${name}` };
}

/** A staged version as it would be if it were bound to what the pod is, and what that is by check. */
function boundNow({ daemonSetUid, evidence }: Found, profile: EnrollmentProfile) {
  const serviceAccountUid = evidence.review.uid;
  const digest = runningDigest(evidence.pod, profile.spec.container);
  const digests = digest === undefined ? [] : [digest];
  return {
    wouldBe: { ...profile, serviceAccountUid, daemonSetUid, digests },
    values: new Map([
      ['ENR-10', serviceAccountUid],
      ['ENR-16', daemonSetUid],
      ['ENR-17', digest && digestText(digest)],
    ]),
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
): Promise<Found> {
  const where = { ...spec, namespace: pod.namespace, serviceAccount: pod.serviceAccount };
  const { serviceAccountUid = '', daemonSetUid = '' } = await readNamed(api, where, signal);
  const path = `/api/v1/nodes/${encodeURIComponent(pod.nodeName)}`;
  const node = pod.nodeName === '' ? undefined : await find(api, path, signal);
  const review = expectedReview(pod, serviceAccountUid, spec.audience);
  return { evidence: { review, pod, node: nodeFacts(node) }, daemonSetUid };
}

/** The version that is asked for, or the one in force, or what waits to be bound. */
function chooseProfile(
  { profiles, clusters }: ExplainOptions,
  { profile: name, version }: Asked,
): EnrollmentProfile {
  const names = name === '' ? clusters.all().map(({ profile }) => profile) : [name];
  const [only] = names;
  if (only === undefined || names.length > 1) {
    const which = names.length === 0 ? 'no cluster names a profile' : `one of ${names.join(', ')}`;
    throw new SpiffeError('INVALID_ARGUMENT', `profile is required: ${which}`);
  }
  const found = [profiles.bound(only), profiles.staged(only)].find(
    (live) => live !== undefined && (version === 0 || live.version === version),
  );
  if (found !== undefined) return found;
  const which = version === 0 ? 'no version' : `no version ${version}`;
  const text = `profile ${JSON.stringify(only)} has ${which} that is staged or bound`;
  throw new SpiffeError('NOT_FOUND', text);
}

function readiness(
  profile: EnrollmentProfile,
  versions: readonly EnrollmentProfile[],
): CheckResult {
  if (profile.state === 'staged') {
    const { advice } = enrollmentCodes.ENR_PROFILE_NOT_READY;
    const text = `version ${profile.version} is staged: ${notBound}`;
    const result = unbound('ENR-5', 'profile in force', text);
    return { ...result, code: 'ENR_PROFILE_NOT_READY', advice };
  }
  const code = isReady(profile, versions) ? undefined : 'ENR_PROFILE_NOT_READY';
  const missing = missingFrom(profile, versions).join(', ');
  const detail = `version ${profile.version} is ${profile.state}${missing === '' ? '' : `; missing: ${missing}`}`;
  return resultOf('ENR-5', 'profile in force', code, detail);
}

function serverResult(profile: EnrollmentProfile, servers: readonly ApiServer[]): CheckResult {
  if (profile.state === 'staged') return unbound('ENR-5', 'API server', notBound);
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

/** What to do is said once, beside the state of the profile. */
function unbound(requirement: string, title: string, detail: string): CheckResult {
  return { requirement, title, outcome: 'unknown', code: '', detail, advice: '' };
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

const notBound = 'not bound yet';
/** Nothing was made again that was never bound. */
const stagedAdvice: ReadonlyMap<EnrollmentCode, string> = new Map([
  ['ENR_SA_UID_MISMATCH', 'make the service account, then the pod anew'],
  [
    'ENR_OWNER_MISMATCH',
    'run the agents as the DaemonSet that the profile names, or correct -daemonSet',
  ],
]);
