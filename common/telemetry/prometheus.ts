import * as prometheus from 'prom-client';
import type { Counter, Gauge, Histogram, Metrics } from './metrics.ts';

interface PrometheusOptions {
  /** Before every name, `spire_agent` for the names that SPIRE's dashboards ask for. */
  readonly prefix: string;
  /** On every series, such as `host`. */
  readonly labels?: Readonly<Record<string, string>>;
  /** The `process_*` and `nodejs_*` series, without the prefix. */
  readonly processMetrics?: boolean;
}

/** Metrics that are kept in memory until a scraper asks. */
export interface PrometheusMetrics extends Metrics {
  readonly contentType: string;
  /** The text exposition of everything. */
  render(): Promise<string>;
}

/** A registry of its own, so that nothing is shared between the servers of one test process. */
export function createPrometheusMetrics(options: PrometheusOptions): PrometheusMetrics {
  const registry = new prometheus.Registry();
  if (options.processMetrics === true) {
    prometheus.collectDefaultMetrics({ register: registry, eventLoopMonitoringPrecision: lagMs });
  }
  registry.setDefaultLabels({ ...options.labels });
  return new RegistryMetrics(registry, options.prefix);
}

/** How often the lag of the event loop is looked at; every 10 ms was most of what an idle agent did. */
const lagMs = 200;

class RegistryMetrics implements PrometheusMetrics {
  readonly #registry: prometheus.Registry;
  readonly #prefix: string;
  /** Who asks for a metric that exists gets the same one, if it is of the same form. */
  readonly #known = new Map<string, { readonly form: string; readonly metric: unknown }>();

  constructor(registry: prometheus.Registry, prefix: string) {
    this.#registry = registry;
    this.#prefix = prefix;
  }

  get contentType(): string {
    return this.#registry.contentType;
  }

  render(): Promise<string> {
    return this.#registry.metrics();
  }

  counter<Label extends string = never>(
    name: string,
    help: string,
    labels: readonly Label[] = [],
  ): Counter<Label> {
    return this.#once(name, 'counter', labels, (settings) => {
      const counter = new prometheus.Counter({ ...settings, help });
      return { inc: (values, by = 1) => counter.inc({ ...values }, by) };
    });
  }

  gauge<Label extends string = never>(
    name: string,
    help: string,
    labels: readonly Label[] = [],
  ): Gauge<Label> {
    return this.#once(name, 'gauge', labels, (settings) => {
      const gauge = new prometheus.Gauge({ ...settings, help });
      return { set: (value, values) => gauge.set({ ...values }, value) };
    });
  }

  histogram<Label extends string = never>(
    name: string,
    help: string,
    buckets: readonly number[],
    labels: readonly Label[] = [],
  ): Histogram<Label> {
    return this.#once(name, `histogram ${buckets.join()}`, labels, (settings) => {
      const histogram = new prometheus.Histogram({ ...settings, help, buckets: [...buckets] });
      return { observe: (value, values) => histogram.observe({ ...values }, value) };
    });
  }

  #once<T>(
    name: string,
    kind: string,
    labels: readonly string[],
    create: (settings: Settings) => T,
  ): T {
    const fullName = `${this.#prefix}_${name}`.replaceAll(/[^A-Za-z0-9_]/g, '_');
    const form = `${kind} (${labels.join()})`;
    const known = this.#known.get(fullName);
    if (known !== undefined) {
      if (known.form === form) return known.metric as T;
      throw new TypeError(`metric ${fullName} exists as ${known.form}, not as ${form}`);
    }
    const registers = [this.#registry];
    const metric = create({ name: fullName, labelNames: [...labels], registers });
    this.#known.set(fullName, { form, metric });
    return metric;
  }
}

interface Settings {
  readonly name: string;
  readonly labelNames: string[];
  readonly registers: prometheus.Registry[];
}
