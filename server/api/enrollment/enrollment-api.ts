import { SpiffeError } from '../../../common/errors/spiffe-error.ts';
import type { Call, Init, ServedMethod } from '../../../common/rpc/contract.ts';
import { serveUnary } from '../../../common/rpc/serve.ts';
import {
  serverEnrollmentService as service,
  type ProfileChangeMessage,
} from '../../../common/rpc/services/server-enrollment.ts';
import type { AuditLog } from '../../authorization/audit.ts';
import type { EnrolledClusters } from '../../enrollment/clusters.ts';
import type { DriftWatch } from '../../enrollment/drift-watch.ts';
import { explainPod, type ExplainOptions } from '../../enrollment/explain.ts';
import { parseDigest } from '../../enrollment/image-digest.ts';
import type { AgentEnrollment, EnrollmentProfile, ProfileSpec } from '../../enrollment/profile.ts';
import type { ProfileIndex } from '../../enrollment/profile-index.ts';
import type { Profiles } from '../../enrollment/profiles.ts';
import type { ProfileChange } from '../../enrollment/versions.ts';
import {
  bindingMessage,
  bindingOf,
  driftMessage,
  profileMessage,
  specMessage,
  specOf,
} from './enrollment-messages.ts';

interface EnrollmentApiOptions {
  readonly profiles: Profiles;
  readonly index: ProfileIndex;
  readonly clusters: EnrolledClusters;
  readonly drift: Pick<DriftWatch, 'look'>;
  readonly explain: ExplainOptions;
  /** All agents in memory. */
  readonly agents: { values(): Iterable<{ readonly enrollment?: AgentEnrollment }> };
  readonly audit: AuditLog;
}

/** `sigil.enrollment.v1.Enrollment`. */
export function enrollmentApi(options: EnrollmentApiOptions): readonly ServedMethod[] {
  return [...reading(options), ...changing(options), ...looking(options)];
}

function reading(options: EnrollmentApiOptions): ServedMethod[] {
  const { index, profiles } = options;
  const message = (profile: EnrollmentProfile) => profileMessage(profile, seenOf(profile, options));
  return [
    serveUnary(service.ListProfiles, () => {
      const live = [...index.names()].sort().flatMap((name) => shownOf(index.versionsOf(name)));
      return Promise.resolve({ profiles: live.map(message) });
    }),
    serveUnary(service.GetProfile, ({ name }) => {
      const versions = index.versionsOf(name);
      if (versions.length === 0) {
        throw new SpiffeError('NOT_FOUND', `profile ${JSON.stringify(name)} does not exist`);
      }
      return Promise.resolve({ versions: versions.map(message) });
    }),
    serveUnary(service.ReadBinding, async ({ name }, call) => {
      const { binding, spec, version, pods } = await profiles.readBinding(name, call.signal);
      return { version, binding: bindingMessage(binding), pods, spec: specMessage(spec) };
    }),
  ];
}

function changing(options: EnrollmentApiOptions): ServedMethod[] {
  const { profiles, audit } = options;
  const note = (call: Call, name: string) => {
    audit.add(call, { enrollment_profile: name.slice(0, 64) });
  };
  const answer = (change: ProfileChange, dryRun: boolean) => changeMessage(change, dryRun, options);
  return [
    serveUnary(service.CreateProfile, async (request, call) => {
      const { name, description, dry_run: dryRun } = request;
      note(call, name);
      const wanted = { name, description, spec: withCluster(specOf(request.spec), name, options) };
      return answer(await profiles.create(wanted, dryRun), dryRun);
    }),
    serveUnary(service.BindProfile, async (request, call) => {
      const { name, version, dry_run: dryRun } = request;
      note(call, name);
      const binding = bindingOf(request.confirmed);
      const confirmed = { version, binding, spec: specOf(request.confirmed_spec) };
      return answer(await profiles.bind(name, confirmed, dryRun, call.signal), dryRun);
    }),
    serveUnary(service.UpdateProfile, async (request, call) => {
      const { name, version, description, rebind, dry_run: dryRun } = request;
      note(call, name);
      const addDigests = request.add_digests.map(parseDigest);
      const removeDigests = request.remove_digests.map(parseDigest);
      const spec = specOf(request.spec);
      const update = { version, description, rebind, addDigests, removeDigests, spec };
      return answer(await profiles.update(name, update, dryRun), dryRun);
    }),
    serveUnary(service.RetireProfile, async ({ name, version, dry_run: dryRun }, call) => {
      note(call, name);
      const only = version === 0 ? undefined : version;
      return answer(await profiles.retire(name, only, dryRun), dryRun);
    }),
  ];
}

function looking({ drift, explain }: EnrollmentApiOptions): ServedMethod[] {
  return [
    serveUnary(service.CheckPod, async (asked, call) => {
      const { profile, checks, staged } = await explainPod(explain, asked, call.signal);
      const { name, state, version } = profile;
      const passes = checks.every(({ outcome }) => outcome !== 'fail');
      return { profile: name, version, state, staged_version: staged?.version, passes, checks };
    }),
    serveUnary(service.ListDrift, async ({ profile }, call) => {
      const { drifts, unread } = await drift.look(
        profile === '' ? undefined : profile,
        call.signal,
      );
      return { drifts: drifts.map(driftMessage), unread: [...unread] };
    }),
  ];
}

function changeMessage(
  change: ProfileChange,
  dryRun: boolean,
  options: EnrollmentApiOptions,
): Init<ProfileChangeMessage> {
  const { effect, profile, write } = change;
  const ended = write.filter(({ state }) => state === 'superseded' || state === 'retired');
  const count = (version: EnrollmentProfile) => seenOf(version, options).agents;
  return {
    effect,
    profile: profileMessage(profile, seenOf(profile, options)),
    agents_to_reattest: ended.reduce((sum, version) => sum + count(version), 0),
    dry_run: dryRun,
    warnings: clusterWarnings(profile, options),
  };
}

/** A profile may be written before the configuration names it, and a name may be mistyped. */
function clusterWarnings(
  { name, spec, state }: EnrollmentProfile,
  { clusters }: EnrollmentApiOptions,
): string[] {
  if (state === 'retired' || spec.mode === 'bootstrap_token') return [];
  const named = clusters.profileOf(spec.cluster);
  if (named === name) return [];
  const cluster = `cluster ${JSON.stringify(spec.cluster)}`;
  const what =
    named === undefined
      ? `${cluster} has no enrollment_profile in the configuration of k8s_psat`
      : `${cluster} has enrollment_profile ${JSON.stringify(named)} in the configuration of k8s_psat`;
  return [`${what}: nobody enrols by profile ${JSON.stringify(name)} before it names this one`];
}

/** A profile that names no cluster is for the one whose configuration names it. Throws INVALID_ARGUMENT. */
function withCluster(
  spec: ProfileSpec,
  profile: string,
  { clusters }: EnrollmentApiOptions,
): ProfileSpec {
  if (spec.cluster !== '') return spec;
  // No two clusters name the same profile.
  const own = clusters.all().find((cluster) => cluster.profile === profile);
  if (own !== undefined) return { ...spec, cluster: own.name };
  throw new SpiffeError(
    'INVALID_ARGUMENT',
    `cluster is required: no cluster in the configuration of k8s_psat has enrollment_profile ${JSON.stringify(profile.slice(0, 64))}`,
  );
}

/** The newest version, and the one in force. */
function shownOf(versions: readonly EnrollmentProfile[]): EnrollmentProfile[] {
  return versions.filter((version, at) => version.state === 'bound' || at === versions.length - 1);
}

function seenOf(
  { name, version, spec }: EnrollmentProfile,
  { agents, clusters, index }: EnrollmentApiOptions,
) {
  let count = 0;
  for (const { enrollment } of agents.values()) {
    if (enrollment?.profile === name && enrollment.version === version) count++;
  }
  const own = clusters.all().find((cluster) => cluster.name === spec.cluster);
  return {
    agents: count,
    reviewerPath: own?.kubeConfigFile ?? '',
    clusterConfigured: own !== undefined,
    versions: index.versionsOf(name),
  };
}
