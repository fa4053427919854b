import { SpiffeError } from '../../common/errors/spiffe-error.ts';
import { admitBootstrap } from './bootstrap.ts';
import type { EnrolledClusters } from './clusters.ts';
import { enrollmentCodes } from './enrollment-codes.ts';
import type { ProfileIndex } from './profile-index.ts';

interface TokenAdmission {
  readonly profiles: ProfileIndex;
  readonly clusters: EnrolledClusters;
  readonly allowJoinTokens: boolean;
}

/**
 * Before a cluster token is made, for a profile or for none (empty): throws for a profile that no such
 * token could ever satisfy, and returns why one would be refused as things are now.
 */
export function checkTokenProfile(profile: string, by: TokenAdmission): readonly string[] {
  if (profile !== '') requireTokens(profile, by);
  const named = profile === '' ? undefined : profile;
  const answer = admitBootstrap({ ...by, named });
  if (answer.kind !== 'refused') return [];
  const { code, detail, profile: refusing } = answer;
  const { advice, meaning } = enrollmentCodes[code];
  const of = detail === refusing ? '' : `, ${detail}`;
  const text = `profile ${JSON.stringify(refusing)} refuses this token now: ${meaning}${of}`;
  const other = code === 'ENR_FALLBACK_NOT_ALLOWED' ? '; or -profile names another' : '';
  return [`${text} (${code}); to do: ${advice}${other}`];
}

/** Throws INVALID_ARGUMENT, and FAILED_PRECONDITION for a profile of another kind. */
function requireTokens(name: string, { clusters, profiles }: TokenAdmission): void {
  const profile = `profile ${JSON.stringify(name.slice(0, 64))}`;
  const versions = profiles.versionsOf(name);
  if (versions.length === 0) throw invalid(`${profile} does not exist`);
  const live = [profiles.bound(name), profiles.staged(name)].filter((each) => each !== undefined);
  if (live.length === 0) throw failed(`${profile} was retired`);
  const [first] = live;
  const own = clusters.profileOf(first?.spec.cluster ?? '');
  if (own !== undefined && own !== name) {
    const cluster = JSON.stringify(first?.spec.cluster);
    throw failed(`${profile}: agents of cluster ${cluster} enrol by ${JSON.stringify(own)}`);
  }
  const admits = live.some(
    ({ spec }) => spec.mode === 'bootstrap_token' || spec.bootstrapFallbackAllowed,
  );
  if (admits) return;
  throw failed(
    `${profile} admits no tokens: its mode must be bootstrap_token, or bootstrap_fallback_allowed be set`,
  );
}

function invalid(text: string): SpiffeError {
  return new SpiffeError('INVALID_ARGUMENT', text);
}

function failed(text: string): SpiffeError {
  return new SpiffeError('FAILED_PRECONDITION', text);
}
