import { SpiffeError } from '../../../common/errors/spiffe-error.ts';
import type { Init } from '../../../common/rpc/contract.ts';
import type {
  BindingMessage,
  DriftMessage,
  ProfileMessage,
  ProfileSpecMessage,
} from '../../../common/rpc/services/server-enrollment.ts';
import type { Drift } from '../../enrollment/drift.ts';
import { parseDigest } from '../../enrollment/image-digest.ts';
import {
  digestText,
  isReady,
  missingFrom,
  type EnrollmentMode,
  type EnrollmentProfile,
  type PodSpecAssertions,
  type ProfileBinding,
  type ProfileSpec,
} from '../../enrollment/profile.ts';

/** Throws INVALID_ARGUMENT for what the domain has no word for; its own rules come later. */
export function specOf(message: ProfileSpecMessage | null): ProfileSpec {
  if (message === null) throw invalid('spec is required');
  const { mode, required_labels: labels } = message;
  if (!(modes as readonly string[]).includes(mode)) {
    throw invalid(`mode ${JSON.stringify(mode)} must be one of ${modes.join(', ')}`);
  }
  return {
    cluster: message.cluster,
    mode: mode as EnrollmentMode,
    bootstrapFallbackAllowed: message.bootstrap_fallback_allowed,
    audience: message.audience,
    exactAudience: message.exact_audience,
    namespace: message.namespace,
    serviceAccount: message.service_account,
    daemonSet: message.daemon_set,
    container: message.container,
    requiredLabels: Object.fromEntries(labels.map(({ key, value }) => [key, value])),
    podSpec: pinnedOf(message),
    replayLimit: message.replay_limit,
  };
}

export function bindingOf(message: BindingMessage | null): ProfileBinding {
  if (message === null) throw invalid('confirmed is required: bind shows what it is about');
  return {
    apiServer: message.api_server,
    apiServerCas: message.api_server_cas,
    serviceAccountUid: message.service_account_uid,
    daemonSetUid: message.daemon_set_uid,
    digests: message.digests.map(parseDigest),
  };
}

export function profileMessage(
  profile: EnrollmentProfile,
  seen: {
    readonly agents: number;
    readonly reviewerPath: string;
    readonly clusterConfigured: boolean;
    /** All of its name. */
    readonly versions: readonly EnrollmentProfile[];
  },
): Init<ProfileMessage> {
  return {
    name: profile.name,
    version: profile.version,
    state: profile.state,
    description: profile.description,
    spec: specMessage(profile.spec),
    binding: bindingMessage(profile),
    workload_identity_ready: isReady(profile, seen.versions),
    missing: [...missingFrom(profile, seen.versions)],
    created_at_ms: profile.createdAtMs,
    bound_at_ms: profile.boundAtMs,
    agents: seen.agents,
    reviewer_path: seen.reviewerPath,
    cluster_configured: seen.clusterConfigured,
  };
}

export function bindingMessage(binding: ProfileBinding): Init<BindingMessage> {
  return {
    api_server: binding.apiServer,
    api_server_cas: [...binding.apiServerCas],
    service_account_uid: binding.serviceAccountUid,
    daemon_set_uid: binding.daemonSetUid,
    digests: binding.digests.map(digestText),
  };
}

export function driftMessage(drift: Drift): Init<DriftMessage> {
  const { profile, version, namespace, pod, podUid, code, detail, agentId = '' } = drift;
  return { profile, version, agent_id: agentId, namespace, pod, pod_uid: podUid, code, detail };
}

export function specMessage(spec: ProfileSpec): Init<ProfileSpecMessage> {
  return {
    cluster: spec.cluster,
    mode: spec.mode,
    bootstrap_fallback_allowed: spec.bootstrapFallbackAllowed,
    audience: spec.audience,
    exact_audience: spec.exactAudience,
    namespace: spec.namespace,
    service_account: spec.serviceAccount,
    daemon_set: spec.daemonSet,
    container: spec.container,
    required_labels: Object.entries(spec.requiredLabels).map(([key, value]) => ({ key, value })),
    pod_spec_assertions: Object.entries(spec.podSpec).map(([name, value]) => ({
      name,
      value: value as boolean,
    })),
    replay_limit: spec.replayLimit,
  };
}

function pinnedOf({ pod_spec_assertions: settings }: ProfileSpecMessage): PodSpecAssertions {
  const unknown = settings.find(({ name }) => !(pinnable as readonly string[]).includes(name));
  if (unknown !== undefined) {
    const name = JSON.stringify(unknown.name.slice(0, 64));
    throw invalid(`pod_spec_assertions ${name} must be one of ${pinnable.join(', ')}`);
  }
  return Object.fromEntries(settings.map(({ name, value }) => [name, value]));
}

function invalid(text: string): SpiffeError {
  return new SpiffeError('INVALID_ARGUMENT', text);
}

const modes = ['kubernetes_token_review', 'bootstrap_token'] as const;
const pinnable = ['hostNetwork', 'hostPID', 'hostIPC', 'automountServiceAccountToken'] as const;
