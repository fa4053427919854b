import {
  listFlag,
  optionalBooleanFlag,
  stringFlag,
  type Flag,
  type FlagValues,
} from '../../common/cli/flags.ts';
import { SpiffeError } from '../../common/errors/spiffe-error.ts';
import type { Init } from '../../common/rpc/contract.ts';
import type { ProfileSpecMessage } from '../../common/rpc/services/server-enrollment.ts';

/** The rules of a profile; what is not given stays as it is, or at its default for a new one. */
export const specFlags = {
  cluster: stringFlag('Name of the cluster in the configuration of k8s_psat'),
  mode: stringFlag('kubernetes_token_review or bootstrap_token'),
  bootstrapFallback: optionalBooleanFlag('Also admit join tokens in mode kubernetes_token_review'),
  audience: stringFlag('Audience of enrolment tokens; no API server may have it'),
  exactAudience: optionalBooleanFlag('Tokens must have no other audience'),
  namespace: stringFlag('Namespace of the agents'),
  serviceAccount: stringFlag('Name of the service account of the agents'),
  daemonSet: stringFlag('Name of the DaemonSet of the agents'),
  container: stringFlag('Name of the container that is the agent'),
  requiredLabel: listFlag('key=value that pods must have; replaces those before. May be repeated'),
  assert: listFlag(
    'Pinned setting of the pod, name=true|false: hostNetwork, hostPID, hostIPC, automountServiceAccountToken; replaces those before. May be repeated',
  ),
  replayLimit: optionalBooleanFlag('A token makes one agent only'),
};

type SpecValues = FlagValues<typeof specFlags>;
type Spec = Init<ProfileSpecMessage>;

const defaults = {
  mode: 'kubernetes_token_review',
  audience: 'spire-server',
  exact_audience: true,
  namespace: 'sigil',
  service_account: 'sigil-agent',
  daemon_set: 'sigil-agent',
  container: 'sigil-agent',
} satisfies Spec;

/** What a new profile is without flags: the agents of manifests/base. */
export const defaultSpec: Spec = defaults;

/** The same for a new profile, whose help says what is taken when they are not given. */
export const newSpecFlags = {
  ...specFlags,
  cluster: stringFlag(`${specFlags.cluster.help}; default: the one that names the profile`),
  mode: shown(specFlags.mode, 'mode'),
  audience: shown(specFlags.audience, 'audience'),
  exactAudience: shown(specFlags.exactAudience, 'exact_audience'),
  namespace: shown(specFlags.namespace, 'namespace'),
  serviceAccount: shown(specFlags.serviceAccount, 'service_account'),
  daemonSet: shown(specFlags.daemonSet, 'daemon_set'),
  container: shown(specFlags.container, 'container'),
};

/** The default is shown, and not the flag's: a flag that is given as empty changes nothing. */
function shown<T>(flag: Flag<T>, field: keyof typeof defaults): Flag<T> {
  return { ...flag, shown: JSON.stringify(defaults[field]) };
}

/** The rules with the given flags put over them. Throws INVALID_ARGUMENT. */
export function specWith(base: Spec, flags: SpecValues): Spec {
  const texts = [
    ['cluster', flags.cluster],
    ['mode', flags.mode],
    ['audience', flags.audience],
    ['namespace', flags.namespace],
    ['service_account', flags.serviceAccount],
    ['daemon_set', flags.daemonSet],
    ['container', flags.container],
  ] as const;
  const booleans = [
    ['bootstrap_fallback_allowed', flags.bootstrapFallback],
    ['exact_audience', flags.exactAudience],
    ['replay_limit', flags.replayLimit],
  ] as const;
  return {
    ...base,
    ...Object.fromEntries(texts.filter(([, text]) => text !== '')),
    ...Object.fromEntries(booleans.filter(([, value]) => value !== undefined)),
    ...(flags.requiredLabel.length > 0 && { required_labels: flags.requiredLabel.map(labelOf) }),
    ...(flags.assert.length > 0 && { pod_spec_assertions: flags.assert.map(settingOf) }),
  };
}

function labelOf(text: string) {
  const [, key, value] = /^([^=]+)=(.*)$/s.exec(text) ?? [];
  if (key === undefined || value === undefined) throw invalid('requiredLabel', text, 'key=value');
  return { key, value };
}

function settingOf(text: string) {
  const [, name, value] = /^(\w+)=(true|false)$/.exec(text) ?? [];
  if (name === undefined) throw invalid('assert', text, 'name=true or name=false');
  return { name, value: value === 'true' };
}

function invalid(flag: string, text: string, form: string): SpiffeError {
  return new SpiffeError(
    'INVALID_ARGUMENT',
    `${flag} ${JSON.stringify(text)} must have the form ${form}`,
  );
}
