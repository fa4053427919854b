import type { Clock } from '../../../../common/clock/clock.ts';
import {
  inClusterAccess,
  type ClusterAccess,
  type Environment,
  type FindClusterAccess,
} from '../../../../common/kube/cluster-access.ts';
import { KubeClient } from '../../../../common/kube/kube-client.ts';
import { kubeConfigAccess } from '../../../../common/kube/kube-config.ts';
import { silentLogger, type Logger } from '../../../../common/log/logger.ts';
import { noMetrics, type Metrics } from '../../../../common/telemetry/metrics.ts';
import { SpiffeError } from '../../../../common/errors/spiffe-error.ts';
import type { ReviewerStore } from '../../../datastore/token-store.ts';
import type { KubeCalls } from './cluster-api.ts';
import type { ClusterConfig } from './config.ts';
import { Reviewer, type Credential, type OpenCredential } from './reviewer.ts';

export interface ConnectHost {
  readonly env?: Environment;
  readonly clock: Clock;
  readonly log?: Logger;
  readonly metrics?: Metrics;
  /** Needed by a cluster with a `reviewer`. */
  readonly reviewers?: ReviewerStore;
  readonly connect?: (kubeConfigFile: string) => ClusterConnection;
}

/** The way to one cluster. */
export interface ClusterConnection {
  readonly api: KubeCalls;
  /** Where its calls may go as of now, the likeliest first. Rejects when that cannot be told. */
  readonly accesses: () => Promise<readonly ClusterAccess[]>;
  /** With a `reviewer` block. */
  readonly reviewer?: Pick<Reviewer, 'look'>;
}

/** Connects with the credentials that the configuration of a cluster names. */
export function connectCluster(
  name: string,
  config: ClusterConfig,
  host: ConnectHost,
): ClusterConnection {
  const { clock, connect, env = {} } = host;
  const { kube_config_file: file, reviewer } = config;
  if (reviewer !== undefined) return connectReviewer(name, config, reviewer, host);
  if (connect !== undefined) return connect(file);
  const access = file === '' ? inClusterAccess(env) : kubeConfigAccess(file);
  return { api: new KubeClient({ access, clock }), accesses: async () => [await access()] };
}

function connectReviewer(
  cluster: string,
  { service_account_allow_list: allowed }: ClusterConfig,
  reviewer: NonNullable<ClusterConfig['reviewer']>,
  { clock, log = silentLogger, metrics = noMetrics, reviewers: store }: ConnectHost,
): ClusterConnection {
  if (store === undefined) {
    throw new SpiffeError('INTERNAL', 'reviewer credentials need a datastore');
  }
  const made = new Reviewer({
    cluster,
    currentPath: reviewer.current_path,
    previousPath: reviewer.previous_path,
    graceMs: reviewer.grace,
    namespace: allowed[0]?.split(':')[0] ?? 'default',
    open: (path) => openCredential(path, clock),
    openPrevious: (path) => credentialOf(kubeConfigAccess(path), clock, 1),
    store,
    clock,
    log,
    metrics,
  });
  return { api: made, accesses: () => made.accesses(), reviewer: made };
}

function openCredential(path: string, clock: Clock): OpenCredential {
  const read = kubeConfigAccess(path);
  let last: ClusterAccess | undefined;
  const live = async () => (last = await read());
  return {
    live: credentialOf(live, clock),
    kept: credentialOf(async () => last ?? (await live()), clock),
  };
}

function credentialOf(access: FindClusterAccess, clock: Clock, mostAttempts = 3): Credential {
  return { calls: new KubeClient({ access, clock, mostAttempts }), access };
}
