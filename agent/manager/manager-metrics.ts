import type { Metrics } from '../../common/telemetry/metrics.ts';
import type { SyncResult } from './sync.ts';

/** What the manager measures; most of it under SPIRE's names. */
export interface ManagerMetrics {
  synced(result: SyncResult, now: CacheSizes, nowMs: number): void;
  syncFailed(): void;
  /** SVIDs in one request that replace what is about to end, and what no longer fits its entry. */
  renewing(expiring: number, outdated: number): void;
  /** SVIDs that a tainted authority has signed, and how long it took to find them. */
  tainted(kind: 'x509' | 'jwt', count: number, ms: number): void;
}

interface CacheSizes {
  readonly entries: number;
  readonly svids: number;
  readonly bundles: number;
}

/** Registers all of them; samples are histograms here. */
export function managerMetrics(metrics: Metrics): ManagerMetrics {
  const { tainted } = taintMetrics(metrics);
  const expiring = sample(metrics, 'cache_manager.expiring_svids', 'SVIDs due in one request');
  const outdated = sample(metrics, 'cache_manager.outdated_svids', 'SVIDs of changed entries');
  return {
    ...syncMetrics(metrics),
    tainted,
    renewing(due, changed) {
      if (due > 0) expiring.observe(due);
      if (changed > 0) outdated.observe(changed);
    },
  };
}

function syncMetrics(metrics: Metrics): Pick<ManagerMetrics, 'synced' | 'syncFailed'> {
  const gauge = (name: string, help: string) => metrics.gauge(name, help);
  const counter = (name: string, help: string) => metrics.counter(name, help);
  const entries = gauge('lru_cache_record_map_size', 'registration entries of this agent');
  const svids = gauge('lru_cache_svid_map_size', 'X509-SVIDs in the cache');
  const lastSync = gauge('manager_last_sync_timestamp_seconds', 'when the last good one ended');
  const failures = counter('manager_sync_failures', 'synchronizations that failed');
  const bundlesTotal = gauge('sync_bundles_total', 'bundles after the last synchronization');
  const total = gauge('sync_entries_total', 'entries after the last synchronization');
  const missing = gauge('sync_entries_missing', 'entries that it brought');
  const stale = gauge('sync_entries_stale', 'entries that it changed');
  const dropped = gauge('sync_entries_dropped', 'entries that it took away');
  const added = counter('lru_cache_entry_add', 'entries added');
  const updated = counter('lru_cache_entry_update', 'entries changed');
  const removed = counter('lru_cache_entry_remove', 'entries removed');
  return {
    synced(result, now, nowMs) {
      const changed = result.changed - result.added;
      lastSync.set(nowMs / 1000);
      entries.set(now.entries);
      svids.set(now.svids);
      bundlesTotal.set(now.bundles);
      total.set(now.entries);
      missing.set(result.added);
      stale.set(changed);
      dropped.set(result.removed);
      added.inc(undefined, result.added);
      updated.inc(undefined, changed);
      removed.inc(undefined, result.removed);
    },
    syncFailed: () => failures.inc(),
  };
}

function taintMetrics(metrics: Metrics): Pick<ManagerMetrics, 'tainted'> {
  const of = (kind: 'x509' | 'jwt') => {
    const process = `cache_manager.workload.process_tainted_${kind}_svids`;
    const found = sample(
      metrics,
      `cache_manager.tainted_${kind}_svids.workload`,
      `${kind} SVIDs of tainted authorities`,
    );
    const calls = metrics.counter(process, 'searches for tainted SVIDs', ['status']);
    const elapsed = metrics.histogram(
      `${process}.elapsed_time`,
      'milliseconds of them',
      [1, 5, 10, 50, 100, 500],
      ['status'],
    );
    return { found, calls, elapsed };
  };
  const all = { x509: of('x509'), jwt: of('jwt') };
  return {
    tainted(kind, count, ms) {
      const { calls, elapsed, found } = all[kind];
      found.observe(count);
      calls.inc({ status: 'OK' });
      elapsed.observe(ms, { status: 'OK' });
    },
  };
}

function sample(metrics: Metrics, name: string, help: string) {
  return metrics.histogram(name, help, [1, 10, 50, 100, 500, 1_000, 10_000]);
}
