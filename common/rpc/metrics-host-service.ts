import type { Clock } from '../clock/clock.ts';
import type { Counter, Gauge, Histogram, Metrics } from '../telemetry/metrics.ts';
import { serveUnary } from './serve.ts';
import type { HostServices } from './plugin-session.ts';
import { metricsService, metricsServiceName } from './services/plugin-host-services.ts';

interface Label {
  readonly name: string;
  readonly value: string;
}

/**
 * Lets plugins count into our metrics, under the names they give. A series that does not fit what was first
 * seen under its name, and more names than a plugin needs, are not counted; the plugin hears nothing of it.
 */
export function metricsHostService(metrics: Metrics, clock: Pick<Clock, 'now'>): HostServices {
  const series = new PluginSeries(metrics);
  const counted = (count: () => void) => {
    try {
      count();
    } catch {
      // The name is taken by a metric of another form: not worth an error to the plugin.
    }
    return Promise.resolve({});
  };
  const { AddSample, EmitKey, IncrCounter, MeasureSince, SetGauge } = metricsService;
  return {
    names: [metricsServiceName],
    methods: [
      serveUnary(SetGauge, ({ key, labels, val }) =>
        counted(() => series.gauge(key, labels)?.set(val, valuesOf(labels))),
      ),
      serveUnary(IncrCounter, ({ key, labels, val }) =>
        counted(() => series.counter(key, labels)?.inc(valuesOf(labels), Math.max(val, 0))),
      ),
      serveUnary(AddSample, ({ key, labels, val }) =>
        counted(() => series.histogram(key, labels)?.observe(val, valuesOf(labels))),
      ),
      serveUnary(MeasureSince, ({ key, labels, time }) =>
        counted(() => {
          const elapsedMs = clock.now() - time / 1e6;
          series.histogram(key, labels)?.observe(elapsedMs, valuesOf(labels));
        }),
      ),
      // A key alone has no place among Prometheus' series; SPIRE's Prometheus sink drops it too.
      serveUnary(EmitKey, () => Promise.resolve({})),
    ],
  };
}

class PluginSeries {
  readonly #metrics: Metrics;
  readonly #names = new Set<string>();

  constructor(metrics: Metrics) {
    this.#metrics = metrics;
  }

  counter(key: readonly string[], labels: readonly Label[]): Counter<string> | undefined {
    const name = this.#admit(key, labels);
    return name === undefined ? undefined : this.#metrics.counter(name, help, namesOf(labels));
  }

  gauge(key: readonly string[], labels: readonly Label[]): Gauge<string> | undefined {
    const name = this.#admit(key, labels);
    return name === undefined ? undefined : this.#metrics.gauge(name, help, namesOf(labels));
  }

  histogram(key: readonly string[], labels: readonly Label[]): Histogram<string> | undefined {
    const name = this.#admit(key, labels);
    if (name === undefined) return undefined;
    return this.#metrics.histogram(name, help, buckets, namesOf(labels));
  }

  /** Every series costs memory for ever, so that their number has a limit. */
  #admit(key: readonly string[], labels: readonly Label[]): string | undefined {
    const name = key.join('_').replaceAll(/[^A-Za-z0-9_]/g, '_');
    if (!/^[A-Za-z_]\w{0,199}$/.test(name) || labels.length > mostLabels) return undefined;
    if (labels.some((label) => !/^[A-Za-z_]\w{0,63}$/.test(label.name))) return undefined;
    const series = JSON.stringify([name, labels]);
    if (series.length > longestSeries) return undefined;
    if (!this.#names.has(series) && this.#names.size >= mostSeries) return undefined;
    this.#names.add(series);
    return name;
  }
}

function namesOf(labels: readonly Label[]): string[] {
  return labels.map(({ name }) => name).sort();
}

function valuesOf(labels: readonly Label[]): Record<string, string> {
  return Object.fromEntries(labels.map(({ name, value }) => [name, value]));
}

const help = 'counted by a plugin';
const buckets = [1, 5, 10, 50, 100, 500, 1_000, 5_000, 10_000];
const mostLabels = 8;
const mostSeries = 500;
const longestSeries = 4096;
