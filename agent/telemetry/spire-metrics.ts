import type { Clock } from '../../common/clock/clock.ts';
import type { Interceptor } from '../../common/rpc/contract.ts';
import { goStatusName } from '../../common/rpc/status-name.ts';
import { CallCounters } from '../../common/telemetry/call-counters.ts';
import type { Counter, Gauge, Metrics } from '../../common/telemetry/metrics.ts';
import type { AttestWorkload } from '../callers/workload-attestation.ts';
import type { ManagerServer } from '../manager/manager.ts';
import { findRpcKeys, type RpcKeys } from './rpc-keys.ts';

export interface SpireMetricsOptions {
  readonly metrics: Metrics;
  readonly clock: Clock;
  readonly version: string;
  readonly trustDomain: string;
}

const uptimeMs = 10_000;

/** The metrics that dashboards made for SPIRE's agent read, under its names (SPIRE 1.15). */
export class SpireMetrics {
  readonly #options: SpireMetricsOptions;
  readonly #calls: CallCounters;
  readonly #open = new Map<string, number>();
  readonly #selectors;
  readonly #byPath = new Map<string, Served | undefined>();

  constructor(options: SpireMetricsOptions) {
    const { clock, metrics } = options;
    this.#options = options;
    this.#calls = new CallCounters(metrics, clock, goStatusName);
    this.#selectors = metrics.histogram(
      'workload_api_discovered_selectors',
      'selectors of a workload',
      [1, 2, 5, 10, 20, 50, 100],
    );
  }

  /** Counts the calls of services that SPIRE serves. */
  readonly interceptor: Interceptor = (call, next) => {
    const served = this.#served(call.path);
    if (served === undefined) return next();
    const { calls, connection, connections, keys } = served;
    connection.inc();
    connections.set(this.#change(keys.connections, 1));
    const over = this.#calls.start(calls, {});
    const end = (error?: unknown) => {
      over(error);
      connections.set(this.#change(keys.connections, -1));
    };
    return next().then(end, (error: unknown) => {
      end(error);
      throw error;
    });
  };

  /** The server, with each request of the manager counted. */
  server(server: ManagerServer): ManagerServer {
    const count = this.#calls.count.bind(this.#calls);
    return {
      fetchEntries: (known, signal) =>
        count('manager_sync_fetch_entries_updates', {}, () => server.fetchEntries(known, signal)),
      mintX509Svids: (requests, signal) =>
        count('manager_sync_fetch_svids_updates', {}, () => server.mintX509Svids(requests, signal)),
      fetchBundle: (signal) => server.fetchBundle(signal),
      fetchFederatedBundle: (name, signal) => server.fetchFederatedBundle(name, signal),
    };
  }

  /** Workload attestation, counted. */
  attestation(attest: AttestWorkload): AttestWorkload {
    return (pid, signal) =>
      this.#calls.count('workload_api_workload_attestation', {}, async () => {
        const result = await attest(pid, signal);
        this.#selectors.observe(result.selectors.length);
        return result;
      });
  }

  /** One node attestation; SPIRE counts the later ones under a second key. */
  nodeAttestation<T>(attestor: string, again: boolean, work: () => Promise<T>): Promise<T> {
    const attest = () => this.#calls.count('node_attestor_new_svid', { attestor }, work);
    return again ? this.#calls.count('node_attest', {}, attest) : attest();
  }

  renewal<T>(work: () => Promise<T>): Promise<T> {
    return this.#calls.count('agent_svid_rotate', {}, work);
  }

  /** Tells that the agent runs, and for how long, until the signal is aborted. */
  async run(signal: AbortSignal): Promise<void> {
    const { clock, metrics, trustDomain, version } = this.#options;
    const labels = ['version', 'trust_domain_id'] as const;
    const started = metrics.gauge('started', 'the agent runs', labels);
    started.set(1, { version, trust_domain_id: `spiffe://${trustDomain}` });
    const uptime = metrics.gauge('uptime_in_ms', 'how long the agent runs');
    const startedMs = clock.monotonic();
    while (!signal.aborted) {
      uptime.set(clock.monotonic() - startedMs);
      await clock.sleep(uptimeMs, signal).catch(() => undefined);
    }
  }

  #served(path: string): Served | undefined {
    const known = this.#byPath.get(path);
    if (known !== undefined || this.#byPath.has(path)) return known;
    const keys = findRpcKeys(path);
    const { metrics } = this.#options;
    const served = keys && {
      keys,
      calls: keys.calls,
      connection: metrics.counter(keys.connection, 'calls that began'),
      connections: metrics.gauge(keys.connections, 'calls under way'),
    };
    this.#byPath.set(path, served);
    return served;
  }

  #change(gauge: string, by: 1 | -1): number {
    const value = (this.#open.get(gauge) ?? 0) + by;
    this.#open.set(gauge, value);
    return value;
  }
}

interface Served {
  readonly keys: RpcKeys;
  readonly calls: string;
  readonly connection: Counter;
  readonly connections: Gauge;
}
