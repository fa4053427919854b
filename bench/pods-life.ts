import { setTimeout as sleep } from 'node:timers/promises';
import type { K8sAttestor } from '../agent/plugins/WorkloadAttestor/k8s/attestor.ts';
import type { PodChange } from './pods-node.ts';

const forever = new AbortController().signal;

/** Pods by number, each with one process and, once connected, somebody who listens. */
export class Lives {
  readonly #bytes: number;
  readonly #tell: (change: PodChange) => Promise<unknown>;
  readonly #leave = new Map<number, () => void>();

  constructor(bytes: number, tell: (change: PodChange) => Promise<unknown>) {
    this.#bytes = bytes;
    this.#tell = tell;
  }

  /** Resolves once its process is there; `running` when the kubelet has told all of it. */
  async start(pod: number, untilKnownMs = 0): Promise<{ readonly running: Promise<void> }> {
    await this.#change(pod, 'created');
    const running = sleep(untilKnownMs)
      .then(() => this.#change(pod, 'started'))
      .then(() => this.#change(pod, 'ready'));
    return { running };
  }

  /** Attests its process as a connection does, and returns how long that took in ms. */
  async connect(attestor: K8sAttestor, pod: number): Promise<number> {
    const { pid } = namesOf(pod);
    const startedMs = performance.now();
    this.#leave.set(
      pod,
      attestor.watch(pid, () => void attestor.attest(pid, forever).catch(() => undefined)),
    );
    await attestor.attest(pid, forever);
    return performance.now() - startedMs;
  }

  async end(pod: number): Promise<void> {
    this.#leave.get(pod)?.();
    await this.#change(pod, 'deleted');
  }

  async #change(pod: number, step: PodChange['step']): Promise<void> {
    await this.#tell({ ...namesOf(pod), bytes: this.#bytes, step });
  }
}

function namesOf(pod: number) {
  const hex = pod.toString(16).padStart(8, '0');
  return {
    uid: `${hex}-0000-4000-8000-000000000000`,
    containerId: `0${hex}`.padEnd(64, '0'),
    pid: 10_000 + pod,
  };
}
