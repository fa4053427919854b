import { SpiffeError } from '../../../../common/errors/spiffe-error.ts';
import { chooseContainer, type CgroupLocation, type ContainerRef } from '../../../pods/cgroup.ts';
import type { Pod, PodContainer } from '../../../pods/pod.ts';

/** Where pods are looked up; the pod index answers. */
export interface PodLookup {
  findPod(uid: string): Pod | undefined;
  podsWithContainer(containerId: string): readonly Pod[];
}

export interface MatchRules {
  /** With a known pod UID the container need not be listed (yet), and is not told of. */
  readonly disableContainerSelectors: boolean;
  readonly attestEphemeralContainers: boolean;
}

export type PodMatch =
  | { readonly kind: 'found'; readonly pod: Pod; readonly container: PodContainer | undefined }
  /** Nothing is known of it (yet). */
  | { readonly kind: 'unknown' }
  /** Only a pair inside of another one is known: whether the outer pod is ours must be made sure of first. */
  | { readonly kind: 'inner' };

/**
 * Finds the pod and container of a process. `isConfirmed` says that the lookup was read anew since
 * the process was looked at. Throws FAILED_PRECONDITION and INTERNAL when the process must not be attested.
 */
export function matchPod(
  chains: CgroupLocation['chains'],
  lookup: PodLookup,
  rules: MatchRules,
  isConfirmed: boolean,
): PodMatch {
  const isKnown = (ref: ContainerRef) => holdersOf(ref, lookup).length > 0;
  const ref = chooseContainer(chains, isKnown);
  if (ref === undefined || !isKnown(ref)) return { kind: 'unknown' };
  const isInner = chains.some((pairs) => pairs[0] !== undefined && !isKnown(pairs[0]));
  if (isInner && !isConfirmed) return { kind: 'inner' };
  const [pod, second] = holdersOf(ref, lookup);
  if (pod === undefined) return { kind: 'unknown' };
  if (second !== undefined) {
    throw new SpiffeError('INTERNAL', 'two pods found with same container Id');
  }
  return containerIn(pod, ref, rules);
}

function holdersOf(ref: ContainerRef, lookup: PodLookup): readonly Pod[] {
  if (ref.podUid === '') return lookup.podsWithContainer(ref.containerId);
  const pod = lookup.findPod(ref.podUid);
  return pod === undefined ? [] : [pod];
}

function containerIn(pod: Pod, ref: ContainerRef, rules: MatchRules): PodMatch {
  const isIt = (container: PodContainer) => container.containerId === ref.containerId;
  const container = pod.containers.find(isIt) ?? pod.initContainers.find(isIt);
  const ephemeral = pod.ephemeralContainers.find(isIt);
  const isPodKnown = ref.podUid !== '';
  if (rules.disableContainerSelectors && (isPodKnown || container !== undefined)) {
    return { kind: 'found', pod, container: undefined };
  }
  if (container !== undefined) return { kind: 'found', pod, container };
  if (ephemeral === undefined) return { kind: 'unknown' };
  if (rules.attestEphemeralContainers) return { kind: 'found', pod, container: ephemeral };
  throw new SpiffeError(
    'FAILED_PRECONDITION',
    `the caller is the ephemeral container ${JSON.stringify(ephemeral.name)} of pod ${JSON.stringify(`${pod.namespace}/${pod.name}`)}: it has no identity unless attest_ephemeral_containers is set`,
  );
}
