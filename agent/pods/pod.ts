import { SpiffeError } from '../../common/errors/spiffe-error.ts';
import { k8s } from '../../proto/gen/kubernetes-pods.js';

/** What the kubelet says of one container; values are its own, never those of the pod's author. */
export interface PodContainer {
  readonly name: string;
  readonly image: string;
  readonly imageId: string;
  /** Without the scheme; empty while the container is waiting. */
  readonly containerId: string;
}

interface PodOwner {
  readonly kind: string;
  readonly name: string;
  readonly uid: string;
}

/** The part of a Kubernetes pod that attestation needs. */
export interface Pod {
  /** As the local kubelet knows it: for a static pod the hash of its manifest. */
  readonly uid: string;
  readonly name: string;
  readonly namespace: string;
  /** Empty for a static pod. */
  readonly serviceAccount: string;
  readonly nodeName: string;
  readonly labels: readonly (readonly [key: string, value: string])[];
  readonly owners: readonly PodOwner[];
  readonly containers: readonly PodContainer[];
  /** Native sidecars among them. */
  readonly initContainers: readonly PodContainer[];
  readonly ephemeralContainers: readonly PodContainer[];
}

/**
 * Reads one item of a pod list. A mirror pod, which stands for a static one in the API server,
 * becomes what its kubelet calls it. Throws INVALID_ARGUMENT when it cannot be told apart from others.
 */
export function parsePod(item: unknown): Pod {
  const { metadata, spec, status } = record(item);
  const meta = record(metadata);
  const specification = record(spec);
  const state = record(status);
  return finish({
    uid: text(meta['uid']),
    name: text(meta['name']),
    namespace: text(meta['namespace']),
    serviceAccount: text(specification['serviceAccountName']),
    nodeName: text(specification['nodeName']),
    labels: Object.entries(record(meta['labels'])).map(([key, value]) => [key, text(value)]),
    annotations: record(meta['annotations']),
    owners: list(meta['ownerReferences']).map((owner) => ({
      kind: text(owner['kind']),
      name: text(owner['name']),
      uid: text(owner['uid']),
    })),
    containers: list(state['containerStatuses']).map(container),
    initContainers: list(state['initContainerStatuses']).map(container),
    ephemeralContainers: list(state['ephemeralContainerStatuses']).map(container),
  });
}

/** Reads a pod as the kubelet's Pods API sends it: core/v1 in protobuf. */
export function decodePod(bytes: Uint8Array): Pod {
  const { metadata, spec, status } = k8s.io.api.core.v1.Pod.decode(bytes);
  return finish({
    uid: metadata?.uid ?? '',
    name: metadata?.name ?? '',
    namespace: metadata?.namespace ?? '',
    serviceAccount: spec?.serviceAccountName ?? '',
    nodeName: spec?.nodeName ?? '',
    labels: Object.entries(metadata?.labels ?? {}),
    annotations: metadata?.annotations ?? {},
    owners: (metadata?.ownerReferences ?? []).map(({ kind, name, uid }) => ({ kind, name, uid })),
    containers: (status?.containerStatuses ?? []).map(decodedContainer),
    initContainers: (status?.initContainerStatuses ?? []).map(decodedContainer),
    ephemeralContainers: (status?.ephemeralContainerStatuses ?? []).map(decodedContainer),
  });
}

/** Every container of the pod. */
export function containersOf(pod: Pod): readonly PodContainer[] {
  return [...pod.containers, ...pod.initContainers, ...pod.ephemeralContainers];
}

type Draft = Pod & { readonly annotations: Readonly<Record<string, unknown>> };

function finish({ annotations, ...draft }: Draft): Pod {
  const mirrorOf = text(annotations['kubernetes.io/config.mirror']);
  // The node owns a mirror pod only at the API server; the kubelet knows no such owner.
  const pod = mirrorOf === '' ? draft : { ...draft, uid: mirrorOf, owners: [] };
  if (pod.uid === '') {
    throw new SpiffeError('INVALID_ARGUMENT', `pod ${quoted(pod)} has no metadata.uid`);
  }
  const ambiguous = pod.labels.find(([key]) => key.includes(':'));
  if (ambiguous !== undefined) {
    // Its selector could equal the one of another label; Kubernetes allows no such key.
    throw new SpiffeError(
      'INVALID_ARGUMENT',
      `pod ${quoted(pod)} has a label key with a colon: ${JSON.stringify(ambiguous[0])}`,
    );
  }
  return pod;
}

function quoted(pod: Pick<Pod, 'namespace' | 'name'>): string {
  return JSON.stringify(`${pod.namespace}/${pod.name}`);
}

function container(status: Readonly<Record<string, unknown>>): PodContainer {
  return {
    name: text(status['name']),
    image: text(status['image']),
    imageId: text(status['imageID']),
    containerId: bareId(text(status['containerID'])),
  };
}

function decodedContainer(status: k8s.io.api.core.v1.ContainerStatus): PodContainer {
  const { name, image, imageID: imageId, containerID } = status;
  return { name, image, imageId, containerId: bareId(containerID) };
}

/** `containerd://ID` without its scheme; empty when there is none or it is malformed. */
function bareId(url: string): string {
  return /^[A-Za-z][A-Za-z0-9+.-]*:\/\/([^/?#]+)/.exec(url)?.[1] ?? '';
}

function record(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {};
}

function list(value: unknown): readonly Readonly<Record<string, unknown>>[] {
  return Array.isArray(value) ? value.map(record) : [];
}

function text(value: unknown): string {
  return typeof value === 'string' ? value : '';
}
