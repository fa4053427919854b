import type { FaultReport } from '../common/config/config-error.ts';
import { formatDuration } from '../common/config/duration.ts';
import { longestSvidTtlMs } from './ca/schedule.ts';
import type { ServerBlock, TelemetryConfig } from './config-schema.ts';

/** Longer lives than the CA can grant are cut short, which surprises whoever asked for them. */
export function ttlWarnings(server: ServerBlock): string[] {
  const longest = longestSvidTtlMs(server.ca_ttl);
  const rows = [
    ['default_x509_svid_ttl', server.default_x509_svid_ttl],
    ['default_jwt_svid_ttl', server.default_jwt_svid_ttl],
    ['agent_ttl', server.agent_ttl ?? 0],
  ] as const;
  return rows
    .filter(([, ttl]) => ttl > longest)
    .map(
      ([key, ttl]) =>
        `${key} of ${formatDuration(ttl)} is too long for ca_ttl: lives longer than ${formatDuration(longest)} may be cut short`,
    );
}

/** Keys that are accepted because SPIRE has them, and do nothing here. */
export function ignoredKeys(
  server: ServerBlock,
  telemetry: TelemetryConfig,
  report: FaultReport,
): string[] {
  const { experimental } = server;
  const { event_timeout: timeout, sql_transaction_timeout: oldTimeout } = experimental;
  if (timeout !== undefined && oldTimeout !== undefined) {
    report.add({
      path: 'server.experimental.event_timeout',
      message: 'cannot be set together with sql_transaction_timeout, its old name',
    });
  }
  const always = 'the server always follows its change log';
  const rows: readonly (readonly [unknown, string])[] = [
    [server.log_source_location, 'log_source_location has no effect: messages are constant'],
    [
      server.max_attested_node_info_staleness,
      'max_attested_node_info_staleness has no effect: agents are kept in memory and followed',
    ],
    [experimental.events_based_cache, `events_based_cache has no effect: ${always}`],
    [
      experimental.full_cache_reload_interval,
      `full_cache_reload_interval has no effect: ${always}`,
    ],
    [timeout ?? oldTimeout, `event_timeout has no effect: ${always}`],
    [
      telemetry.InMem,
      'telemetry.InMem has no effect: metrics are not dumped to the log, use Prometheus',
    ],
  ];
  return rows.flatMap(([value, text]) => (value ? [text] : []));
}
