import type { Selector } from '../../../../common/spiffe/selector.ts';
import type { Pod, PodContainer } from '../../../pods/pod.ts';

export interface SelectorOptions {
  /** The container that called; undefined for the selectors of the pod alone. */
  readonly container?: PodContainer | undefined;
  readonly namespaceLabels?: readonly (readonly [key: string, value: string])[];
  /** Adds `…-image-digest` selectors, which do not depend on tags. */
  readonly imageDigests?: boolean;
}

/**
 * All selectors of a pod in SPIRE's spelling. Image values are those of the status and pass as they
 * are: the image in a pod's spec is whatever its author wrote.
 */
export function podSelectors(pod: Pod, options: SelectorOptions = {}): readonly Selector[] {
  const { container, namespaceLabels = [], imageDigests = false } = options;
  const images = (kind: string, containers: readonly PodContainer[]) => [
    ...containers.flatMap(({ image, imageId }) => [`${kind}:${image}`, `${kind}:${imageId}`]),
    ...(imageDigests
      ? containers.flatMap(digestOf).map((digest) => `${kind}-digest:${digest}`)
      : []),
  ];
  const values = [
    `sa:${pod.serviceAccount}`,
    `ns:${pod.namespace}`,
    `node-name:${pod.nodeName}`,
    `pod-uid:${pod.uid}`,
    `pod-name:${pod.name}`,
    `pod-image-count:${pod.containers.length}`,
    `pod-init-image-count:${pod.initContainers.length}`,
    ...images('pod-image', pod.containers),
    ...images('pod-init-image', pod.initContainers),
    ...pod.labels.map(([key, value]) => `pod-label:${key}:${value}`),
    ...pod.owners.flatMap(({ kind, name, uid }) => [
      `pod-owner:${kind}:${name}`,
      `pod-owner-uid:${kind}:${uid}`,
    ]),
    ...namespaceLabels.map(([key, value]) => `ns-label:${key}:${value}`),
    ...(container === undefined
      ? []
      : [`container-name:${container.name}`, ...images('container-image', [container])]),
  ];
  return [...new Set(values)].map((value) => ({ type: 'k8s', value }));
}

function digestOf({ imageId }: PodContainer): readonly string[] {
  return /sha256:[0-9a-f]{64}$/.exec(imageId) ?? [];
}
