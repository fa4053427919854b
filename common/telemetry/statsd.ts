import type { SocketOptions } from 'node:dgram';
import { isIP } from 'node:net';
import { StatsD } from 'hot-shots';
import { systemClock } from '../clock/clock.ts';
import { messageOf } from '../errors/spiffe-error.ts';
import type { Logger } from '../log/logger.ts';
import { sanitizeLabel } from './label-text.ts';
import type { Labels, Metrics } from './metrics.ts';
import { sparingLookup } from './sparing-lookup.ts';
import { hostAndPort } from '../text/host-port.ts';

/** Plain statsd has no labels: their values follow the name. DogStatsD has tags. */
export type StatsdForm = 'statsd' | 'dogstatsd';

interface StatsdOptions {
  readonly form: StatsdForm;
  readonly host: string;
  readonly port: number;
  /** Before every name. */
  readonly prefix: string;
  /** On every metric, after its own. */
  readonly labels: Readonly<Record<string, string>>;
  readonly log: Logger;
}

/** Metrics that are sent over UDP as they happen. */
interface StatsdMetrics extends Metrics {
  close(): Promise<void>;
}

/** As SPIRE: packets that fit every network, at most 100 ms late. */
const packet = { maxBufferSize: 1400, bufferFlushInterval: 100 };

/**
 * Sends metrics under SPIRE's names to a statsd or DogStatsD server. Nobody waits for it: packets to a
 * server that is not there are lost, which is said once.
 */
export function createStatsdMetrics(options: StatsdOptions): StatsdMetrics {
  const { form, host, log, port, prefix } = options;
  let told = false;
  const client = new StatsD({
    ...packet,
    host,
    port,
    protocol: 'udp',
    udpSocketOptions: {
      type: isIP(host) === 6 ? 'udp6' : 'udp4',
      lookup: sparingLookup(systemClock) as SocketOptions['lookup'],
    },
    includeDataDogTags: false,
    prefix: `${prefix}.`,
    errorHandler: (error) => {
      // An Error of the library's would be logged with its stack; what the system said is enough.
      const reason = messageOf(error).replace(/^Error sending hot-shots message: (Error: )?/, '');
      const address = hostAndPort(host, port);
      if (!told) log.warn('Failed to send metrics', { address, error: reason });
      told = true;
    },
  });
  // A sink must not keep the program alive.
  client.socket.unref();
  const named = form === 'statsd' ? valuesInName : tags;
  const send = (name: string, values: Labels<string> | undefined) =>
    named(name.replaceAll(/[: ]/g, '_'), { ...values, ...options.labels });
  return {
    counter: (name) => ({
      inc(values, by = 1) {
        const [key, tagged] = send(name, values);
        client.increment(key, by, tagged);
      },
    }),
    gauge: (name) => ({
      set(value, values) {
        const [key, tagged] = send(name, values);
        client.gauge(key, value, tagged);
      },
    }),
    histogram(name) {
      const [timed, unitMs] = timerOf(name);
      return {
        observe(value, values) {
          const [key, tagged] = send(timed, values);
          client.timing(key, value * unitMs, tagged);
        },
      };
    },
    close: () => new Promise((resolve) => client.close(() => resolve())),
  };
}

/** A timer of statsd is in milliseconds, whatever its name says. */
function timerOf(name: string): readonly [name: string, unitMs: number] {
  return name.endsWith('_seconds') ? [name.slice(0, -'_seconds'.length), 1000] : [name, 1];
}

function valuesInName(name: string, labels: Readonly<Record<string, string>>): [string, string[]] {
  return [[name, ...Object.values(labels).map(sanitizeLabel)].join('.'), []];
}

function tags(name: string, labels: Readonly<Record<string, string>>): [string, string[]] {
  const rows = Object.entries(labels).map(([label, value]) => {
    return `${sanitizeLabel(label)}:${sanitizeLabel(value)}`;
  });
  return [name, rows];
}
