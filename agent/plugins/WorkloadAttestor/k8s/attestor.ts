import type { Clock } from '../../../../common/clock/clock.ts';
import { messageOf, SpiffeError } from '../../../../common/errors/spiffe-error.ts';
import type { Logger } from '../../../../common/log/logger.ts';
import type { Selector } from '../../../../common/spiffe/selector.ts';
import {
  locateContainer,
  outermost,
  type CgroupLocation,
  type CgroupRules,
} from '../../../pods/cgroup.ts';
import { readProcess, type ProcessSnapshot } from '../../../pods/process-cgroup.ts';
import type { FindNamespaceLabels } from './namespace-labels.ts';
import { K8sExplainer, type ExplainerOptions } from './explainer.ts';
import { matchPod, type MatchRules, type PodMatch } from './pod-match.ts';
import { podSelectors } from './selectors.ts';

/** The pods of this node; the pod directory knows them. */
export type Pods = ExplainerOptions['directory'] & PodChanges;

interface PodChanges {
  /** True while changes arrive by themselves. */
  readonly isPushed: boolean;
  confirm(signal: AbortSignal): Promise<void>;
  waitForChange(keys: readonly string[], ms: number, signal: AbortSignal): Promise<void>;
  listen(keys: readonly string[], listener: () => void): () => void;
  close(): void;
}

interface K8sAttestorOptions {
  readonly directory: Pods;
  readonly procPath: string;
  readonly rules: MatchRules & CgroupRules;
  readonly maxPollAttempts: number;
  readonly pollIntervalMs: number;
  /** How old the pod list may be for a process that was attested before. */
  readonly knownProcessStaleMs: number;
  /** Undefined unless they are asked for. */
  readonly findNamespaceLabels: FindNamespaceLabels | undefined;
  readonly imageDigests: boolean;
  readonly logLocation: boolean;
  readonly clock: Clock;
  readonly log: Logger;
}

type Found = Extract<PodMatch, { kind: 'found' }>;

/** A process that was attested. */
interface Attested {
  /** The one it was in. */
  readonly cgroup: string;
  /** How long the pod directory took to tell of it the first time. */
  readonly waitedMs: number;
}

/**
 * Attests a process as a container of a pod: cgroup file, then the pod index, waiting on exactly the
 * pod and container that the file names until the kubelet tells of them.
 */
export class K8sAttestor {
  readonly name = 'k8s';
  /** For people who ask why a process gets no identity. */
  readonly explainer: K8sExplainer;
  readonly #options: K8sAttestorOptions;
  readonly #closing = new AbortController();
  readonly #attested = new Map<string, Attested>();

  constructor(options: K8sAttestorOptions) {
    this.#options = options;
    const findWait = (pid: number, startTime: string) =>
      this.#attested.get(`${pid}@${startTime}`)?.waitedMs;
    this.explainer = new K8sExplainer({ ...options, findWait });
  }

  /** Empty when the process is in no container of Kubernetes; throws when that cannot be told. */
  async attest(pid: number, signal: AbortSignal): Promise<readonly Selector[]> {
    const { procPath, rules, log, clock } = this.#options;
    const startedMs = clock.monotonic();
    const process = readProcess(procPath, pid);
    const location = locateContainer(process.cgroup ?? '', rules);
    if (this.#options.logLocation) {
      log.debug('Looked for a container', {
        pid,
        reason: process.cgroup,
        count: location.chains.length,
      });
    }
    if (location.chains.length === 0) {
      log.debug('The process is in no container', { pid });
      return [];
    }
    const either = AbortSignal.any([signal, this.#closing.signal]);
    const found = await this.#find(location, this.#toleratedAge(pid, process), either);
    if (found === undefined) {
      log.debug('The container of the process is not one of Kubernetes', { pid });
      return [];
    }
    const waitedMs = clock.monotonic() - startedMs;
    const selectors = await this.#selectorsOf(found, either);
    this.#checkSame(pid, process);
    this.#remember(pid, process, waitedMs);
    return selectors;
  }

  /**
   * Calls `onChange` when the pod of a process changed or went, until the returned function is
   * called. Attest the process anew then.
   */
  watch(pid: number, onChange: () => void): () => void {
    try {
      const { cgroup = '' } = readProcess(this.#options.procPath, pid);
      const { chains } = locateContainer(cgroup, this.#options.rules);
      return this.#options.directory.listen(keysOf(chains), onChange);
    } catch {
      // A process that cannot be read has nothing to watch; attesting it says why.
      return () => undefined;
    }
  }

  close(): void {
    this.#closing.abort(new SpiffeError('UNAVAILABLE', 'closed'));
    this.#options.directory.close();
  }

  async #find(
    location: CgroupLocation,
    toleratedAgeMs: number,
    signal: AbortSignal,
  ): Promise<Found | undefined> {
    const { directory, clock, maxPollAttempts, pollIntervalMs } = this.#options;
    const keys = keysOf(location.chains);
    const deadlineMs = clock.monotonic() + (maxPollAttempts - 1) * pollIntervalMs;
    let sinceMs = clock.monotonic() - toleratedAgeMs;
    let isConfirmed = false;
    let failure: SpiffeError | undefined;
    for (let polls = 1; ; polls++) {
      failure = await this.#fresh(() => directory.ensure(sinceMs, signal), signal);
      let match = this.#match(location, isConfirmed);
      const needsConfirming =
        match.kind === 'inner' || (match.kind === 'unknown' && location.foreign);
      if (!isConfirmed && needsConfirming && failure === undefined) {
        failure = await this.#fresh(() => directory.confirm(signal), signal);
        isConfirmed = failure === undefined;
        match = this.#match(location, isConfirmed);
      }
      if (match.kind === 'found') return match;
      if (location.foreign && isConfirmed) return undefined;
      const leftMs = deadlineMs - clock.monotonic();
      if (directory.isPushed ? leftMs <= 0 : polls >= maxPollAttempts) break;
      sinceMs = clock.monotonic();
      if (directory.isPushed) await directory.waitForChange(keys, leftMs, signal);
    }
    throw failure ?? notFound(location);
  }

  /** Undefined when the index is fresh, else why it is not; what is known may still do. */
  async #fresh(
    refresh: () => Promise<void>,
    signal: AbortSignal,
  ): Promise<SpiffeError | undefined> {
    try {
      await refresh();
      return undefined;
    } catch (error) {
      signal.throwIfAborted();
      return error instanceof SpiffeError
        ? error
        : new SpiffeError('UNAVAILABLE', messageOf(error), { cause: error });
    }
  }

  #match(location: CgroupLocation, isConfirmed: boolean): PodMatch {
    const { directory, rules } = this.#options;
    return matchPod(location.chains, directory.index, rules, isConfirmed);
  }

  async #selectorsOf({ pod, container }: Found, signal: AbortSignal): Promise<readonly Selector[]> {
    const { findNamespaceLabels, imageDigests } = this.#options;
    const namespaceLabels = await findNamespaceLabels?.(pod.namespace, signal);
    return podSelectors(pod, {
      container,
      imageDigests,
      ...(namespaceLabels !== undefined && { namespaceLabels }),
    });
  }

  /** The pid may have been taken over, or the process moved, while the pod was looked up. */
  #checkSame(pid: number, before: ProcessSnapshot): void {
    const now = readProcess(this.#options.procPath, pid);
    if (now.startTime !== before.startTime) {
      throw new SpiffeError(
        'ATTESTATION_FAILED',
        `new process detected: process starttime ${now.startTime} does not match original caller ${before.startTime}`,
      );
    }
    if (now.cgroup !== before.cgroup) {
      throw new SpiffeError('ATTESTATION_FAILED', 'the process was moved to another cgroup');
    }
  }

  #toleratedAge(pid: number, { startTime, cgroup }: ProcessSnapshot): number {
    const { knownProcessStaleMs, pollIntervalMs } = this.#options;
    const isKnown = this.#attested.get(`${pid}@${startTime}`)?.cgroup === cgroup;
    return isKnown ? knownProcessStaleMs : pollIntervalMs;
  }

  #remember(pid: number, { startTime, cgroup = '' }: ProcessSnapshot, waitedMs: number): void {
    const key = `${pid}@${startTime}`;
    const first = this.#attested.get(key)?.waitedMs ?? waitedMs;
    this.#attested.delete(key);
    this.#attested.set(key, { cgroup, waitedMs: first });
    const [oldest] = this.#attested.keys();
    if (this.#attested.size > rememberedProcesses && oldest !== undefined) {
      this.#attested.delete(oldest);
    }
  }
}

function keysOf(chains: CgroupLocation['chains']): readonly string[] {
  const keys = chains.flat().flatMap(({ podUid, containerId }) => [podUid, containerId]);
  return [...new Set(keys)].filter((key) => key !== '');
}

function notFound(location: CgroupLocation): SpiffeError {
  const ref = outermost(location);
  return new SpiffeError(
    'DEADLINE_EXCEEDED',
    `no selectors found after max poll attempts: the kubelet lists no container ${JSON.stringify(ref?.containerId)} of pod ${JSON.stringify(ref?.podUid)}`,
  );
}

const rememberedProcesses = 4096;
