import { SpiffeError } from '../../../../common/errors/spiffe-error.ts';
import type { Candidate, FindCandidates } from './cgroup-paths.ts';

/** Why these patterns cannot be used together; undefined when they can. SPIRE's texts. */
export function findMatcherFault(patterns: readonly string[]): string | undefined {
  const ambiguous = patterns.filter((pattern, at) =>
    patterns.some((other, otherAt) => at !== otherAt && canBothMatch(pattern, other)),
  );
  if (ambiguous.length > 0) {
    const listed = [...new Set(ambiguous)].map((pattern) => JSON.stringify(pattern)).join(' ');
    return `dockerfinder: patterns must not be ambiguous: [${listed}]`;
  }
  const bad = patterns.find((pattern) => pattern.split('/').filter(isId).length !== 1);
  if (bad === undefined) return undefined;
  return `pattern ${JSON.stringify(bad)} must contain the container id token "<id>" exactly once`;
}

/**
 * The old locator with `container_id_cgroup_matchers`: `*` stands for one whole segment, `<id>` for
 * the one that is the container ID. Its result throws FAILED_PRECONDITION when that one is empty.
 */
export function findByMatchers(patterns: readonly string[]): FindCandidates {
  const split = patterns.map((pattern) => pattern.split('/'));
  return (path) => {
    const segments = path.split('/');
    const pattern = split.find((candidate) => matches(candidate, segments));
    if (pattern === undefined) return [];
    const at = pattern.findIndex(isId);
    return [candidateAt(segments, at, segments[at] ?? '')];
  };
}

/** The old locator without patterns: the word `docker`, later 64 hexadecimal digits. */
export const findByWord: FindCandidates = (path) => {
  const id = /\bdocker\b.+\b([0-9a-fA-F]{64})\b/.exec(path)?.[1];
  if (id === undefined) return [];
  const segments = path.split('/');
  return [
    candidateAt(
      segments,
      segments.findLastIndex((segment) => segment.includes(id)),
      id,
    ),
  ];
};

function candidateAt(segments: readonly string[], at: number, id: string): Candidate {
  if (id === '') {
    throw new SpiffeError(
      'FAILED_PRECONDITION',
      'a pattern matched, but no container id was found',
    );
  }
  return { id, root: segments.slice(0, at + 1).join('/') };
}

function matches(pattern: readonly string[], segments: readonly string[]): boolean {
  return (
    pattern.length === segments.length &&
    pattern.every((part, at) => part === '*' || isId(part) || part === segments[at])
  );
}

/** Patterns of the same length whose every pair of segments is equal or open. */
function canBothMatch(a: string, b: string): boolean {
  const left = a.split('/');
  const right = b.split('/');
  return (
    left.length === right.length &&
    left.every((part, at) => part === right[at] || isOpen(part) || isOpen(right[at]))
  );
}

function isOpen(part: string | undefined): boolean {
  return part === '*' || isId(part);
}

function isId(part: string | undefined): boolean {
  return part === '<id>';
}
