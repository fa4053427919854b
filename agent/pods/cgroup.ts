import { SpiffeError } from '../../common/errors/spiffe-error.ts';

/** A container as a cgroup path names it; `podUid` is empty where the path names no pod. */
export interface ContainerRef {
  readonly podUid: string;
  readonly containerId: string;
}

/** What the cgroup file of one process says. */
export interface CgroupLocation {
  /** For each path that names a container, its pairs, outermost first. */
  readonly chains: readonly (readonly ContainerRef[])[];
  /** True when no path can be one that a kubelet made: such a process is no pod's. */
  readonly foreign: boolean;
}

export interface CgroupRules {
  /** Where pods may live, such as `/kubepods`; empty means anywhere but below `user.slice`. */
  readonly podsRoots: readonly string[];
}

/**
 * Reads `/proc/PID/cgroup`: version 1, version 2 and both at once. Only this file says whose a
 * process is; mountinfo is the workload's own to forge (SPIRE 1.15.2 changelog, #7060).
 * Throws INTERNAL on a malformed line and ATTESTATION_FAILED when the process is going away.
 */
export function locateContainer(
  text: string,
  rules: CgroupRules = { podsRoots: [] },
): CgroupLocation {
  const paths = cgroupPaths(text);
  if (paths.some((path) => path.includes(' (deleted)'))) {
    throw new SpiffeError('ATTESTATION_FAILED', 'the process is going away: its cgroup is deleted');
  }
  const found = paths.map((path) => pairsOf(path, rules)).filter((pairs) => pairs.length > 0);
  const ofPods = found.filter((pairs) => pairs[0]?.podUid !== '');
  return {
    chains: ofPods.length > 0 ? ofPods : found,
    foreign: ofPods.length === 0 && paths.every(isOutsidePods),
  };
}

/**
 * Picks the container: in each path the outermost pair that `isKnown` to the local kubelet, else the
 * outermost. A child cgroup that a workload named after another pod therefore changes nothing.
 * Throws FAILED_PRECONDITION when two paths disagree; undefined when there is no pair at all.
 */
export function chooseContainer(
  chains: CgroupLocation['chains'],
  isKnown: (ref: ContainerRef) => boolean,
): ContainerRef | undefined {
  const picks = chains.flatMap((pairs) => pairs.find(isKnown) ?? pairs[0] ?? []);
  agree(
    'pod UIDs',
    picks.map((pick) => pick.podUid),
  );
  agree(
    'container IDs',
    picks.map((pick) => pick.containerId),
  );
  return picks[0];
}

/** The outermost pair of the first path, for waiting and for messages. */
export function outermost(location: CgroupLocation): ContainerRef | undefined {
  return location.chains[0]?.[0];
}

function cgroupPaths(text: string): string[] {
  if (text.includes('\0')) throw malformed('the file holds a NUL byte');
  return text
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => {
      const parts = line.split(':');
      if (parts.length < 3) {
        throw malformed(
          `invalid cgroup entry, contains ${parts.length} colon separated fields but expected at least 3: ${JSON.stringify(line)}`,
        );
      }
      return parts.slice(2).join(':');
    });
}

function pairsOf(path: string, rules: CgroupRules): ContainerRef[] {
  const segments = path.split('/');
  const pods = segments.flatMap((segment, at) => {
    const match = podPattern.exec(segment);
    return match === null
      ? []
      : [{ at, uid: match[1] ?? '', rest: segment.slice(match.index + match[0].length) }];
  });
  if (pods.length === 0) return podlessPair(segments);
  const before = segments.slice(0, pods[0]?.at).join('/');
  if (!isPodsRoot(before, rules)) return [];
  return pods.flatMap(({ at, uid, rest }) => {
    const containerId = [rest, ...segments.slice(at + 1)]
      .map(containerIdIn)
      .find((id) => id !== undefined);
    return containerId === undefined ? [] : [{ podUid: uid.replaceAll('_', '-'), containerId }];
  });
}

function podlessPair(segments: readonly string[]): ContainerRef[] {
  const containerId = segments.map(containerIdIn).findLast((id) => id !== undefined);
  return containerId === undefined ? [] : [{ podUid: '', containerId }];
}

/** A host user owns the cgroups below `user.slice` and may name them after any pod. */
function isPodsRoot(prefix: string, { podsRoots }: CgroupRules): boolean {
  if (podsRoots.length > 0) {
    return podsRoots.some((root) => prefix === root || prefix.startsWith(`${root}/`));
  }
  return !prefix.split('/').includes('user.slice');
}

/** The UID as it stands there. */
export function podUidIn(segment: string): string | undefined {
  return podPattern.exec(segment)?.[1];
}

export function containerIdIn(segment: string): string | undefined {
  // conmon watches a CRI-O container from outside and carries its ID.
  return segment.includes('conmon') ? undefined : containerPattern.exec(segment)?.[0];
}

/** Seen from another cgroup namespace (`/../`) a pod's path may have lost its pod; elsewhere not. */
function isOutsidePods(path: string): boolean {
  return !path.startsWith('/..') && !path.includes('kubepods');
}

function agree(what: string, values: readonly string[]): void {
  const [first, second] = new Set(values);
  if (second === undefined) return;
  throw new SpiffeError(
    'FAILED_PRECONDITION',
    `multiple ${what} found (${JSON.stringify(first)}, ${JSON.stringify(second)})`,
  );
}

function malformed(reason: string): SpiffeError {
  return new SpiffeError('INTERNAL', `unable to obtain cgroups: ${reason}`);
}

// A static pod has 32 hexadecimal digits in place of a UUID; systemd paths spell dashes as underscores.
const podPattern =
  /(?<![0-9A-Za-z_])pod([0-9a-fA-F]{8}(?:[-_][0-9a-fA-F]{4}){3}[-_][0-9a-fA-F]{12}|[0-9a-fA-F]{32})(?![0-9A-Za-z_])/;
const containerPattern = /(?<![0-9A-Za-z_])[0-9a-fA-F]{64}(?![0-9A-Za-z_])/;
