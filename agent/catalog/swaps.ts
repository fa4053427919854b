import type { Swap } from '../../common/catalog/prepare-plugins.ts';
import type { NodeAttestor } from '../attestor/node-attestor.ts';
import type { WorkloadAttestor } from '../callers/workload-attestation.ts';
import type { SvidStore } from '../svidstore/svid-store.ts';

/** How built-in plugins are replaced when their configuration file changes; keys stay where they are. */
export function findSwap(type: string): Swap | undefined {
  return swaps.get(type);
}

const nodeAttestor: Swap<NodeAttestor> = (current): NodeAttestor => ({
  get type() {
    return current.get().type;
  },
  begin: (signal) => current.get().begin(signal),
});

/** Whoever watches a process is told: a new configuration may say something else about it. */
const workloadAttestor: Swap<WorkloadAttestor> = (current, name): WorkloadAttestor => ({
  name,
  attest: (pid, signal) => current.get().attest(pid, signal),
  watch(pid, onChange) {
    let leave = current.get().watch?.(pid, onChange);
    const unswap = current.onSwap(() => {
      leave?.();
      leave = current.get().watch?.(pid, onChange);
      onChange();
    });
    return () => {
      unswap();
      leave?.();
    };
  },
});

const svidStore: Swap<SvidStore> = (current, name): SvidStore => ({
  name,
  put: (stored, signal) => current.get().put(stored, signal),
  delete: (metadata, signal) => current.get().delete(metadata, signal),
});

const swaps: ReadonlyMap<string, Swap> = new Map<string, Swap>([
  ['NodeAttestor', nodeAttestor],
  ['WorkloadAttestor', workloadAttestor],
  ['SVIDStore', svidStore],
]);
