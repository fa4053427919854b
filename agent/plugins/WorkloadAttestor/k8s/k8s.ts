import type { z } from 'zod';
import { definePlugin } from '../../../../common/catalog/plugin.ts';
import type { Clock } from '../../../../common/clock/clock.ts';
import { SpiffeError } from '../../../../common/errors/spiffe-error.ts';
import { inClusterAccess, type Environment } from '../../../../common/kube/cluster-access.ts';
import { KubeClient } from '../../../../common/kube/kube-client.ts';
import type { Logger } from '../../../../common/log/logger.ts';
import { dialUnix } from '../../../../common/rpc/rpc-channel.ts';
import type { Metrics } from '../../../../common/telemetry/metrics.ts';
import { ApiWatchSource } from '../../../pods/api-watch-source.ts';
import { KubeletClient } from '../../../pods/kubelet-client.ts';
import { KubeletPoll } from '../../../pods/kubelet-poll.ts';
import { PodDirectory } from '../../../pods/pod-directory.ts';
import { PodIndex } from '../../../pods/pod-index.ts';
import type { PushSource } from '../../../pods/pod-source.ts';
import type { PodExplainer } from '../../../pods/pod-trace.ts';
import { PodsApiSource } from '../../../pods/pods-api-source.ts';
import { K8sAttestor } from './attestor.ts';
import { k8sConfig, settingsFrom, type K8sConfig, type K8sSettings } from './config.ts';
import { namespaceLabels } from './namespace-labels.ts';

/** What k8s needs from the agent. */
interface K8sHost {
  /** Where procfs is mounted; `/proc` unless HOST_PROC says otherwise. */
  readonly procPath: string;
  readonly env: Environment;
  readonly clock: Clock;
  readonly log: Logger;
  readonly metrics: Metrics;
  /** Aborted when the agent stops. */
  readonly signal: AbortSignal;
}

export interface K8sInstance {
  readonly name: string;
  attest: K8sAttestor['attest'];
  watch: K8sAttestor['watch'];
  /** Absent without a kubelet: nothing is known of pods then. */
  readonly explainer?: PodExplainer;
  close(): void;
}

/** Attests a caller as a container of a pod on this node. */
export const k8s = definePlugin({
  type: 'WorkloadAttestor',
  name: 'k8s',
  config: k8sConfig,
  create(config: z.output<typeof k8sConfig>, host: K8sHost): K8sInstance {
    const settings = settingsFrom(config, (name) => host.env[name]);
    if (settings.kubelet === undefined) return withoutKubelet();
    const { clock, log } = host;
    const directory = podDirectory(config, settings, settings.kubelet, host);
    const attestor = new K8sAttestor({
      directory,
      procPath: host.procPath,
      rules: {
        podsRoots: config.pods_cgroup_roots,
        disableContainerSelectors: config.disable_container_selectors,
        attestEphemeralContainers: config.attest_ephemeral_containers,
      },
      maxPollAttempts: settings.maxPollAttempts,
      pollIntervalMs: settings.pollIntervalMs,
      knownProcessStaleMs: watchIntervalMs,
      findNamespaceLabels: config.enable_namespace_labels
        ? namespaceLabels(apiServer(host), clock)
        : undefined,
      imageDigests: config.image_digest_selectors,
      logLocation: config.verbose_container_locator_logs,
      clock,
      log,
    });
    directory.start();
    host.signal.addEventListener('abort', () => attestor.close(), { once: true });
    return attestor;
  },
  async check(config, host) {
    const { checkK8s } = await import('./check.ts');
    const settings = settingsFrom(config, (name) => host.env[name]);
    return checkK8s({ config, settings, api: apiServer(host) }, host);
  },
});

function podDirectory(
  config: K8sConfig,
  settings: K8sSettings,
  endpoint: NonNullable<K8sSettings['kubelet']>,
  host: K8sHost,
): PodDirectory {
  const { clock, log, metrics } = host;
  const { reloadIntervalMs, pollIntervalMs } = settings;
  const kubelet = new KubeletClient({ endpoint, reloadIntervalMs, clock, log });
  const requests = metrics.counter('k8s_kubelet_requests', 'requests for the pods of the kubelet', [
    'result',
  ]);
  return new PodDirectory({
    index: new PodIndex(),
    push: pushSources(config, settings, host),
    poll: (sink) =>
      new KubeletPoll({
        kubelet,
        sink,
        clock,
        log,
        requests,
        intervalMs: pollIntervalMs,
      }),
    clock,
    log,
    active: metrics.gauge('k8s_pod_source', '1 for the source that pods are known from', [
      'source',
    ]),
    watchIntervalMs,
  });
}

function pushSources(config: K8sConfig, settings: K8sSettings, host: K8sHost): PushSource[] {
  const { clock, log } = host;
  const sources: PushSource[] = [];
  if (config.pods_api_socket_path !== '') {
    const dial = (path: string) => dialUnix(path, { maxMessageBytes: podsApiLimit });
    sources.push(new PodsApiSource({ socketPath: config.pods_api_socket_path, dial, clock, log }));
  }
  if (settings.watchApiServer && settings.nodeName !== undefined) {
    const { nodeName } = settings;
    sources.push(new ApiWatchSource({ reader: apiServer(host), nodeName, log }));
  }
  return sources;
}

function apiServer({ env, clock }: Pick<K8sHost, 'clock' | 'env'>): KubeClient {
  return new KubeClient({ access: inClusterAccess(env), clock });
}

function withoutKubelet(): K8sInstance {
  return {
    name: 'k8s',
    attest: () =>
      Promise.reject(new SpiffeError('FAILED_PRECONDITION', 'kubelet client is disabled')),
    watch: () => () => undefined,
    close: () => undefined,
  };
}

/** While somebody listens and nothing pushes, changes are seen this soon. */
const watchIntervalMs = 5_000;
const podsApiLimit = 64 * 1024 * 1024;
