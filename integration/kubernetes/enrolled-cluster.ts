import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { startCluster, type Cluster, type ClusterOptions } from './cluster/cluster.ts';

export const namespace = 'spire';
/** What the agent's container runs, as an imported image is reported. */
export const approved = 'a1'.repeat(32);

export interface PodOptions {
  readonly node?: string;
  /** Also makes the node. */
  readonly withNode?: boolean;
  readonly account?: string;
  readonly labels?: Readonly<Record<string, string>>;
  /** False for a pod that nobody controls. */
  readonly owned?: boolean;
  readonly hostPID?: boolean;
  readonly imageId?: string;
  readonly state?: object;
  /** False while the kubelet has said nothing. */
  readonly reported?: boolean;
}

interface ReviewerChanges {
  /** Over the `cluster` of the kubeconfig. */
  readonly way?: Readonly<Record<string, unknown>>;
  readonly audiences?: readonly string[];
}

/** A real API server with the objects of a DaemonSet of agents, whose pods no kubelet runs. */
export class EnrolledCluster {
  readonly cluster: Cluster;
  readonly reviewerPath: string;
  /** Every token that was made, to search for. */
  readonly tokens: string[] = [];
  readonly #reviewerTokens = new Map<string, string>();
  #daemonSetUid: string | undefined;

  private constructor(cluster: Cluster) {
    this.cluster = cluster;
    this.reviewerPath = join(cluster.folder, 'reviewer.conf');
  }

  static async start(options: ClusterOptions = {}): Promise<EnrolledCluster> {
    const enrolled = new EnrolledCluster(await startCluster(1, options));
    await enrolled.#fill();
    return enrolled;
  }

  stop(): Promise<void> {
    return this.cluster.stop();
  }

  kubectl(...args: readonly string[]): Promise<string> {
    return this.cluster.kubectl(...args);
  }

  inNamespace(...args: readonly string[]): Promise<string> {
    return this.kubectl('-n', namespace, ...args);
  }

  async uidOf(kind: string, name: string): Promise<string> {
    return this.inNamespace('get', kind, name, '-o', 'jsonpath={.metadata.uid}');
  }

  /** Makes a pod and says of it what a kubelet would. */
  async pod(name: string, options: PodOptions = {}): Promise<void> {
    this.#daemonSetUid ??= await this.uidOf('daemonset', 'spire-agent');
    const owner = {
      apiVersion: 'apps/v1',
      kind: 'DaemonSet',
      name: 'spire-agent',
      uid: this.#daemonSetUid,
      controller: true,
    };
    const node = { apiVersion: 'v1', kind: 'Node', metadata: { name: options.node ?? 'n1' } };
    await this.cluster.apply(...(options.withNode === true ? [node] : []), {
      apiVersion: 'v1',
      kind: 'Pod',
      metadata: {
        name,
        namespace,
        labels: { app: 'agent', ...options.labels },
        ...(options.owned !== false && { ownerReferences: [owner] }),
      },
      spec: {
        nodeName: options.node ?? 'n1',
        serviceAccountName: options.account ?? 'spire-agent',
        hostPID: options.hostPID ?? true,
        terminationGracePeriodSeconds: 300,
        containers: [{ name: 'agent', image: 'localhost/agent:1' }],
      },
    });
    if (options.reported !== false) await this.report(name, options);
  }

  async report(name: string, { imageId = `sha256:${approved}`, state }: PodOptions): Promise<void> {
    const container = {
      name: 'agent',
      image: 'localhost/agent:1',
      imageID: imageId,
      ready: true,
      restartCount: 0,
      state: state ?? { running: { startedAt: '2026-01-01T00:00:00Z' } },
    };
    const status = { phase: 'Running', containerStatuses: [container] };
    const patch = ['--subresource=status', '-p', JSON.stringify({ status })];
    await this.inNamespace('patch', 'pod', name, ...patch);
  }

  /** A token as the kubelet projects it into a pod. */
  async token(pod: string, account = 'spire-agent', audiences = ['sigil']): Promise<string> {
    const args = ['create', 'token', account, ...audiences.flatMap((one) => ['--audience', one])];
    const bound = ['--bound-object-kind', 'Pod', '--bound-object-name', pod];
    const uid = ['--bound-object-uid', await this.uidOf('pod', pod)];
    const token = (await this.inNamespace(...args, ...bound, ...uid)).trim();
    this.tokens.push(token);
    return token;
  }

  /** The DaemonSet of that name, made again. */
  async recreateDaemonSet(): Promise<void> {
    await this.inNamespace('delete', 'daemonset', 'spire-agent', '--cascade=background');
    await this.cluster.apply(daemonSet);
    this.#daemonSetUid = undefined;
  }

  async remove(pod: string): Promise<void> {
    await this.inNamespace('delete', 'pod', pod, '--force', '--grace-period=0');
  }

  /** A kubeconfig of the reviewer, with another way to the cluster where told. */
  async writeReviewer(
    path: string,
    { way, audiences = usualAudiences }: ReviewerChanges = {},
  ): Promise<void> {
    const key = audiences.join(' ');
    const token = this.#reviewerTokens.get(key) ?? (await this.#reviewerToken(audiences));
    this.#reviewerTokens.set(key, token);
    const server = { server: this.cluster.apiUrl, 'certificate-authority': this.cluster.caPath };
    const config = {
      'current-context': 'c',
      contexts: [{ name: 'c', context: { cluster: 'k', user: 'u' } }],
      clusters: [{ name: 'k', cluster: { ...server, ...way } }],
      users: [{ name: 'u', user: { token } }],
    };
    writeFileSync(path, JSON.stringify(config));
  }

  async #reviewerToken(audiences: readonly string[]): Promise<string> {
    const named = audiences.flatMap((audience) => ['--audience', audience]);
    const args = ['create', 'token', 'reviewer', '--duration', '2h', ...named];
    const token = (await this.inNamespace(...args)).trim();
    this.tokens.push(token);
    return token;
  }

  async #fill(): Promise<void> {
    await this.kubectl('create', 'namespace', namespace);
    const nodes = ['n1', 'n2', 'n3'].map((name) => ({
      apiVersion: 'v1',
      kind: 'Node',
      metadata: { name },
    }));
    await this.cluster.apply(...nodes, ...['spire-agent', 'other', 'reviewer'].map(account));
    await this.cluster.apply(daemonSet, ...rights);
    await this.writeReviewer(this.reviewerPath);
  }
}

export const account = (name: string) => ({
  apiVersion: 'v1',
  kind: 'ServiceAccount',
  metadata: { namespace, name },
});

const daemonSet = {
  apiVersion: 'apps/v1',
  kind: 'DaemonSet',
  metadata: { namespace, name: 'spire-agent' },
  spec: {
    selector: { matchLabels: { app: 'agent' } },
    template: {
      metadata: { labels: { app: 'agent' } },
      spec: {
        serviceAccountName: 'spire-agent',
        containers: [{ name: 'agent', image: 'localhost/agent:1' }],
      },
    },
  },
};

/** No more than manifests/overlays/hardened gives. */
const rights = [
  {
    apiVersion: 'rbac.authorization.k8s.io/v1',
    kind: 'ClusterRole',
    metadata: { name: 'reviewer' },
    rules: [
      { apiGroups: ['authentication.k8s.io'], resources: ['tokenreviews'], verbs: ['create'] },
      { apiGroups: [''], resources: ['nodes'], verbs: ['get'] },
    ],
  },
  {
    apiVersion: 'rbac.authorization.k8s.io/v1',
    kind: 'ClusterRoleBinding',
    metadata: { name: 'reviewer' },
    roleRef: { apiGroup: 'rbac.authorization.k8s.io', kind: 'ClusterRole', name: 'reviewer' },
    subjects: [{ kind: 'ServiceAccount', namespace, name: 'reviewer' }],
  },
  {
    apiVersion: 'rbac.authorization.k8s.io/v1',
    kind: 'Role',
    metadata: { namespace, name: 'reviewer' },
    rules: [
      { apiGroups: [''], resources: ['pods'], verbs: ['get', 'list'] },
      {
        apiGroups: [''],
        resources: ['serviceaccounts'],
        resourceNames: ['spire-agent'],
        verbs: ['get'],
      },
      {
        apiGroups: ['apps'],
        resources: ['daemonsets'],
        resourceNames: ['spire-agent'],
        verbs: ['get'],
      },
    ],
  },
  {
    apiVersion: 'rbac.authorization.k8s.io/v1',
    kind: 'RoleBinding',
    metadata: { namespace, name: 'reviewer' },
    roleRef: { apiGroup: 'rbac.authorization.k8s.io', kind: 'Role', name: 'reviewer' },
    subjects: [{ kind: 'ServiceAccount', namespace, name: 'reviewer' }],
  },
];

/** For no other audience that the API server may have, lest it is told by this token. */
const usualAudiences = ['https://kubernetes.default.svc'];
