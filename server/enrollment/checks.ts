import type { EnrollmentCode } from './enrollment-codes.ts';
import { imageIdOf, runningDigest } from './image-digest.ts';
import type { NodeFacts, PodFacts, ReviewFacts } from './kube-facts.ts';
import { digestText, type EnrollmentProfile } from './profile.ts';

/** What one attestation read of the cluster. */
export interface Evidence {
  readonly review: ReviewFacts;
  readonly pod: PodFacts;
  readonly node: NodeFacts;
}

export interface Finding {
  readonly code: EnrollmentCode;
  /** For operators: what was found, and what was wanted. */
  readonly detail: string;
}

export interface Check {
  /** The requirement it enforces, and its name in tables. */
  readonly id: string;
  readonly title: string;
  /** What is wrong; undefined when it passes. Pure. */
  find(evidence: Evidence, profile: EnrollmentProfile): Finding | undefined;
}

/**
 * The checks of a profile, in the order in which they decide. Names are locators and UIDs identities:
 * whatever was deleted and made again under its name does not pass.
 */
export const checks: readonly Check[] = [
  check('ENR-8', 'audience', ({ review }, { spec }) => {
    const { audiences, tokenAudiences } = review;
    if (!audiences.includes(spec.audience)) {
      return mismatch('ENR_AUDIENCE_MISMATCH', audiences, spec.audience);
    }
    if (!spec.exactAudience) return undefined;
    const isExact = tokenAudiences?.length === 1 && tokenAudiences[0] === spec.audience;
    return isExact
      ? undefined
      : mismatch('ENR_AUDIENCE_MISMATCH', tokenAudiences ?? 'a token that cannot be read', [
          spec.audience,
        ]);
  }),
  check('ENR-9', 'subject', ({ review }, { spec }) =>
    same('ENR_SUBJECT_MISMATCH', review.username, subjectOf(spec)),
  ),
  check('ENR-10', 'service account UID', ({ review }, { serviceAccountUid }) =>
    same('ENR_SA_UID_MISMATCH', review.uid, serviceAccountUid),
  ),
  check('ENR-11', 'groups', ({ review }, { spec }) =>
    same('ENR_GROUPS_MISMATCH', [...review.groups].sort(), groupsOf(spec.namespace)),
  ),
  check('ENR-12', 'pod', ({ review, pod }) =>
    same(
      'ENR_POD_UID_MISMATCH',
      { name: pod.name, uid: pod.uid },
      { name: review.podName, uid: review.podUid },
    ),
  ),
  check('ENR-13', 'not being deleted', ({ pod }) =>
    pod.terminating || pod.ended
      ? { code: 'ENR_POD_TERMINATING', detail: `the pod ${pod.ended ? 'has ended' : 'is ending'}` }
      : undefined,
  ),
  check('ENR-13', 'container running', ({ pod }, { spec }) => {
    const container = pod.containers.find(({ name }) => name === spec.container);
    if (container === undefined) {
      const names = pod.containers.map(({ name }) => name);
      return mismatch('ENR_CONTAINER_MISSING', names, spec.container);
    }
    if (container.status?.running === true) return undefined;
    const state = container.status === undefined ? 'no status' : 'a state that is not running';
    return mismatch('ENR_CONTAINER_NOT_RUNNING', state, 'a running container');
  }),
  check('ENR-14', 'namespace', ({ pod }, { spec }) =>
    same('ENR_NAMESPACE_MISMATCH', pod.namespace, spec.namespace),
  ),
  check('ENR-14', 'service account of the pod', ({ pod }, { spec }) =>
    same('ENR_POD_SA_MISMATCH', pod.serviceAccount, spec.serviceAccount),
  ),
  check('ENR-14', 'node', ({ review, pod, node }) => {
    if (node.name !== pod.nodeName || node.uid === '') {
      return mismatch('ENR_NODE_MISMATCH', node, { name: pod.nodeName });
    }
    const claimed = { name: review.nodeName || node.name, uid: review.nodeUid || node.uid };
    return same('ENR_NODE_MISMATCH', claimed, { name: node.name, uid: node.uid });
  }),
  check('ENR-15', 'required labels', ({ pod }, { spec }) => {
    const wanted = Object.entries(spec.requiredLabels).find(
      ([key, value]) => !Object.hasOwn(pod.labels, key) || pod.labels[key] !== value,
    );
    if (wanted === undefined) return undefined;
    const [key, value] = wanted;
    return mismatch('ENR_LABEL_MISMATCH', pod.labels[key] ?? 'nothing', `${key}=${value}`);
  }),
  check('ENR-16', 'controlling DaemonSet', ({ pod }, { spec, daemonSetUid }) => {
    const wanted = { kind: 'DaemonSet', name: spec.daemonSet, uid: daemonSetUid };
    const controllers = pod.owners.filter(({ controller }) => controller);
    const [owner] = controllers;
    if (owner === undefined || controllers.length > 1) {
      return mismatch('ENR_OWNER_MISMATCH', `${controllers.length} controllers`, wanted);
    }
    const { apiVersion, kind, name, uid } = owner;
    if (!apiVersion.startsWith('apps/')) return mismatch('ENR_OWNER_MISMATCH', apiVersion, 'apps/');
    return same('ENR_OWNER_MISMATCH', { kind, name, uid }, wanted);
  }),
  check('ENR-17', 'image digest', ({ pod }, { spec, digests }) => {
    const found = runningDigest(pod, spec.container);
    const wanted = digests.map(digestText);
    if (found === undefined) {
      return mismatch('ENR_DIGEST_UNKNOWN', imageIdOf(pod, spec.container), wanted);
    }
    // A manifest and a configuration never have the same digest, so the digits decide.
    if (digests.some(({ hex }) => hex === found.hex)) return undefined;
    const finding = mismatch('ENR_DIGEST_MISMATCH', digestText(found), wanted);
    return digests.some(({ kind }) => kind === found.kind)
      ? finding
      : { ...finding, detail: `${finding.detail}; ${otherKind[found.kind]}` };
  }),
  check('ENR-18', 'pinned settings', ({ pod }, { spec }) => {
    const pinned = Object.entries(spec.podSpec) as [keyof typeof spec.podSpec, boolean][];
    const wrong = pinned.find(([key, value]) => (pod[key] ?? true) !== value);
    if (wrong === undefined) return undefined;
    const [key, value] = wrong;
    return mismatch('ENR_POD_SPEC_MISMATCH', { [key]: pod[key] ?? true }, { [key]: value });
  }),
];

/** The same image has both, so the approved one may be this one by its other name. */
const otherKind = {
  config:
    'the node knows the image by the digest of its configuration, as one that was imported, and no config digest is approved',
  manifest:
    'the node knows the image by the digest of its manifest, as one that was pulled, and no manifest digest is approved',
} as const;

/** What the first check finds that does not pass. */
export function firstFinding(evidence: Evidence, profile: EnrollmentProfile): Finding | undefined {
  for (const each of checks) {
    const found = each.find(evidence, profile);
    if (found !== undefined) return found;
  }
  return undefined;
}

/** The user name that a token of the profile's service account has. */
function subjectOf(spec: { readonly namespace: string; readonly serviceAccount: string }): string {
  return `system:serviceaccount:${spec.namespace}:${spec.serviceAccount}`;
}

/** Sorted; a token of a service account has these and no others. */
export function groupsOf(namespace: string): readonly string[] {
  return [
    'system:authenticated',
    'system:serviceaccounts',
    `system:serviceaccounts:${namespace}`,
  ].sort();
}

function check(id: string, title: string, find: Check['find']): Check {
  return { id, title, find };
}

function same(code: EnrollmentCode, found: unknown, wanted: unknown): Finding | undefined {
  if (JSON.stringify(found) === JSON.stringify(wanted)) return undefined;
  return mismatch(code, found, wanted);
}

export function mismatch(code: EnrollmentCode, found: unknown, wanted: unknown): Finding {
  return { code, detail: `found ${show(found)}, expected ${show(wanted)}` };
}

/** What pods and tokens say is cut: whoever makes them would else fill the log. */
function show(value: unknown): string {
  return JSON.stringify(value).slice(0, 512);
}
