import { readlinkSync, statSync } from 'node:fs';
import { findingsAbout, type CheckHost, type Finding } from '../../../../common/catalog/finding.ts';
import { messageOf } from '../../../../common/errors/spiffe-error.ts';
import {
  reviewRights,
  unreachable,
  whoAmI,
  type NeededRight,
  type ReviewCalls,
} from '../../../../common/kube/access-review.ts';
import { silentLogger } from '../../../../common/log/logger.ts';
import { KubeletClient } from '../../../pods/kubelet-client.ts';
import { PodListReader } from '../../../pods/pod-list.ts';
import { readProcess } from '../../../pods/process-cgroup.ts';
import type { K8sConfig, K8sSettings } from './config.ts';

interface CheckedSettings {
  readonly config: K8sConfig;
  readonly settings: K8sSettings;
  readonly api: ReviewCalls;
}

/** What keeps the attestor from knowing pods and callers; asks the kubelet and the API server itself. */
export async function checkK8s(
  checked: CheckedSettings,
  host: CheckHost,
): Promise<readonly Finding[]> {
  const { config, settings } = checked;
  const { kubelet } = settings;
  return [
    hostPid(host.procPath),
    ...(kubelet === undefined ? [] : [await kubeletPods(settings, kubelet, host)]),
    ...(config.pods_api_socket_path === '' ? [] : [podsApi(config.pods_api_socket_path)]),
    ...(await apiServer(checked, host.signal)),
  ];
}

/** The node's first process belongs to no pod; without the host's PIDs the first one is a pod's. */
function hostPid(procPath: string): Finding {
  const { ok, missing } = findingsAbout(about);
  const what = "the node's PID namespace";
  const fix = 'set hostPID: true in the agent pod (docker: --pid=host)';
  try {
    const self = Number(readlinkSync(`${procPath}/self`));
    const { cgroup: first = '' } = readProcess(procPath, 1);
    const { cgroup: own = '' } = readProcess(procPath, self);
    const isPod = /pod[0-9a-fA-F]{8}|^\d+:[^:]*:\/\.\.\/(?!\.\.).*[0-9a-f]{64}/m.test(first);
    if (self !== 1 && first !== own && !isPod) return ok(what);
  } catch (error) {
    return missing(what, messageOf(error), fix);
  }
  return missing(what, 'callers would show no PID, and each would be refused', fix);
}

async function kubeletPods(
  { reloadIntervalMs }: K8sSettings,
  endpoint: NonNullable<K8sSettings['kubelet']>,
  { clock, signal }: CheckHost,
): Promise<Finding> {
  const { ok, missing } = findingsAbout(about);
  try {
    const client = new KubeletClient({ endpoint, reloadIntervalMs, clock, log: silentLogger });
    try {
      const pods = await new PodListReader(clock, silentLogger).read(
        await client.fetchPods(signal),
      );
      return ok(`the pods of the kubelet: ${pods.length}`);
    } finally {
      client.close();
    }
  } catch (error) {
    signal.throwIfAborted();
    const message = messageOf(error);
    return missing('the pods of the kubelet', message, kubeletFix(message));
  }
}

function kubeletFix(message: string): string {
  const rule = remedies.find(([pattern]) => pattern.test(message));
  return rule?.[1] ?? 'see the log of the kubelet';
}

const remedies: readonly (readonly [pattern: RegExp, fix: string])[] = [
  [
    /status code on pods response: 403/,
    "bind a ClusterRole with the rule {apiGroups: [''], resources: [nodes/pods], verbs: [get]} to the agent's service account (before Kubernetes 1.33: nodes/proxy)",
  ],
  [
    /status code on pods response: 401/,
    'the kubelet must accept service account tokens: authentication.webhook.enabled: true in its configuration',
  ],
  [
    /unable to load token|unable to load kubelet CA/,
    'mount the service account of the agent (automountServiceAccountToken), or set token_path and kubelet_ca_path',
  ],
  [
    /altname|ALTNAME/,
    'MY_NODE_NAME or node_name must be a name or address in the certificate of the kubelet: spec.nodeName or status.hostIP',
  ],
  [
    /certificate|CERT|self.signed|SIGNATURE/,
    'set kubelet_ca_path to the CA of the kubelet, or to its own certificate, such as /var/lib/kubelet/pki/kubelet.crt of the node',
  ],
  [
    /ECONNREFUSED|EHOSTUNREACH|ENETUNREACH|ENOTFOUND|EAI_AGAIN|no answer within/,
    'set MY_NODE_NAME from status.hostIP: without it 127.0.0.1 is asked, which needs hostNetwork',
  ],
];

function podsApi(path: string): Finding {
  const { ok, warning } = findingsAbout(about);
  const isThere = statSync(path, { throwIfNoEntry: false })?.isSocket() === true;
  if (isThere) return ok(`the Pods API of the kubelet at ${path}`);
  return warning(
    'the Pods API of the kubelet',
    `there is no socket ${path}: pods are polled, and a new container waits up to half a second longer`,
    'Kubernetes 1.37 has it: mount the folder of the socket from the node (hostPath)',
  );
}

async function apiServer(
  { api, config, settings }: CheckedSettings,
  signal: AbortSignal,
): Promise<readonly Finding[]> {
  const needed: NeededRight[] = [];
  if (settings.watchApiServer) {
    const why = 'experimental.api_server.cache is set: pods are to be watched at the API server';
    needed.push(...['list', 'watch'].map((verb) => ({ verb, group: '', resource: 'pods', why })));
  }
  if (config.enable_namespace_labels) {
    const why = 'enable_namespace_labels is set: without it every attestation fails';
    needed.push({ verb: 'get', group: '', resource: 'namespaces', why });
  }
  if (needed.length === 0) return [];
  try {
    return await reviewRights(about, { api, user: await whoAmI(api, signal) }, needed, signal);
  } catch (error) {
    signal.throwIfAborted();
    return [unreachable(about, error)];
  }
}

const about = 'WorkloadAttestor k8s';
