import { countText, labelledLines } from '../../common/cli/text.ts';
import type {
  BindingMessage,
  CheckResultMessage,
  DriftMessage,
  ProfileChangeMessage,
  ProfileMessage,
  ProfileSpecMessage,
  ReadBindingMessage,
} from '../../common/rpc/services/server-enrollment.ts';

/** One version of a profile as lines. */
export function profileText(profile: ProfileMessage): string {
  const { binding, spec } = profile;
  return labelledLines(20, [
    ['Profile', `${profile.name} version ${profile.version}`],
    ['State', profile.state],
    ['Ready', readyText(profile)],
    ['Description', profile.description === '' ? undefined : profile.description],
    ['Reviewer', reviewerText(profile)],
    ...(spec === null ? [] : specLines(spec)),
    ...(binding === null ? [] : bindingLines(binding)),
    ['Agents', profile.agents],
  ]);
}

function reviewerText(profile: ProfileMessage): string | undefined {
  const { cluster_configured: isConfigured, reviewer_path: path, spec } = profile;
  if (spec?.mode === 'bootstrap_token') return undefined;
  if (!isConfigured) return 'none: the cluster has no enrollment_profile in the configuration';
  return path === '' ? 'in-cluster credentials' : path;
}

function specLines(spec: ProfileSpecMessage) {
  const { required_labels: labels, pod_spec_assertions: settings } = spec;
  return [
    ['Cluster', spec.cluster],
    ['Mode', spec.mode],
    ['Bootstrap fallback', spec.bootstrap_fallback_allowed ? 'allowed' : 'not allowed'],
    ['Audience', `${spec.audience}${spec.exact_audience ? ' and no other' : ''}`],
    ['Service account', `${spec.namespace}/${spec.service_account}`],
    ['DaemonSet', `${spec.namespace}/${spec.daemon_set}`],
    ['Container', spec.container],
    ...labels.map(({ key, value }) => ['Required label', `${key}=${value}`] as const),
    ...settings.map(({ name, value }) => ['Pinned setting', `${name}=${String(value)}`] as const),
    ['Replay limit', spec.replay_limit ? 'a token makes one agent' : undefined],
  ] as const;
}

/** What was done, or would be, and what it costs. */
export function changeText(change: ProfileChangeMessage): string {
  const { effect, profile, agents_to_reattest: count, dry_run: dryRun } = change;
  const what = `${effects.get(effect) ?? effect}${dryRun ? ' (dry run: nothing was written)' : ''}\n`;
  const must = count === 0 ? '' : `${countText(count, 'agent', 'agents')} must attest again\n`;
  return `${what}${must}\n${profile === null ? '' : profileText(profile)}`;
}

/** What a profile would be bound to, for who has to say yes. */
export function readBindingText(name: string, read: ReadBindingMessage): string {
  const { binding, pods, spec, version } = read;
  return [
    `Profile ${name} version ${version} would be bound to\n\n`,
    binding === null ? '' : labelledLines(20, bindingLines(binding)),
    spec === null ? '' : `\nwith the rules\n\n${labelledLines(20, specLines(spec))}`,
    `\nread from ${countText(pods.length, 'pod', 'pods')}\n\n`,
  ].join('');
}

function bindingLines(binding: BindingMessage) {
  return [
    ['API server', binding.api_server === '' ? undefined : binding.api_server],
    ...binding.api_server_cas.map((ca) => ['API server CA', ca] as const),
    ['Service account UID', binding.service_account_uid],
    ['DaemonSet UID', binding.daemon_set_uid],
    ...binding.digests.map((digest) => ['Image digest', digest] as const),
  ] as const;
}

/** A table; what fails says below what to do. */
export function checksText(checks: readonly CheckResultMessage[]): string {
  const width = Math.max(...checks.map(({ title }) => title.length));
  return checks
    .map(({ requirement, title, outcome, code, detail, advice }) => {
      const mark = outcomes.get(outcome) ?? outcome;
      const line =
        `${mark.padEnd(5)}${requirement.padEnd(8)}${title.padEnd(width)}  ${code}`.trimEnd();
      const more = outcome === 'pass' ? [] : [detail, advice === '' ? '' : `to do: ${advice}`];
      return [line, ...more.filter(Boolean).map((text) => `             ${text}`)].join('\n');
    })
    .map((text) => `${text}\n`)
    .join('');
}

export function driftText(drift: DriftMessage): string {
  return labelledLines(10, [
    ['Profile', `${drift.profile} version ${drift.version}`],
    ['Agent', drift.agent_id === '' ? undefined : drift.agent_id],
    ['Pod', drift.pod === '' ? undefined : `${drift.namespace}/${drift.pod} (${drift.pod_uid})`],
    ['Code', drift.code],
    ['Detail', drift.detail],
  ]);
}

function readyText({ workload_identity_ready: ready, missing }: ProfileMessage): string {
  if (ready) return 'yes';
  return missing.length === 0 ? 'no' : `no, missing: ${missing.join(', ')}`;
}

const effects: ReadonlyMap<string, string> = new Map([
  ['created', 'Profile created; it is staged until it is bound'],
  ['bound', 'Profile bound and in force'],
  ['described', 'Description changed; nothing else did'],
  ['digests_added', 'Digests added; nobody has to attest again'],
  ['edited', 'Staged version edited'],
  ['superseded', 'A new version is in force'],
  ['staged', 'A new version is staged; the one in force stays until it is bound'],
  ['retired', 'Profile retired; nobody enrols by it any more'],
  ['unchanged', 'Nothing to change'],
]);

const outcomes: ReadonlyMap<string, string> = new Map([
  ['pass', 'ok'],
  ['fail', 'FAIL'],
  ['unknown', '?'],
]);
