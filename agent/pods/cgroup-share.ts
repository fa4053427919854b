import { containerIdIn, podUidIn } from './cgroup.ts';
import { readCgroup } from './process-cgroup.ts';

/**
 * Whose share of a socket a process uses up: that of its pod, else of its container; undefined when it is in none,
 * so that its user's share counts. The outermost pod or container of a path counts, so that whoever may make
 * cgroups inside its own gains nothing. Below the host's `user.slice` any user names cgroups at will: none counts
 * there, while one of that name inside a container is the container's.
 */
export function shareOfCgroup(cgroup: string): string | undefined {
  const paths = cgroup.split('\n').map((line) => line.split(':').slice(2).join(':').split('/'));
  const pod = firstOf(paths, podUidIn);
  if (pod !== undefined) return `pod ${pod.toLowerCase().replaceAll('_', '-')}`;
  const container = firstOf(paths, containerIdIn);
  return container === undefined ? undefined : `container ${container.toLowerCase()}`;
}

/** The same for a process; a cgroup file that cannot be read says nothing. */
export function findShare(procPath: string, pid: number): string | undefined {
  try {
    return shareOfCgroup(readCgroup(procPath, pid) ?? '');
  } catch {
    // Whoever it is counts as one of its user's processes.
    return undefined;
  }
}

function firstOf(
  paths: readonly (readonly string[])[],
  find: (segment: string) => string | undefined,
): string | undefined {
  for (const path of paths) {
    for (const segment of path) {
      if (segment === 'user.slice') break;
      const found = find(segment);
      if (found !== undefined) return found;
    }
  }
  return undefined;
}
