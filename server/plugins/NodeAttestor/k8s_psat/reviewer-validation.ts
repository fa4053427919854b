import { KubeApiError } from '../../../../common/kube/kube-client.ts';
import type { KubeCalls } from './cluster-api.ts';

/**
 * Tries a credential before it is used: the API server must know it, and it must be allowed to do what
 * attestation does. Throws what the API server refused.
 */
export async function validateReviewer(
  calls: KubeCalls,
  namespace: string,
  signal: AbortSignal,
): Promise<void> {
  const self = { kind: 'SelfSubjectReview', apiVersion: 'authentication.k8s.io/v1' };
  // Kubernetes before 1.28 does not have it; what follows proves the same.
  await mayBeMissing(() =>
    calls.post('/apis/authentication.k8s.io/v1/selfsubjectreviews', self, signal),
  );
  const review = {
    kind: 'TokenReview',
    apiVersion: 'authentication.k8s.io/v1',
    // Certainly of nobody: only whether it may be asked about counts.
    spec: { token: probeName },
  };
  await calls.post('/apis/authentication.k8s.io/v1/tokenreviews', review, signal);
  const pod = `/api/v1/namespaces/${encodeURIComponent(namespace)}/pods/${probeName}`;
  await mayBeMissing(() => calls.get(pod, signal));
  await mayBeMissing(() => calls.get(`/api/v1/nodes/${probeName}`, signal));
}

async function mayBeMissing(call: () => Promise<unknown>): Promise<void> {
  try {
    await call();
  } catch (error) {
    if (!(error instanceof KubeApiError && error.status === 404)) throw error;
  }
}

const probeName = 'sigil-reviewer-probe';
