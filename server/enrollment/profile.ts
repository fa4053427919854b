import type { SpiffeId } from '../../common/spiffe/spiffe-id.ts';

/** Which way an agent of the cluster comes in: with a reviewed token of its pod, or with a secret. */
export type EnrollmentMode = 'kubernetes_token_review' | 'bootstrap_token';

/**
 * The life of one version of a profile.
 *
 * - `staged`: written down, but not bound to what runs; nobody enrols by it, and it may be edited.
 * - `bound`: in force. What it says is fixed; only digests may be added. At most one version is.
 * - `superseded`: a newer version is in force; agents of this one have to attest again.
 * - `retired`: withdrawn by an operator; nobody enrols by it.
 */
export type ProfileState = 'staged' | 'bound' | 'superseded' | 'retired';

/** Settings of the pod that are pinned; absent ones are not looked at. */
export interface PodSpecAssertions {
  readonly hostNetwork?: boolean;
  readonly hostPID?: boolean;
  readonly hostIPC?: boolean;
  readonly automountServiceAccountToken?: boolean;
}

/** The fields of a profile that decide who may enrol. */
export interface ProfileSpec {
  /** Key of the cluster in the configuration of k8s_psat. */
  readonly cluster: string;
  readonly mode: EnrollmentMode;
  /** Also admits join tokens although the mode is `kubernetes_token_review`. */
  readonly bootstrapFallbackAllowed: boolean;
  readonly audience: string;
  /** The token must be for this audience and no other. */
  readonly exactAudience: boolean;
  readonly namespace: string;
  readonly serviceAccount: string;
  readonly daemonSet: string;
  readonly container: string;
  readonly requiredLabels: Readonly<Record<string, string>>;
  readonly podSpec: PodSpecAssertions;
  /** A token makes one agent only, however often that one attests again with it. */
  readonly replayLimit: boolean;
}

/**
 * What an image ID names: `manifest` is the digest that a registry knows, `config` that of the image's
 * configuration, which is all there is for an image that was imported by hand.
 */
type DigestKind = 'manifest' | 'config';

export interface ImageDigest {
  readonly kind: DigestKind;
  /** 64 lower case hexadecimal digits. */
  readonly hex: string;
}

/** What was read from the cluster when the profile was bound. */
export interface ProfileBinding {
  /** URL of the API server; empty until it is bound, and in versions from before it was kept. */
  readonly apiServer: string;
  /** What the API server is verified by: `sha256:HEX` of each CA certificate, or `system`. */
  readonly apiServerCas: readonly string[];
  readonly serviceAccountUid: string;
  readonly daemonSetUid: string;
  readonly digests: readonly ImageDigest[];
}

export interface EnrollmentProfile extends ProfileBinding {
  readonly name: string;
  readonly version: number;
  readonly state: ProfileState;
  /** For people; changing it changes nothing else. */
  readonly description: string;
  readonly spec: ProfileSpec;
  readonly createdAtMs: number;
  /** 0 until it is bound. */
  readonly boundAtMs: number;
}

/** What an agent was enrolled by, as recorded beside its X509-SVID. */
export interface AgentEnrollment {
  readonly profile: string;
  readonly version: number;
  readonly cluster: string;
  /** Empty, as the rest, for an agent that came with a bootstrap token. */
  readonly nodeUid: string;
  readonly podUid: string;
  readonly podNamespace: string;
  readonly podName: string;
}

/** What an attestation under a profile asks the datastore to record, and on which conditions. */
export interface EnrollmentClaim extends AgentEnrollment {
  /** Identities of the same node that were seen to be over; any other one refuses the claim. */
  readonly displaces: readonly { readonly spiffeId: SpiffeId; readonly serialNumber: string }[];
  /** With a replay limit: what the token's ID, which makes one agent only, is remembered by. */
  readonly use?: TokenUse;
}

export interface TokenUse {
  readonly credentialId: string;
  readonly issuedAtMs: number;
  /** How long to remember it. */
  readonly expiresAtMs: number;
}

/**
 * The parts that keep a profile from admitting anybody, given all versions of its name. None means that
 * it is ready.
 */
export function missingFrom(
  profile: EnrollmentProfile,
  versions: readonly EnrollmentProfile[],
): readonly string[] {
  if (profile.spec.mode === 'bootstrap_token') return [];
  const { apiServer, state } = profile;
  const parts = [
    [profile.serviceAccountUid, 'service account UID'],
    [profile.daemonSetUid, 'DaemonSet UID'],
    [profile.digests.length, 'image digest'],
    // What was bound before API servers were kept stays in force.
    [apiServer !== '' || state !== 'staged', 'API server'],
    [!hasLostServer(profile, versions), lostServer],
  ] as const;
  return parts.flatMap(([value, what]) => (value ? [] : [what]));
}

/** True when it is in force and complete: `workload_identity_ready`. Computed, never stored. */
export function isReady(
  profile: EnrollmentProfile,
  versions: readonly EnrollmentProfile[],
): boolean {
  return profile.state === 'bound' && missingFrom(profile, versions).length === 0;
}

/**
 * True for a version without an API server after one that had it: an older server on the same database
 * made it, and knew no better.
 */
function hasLostServer(
  { apiServer, state, version: own }: EnrollmentProfile,
  versions: readonly EnrollmentProfile[],
): boolean {
  if (apiServer !== '' || state === 'staged') return false;
  return versions.some((other) => other.version < own && other.apiServer !== '');
}

/** `manifest:sha256:abc…` */
export function digestText({ kind, hex }: ImageDigest): string {
  return `${kind}:sha256:${hex}`;
}

const lostServer = 'API server, which an older server left out: update -rebind, then bind';
