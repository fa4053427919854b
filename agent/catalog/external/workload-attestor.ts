import type { PluginCalls } from '../../../common/catalog/external/plugin-calls.ts';
import { hasCode } from '../../../common/errors/spiffe-error.ts';
import type { WorkloadAttestor } from '../../callers/workload-attestation.ts';
import {
  pidReference,
  workloadAttestorService,
} from '../../../common/rpc/services/agent-plugins.ts';

const callMs = 30_000;

/**
 * Calls a WorkloadAttestor plugin that runs in a process of its own. As SPIRE 1.15 does, a plugin that only
 * knows references is asked by one that names the process.
 */
export function externalWorkloadAttestor(plugin: PluginCalls): WorkloadAttestor {
  const byPid = async (pid: number, signal: AbortSignal) => {
    const options = { signal, timeoutMs: callMs };
    const found = await plugin.unary(workloadAttestorService.Attest, { pid }, options);
    return found.selector_values;
  };
  const byReference = async (pid: number, signal: AbortSignal) => {
    const options = { signal, timeoutMs: callMs };
    const request = { reference: pidReference(pid) };
    const found = await plugin.unary(workloadAttestorService.AttestReference, request, options);
    return found.selector_values;
  };
  return {
    name: plugin.name,
    async attest(pid, signal) {
      let values: readonly string[];
      try {
        values = await byPid(pid, signal);
      } catch (error) {
        if (!hasCode(error, 'UNIMPLEMENTED')) throw error;
        values = await byReference(pid, signal);
      }
      return values.map((value) => ({ type: plugin.name, value }));
    },
  };
}
