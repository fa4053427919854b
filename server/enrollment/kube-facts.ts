/**
 * What the checks read of Kubernetes objects, from JSON that may be anything. A member of another type
 * is as good as missing; nothing here throws.
 */
export interface ReviewFacts {
  readonly username: string;
  readonly uid: string;
  readonly groups: readonly string[];
  /** Those asked for that the API server found in the token. */
  readonly audiences: readonly string[];
  /** All that the token itself names; undefined when it cannot be read. */
  readonly tokenAudiences?: readonly string[] | undefined;
  readonly podName: string;
  readonly podUid: string;
  /** Empty before Kubernetes 1.30. */
  readonly nodeName: string;
  readonly nodeUid: string;
  readonly credentialId: string;
}

interface ContainerFacts {
  readonly name: string;
  /** Absent while the kubelet has not reported. */
  readonly status?: { readonly running: boolean; readonly imageId: string };
}

interface OwnerFacts {
  readonly apiVersion: string;
  readonly kind: string;
  readonly name: string;
  readonly uid: string;
  readonly controller: boolean;
}

export interface PodFacts {
  readonly namespace: string;
  readonly name: string;
  readonly uid: string;
  readonly terminating: boolean;
  /** All its containers have ended for good. */
  readonly ended: boolean;
  readonly labels: Readonly<Record<string, string>>;
  readonly owners: readonly OwnerFacts[];
  readonly serviceAccount: string;
  readonly nodeName: string;
  readonly hostNetwork: boolean;
  readonly hostPID: boolean;
  readonly hostIPC: boolean;
  /** Undefined leaves it to the service account. */
  readonly automountServiceAccountToken: boolean | undefined;
  readonly containers: readonly ContainerFacts[];
  /** Of the service account tokens that its volumes project. */
  readonly projectedAudiences: readonly string[];
}

export interface NodeFacts {
  readonly name: string;
  readonly uid: string;
}

/** Of the `status` of a TokenReview; `tokenAudiences` is what the reviewed token says of itself. */
export function reviewFacts(
  status: unknown,
  tokenAudiences: readonly string[] | undefined,
): ReviewFacts {
  const user = object(object(status)['user']);
  const extra = object(user['extra']);
  const only = (key: string) => {
    const values = list(extra[`authentication.kubernetes.io/${key}`]);
    return values.length === 1 ? text(values[0]) : '';
  };
  return {
    username: text(user['username']),
    uid: text(user['uid']),
    groups: texts(user['groups']),
    audiences: texts(object(status)['audiences']),
    tokenAudiences,
    podName: only('pod-name'),
    podUid: only('pod-uid'),
    nodeName: only('node-name'),
    nodeUid: only('node-uid'),
    credentialId: only('credential-id'),
  };
}

export function podFacts(pod: unknown): PodFacts {
  const metadata = object(object(pod)['metadata']);
  const spec = object(object(pod)['spec']);
  const status = object(object(pod)['status']);
  const automount = spec['automountServiceAccountToken'];
  return {
    namespace: text(metadata['namespace']),
    name: text(metadata['name']),
    uid: text(metadata['uid']),
    terminating: text(metadata['deletionTimestamp']) !== '',
    ended: ['Succeeded', 'Failed'].includes(text(status['phase'])),
    labels: stringsOf(metadata['labels']),
    owners: list(metadata['ownerReferences']).map(ownerFacts),
    serviceAccount: text(spec['serviceAccountName']),
    nodeName: text(spec['nodeName']),
    hostNetwork: spec['hostNetwork'] === true,
    hostPID: spec['hostPID'] === true,
    hostIPC: spec['hostIPC'] === true,
    automountServiceAccountToken: typeof automount === 'boolean' ? automount : undefined,
    containers: containerFacts(spec, status),
    projectedAudiences: projectedAudiences(spec),
  };
}

export function nodeFacts(node: unknown): NodeFacts {
  const metadata = object(object(node)['metadata']);
  return { name: text(metadata['name']), uid: text(metadata['uid']) };
}

/** The UID of any object. */
export function uidOf(thing: unknown): string {
  return text(object(object(thing)['metadata'])['uid']);
}

function ownerFacts(value: unknown): OwnerFacts {
  const owner = object(value);
  return {
    apiVersion: text(owner['apiVersion']),
    kind: text(owner['kind']),
    name: text(owner['name']),
    uid: text(owner['uid']),
    controller: owner['controller'] === true,
  };
}

function containerFacts(spec: Json, status: Json): readonly ContainerFacts[] {
  const statuses = new Map(
    list(status['containerStatuses'])
      .map(object)
      .map((each) => [text(each['name']), each] as const),
  );
  return list(spec['containers']).map((each) => {
    const name = text(object(each)['name']);
    const found = statuses.get(name);
    if (found === undefined) return { name };
    const running = object(found['state'])['running'] !== undefined;
    return { name, status: { running, imageId: text(found['imageID']) } };
  });
}

function projectedAudiences(spec: Json): readonly string[] {
  return list(spec['volumes'])
    .flatMap((volume) => list(object(object(volume)['projected'])['sources']))
    .map((source) => object(source)['serviceAccountToken'])
    .filter((token) => token !== undefined)
    .map((token) => text(object(token)['audience']));
}

type Json = Readonly<Record<string, unknown>>;

function object(value: unknown): Json {
  return typeof value === 'object' && value !== null ? (value as Json) : {};
}

function list(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}

function texts(value: unknown): readonly string[] {
  return list(value).filter((item) => typeof item === 'string');
}

function stringsOf(value: unknown): Readonly<Record<string, string>> {
  const pairs = Object.entries(object(value)).filter(([, item]) => typeof item === 'string');
  return Object.fromEntries(pairs) as Record<string, string>;
}

function text(value: unknown): string {
  return typeof value === 'string' ? value : '';
}
