import { SpiffeError } from '../../common/errors/spiffe-error.ts';
import {
  digestText,
  type EnrollmentProfile,
  type ImageDigest,
  type ProfileBinding,
  type ProfileSpec,
} from './profile.ts';

/** What a change of a profile does, and the rows to write, in their order. */
export interface ProfileChange {
  /**
   * `described` and `digests_added` leave every credential as it is; `edited` is a change of what is
   * staged; `superseded` puts another version in force, so that all agents attest again; `staged` adds
   * a version that has to be bound first; `bound` puts it in force.
   */
  readonly effect:
    | 'created'
    | 'bound'
    | 'described'
    | 'digests_added'
    | 'edited'
    | 'superseded'
    | 'staged'
    | 'retired'
    | 'unchanged';
  readonly profile: EnrollmentProfile;
  readonly write: readonly EnrollmentProfile[];
}

type Versions = readonly EnrollmentProfile[];

export interface NewProfile {
  readonly name: string;
  readonly description: string;
  readonly spec: ProfileSpec;
}

/** A first version, staged; a name whose versions are all retired can be used again. */
export function createVersion(stored: Versions, wanted: NewProfile, nowMs: number): ProfileChange {
  if (stored.some(({ state }) => state === 'staged' || state === 'bound')) {
    throw new SpiffeError('ALREADY_EXISTS', `profile ${quoted(wanted.name)} exists already`);
  }
  return written('created', stage(stored, wanted, nowMs));
}

/** Puts the staged version in force in place of the one that was. Throws FAILED_PRECONDITION. */
export function bindVersion(
  stored: Versions,
  version: number,
  binding: ProfileBinding,
  nowMs: number,
): ProfileChange {
  const staged = stored.find(({ state }) => state === 'staged');
  const bound = stored.find(({ state }) => state === 'bound');
  if (staged?.version !== version) {
    const name = quoted(stored.at(0)?.name ?? '');
    const has = bound === undefined ? '' : `; version ${bound.version} is bound already`;
    throw failed(`profile ${name} has no staged version ${version} to bind${has}`);
  }
  const next: EnrollmentProfile = { ...staged, ...binding, state: 'bound', boundAtMs: nowMs };
  return written('bound', next, bound);
}

export interface ProfileUpdate {
  /** The version that the change was made from; another one refuses it. */
  readonly version: number;
  readonly description: string;
  readonly spec: ProfileSpec;
  readonly addDigests: readonly ImageDigest[];
  readonly removeDigests: readonly ImageDigest[];
  /** Reads service account, DaemonSet and image anew although their names are the same. */
  readonly rebind: boolean;
}

/**
 * Changes a staged version in place, or the one in force: what is for people only stays a change
 * of that row, as do added digests, which take nothing from anybody; any other change is a new version,
 * in force at once when the bound UIDs still belong to what it names, and staged when not.
 */
export function updateVersion(
  stored: Versions,
  update: ProfileUpdate,
  nowMs: number,
): ProfileChange {
  const base = stored.find(({ version }) => version === update.version);
  if (base?.state === 'staged') return updateStaged(base, update);
  if (base?.state !== 'bound') {
    throw failed(`version ${update.version} of the profile is neither staged nor bound`);
  }
  const described = { ...base, description: update.description };
  const digests = digestsAfter(base, update);
  const moves = update.rebind || movesBinding(base.spec, update.spec);
  if (moves || update.removeDigests.length > 0 || !isSame(base.spec, update.spec)) {
    refuseTwoAtOnce(stored);
    const next = { ...described, spec: update.spec };
    if (moves) return stageAgain(stored, next, update, nowMs);
    if (base.digests.length > 0 && digests.length === 0) {
      throw failed('the last digest of a profile cannot be removed');
    }
    const dated = { version: nextVersion(stored), createdAtMs: nowMs, boundAtMs: nowMs };
    return written('superseded', { ...next, ...dated, digests }, base);
  }
  if (digests.length > base.digests.length) {
    return written('digests_added', { ...described, digests });
  }
  if (base.description !== update.description) return written('described', described);
  return { effect: 'unchanged', profile: base, write: [] };
}

/** Withdraws what is staged or in force, or one of the two. Throws FAILED_PRECONDITION for nothing. */
export function retireVersions(stored: Versions, version?: number): ProfileChange {
  const live = stored
    .filter(({ state }) => state === 'staged' || state === 'bound')
    .filter((profile) => version === undefined || profile.version === version);
  const retired = live.map((profile) => ({ ...profile, state: 'retired' as const }));
  const last = retired.at(-1);
  if (last === undefined) throw failed('there is no such version that is staged or bound');
  return { effect: 'retired', profile: last, write: retired };
}

/** While a version waits to be bound, the one in force can only get digests and a description. */
function refuseTwoAtOnce(stored: Versions): void {
  const staged = stored.find(({ state }) => state === 'staged');
  if (staged === undefined) return;
  throw failed(`version ${staged.version} is staged: bind, edit or retire that one first`);
}

function stageAgain(
  stored: Versions,
  next: NewProfile,
  update: ProfileUpdate,
  nowMs: number,
): ProfileChange {
  refuseDigests(update);
  return written('staged', stage(stored, next, nowMs));
}

function refuseDigests({ addDigests, removeDigests }: ProfileUpdate): void {
  if (addDigests.length + removeDigests.length === 0) return;
  throw failed('the digests of a staged version are read from the cluster by bind');
}

function updateStaged(base: EnrollmentProfile, update: ProfileUpdate): ProfileChange {
  refuseDigests(update);
  const { description, spec } = update;
  const profile = { ...base, description, spec };
  if (isSame(base, profile)) return { effect: 'unchanged', profile, write: [] };
  return written('edited', profile);
}

function digestsAfter(base: EnrollmentProfile, update: ProfileUpdate): readonly ImageDigest[] {
  const has = (digests: readonly ImageDigest[], hex: string) =>
    digests.some((digest) => digest.hex === hex);
  // What is taken away is named in full: the other kind is another image, or a mistake.
  const missing = update.removeDigests.find(
    (digest) => !base.digests.some((each) => digestText(each) === digestText(digest)),
  );
  if (missing !== undefined) {
    const all = base.digests.map(digestText).join(', ');
    throw failed(`profile has no digest ${digestText(missing)} to remove; it has ${all}`);
  }
  const kept = base.digests.filter(({ hex }) => !has(update.removeDigests, hex));
  const added = update.addDigests.filter(({ hex }) => !has(kept, hex));
  return [...kept, ...added];
}

function stage(stored: Versions, { name, description, spec }: NewProfile, nowMs: number) {
  return {
    name,
    description,
    spec,
    version: nextVersion(stored),
    state: 'staged',
    apiServer: '',
    apiServerCas: [],
    serviceAccountUid: '',
    daemonSetUid: '',
    digests: [],
    createdAtMs: nowMs,
    boundAtMs: 0,
  } as const;
}

/** True when the bound UIDs and digests are of something that the new rules do not name. */
function movesBinding(before: ProfileSpec, after: ProfileSpec): boolean {
  const keys = [
    'cluster',
    'mode',
    'namespace',
    'serviceAccount',
    'daemonSet',
    'container',
  ] as const;
  return keys.some((key) => before[key] !== after[key]);
}

function written(
  effect: ProfileChange['effect'],
  profile: EnrollmentProfile,
  replaced?: EnrollmentProfile,
): ProfileChange {
  const before = replaced === undefined ? [] : [{ ...replaced, state: 'superseded' as const }];
  return { effect, profile, write: [...before, profile] };
}

function nextVersion(stored: Versions): number {
  return Math.max(0, ...stored.map(({ version }) => version)) + 1;
}

/** Whatever the order of the keys. */
export function isSame(a: object, b: object): boolean {
  return canonical(a) === canonical(b);
}

function canonical(value: unknown): string {
  return JSON.stringify(value, (_key, item: unknown) =>
    typeof item === 'object' && item !== null && !Array.isArray(item)
      ? Object.fromEntries(Object.entries(item).sort(([x], [y]) => (x < y ? -1 : 1)))
      : item,
  );
}

function failed(text: string): SpiffeError {
  return new SpiffeError('FAILED_PRECONDITION', text);
}

function quoted(text: string): string {
  return JSON.stringify(text);
}
