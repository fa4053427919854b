import { containersOf, type Pod } from './pod.ts';

/** Who feeds the index. */
export interface PodSink {
  /** Everything that is there now; what is not listed is gone. */
  replace(pods: readonly Pod[]): void;
  upsert(pod: Pod): void;
  remove(uid: string): void;
}

/**
 * The pods of this node by UID and by container ID. Who waits for a pod, or wants to know when it
 * changes, names its keys and is called for these alone.
 */
export class PodIndex implements PodSink {
  readonly #byUid = new Map<string, Pod>();
  readonly #byContainer = new Map<string, Map<string, Pod>>();
  readonly #listeners = new Map<string, Set<() => void>>();

  get size(): number {
    return this.#byUid.size;
  }

  findPod(uid: string): Pod | undefined {
    return this.#byUid.get(uid);
  }

  /** More than one only when the source is wrong about one of them. */
  podsWithContainer(containerId: string): readonly Pod[] {
    return [...(this.#byContainer.get(containerId)?.values() ?? [])];
  }

  findByName(namespace: string, name: string): Pod | undefined {
    return this.#byUid.values().find((pod) => pod.namespace === namespace && pod.name === name);
  }

  /** Calls `listener` after each change of a pod that has, or had, one of these UIDs or container IDs. */
  listen(keys: readonly string[], listener: () => void): () => void {
    for (const key of keys) {
      const set = this.#listeners.get(key) ?? new Set();
      this.#listeners.set(key, set.add(listener));
    }
    return () => {
      for (const key of keys) {
        const set = this.#listeners.get(key);
        set?.delete(listener);
        if (set?.size === 0) this.#listeners.delete(key);
      }
    };
  }

  replace(pods: readonly Pod[]): void {
    const keys = new Set<string>();
    const listed = new Set(pods.map((pod) => pod.uid));
    for (const uid of [...this.#byUid.keys()]) {
      if (!listed.has(uid)) this.#drop(uid, keys);
    }
    for (const pod of pods) this.#put(pod, keys);
    this.#tell(keys);
  }

  upsert(pod: Pod): void {
    const keys = new Set<string>();
    this.#put(pod, keys);
    this.#tell(keys);
  }

  remove(uid: string): void {
    const keys = new Set<string>();
    this.#drop(uid, keys);
    this.#tell(keys);
  }

  #put(pod: Pod, changed: Set<string>): void {
    const old = this.#byUid.get(pod.uid);
    if (old === pod || (old !== undefined && isSame(old, pod))) return;
    if (old !== undefined) this.#drop(pod.uid, changed);
    this.#byUid.set(pod.uid, pod);
    changed.add(pod.uid);
    for (const id of idsOf(pod)) {
      const holders = this.#byContainer.get(id) ?? new Map<string, Pod>();
      this.#byContainer.set(id, holders.set(pod.uid, pod));
      changed.add(id);
    }
  }

  #drop(uid: string, changed: Set<string>): void {
    const pod = this.#byUid.get(uid);
    if (pod === undefined) return;
    this.#byUid.delete(uid);
    changed.add(uid);
    for (const id of idsOf(pod)) {
      const holders = this.#byContainer.get(id);
      holders?.delete(uid);
      if (holders?.size === 0) this.#byContainer.delete(id);
      changed.add(id);
    }
  }

  #tell(keys: ReadonlySet<string>): void {
    const listeners = new Set([...keys].flatMap((key) => [...(this.#listeners.get(key) ?? [])]));
    for (const listener of listeners) listener();
  }
}

function idsOf(pod: Pod): readonly string[] {
  return containersOf(pod).flatMap(({ containerId }) => (containerId === '' ? [] : containerId));
}

/** Sources build pods with the same shape, so equal pods have equal text; labels come in any order. */
function isSame(a: Pod, b: Pod): boolean {
  return textOf(a) === textOf(b);
}

function textOf(pod: Pod): string {
  return JSON.stringify({ ...pod, labels: pod.labels.map(([k, v]) => `${k}:${v}`).sort() });
}
