import { SpiffeError } from '../../../../common/errors/spiffe-error.ts';

/** A container that a cgroup path names. */
export interface Candidate {
  readonly id: string;
  /** The path down to the segment that names it: every process of the container lives below. */
  readonly root: string;
}

/** One cgroup path of a process, with the hierarchies that have it (`4:memory`, `0:`). */
export interface CgroupPlace {
  readonly path: string;
  readonly hierarchies: readonly string[];
  /** Innermost first; never empty. */
  readonly candidates: readonly Candidate[];
}

/** The containers that a path names, innermost first. */
export type FindCandidates = (path: string) => readonly Candidate[];

/**
 * Reads `/proc/PID/cgroup`: version 1, version 2 and both at once. Paths that name no container are
 * left out, so that a named hierarchy at the root of a hybrid host is no conflict. Throws
 * ATTESTATION_FAILED when the process is going away, and what `find` throws.
 */
export function findPlaces(text: string, find: FindCandidates): readonly CgroupPlace[] {
  const places = new Map<string, { hierarchies: string[]; candidates: readonly Candidate[] }>();
  for (const [hierarchy, path] of cgroupLines(text)) {
    if (path.endsWith(' (deleted)')) {
      throw new SpiffeError(
        'ATTESTATION_FAILED',
        'the process is going away: its cgroup is deleted',
      );
    }
    const known = places.get(path);
    if (known === undefined) {
      places.set(path, { hierarchies: [hierarchy], candidates: find(path) });
    } else known.hierarchies.push(hierarchy);
  }
  return [...places]
    .map(([path, place]) => ({ path, ...place }))
    .filter(({ candidates }) => candidates.length > 0);
}

/** Any segment with 64 hexadecimal digits that stand alone (SPIRE 1.15: the container locator). */
export function findByDigits(path: string): readonly Candidate[] {
  const segments = path.split('/');
  return segments
    .flatMap((segment, at) => {
      // conmon watches a container from outside and carries its ID.
      const id = segment.includes('conmon') ? undefined : containerPattern.exec(segment)?.[0];
      return id === undefined ? [] : [{ id, root: segments.slice(0, at + 1).join('/') }];
    })
    .reverse();
}

/** True when a process with this cgroup file is at or below `root` in all these hierarchies. */
export function isBelow(text: string, hierarchies: readonly string[], root: string): boolean {
  const paths = new Map(cgroupLines(text));
  return hierarchies.every((hierarchy) => {
    const path = paths.get(hierarchy);
    return path === root || path?.startsWith(`${root}/`) === true;
  });
}

function cgroupLines(text: string): (readonly [hierarchy: string, path: string])[] {
  return text
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => {
      const [id, controllers, ...path] = line.split(':');
      if (controllers === undefined || path.length === 0) {
        throw new SpiffeError(
          'INTERNAL',
          `unable to obtain cgroups: invalid cgroup entry, contains ${line.split(':').length} colon separated fields but expected at least 3: ${JSON.stringify(line)}`,
        );
      }
      return [`${id ?? ''}:${controllers}`, path.join(':')] as const;
    });
}

const containerPattern = /(?<![0-9A-Za-z_])[0-9a-f]{64}(?![0-9A-Za-z_])/;
