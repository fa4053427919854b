import type { Clock } from '../../../../common/clock/clock.ts';
import {
  inClusterAccess,
  type ClusterAccess,
  type Environment,
} from '../../../../common/kube/cluster-access.ts';
import { KubeClient } from '../../../../common/kube/kube-client.ts';
import { kubeConfigAccess } from '../../../../common/kube/kube-config.ts';
import { silentLogger, type Logger } from '../../../../common/log/logger.ts';
import { noMetrics, type Metrics } from '../../../../common/telemetry/metrics.ts';
import { SpiffeError } from '../../../../common/errors/spiffe-error.ts';
import type { ReviewerStore } from '../../../datastore/token-store.ts';
import type { KubeCalls } from './cluster-api.ts';
import type { ClusterConfig } from './config.ts';
import { Reviewer, type OpenCredential } from './reviewer.ts';

export interface ConnectHost {
  readonly env?: Environment;
  readonly clock: Clock;
  readonly log?: Logger;
  readonly metrics?: Metrics;
  /** Needed by a cluster with a `reviewer`. */
  readonly reviewers?: ReviewerStore;
  readonly connect?: (kubeConfigFile: string) => KubeCalls;
}

/** The way to one cluster, with the credentials that its configuration names. */
export function connectCluster(name: string, config: ClusterConfig, host: ConnectHost): KubeCalls {
  const { clock, connect, env = {} } = host;
  const { kube_config_file: file, reviewer } = config;
  if (reviewer !== undefined) return connectReviewer(name, config, reviewer, host);
  if (connect !== undefined) return connect(file);
  const access = file === '' ? inClusterAccess(env) : kubeConfigAccess(file);
  return new KubeClient({ access, clock });
}

function connectReviewer(
  cluster: string,
  { service_account_allow_list: allowed }: ClusterConfig,
  reviewer: NonNullable<ClusterConfig['reviewer']>,
  { clock, log = silentLogger, metrics = noMetrics, reviewers: store }: ConnectHost,
): KubeCalls {
  if (store === undefined) {
    throw new SpiffeError('INTERNAL', 'reviewer credentials need a datastore');
  }
  return new Reviewer({
    cluster,
    currentPath: reviewer.current_path,
    previousPath: reviewer.previous_path,
    graceMs: reviewer.grace,
    namespace: allowed[0]?.split(':')[0] ?? 'default',
    open: (path) => openCredential(path, clock),
    openPrevious: (path) =>
      new KubeClient({ access: kubeConfigAccess(path), clock, mostAttempts: 1 }),
    store,
    clock,
    log,
    metrics,
  });
}

function openCredential(path: string, clock: Clock): OpenCredential {
  const read = kubeConfigAccess(path);
  let last: ClusterAccess | undefined;
  const live = async () => (last = await read());
  return {
    live: new KubeClient({ access: live, clock }),
    kept: new KubeClient({ access: async () => last ?? (await live()), clock }),
  };
}
