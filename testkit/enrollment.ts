import type { EnrollmentProfile, ProfileSpec } from '../server/enrollment/profile.ts';

export const agentSpec: ProfileSpec = {
  cluster: 'prod',
  mode: 'kubernetes_token_review',
  bootstrapFallbackAllowed: false,
  audience: 'spire-server',
  exactAudience: true,
  namespace: 'spire',
  serviceAccount: 'spire-agent',
  daemonSet: 'spire-agent',
  container: 'agent',
  requiredLabels: {},
  podSpec: {},
  replayLimit: false,
};

export const agentDigest = { kind: 'config', hex: 'a1'.repeat(32) } as const;

/** Version 1 of a profile as it is after `create`. */
export function stagedProfile(changes: Partial<EnrollmentProfile> = {}): EnrollmentProfile {
  return {
    name: 'agents',
    version: 1,
    state: 'staged',
    description: '',
    spec: agentSpec,
    serviceAccountUid: '',
    daemonSetUid: '',
    digests: [],
    createdAtMs: 1,
    boundAtMs: 0,
    ...changes,
  };
}

/** A profile in force, with everything bound. */
export function boundProfile(changes: Partial<EnrollmentProfile> = {}): EnrollmentProfile {
  return stagedProfile({
    state: 'bound',
    serviceAccountUid: 'sa-uid',
    daemonSetUid: 'ds-uid',
    digests: [agentDigest],
    boundAtMs: 2,
    ...changes,
  });
}
