import type { ContainerRef } from './cgroup.ts';
import type { PodSourceName } from './pod-source.ts';

/** How a process was found to be a container of a pod, or why it was not. */
export interface PodTrace {
  /** The lines of its cgroup file. */
  readonly cgroup: readonly string[];
  /** Every pair of pod and container that they name, outermost first, each once. */
  readonly named: readonly ContainerRef[];
  /** The pair that decides. */
  readonly chosen: ContainerRef | undefined;
  /** `NAMESPACE/NAME`; empty when there is none. */
  readonly pod: string;
  /** Its name; empty when there is none, or when container selectors are disabled. */
  readonly container: string;
  /** Where pods are known from. */
  readonly source: PodSourceName;
  /** How long its first attestation waited for the source to tell of it; undefined before that. */
  readonly waitedMs: number | undefined;
  /** Why it is no pod's; empty when it is. */
  readonly reason: string;
}

/** A pod on this node, with the processes of its containers. */
export interface FoundPod {
  readonly namespace: string;
  readonly name: string;
  readonly source: PodSourceName;
  readonly containers: readonly FoundContainer[];
}

export interface FoundContainer {
  readonly name: string;
  /** Undefined when the source tells of no ID: it waits to be started, or was only just. */
  readonly containerId: string | undefined;
  /** In order; empty when it is not running. */
  readonly pids: readonly number[];
}

/** An attestor that can say how it came to its answer. */
export interface PodExplainer {
  /** Throws ATTESTATION_FAILED when the process is gone. */
  trace(pid: number): PodTrace;
  /** Undefined when no pod of this node has that name. */
  findPod(namespace: string, name: string, signal: AbortSignal): Promise<FoundPod | undefined>;
}
