import type { ServedMethod } from '../common/rpc/contract.ts';
import type { LogFields, Logger } from '../common/log/logger.ts';
import type { Metrics } from '../common/telemetry/metrics.ts';
import type { IdentityView } from '../common/spiffe/identity-view.ts';
import { sdsConfigSchema } from '../sds/config.ts';
import { StreamRegistry } from '../sds/registry.ts';
import { createSdsService, type SdsDeps } from '../sds/service.ts';
import { FakeClock } from './fake-clock.ts';
import { FakeIdentitySource } from './envoy-source.ts';

/** Remembers metric values by name and labels. */
export class RecordedMetrics implements Metrics {
  readonly #values = new Map<string, number>();

  /** Label values in the order given, as in `sds_nack_total bundle bad_ca`. */
  value(key: string): number {
    return this.#values.get(key) ?? 0;
  }

  /** The sum over all labels. */
  total(name: string): number {
    let total = 0;
    for (const [key, value] of this.#values) if (key.split(' ')[0] === name) total += value;
    return total;
  }

  counter(name: string) {
    return {
      inc: (labels?: Readonly<Record<string, string>>, by = 1) =>
        this.#change(name, labels, (old) => old + by),
    };
  }

  gauge(name: string) {
    return {
      set: (value: number, labels?: Readonly<Record<string, string>>) =>
        this.#change(name, labels, () => value),
    };
  }

  histogram(name: string) {
    return {
      observe: (_value: number, labels?: Readonly<Record<string, string>>) =>
        this.#change(name, labels, (old) => old + 1),
    };
  }

  #change(
    name: string,
    labels: Readonly<Record<string, string>> | undefined,
    change: (old: number) => number,
  ): void {
    // Dots join the parts of SPIRE's names; Prometheus shows underscores.
    const key = [name.replaceAll('.', '_'), ...Object.values(labels ?? {})].join(' ');
    this.#values.set(key, change(this.#values.get(key) ?? 0));
  }
}

/** Keeps every log line as JSON text. */
export class RecordedLog implements Logger {
  readonly lines: string[];
  readonly #fields: LogFields;

  constructor(lines: string[] = [], fields: LogFields = {}) {
    this.lines = lines;
    this.#fields = fields;
  }

  error(message: string, fields?: LogFields): void {
    this.#write('error', message, fields);
  }
  warn(message: string, fields?: LogFields): void {
    this.#write('warn', message, fields);
  }
  info(message: string, fields?: LogFields): void {
    this.#write('info', message, fields);
  }
  debug(message: string, fields?: LogFields): void {
    this.#write('debug', message, fields);
  }
  child(fields: LogFields): Logger {
    return new RecordedLog(this.lines, { ...this.#fields, ...fields });
  }
  #write(level: string, message: string, fields?: LogFields): void {
    this.lines.push(JSON.stringify({ level, message, ...this.#fields, ...fields }));
  }
}

/** An SDS service with everything a test looks at. */
export interface SdsBench {
  readonly served: readonly ServedMethod[];
  readonly source: FakeIdentitySource;
  readonly clock: FakeClock;
  readonly metrics: RecordedMetrics;
  readonly log: RecordedLog;
  readonly registry: StreamRegistry;
  /** How many callers were attested. */
  readonly attested: () => number;
  /** Publishes a view and lets the coalescing window pass. */
  publish(view: IdentityView): Promise<void>;
}

/** Serves one source to every caller; `config` is the `sds` section of a configuration file. */
export function sdsBench(
  view?: IdentityView,
  config: unknown = {},
  more: Partial<SdsDeps> & { readonly selectorsKey?: string } = {},
): SdsBench {
  const { selectorsKey, ...deps } = more;
  const source = new FakeIdentitySource(view, selectorsKey);
  const clock = new FakeClock();
  const metrics = new RecordedMetrics();
  const log = new RecordedLog();
  const registry = new StreamRegistry();
  let attested = 0;
  const served = createSdsService({
    sourceFor: () => {
      attested++;
      return Promise.resolve(source);
    },
    config: sdsConfigSchema.parse(config),
    log,
    metrics,
    clock,
    registry,
    ...deps,
  });
  const publish = async (next: IdentityView) => {
    source.publish(next);
    await clock.advance(50);
  };
  return { served, source, clock, metrics, log, registry, attested: () => attested, publish };
}
