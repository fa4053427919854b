import { readdirSync } from 'node:fs';
import type { Clock } from '../../../../common/clock/clock.ts';
import { hasCode, messageOf } from '../../../../common/errors/spiffe-error.ts';
import {
  chooseContainer,
  locateContainer,
  type CgroupLocation,
  type CgroupRules,
  type ContainerRef,
} from '../../../pods/cgroup.ts';
import { containersOf, type Pod } from '../../../pods/pod.ts';
import type { PodSourceName } from '../../../pods/pod-source.ts';
import type { FoundPod, PodExplainer, PodTrace } from '../../../pods/pod-trace.ts';
import { readCgroup, readProcess } from '../../../pods/process-cgroup.ts';
import { matchPod, type MatchRules, type PodLookup } from './pod-match.ts';

export interface ExplainerOptions {
  readonly directory: {
    readonly index: PodLookup & { findByName(namespace: string, name: string): Pod | undefined };
    readonly activeSource: PodSourceName;
    ensure(sinceMs: number, signal: AbortSignal): Promise<void>;
  };
  readonly procPath: string;
  readonly rules: MatchRules & CgroupRules;
  /** How long the process waited when it was attested first. */
  readonly findWait: (pid: number, startTime: string) => number | undefined;
  readonly clock: Pick<Clock, 'monotonic'>;
}

/** Tells people what the k8s attestor sees. Decides nothing. */
export class K8sExplainer implements PodExplainer {
  readonly #options: ExplainerOptions;

  constructor(options: ExplainerOptions) {
    this.#options = options;
  }

  trace(pid: number): PodTrace {
    const { procPath, rules, directory, findWait } = this.#options;
    const { cgroup = '', startTime } = readProcess(procPath, pid);
    const facts = {
      cgroup: cgroup.split('\n').filter((line) => line !== ''),
      source: directory.activeSource,
      waitedMs: findWait(pid, startTime),
    };
    const nothing = { named: [], chosen: undefined, pod: '', container: '' };
    try {
      const location = locateContainer(cgroup, rules);
      const named = distinct(location.chains.flat());
      return { ...facts, ...nothing, named, ...this.#decide(location) };
    } catch (error) {
      return { ...facts, ...nothing, reason: messageOf(error) };
    }
  }

  async findPod(
    namespace: string,
    name: string,
    signal: AbortSignal,
  ): Promise<FoundPod | undefined> {
    const { directory, clock } = this.#options;
    await directory.ensure(clock.monotonic(), signal);
    const pod = directory.index.findByName(namespace, name);
    if (pod === undefined) return undefined;
    const pids = this.#pidsByContainer(pod);
    const containers = containersOf(pod).map(({ name: container, containerId }) => ({
      name: container,
      containerId: containerId === '' ? undefined : containerId,
      pids: pids.get(containerId) ?? [],
    }));
    return { namespace, name, source: directory.activeSource, containers };
  }

  #decide(location: CgroupLocation): Decision {
    const { index, activeSource } = this.#options.directory;
    let decision: Decision = { reason: '' };
    try {
      const chosen = chooseContainer(location.chains, (ref) => this.#isKnown(ref));
      if (chosen === undefined) {
        return { reason: 'the cgroup file names no container: the process runs outside of pods' };
      }
      const holder =
        chosen.podUid === ''
          ? index.podsWithContainer(chosen.containerId)[0]
          : index.findPod(chosen.podUid);
      if (holder === undefined) return { chosen, reason: `${activeSource} lists no such pod` };
      decision = { chosen, pod: `${holder.namespace}/${holder.name}`, reason: '' };
      const match = matchPod(location.chains, index, this.#options.rules, true);
      if (match.kind === 'found') return { ...decision, container: match.container?.name ?? '' };
      const reason = `${activeSource} lists no such container of the pod: it may be the pod's sandbox, or only just started`;
      return { ...decision, reason };
    } catch (error) {
      return { ...decision, reason: messageOf(error) };
    }
  }

  #isKnown({ podUid, containerId }: ContainerRef): boolean {
    const { index } = this.#options.directory;
    return podUid === ''
      ? index.podsWithContainer(containerId).length > 0
      : index.findPod(podUid) !== undefined;
  }

  /** The processes in cgroups of the pod; one look at the whole of procfs, for people only. */
  #pidsByContainer(pod: Pod): ReadonlyMap<string, readonly number[]> {
    const { procPath } = this.#options;
    const found = new Map<string, number[]>();
    const pids = readdirSync(procPath).filter((entry) => /^\d+$/.test(entry));
    for (const pid of pids.map(Number).sort((a, b) => a - b)) {
      const id = this.#containerOf(pod, findCgroup(procPath, pid));
      if (id !== undefined) found.set(id, [...(found.get(id) ?? []), pid]);
    }
    return found;
  }

  /** The ID of the pod's container that the cgroup file is of. */
  #containerOf(pod: Pod, cgroup: string): string | undefined {
    const ids = containersOf(pod).map(({ containerId }) => containerId);
    if (!ids.some((id) => id !== '' && cgroup.includes(id))) return undefined;
    try {
      const { chains } = locateContainer(cgroup, this.#options.rules);
      const ref = chooseContainer(chains, (one) => this.#isKnown(one));
      const isOurs = ref?.podUid === pod.uid || ref?.podUid === '';
      return isOurs && ids.includes(ref.containerId) ? ref.containerId : undefined;
    } catch (error) {
      // A process whose cgroup file says two things is none of the pod's.
      if (hasCode(error, 'FAILED_PRECONDITION', 'INTERNAL', 'ATTESTATION_FAILED')) return undefined;
      throw error;
    }
  }
}

type Decision = Pick<PodTrace, 'reason'> & Partial<Pick<PodTrace, 'chosen' | 'pod' | 'container'>>;

/** Empty for a process that is gone or cannot be read. */
function findCgroup(procPath: string, pid: number): string {
  try {
    return readCgroup(procPath, pid) ?? '';
  } catch (error) {
    if (hasCode(error, 'INTERNAL')) return '';
    throw error;
  }
}

function distinct(refs: readonly ContainerRef[]): readonly ContainerRef[] {
  return [...new Map(refs.map((ref) => [`${ref.podUid}/${ref.containerId}`, ref])).values()];
}
