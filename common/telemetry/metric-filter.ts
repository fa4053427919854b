import { noMetrics, type Labels, type Metrics } from './metrics.ts';

/** SPIRE's filters of metrics; prefixes are dotted and begin with that of the program. */
export interface MetricFilter {
  readonly AllowedPrefixes: readonly string[];
  readonly BlockedPrefixes: readonly string[];
  /** Empty means all. */
  readonly AllowedLabels: readonly string[];
  readonly BlockedLabels: readonly string[];
}

/** Lets through what the filter allows: of two prefixes that fit the longer counts. */
export function filtered(metrics: Metrics, prefix: string, filter: MetricFilter): Metrics {
  const { AllowedPrefixes: allowed, BlockedPrefixes: blocked } = filter;
  const isPlain = allowed.length + blocked.length + filter.AllowedLabels.length === 0;
  if (isPlain && filter.BlockedLabels.length === 0) return metrics;
  const sinkOf = (name: string) =>
    isNameAllowed(`${prefix}.${name}`, allowed, blocked) ? metrics : noMetrics;
  const keep = <Label extends string>(labels: readonly Label[] = []) =>
    labels.filter((label) => isLabelAllowed(label, filter));
  return {
    counter(name, help, labels) {
      const kept = keep(labels);
      const counter = sinkOf(name).counter(name, help, kept);
      return { inc: (values, by) => counter.inc(only(values, kept), by) };
    },
    gauge(name, help, labels) {
      const kept = keep(labels);
      const gauge = sinkOf(name).gauge(name, help, kept);
      return { set: (value, values) => gauge.set(value, only(values, kept)) };
    },
    histogram(name, help, buckets, labels) {
      const kept = keep(labels);
      const histogram = sinkOf(name).histogram(name, help, buckets, kept);
      return { observe: (value, values) => histogram.observe(value, only(values, kept)) };
    },
  };
}

/** Whether a label may be seen. */
export function isLabelAllowed(
  label: string,
  { AllowedLabels: allowed, BlockedLabels: blocked }: MetricFilter,
): boolean {
  return (allowed.length === 0 || allowed.includes(label)) && !blocked.includes(label);
}

function isNameAllowed(
  name: string,
  allowed: readonly string[],
  blocked: readonly string[],
): boolean {
  const longest = (prefixes: readonly string[]) =>
    Math.max(-1, ...prefixes.filter((one) => name.startsWith(one)).map((one) => one.length));
  const [yes, no] = [longest(allowed), longest(blocked)];
  return no < 0 || yes > no;
}

function only<Label extends string>(
  values: Labels<Label> | undefined,
  kept: readonly Label[],
): Labels<Label> | undefined {
  if (values === undefined) return undefined;
  const rows = Object.entries(values).filter(([label]) => kept.includes(label as Label));
  return Object.fromEntries(rows) as Labels<Label>;
}
