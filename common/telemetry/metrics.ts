/** What the project measures through; only common/telemetry knows the library behind it. */
export interface Metrics {
  counter<Label extends string = never>(
    name: string,
    help: string,
    labels?: readonly Label[],
  ): Counter<Label>;
  gauge<Label extends string = never>(
    name: string,
    help: string,
    labels?: readonly Label[],
  ): Gauge<Label>;
  histogram<Label extends string = never>(
    name: string,
    help: string,
    buckets: readonly number[],
    labels?: readonly Label[],
  ): Histogram<Label>;
}

export type Labels<Label extends string> = Readonly<Record<Label, string>>;

export interface Counter<Label extends string = never> {
  inc(labels?: Labels<Label>, by?: number): void;
}

export interface Gauge<Label extends string = never> {
  set(value: number, labels?: Labels<Label>): void;
}

export interface Histogram<Label extends string = never> {
  observe(value: number, labels?: Labels<Label>): void;
}

/** Measures nothing; for tests that do not look. */
export const noMetrics: Metrics = {
  counter: () => ({ inc: () => undefined }),
  gauge: () => ({ set: () => undefined }),
  histogram: () => ({ observe: () => undefined }),
};
