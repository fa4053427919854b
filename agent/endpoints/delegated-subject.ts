import { hasCode, messageOf, SpiffeError } from '../../common/errors/spiffe-error.ts';
import { canonicalSelectors, type Selector } from '../../common/spiffe/selector.ts';
import type { AttestWorkload } from '../callers/workload-attestation.ts';

/** Whom a delegate speaks for. */
export interface Subject {
  readonly selectors: readonly Selector[];
  /** Throws UNAUTHENTICATED once the process that was named is gone, also if its pid was given away. */
  checkAlive(): void;
}

export interface SubjectSources {
  readonly attest: AttestWorkload;
  /** Tells one process from another with the same pid; throws when there is none. */
  readonly startTimeOf: (pid: number) => string;
}

interface SubjectRequest {
  readonly pid: number;
  readonly selectors: readonly Selector[];
}

/** Throws INVALID_ARGUMENT for a request that names nobody or two, ATTESTATION_FAILED for a bad pid. */
export async function subjectOf(
  { pid, selectors }: SubjectRequest,
  { attest, startTimeOf }: SubjectSources,
  signal: AbortSignal,
): Promise<Subject> {
  if (selectors.length > 0 === (pid !== 0) || pid < 0) {
    throw invalid('must provide either selectors or non-zero PID, but not both');
  }
  if (pid === 0) return { selectors: checked(selectors), checkAlive: () => undefined };
  try {
    const startTime = startTimeOf(pid);
    const checkAlive = () => {
      if (isSame(startTime, () => startTimeOf(pid))) return;
      throw new SpiffeError('UNAUTHENTICATED', `process ${pid} is gone`);
    };
    const attested = await attest(pid, signal);
    checkAlive();
    return { selectors: attested.selectors, checkAlive };
  } catch (cause) {
    signal.throwIfAborted();
    if (hasCode(cause, 'UNAUTHENTICATED')) throw cause;
    const text = `workload attestation failed: ${messageOf(cause)}`;
    throw new SpiffeError('ATTESTATION_FAILED', text, { cause });
  }
}

function checked(selectors: readonly Selector[]): readonly Selector[] {
  for (const { type, value } of selectors) {
    if (type !== '' && !type.includes(':') && value !== '') continue;
    throw invalid('could not parse provided selectors');
  }
  return canonicalSelectors(selectors.map(({ type, value }) => ({ type, value })));
}

function isSame(startTime: string, now: () => string): boolean {
  try {
    return now() === startTime;
  } catch {
    // Gone.
    return false;
  }
}

function invalid(text: string): SpiffeError {
  return new SpiffeError('INVALID_ARGUMENT', text);
}
