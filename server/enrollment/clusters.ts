import type { ApiServer } from '../../common/kube/api-server.ts';
import { SpiffeError } from '../../common/errors/spiffe-error.ts';

/** The calls to a cluster's API server, with the credentials of its reviewer. */
export interface ReviewerCalls {
  get(path: string, signal: AbortSignal): Promise<unknown>;
}

/** Whether the API server takes an audience for one of its own. */
export type AudienceVerdict = 'separate' | 'api' | 'unknown';

/** A cluster of k8s_psat whose agents enrol by a profile. */
export interface EnrolledCluster {
  readonly name: string;
  readonly profile: string;
  readonly audiences: readonly string[];
  /** Where its reviewer's credentials are; empty inside the cluster. */
  readonly kubeConfigFile: string;
  readonly api: ReviewerCalls;
  /** Where its calls may go as of now, the likeliest first. Rejects when that cannot be told. */
  readonly apiServers: () => Promise<readonly ApiServer[]>;
  /** Asks without any agent; `unknown` without a token to ask with. Rejects when it is not answered. */
  readonly probeAudience: (audience: string, signal: AbortSignal) => Promise<AudienceVerdict>;
}

/** The clusters that name a profile, as the configuration has them. */
export class EnrolledClusters {
  readonly #byName = new Map<string, EnrolledCluster>();

  /** Replaces all: the configuration may change while the server runs. */
  set(clusters: readonly EnrolledCluster[]): void {
    this.#byName.clear();
    for (const cluster of clusters) this.#byName.set(cluster.name, cluster);
  }

  all(): readonly EnrolledCluster[] {
    return [...this.#byName.values()];
  }

  profileOf(cluster: string): string | undefined {
    return this.#byName.get(cluster)?.profile;
  }

  /** Throws FAILED_PRECONDITION: without the cluster's reviewer nothing can be read. */
  get(cluster: string): EnrolledCluster {
    const found = this.#byName.get(cluster);
    if (found !== undefined) return found;
    throw new SpiffeError(
      'FAILED_PRECONDITION',
      `cluster ${JSON.stringify(cluster)} names no enrollment_profile in the configuration of k8s_psat`,
    );
  }
}
