import type { Clock } from '../../common/clock/clock.ts';
import { SpiffeError } from '../../common/errors/spiffe-error.ts';
import type { Logger } from '../../common/log/logger.ts';
import { canonicalSelectors, selectorText, type Selector } from '../../common/spiffe/selector.ts';
import { goStatusName } from '../../common/rpc/status-name.ts';
import { CallCounters } from '../../common/telemetry/call-counters.ts';
import type { Metrics } from '../../common/telemetry/metrics.ts';
import type { PodExplainer } from '../pods/pod-trace.ts';

/** Finds out what a process is; the plugins of type WorkloadAttestor are these. */
export interface WorkloadAttestor {
  /** The type of all its selectors, whatever it says itself. */
  readonly name: string;
  /** Empty when the process is none of its kind; throws when it cannot tell. */
  attest(pid: number, signal: AbortSignal): Promise<readonly Selector[]>;
  /**
   * Calls `onChange` whenever attesting the process anew may give something else, until the returned
   * function is called. Attestors whose answer never changes have none.
   */
  watch?(pid: number, onChange: () => void): () => void;
  /** For people who ask how it came to its answer; those that know pods have one. */
  readonly explainer?: PodExplainer;
}

export type WatchWorkload = NonNullable<WorkloadAttestor['watch']>;

export interface AttestedSelectors {
  readonly selectors: readonly Selector[];
  /** False when some attestor failed: what it would have said is missing. */
  readonly complete: boolean;
}

export type AttestWorkload = (pid: number, signal: AbortSignal) => Promise<AttestedSelectors>;

interface AttestationOptions {
  readonly attestors: readonly WorkloadAttestor[];
  readonly clock: Clock;
  readonly log: Logger;
  readonly metrics: Metrics;
}

/** Hears of a change from whichever attestor sees it. */
export function createWorkloadWatch(attestors: readonly WorkloadAttestor[]): WatchWorkload {
  return (pid, onChange) => {
    const leaves = attestors.map((attestor) => attestor.watch?.(pid, onChange));
    return () => {
      for (const leave of leaves) leave?.();
    };
  };
}

/**
 * Asks all attestors at once. What some cannot tell is left out; when none can tell, the attestation
 * fails with ATTESTATION_FAILED.
 */
export function createWorkloadAttestation(options: AttestationOptions): AttestWorkload {
  const { attestors, clock, log, metrics } = options;
  const calls = new CallCounters(metrics, clock, goStatusName);
  const ask = async (attestor: WorkloadAttestor, pid: number, signal: AbortSignal) => {
    const startedMs = clock.monotonic();
    try {
      const labels = { attestor: attestor.name };
      const found = await calls.count('workload_api.workload_attestor', labels, () =>
        attestor.attest(pid, signal),
      );
      return found.map(({ value }) => ({ type: attestor.name, value }));
    } catch (error) {
      signal.throwIfAborted();
      log.error('Workload attestor failed', {
        pid,
        plugin_name: attestor.name,
        duration_ms: clock.monotonic() - startedMs,
        error,
      });
      return undefined;
    }
  };
  return async (pid, signal) => {
    const answers = await Promise.all(attestors.map((attestor) => ask(attestor, pid, signal)));
    const known = answers.filter((answer) => answer !== undefined);
    if (known.length === 0) {
      throw new SpiffeError('ATTESTATION_FAILED', 'workload attestation failed');
    }
    const selectors = canonicalSelectors(known.flat());
    log.debug('PID attested to have selectors', { pid, selectors: selectors.map(selectorText) });
    return { selectors, complete: known.length === answers.length };
  };
}
