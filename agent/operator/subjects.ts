import { hasCode, SpiffeError } from '../../common/errors/spiffe-error.ts';
import type { LocalPeer } from '../../common/rpc/contract.ts';
import type { IdentityView } from '../../common/spiffe/identity-view.ts';
import type { Selector } from '../../common/spiffe/selector.ts';
import type { AttestWorkload } from '../callers/workload-attestation.ts';
import type { Subject } from './explain.ts';

/** Whom an operator may ask about. */
export type Target =
  { readonly kind: 'pid'; readonly pid: number } | { readonly kind: 'uid'; readonly uid: number };

/** A connection that the agent attested. */
export interface KnownCaller {
  readonly peer: LocalPeer;
  readonly selectors: readonly Selector[];
  readonly selectorsKey: string;
}

export interface SubjectSources {
  readonly attest: AttestWorkload;
  readonly look: (selectors: readonly Selector[]) => IdentityView | undefined;
  readonly callers: () => readonly KnownCaller[];
  /** Open SDS streams, with the names they ask for. */
  readonly streams: () => readonly {
    readonly pid: number;
    readonly names: readonly { readonly name: string }[];
  }[];
  readonly processExists: (pid: number) => boolean;
}

/**
 * Finds whom a target means. A process is attested anew, connected or not; the processes of a user
 * are those that are connected now, one subject for each selector set. Throws NOT_FOUND.
 */
export async function findSubjects(
  target: Target,
  sources: SubjectSources,
  signal: AbortSignal,
): Promise<readonly Subject[]> {
  if (target.kind === 'pid') return [await ofProcess(target.pid, sources, signal)];
  return ofUser(target.uid, sources);
}

async function ofProcess(
  pid: number,
  sources: SubjectSources,
  signal: AbortSignal,
): Promise<Subject> {
  if (!sources.processExists(pid)) {
    throw new SpiffeError('NOT_FOUND', `there is no process with pid ${pid} on this node`);
  }
  const { complete, selectors } = await sources.attest(pid, signal).catch((error: unknown) => {
    // All attestors failed: what else there is to say is still worth saying.
    if (hasCode(error, 'ATTESTATION_FAILED')) return { complete: false, selectors: [] };
    throw error;
  });
  return {
    pids: [pid],
    selectors,
    complete,
    view: sources.look(selectors),
    asked: askedBy([pid], sources),
  };
}

function ofUser(uid: number, sources: SubjectSources): readonly Subject[] {
  const callers = sources.callers().filter(({ peer }) => peer.uid === uid);
  if (callers.length === 0) {
    const hint = 'ask about a process with -pid instead';
    throw new SpiffeError(
      'NOT_FOUND',
      `no process of uid ${uid} is connected to the agent; ${hint}`,
    );
  }
  const groups = Map.groupBy(callers, ({ selectorsKey }) => selectorsKey);
  return [...groups.values()].map((group) => {
    const pids = [...new Set(group.map(({ peer }) => peer.pid))].sort((a, b) => a - b);
    const selectors = group[0]?.selectors ?? [];
    return {
      pids,
      selectors,
      complete: true,
      view: sources.look(selectors),
      asked: askedBy(pids, sources),
    };
  });
}

function askedBy(pids: readonly number[], { streams }: SubjectSources): readonly string[] {
  return streams()
    .filter(({ pid }) => pids.includes(pid))
    .flatMap(({ names }) => names.map(({ name }) => name));
}
