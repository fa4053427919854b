import type { Metrics } from './metrics.ts';

/** Measures into every sink. */
export function fanOut(sinks: readonly Metrics[]): Metrics {
  const [only] = sinks;
  if (sinks.length === 1 && only !== undefined) return only;
  return {
    counter(name, help, labels) {
      const all = sinks.map((sink) => sink.counter(name, help, labels));
      return { inc: (values, by) => all.forEach((one) => one.inc(values, by)) };
    },
    gauge(name, help, labels) {
      const all = sinks.map((sink) => sink.gauge(name, help, labels));
      return { set: (value, values) => all.forEach((one) => one.set(value, values)) };
    },
    histogram(name, help, buckets, labels) {
      const all = sinks.map((sink) => sink.histogram(name, help, buckets, labels));
      return { observe: (value, values) => all.forEach((one) => one.observe(value, values)) };
    },
  };
}
