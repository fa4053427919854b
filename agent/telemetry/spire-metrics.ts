import type { Clock } from '../../common/clock/clock.ts';
import type { Interceptor } from '../../common/rpc/contract.ts';
import { goStatusName } from '../../common/rpc/status-name.ts';
import { sanitizeLabel } from '../../common/telemetry/label-text.ts';
import { CallCounters } from '../../common/telemetry/call-counters.ts';
import type { Metrics } from '../../common/telemetry/metrics.ts';
import type { AttestWorkload } from '../callers/workload-attestation.ts';
import type { ManagerServer } from '../manager/manager.ts';
import type { AgentKeys } from '../svid/agent-keys.ts';
import { findRpcKeys, type RpcKeys } from './rpc-keys.ts';

interface SpireMetricsOptions {
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
      'workload_api.discovered_selectors',
      'selectors of a workload',
      [1, 2, 5, 10, 20, 50, 100],
    );
  }

  /** For what measures itself under SPIRE's names. */
  get metrics(): Metrics {
    return this.#options.metrics;
  }

  /** Counts the calls of services that SPIRE serves. */
  readonly interceptor: Interceptor = (call, next) => {
    const served = this.#served(call.path);
    if (served === undefined) return next();
    served.under?.(1);
    const startedMs = this.#options.clock.monotonic();
    call.whenOver((_, error) => {
      this.#calls.ended(served.calls, {}, startedMs, error);
      served.under?.(-1);
    });
    return next();
  };

  /** The server, with each request of the manager counted. */
  server(server: ManagerServer): ManagerServer {
    const count = this.#calls.count.bind(this.#calls);
    return {
      fetchEntries: (known, signal) =>
        count('manager.sync.fetch_entries_updates', {}, () => server.fetchEntries(known, signal)),
      mintX509Svids: (requests, signal) =>
        count('manager.sync.fetch_svids_updates', {}, () => server.mintX509Svids(requests, signal)),
      fetchBundle: (signal) => server.fetchBundle(signal),
      fetchFederatedBundle: (name, signal) => server.fetchFederatedBundle(name, signal),
    };
  }

  /** The key manager, with each request counted. */
  keys(keys: AgentKeys): AgentKeys {
    return {
      generateKey: (id, type) =>
        this.#calls.count('agent_key_manager.generate_key', {}, () => keys.generateKey(id, type)),
      getKeys: () => this.#calls.countNow('agent_key_manager.get_keys', {}, () => keys.getKeys()),
    };
  }

  /** Workload attestation, counted. */
  attestation(attest: AttestWorkload): AttestWorkload {
    return (pid, signal) =>
      this.#calls.count('workload_api.workload_attestation', {}, async () => {
        const result = await attest(pid, signal);
        this.#selectors.observe(result.selectors.length);
        return result;
      });
  }

  /** One node attestation; SPIRE counts the later ones under a second key. */
  nodeAttestation<T>(attestor: string, again: boolean, work: () => Promise<T>): Promise<T> {
    const attest = () => this.#calls.count('node.attestor.new_svid', { attestor }, work);
    return again ? this.#calls.count('node.attest', {}, attest) : attest();
  }

  renewal<T>(work: () => Promise<T>): Promise<T> {
    return this.#calls.count('agent_svid.rotate', {}, work);
  }

  /** Tells that the agent runs, and for how long, until the signal is aborted. */
  async run(signal: AbortSignal): Promise<void> {
    const { clock, metrics, trustDomain, version } = this.#options;
    const labels = ['version', 'trust_domain_id'] as const;
    const started = metrics.gauge('started', 'the agent runs', labels);
    started.set(1, {
      version: sanitizeLabel(version),
      trust_domain_id: sanitizeLabel(trustDomain),
    });
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
    const served = keys && { calls: keys.calls, ...this.#underWay(keys) };
    this.#byPath.set(path, served);
    return served;
  }

  #underWay({ connection, connections }: RpcKeys): Pick<Served, 'under'> {
    if (connection === undefined || connections === undefined) return {};
    const { metrics } = this.#options;
    const begun = metrics.counter(connection, 'calls that began');
    const gauge = metrics.gauge(connections, 'calls under way');
    return {
      under: (change) => {
        if (change === 1) begun.inc();
        gauge.set(this.#change(connections, change));
      },
    };
  }

  #change(gauge: string, by: 1 | -1): number {
    const value = (this.#open.get(gauge) ?? 0) + by;
    this.#open.set(gauge, value);
    return value;
  }
}

interface Served {
  readonly calls: string;
  /** Counts a call in and out. */
  readonly under?: (change: 1 | -1) => void;
}
