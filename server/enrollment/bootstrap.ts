import type { EnrolledClusters } from './clusters.ts';
import type { EnrollmentCode } from './enrollment-codes.ts';
import { isReady, type EnrollmentClaim, type EnrollmentProfile } from './profile.ts';
import type { ProfileIndex } from './profile-index.ts';

interface BootstrapQuestion {
  /** The profile that the token was made for. */
  readonly named: string | undefined;
  readonly profiles: ProfileIndex;
  readonly clusters: EnrolledClusters;
  readonly allowJoinTokens: boolean;
}

type BootstrapAnswer =
  /** It gets no profile, as in SPIRE; `fallbacks` are those that would not admit it without their fallback. */
  | { readonly kind: 'unaffected'; readonly fallbacks: readonly string[] }
  | { readonly kind: 'admitted'; readonly claim: EnrollmentClaim; readonly fallback: boolean }
  | {
      readonly kind: 'refused';
      readonly code: EnrollmentCode;
      readonly detail: string;
      readonly profile: string;
    };

/**
 * Decides about an agent that comes with a join token, before the token is used up. A token for a
 * profile is judged by that one. Any other could be used on any node, so every profile that the
 * configuration names must admit it; a server without profiles admits it as SPIRE does.
 */
export function admitBootstrap(question: BootstrapQuestion): BootstrapAnswer {
  const { named, clusters, allowJoinTokens } = question;
  if (named !== undefined) return judge(named, question);
  const configured = clusters.all();
  if (configured.length === 0 || allowJoinTokens) return { kind: 'unaffected', fallbacks: [] };
  const answers = configured.map(({ profile }) => judge(profile, question));
  const refused = answers.find(({ kind }) => kind === 'refused');
  if (refused !== undefined) return refused;
  // With several profiles nobody can say of which this agent is.
  const [only] = answers;
  if (answers.length === 1 && only !== undefined) return only;
  const fallbacks = answers.flatMap((answer) =>
    answer.kind === 'admitted' && answer.fallback ? [answer.claim.profile] : [],
  );
  return { kind: 'unaffected', fallbacks };
}

function judge(name: string, { clusters, profiles }: BootstrapQuestion): BootstrapAnswer {
  const profile = profiles.bound(name);
  const versions = profiles.versionsOf(name);
  if (profile === undefined || !isReady(profile, versions)) {
    const isKnown = versions.length > 0;
    const code = isKnown ? 'ENR_PROFILE_NOT_READY' : 'ENR_PROFILE_UNKNOWN';
    return { kind: 'refused', code, detail: name, profile: name };
  }
  const { cluster, mode, bootstrapFallbackAllowed } = profile.spec;
  const own = clusters.profileOf(cluster);
  if (own !== undefined && own !== name) {
    // Else a second profile would let in what the cluster's own refuses.
    const detail = `agents of cluster ${cluster} enrol by ${own}`;
    return { kind: 'refused', code: 'ENR_CLUSTER_MISMATCH', detail, profile: name };
  }
  if (mode === 'bootstrap_token') return admitted(profile, false);
  if (bootstrapFallbackAllowed) return admitted(profile, true);
  const detail = `the mode is ${mode} and it allows no fallback`;
  return { kind: 'refused', code: 'ENR_FALLBACK_NOT_ALLOWED', detail, profile: name };
}

function admitted(profile: EnrollmentProfile, fallback: boolean): BootstrapAnswer {
  const claim = {
    profile: profile.name,
    version: profile.version,
    cluster: profile.spec.cluster,
    nodeUid: '',
    podUid: '',
    podNamespace: '',
    podName: '',
    displaces: [],
  };
  return { kind: 'admitted', claim, fallback };
}
