import type { Clock } from '../../common/clock/clock.ts';
import { hasCode, SpiffeError } from '../../common/errors/spiffe-error.ts';
import type { LocalPeer } from '../../common/rpc/contract.ts';
import type { IdentityView } from '../../common/spiffe/identity-view.ts';
import type { Selector } from '../../common/spiffe/selector.ts';
import type { AttestWorkload } from '../callers/workload-attestation.ts';
import type { FoundContainer, PodExplainer, PodTrace } from '../pods/pod-trace.ts';
import type { Subject } from './explain.ts';

/** Whom an operator may ask about. */
export type Target =
  | { readonly kind: 'pid'; readonly pid: number }
  | { readonly kind: 'uid'; readonly uid: number }
  | { readonly kind: 'pod'; readonly namespace: string; readonly name: string };

/** A connection that the agent attested. */
interface KnownCaller {
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
  /** Undefined unless an attestor knows pods. */
  readonly explainer: () => PodExplainer | undefined;
  readonly clock: Pick<Clock, 'monotonic'>;
}

/**
 * Finds whom a target means. A process is attested anew, connected or not; the processes of a user
 * are those that are connected now, one subject for each selector set; a pod is one subject for each
 * container, whose first process is attested. Throws NOT_FOUND, and FAILED_PRECONDITION when a pod is
 * meant and no attestor knows pods.
 */
export async function findSubjects(
  target: Target,
  sources: SubjectSources,
  signal: AbortSignal,
): Promise<readonly Subject[]> {
  switch (target.kind) {
    case 'pid':
      return [await ofProcess(target.pid, sources, signal)];
    case 'uid':
      return ofUser(target.uid, sources);
    case 'pod':
      return ofPod(target.namespace, target.name, sources, signal);
  }
}

async function ofProcess(
  pid: number,
  sources: SubjectSources,
  signal: AbortSignal,
): Promise<Subject> {
  if (!sources.processExists(pid)) {
    throw new SpiffeError('NOT_FOUND', `there is no process with pid ${pid} on this node`);
  }
  return attested([pid], pid, sources, signal);
}

async function attested(
  pids: readonly number[],
  pid: number,
  sources: SubjectSources,
  signal: AbortSignal,
): Promise<Subject> {
  const { clock, explainer } = sources;
  const startedMs = clock.monotonic();
  const { complete, selectors } = await sources.attest(pid, signal).catch((error: unknown) => {
    // All attestors failed: what else there is to say is still worth saying.
    if (hasCode(error, 'ATTESTATION_FAILED')) return { complete: false, selectors: [] };
    throw error;
  });
  return {
    pids,
    selectors,
    complete,
    view: sources.look(selectors),
    asked: askedBy(pids, sources),
    attestedInMs: clock.monotonic() - startedMs,
    trace: traceOf(pid, explainer()),
  };
}

/** A process may end while it is explained. */
function traceOf(pid: number, explainer: PodExplainer | undefined): PodTrace | undefined {
  try {
    return explainer?.trace(pid);
  } catch (error) {
    if (hasCode(error, 'ATTESTATION_FAILED', 'INTERNAL')) return undefined;
    throw error;
  }
}

async function ofPod(
  namespace: string,
  name: string,
  sources: SubjectSources,
  signal: AbortSignal,
): Promise<readonly Subject[]> {
  const explainer = sources.explainer();
  if (explainer === undefined) {
    const message = 'no workload attestor of this agent knows pods: ask about a process instead';
    throw new SpiffeError('FAILED_PRECONDITION', message);
  }
  const pod = await explainer.findPod(namespace, name, signal);
  if (pod === undefined) {
    const which = JSON.stringify(`${namespace}/${name}`);
    throw new SpiffeError(
      'NOT_FOUND',
      `there is no pod ${which} on the node of this agent; a static pod's name ends with the node's`,
    );
  }
  const subjects = pod.containers.map(async (container): Promise<Subject> => {
    const [pid] = container.pids;
    return pid === undefined
      ? notRunning(container, { pod: `${namespace}/${name}`, source: pod.source })
      : attested(container.pids, pid, sources, signal);
  });
  return Promise.all(subjects);
}

function notRunning(
  { containerId, name }: FoundContainer,
  where: Pick<PodTrace, 'pod' | 'source'>,
): Subject {
  const reason =
    containerId === undefined
      ? `${where.source} tells no ID of the container yet: it waits, or was only just started`
      : 'no process of the container runs';
  const nothing = { cgroup: [], named: [], chosen: undefined, waitedMs: undefined };
  return {
    pids: [],
    selectors: [],
    complete: true,
    view: undefined,
    asked: [],
    trace: { ...nothing, ...where, container: name, reason },
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
