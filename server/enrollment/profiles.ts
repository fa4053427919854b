import type { Clock } from '../../common/clock/clock.ts';
import { SpiffeError } from '../../common/errors/spiffe-error.ts';
import type { Logger } from '../../common/log/logger.ts';
import { readBinding, type ReadBinding } from './cluster-reader.ts';
import type { EnrolledClusters } from './clusters.ts';
import {
  digestText,
  type EnrollmentProfile,
  type ProfileBinding,
  type ProfileSpec,
} from './profile.ts';
import type { ProfileIndex } from './profile-index.ts';
import { checkProfileName, checkProfileSpec } from './profile-rules.ts';
import {
  bindVersion,
  createVersion,
  isSame,
  retireVersions,
  updateVersion,
  type NewProfile,
  type ProfileChange,
  type ProfileUpdate,
} from './versions.ts';

interface ProfileStore {
  find(name: string): Promise<readonly EnrollmentProfile[]>;
  change(
    name: string,
    decide: (stored: readonly EnrollmentProfile[]) => readonly EnrollmentProfile[],
    nowMs: number,
  ): Promise<void>;
}

interface ProfilesOptions {
  readonly store: ProfileStore;
  readonly profiles: ProfileIndex;
  readonly clusters: EnrolledClusters;
  readonly follower: { catchUp(): Promise<void> };
  readonly apiAudiences: readonly string[];
  readonly clock: Clock;
  readonly log: Logger;
}

type Decide = (stored: readonly EnrollmentProfile[]) => ProfileChange;

/** What an operator looked at before he said yes. */
interface Confirmation {
  readonly version: number;
  readonly spec: ProfileSpec;
  readonly binding: ProfileBinding;
}

/**
 * What operators do with profiles. Each change is one transaction; agents of a version that is not in
 * force any more are told to attest again as soon as the change is followed. A dry run decides alike and
 * writes nothing.
 */
export class Profiles {
  readonly #options: ProfilesOptions;

  constructor(options: ProfilesOptions) {
    this.#options = options;
  }

  async create(wanted: NewProfile, dryRun: boolean): Promise<ProfileChange> {
    checkProfileName(wanted.name);
    checkProfileSpec(wanted.spec, this.#options.apiAudiences);
    const nowMs = this.#options.clock.now();
    return this.#apply(wanted.name, dryRun, (stored) => createVersion(stored, wanted, nowMs));
  }

  async update(name: string, update: ProfileUpdate, dryRun: boolean): Promise<ProfileChange> {
    checkProfileSpec(update.spec, this.#options.apiAudiences);
    const nowMs = this.#options.clock.now();
    return this.#apply(name, dryRun, (stored) => {
      requireSome(stored, name);
      return updateVersion(stored, update, nowMs);
    });
  }

  /** Reads from the cluster what the staged version would be bound to. */
  async readBinding(
    name: string,
    signal: AbortSignal,
  ): Promise<ReadBinding & Pick<EnrollmentProfile, 'spec' | 'version'>> {
    const stored = await this.#options.store.find(name);
    requireSome(stored, name);
    const staged = stored.find(({ state }) => state === 'staged');
    if (staged === undefined) {
      const text = `profile ${JSON.stringify(name)} has no staged version; update -rebind makes one`;
      throw new SpiffeError('FAILED_PRECONDITION', text);
    }
    const { spec, version } = staged;
    return { ...(await this.#read(staged, signal)), spec, version };
  }

  /**
   * Puts the staged version in force. The cluster is read once more: what the operator confirmed is
   * compared with it, and never written. Throws FAILED_PRECONDITION when they differ.
   */
  async bind(
    name: string,
    confirmed: Confirmation,
    dryRun: boolean,
    signal: AbortSignal,
  ): Promise<ProfileChange> {
    const { version } = confirmed;
    const stored = await this.#options.store.find(name);
    requireSome(stored, name);
    const nowMs = this.#options.clock.now();
    // Refuses a version that is not staged before anything is read.
    bindVersion(stored, version, confirmed.binding, nowMs);
    const staged = stored.find(({ state }) => state === 'staged') as EnrollmentProfile;
    requireUnedited(confirmed, stored);
    const { binding } = await this.#read(staged, signal);
    requireSame(binding, confirmed.binding);
    return this.#apply(name, dryRun, (now) => {
      requireUnedited(confirmed, now);
      return bindVersion(now, version, binding, nowMs);
    });
  }

  async retire(name: string, version: number | undefined, dryRun: boolean): Promise<ProfileChange> {
    return this.#apply(name, dryRun, (stored) => {
      requireSome(stored, name);
      return retireVersions(stored, version);
    });
  }

  async #read({ spec }: EnrollmentProfile, signal: AbortSignal): Promise<ReadBinding> {
    if (spec.mode === 'bootstrap_token') {
      return { binding: noBinding, pods: [] };
    }
    const cluster = this.#options.clusters.get(spec.cluster);
    const [read, verdict] = await Promise.all([
      readBinding(cluster, spec, signal),
      cluster.probeAudience(spec.audience, signal),
    ]);
    if (verdict !== 'api') return read;
    const text = `the API server takes audience ${JSON.stringify(spec.audience)} for its own: every pod has such a token`;
    throw new SpiffeError('FAILED_PRECONDITION', text);
  }

  async #apply(name: string, dryRun: boolean, decide: Decide): Promise<ProfileChange> {
    const { store, clock, follower, log } = this.#options;
    if (dryRun) return decide(await store.find(name));
    const decided: ProfileChange[] = [];
    const remember: Decide = (stored) => {
      decided.push(decide(stored));
      return decided.at(-1) as ProfileChange;
    };
    await store.change(name, (stored) => remember(stored).write, clock.now());
    await follower.catchUp();
    const change = decided.at(-1) as ProfileChange;
    const { version, state } = change.profile;
    log.info('Changed an enrolment profile', {
      enrollment_profile: name,
      profile_version: version,
      decision: change.effect,
      status: state,
    });
    return change;
  }
}

function requireSome(stored: readonly EnrollmentProfile[], name: string): void {
  if (stored.length > 0) return;
  throw new SpiffeError('NOT_FOUND', `profile ${JSON.stringify(name)} does not exist`);
}

/** An edit keeps the version; what was read and confirmed belongs to the rules of before. */
function requireUnedited({ spec, version }: Confirmation, now: readonly EnrollmentProfile[]): void {
  const staged = now.find(({ state }) => state === 'staged');
  if (staged === undefined || isSame(staged.spec, spec)) return;
  throw new SpiffeError(
    'FAILED_PRECONDITION',
    `version ${version} was edited since its rules were shown: look at it again`,
  );
}

function requireSame(found: ProfileBinding, confirmed: ProfileBinding): void {
  const text = (binding: ProfileBinding) =>
    JSON.stringify([
      binding.apiServer,
      [...binding.apiServerCas].sort(),
      binding.serviceAccountUid,
      binding.daemonSetUid,
      binding.digests.map(digestText).sort(),
    ]);
  if (text(found) === text(confirmed)) return;
  throw new SpiffeError(
    'FAILED_PRECONDITION',
    'the cluster has other values than those that were confirmed: read them again',
  );
}

const noBinding: ProfileBinding = {
  apiServer: '',
  apiServerCas: [],
  serviceAccountUid: '',
  daemonSetUid: '',
  digests: [],
};
