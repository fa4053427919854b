import type { ApiServer } from '../common/kube/api-server.ts';
import type { EnrolledCluster } from '../server/enrollment/clusters.ts';
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

/** That of the cluster that `boundProfile()` is bound to. */
export const apiServer: ApiServer = {
  url: 'https://api.prod.test:6443',
  authorities: [`sha256:${'ca'.repeat(32)}`],
};

/** The cluster of `agentSpec`, whose reads fail unless `api` answers them. */
export function clusterOf(changes: Partial<EnrolledCluster> = {}): EnrolledCluster {
  return {
    name: 'prod',
    profile: 'agents',
    audiences: ['spire-server'],
    kubeConfigFile: '',
    api: { get: () => Promise.reject(new Error('nothing is read')) },
    apiServers: () => Promise.resolve([apiServer]),
    probeAudience: () => Promise.resolve('separate'),
    ...changes,
  };
}

/** Version 1 of a profile as it is after `create`. */
export function stagedProfile(changes: Partial<EnrollmentProfile> = {}): EnrollmentProfile {
  return {
    name: 'agents',
    version: 1,
    state: 'staged',
    description: '',
    spec: agentSpec,
    apiServer: '',
    apiServerCas: [],
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
    apiServer: apiServer.url,
    apiServerCas: apiServer.authorities,
    serviceAccountUid: 'sa-uid',
    daemonSetUid: 'ds-uid',
    digests: [agentDigest],
    boundAtMs: 2,
    ...changes,
  });
}

/** A TokenReview's status, a pod and a node that pass every check of `boundProfile()`. */
export function goodReading(): GoodReading {
  return {
    status: {
      authenticated: true,
      audiences: ['spire-server'],
      user: {
        username: 'system:serviceaccount:spire:spire-agent',
        uid: 'sa-uid',
        groups: ['system:serviceaccounts', 'system:serviceaccounts:spire', 'system:authenticated'],
        extra: {
          'authentication.kubernetes.io/pod-name': ['spire-agent-1'],
          'authentication.kubernetes.io/pod-uid': ['pod-1'],
          'authentication.kubernetes.io/node-name': ['n1'],
          'authentication.kubernetes.io/node-uid': ['node-1'],
          'authentication.kubernetes.io/credential-id': ['JTI=1'],
        },
      },
    },
    pod: {
      metadata: {
        namespace: 'spire',
        name: 'spire-agent-1',
        uid: 'pod-1',
        labels: { app: 'agent' },
        ownerReferences: [
          {
            apiVersion: 'apps/v1',
            kind: 'DaemonSet',
            name: 'spire-agent',
            uid: 'ds-uid',
            controller: true,
          },
        ],
      },
      spec: {
        nodeName: 'n1',
        serviceAccountName: 'spire-agent',
        hostPID: true,
        containers: [{ name: 'agent' }],
        volumes: [
          { projected: { sources: [{ serviceAccountToken: { audience: 'spire-server' } }] } },
        ],
      },
      status: {
        phase: 'Running',
        containerStatuses: [
          {
            name: 'agent',
            imageID: `sha256:${agentDigest.hex}`,
            state: { running: { startedAt: '2026-01-01T00:00:00Z' } },
          },
        ],
      },
    },
    node: { metadata: { name: 'n1', uid: 'node-1' } },
    tokenAudiences: ['spire-server'],
  };
}

/* eslint-disable @typescript-eslint/no-explicit-any -- tests damage these objects anywhere */
export interface GoodReading {
  status: any;
  pod: any;
  node: any;
  tokenAudiences: string[] | undefined;
}
