import type { Metrics } from '../common/telemetry/metrics.ts';
import type { NackClass } from './nack.ts';
import type { ResourceKind } from './secrets.ts';
import type { Standing } from './subscription.ts';

const protocols = ['sotw', 'delta', 'fetch'] as const;
const requestTypes = ['first', 'ack', 'nack', 'change', 'stale'] as const;
const resourceKinds: readonly ResourceKind[] = ['certificate', 'bundle'];
const nackClasses: readonly NackClass[] = [
  'key_mismatch',
  'bad_pem',
  'bad_ca',
  'wrong_slot',
  'size',
  'other',
];
/** Every limit that a call can meet. */
const limitNames = [
  'rate',
  'requests',
  'waiting_names',
  'opens_per_connection_per_second',
  'streams_per_connection',
  'streams_per_process',
  'streams_total',
];

type Protocol = (typeof protocols)[number];
type RequestType = (typeof requestTypes)[number];

/** Everything SDS measures. No SPIFFE ID, name or pod is ever a label. */
export interface SdsTelemetry {
  streamOpened(protocol: Protocol): void;
  streamClosed(protocol: Protocol): void;
  connectionOpened(): void;
  connectionClosed(): void;
  request(protocol: Protocol, type: RequestType): void;
  response(protocol: Protocol, kinds: readonly ResourceKind[], bytes: number): void;
  encoded(kind: ResourceKind): void;
  nack(kind: ResourceKind | 'none', nackClass: NackClass): void;
  pushed(ms: number): void;
  acknowledged(ms: number): void;
  attested(ms: number): void;
  defaultIdentityChanged(): void;
  standing(from: Standing, to: Standing | 'dropped'): void;
  blocked(change: 1 | -1): void;
  stalled(change: 1 | -1): void;
  limited(limit: string): void;
  foreignType(): void;
  shortestLife(ms: number | undefined): void;
}

export function createSdsTelemetry(metrics: Metrics): SdsTelemetry {
  return { ...levels(metrics), ...flows(metrics), ...times(metrics) };
}

type Levels = Pick<
  SdsTelemetry,
  | 'streamOpened'
  | 'streamClosed'
  | 'connectionOpened'
  | 'connectionClosed'
  | 'standing'
  | 'blocked'
  | 'stalled'
  | 'shortestLife'
>;
type Times = Pick<SdsTelemetry, 'pushed' | 'acknowledged' | 'attested'>;

/** What there is now. */
function levels(metrics: Metrics): Levels {
  const streams = upDown(metrics.gauge('sds_streams', 'Open SDS streams', ['proto']));
  const level = (name: string, help: string) => {
    const gauge = metrics.gauge(name, help);
    let value = 0;
    gauge.set(0);
    return (change: number) => gauge.set((value += change));
  };
  const connections = level('sds_connections', 'Connections with SDS calls');
  const waiting = level('sds_waiting_names', 'Names that are asked for and cannot be served yet');
  const lost = level('sds_lost_names', 'Names that were served and are gone; the Envoy keeps them');
  const expired = level('sds_expired_names', 'Names whose X509-SVID expired without a newer one');
  const life = metrics.gauge(
    'sds_svid_min_ttl_seconds',
    'Shortest remaining life of a served SVID',
  );
  const byStanding: Partial<Record<Standing | 'dropped', (change: number) => void>> = {
    waiting,
    coming: waiting,
    conflict: waiting,
    unservable: waiting,
    lost,
    expired,
  };
  return {
    streamOpened: (proto) => streams(proto, 1),
    streamClosed: (proto) => streams(proto, -1),
    connectionOpened: () => connections(1),
    connectionClosed: () => connections(-1),
    standing(from, to) {
      byStanding[from]?.(-1);
      byStanding[to]?.(1);
    },
    blocked: level('sds_blocked_streams', 'Streams whose last response was not taken yet'),
    stalled: level('sds_stalled_streams', 'Streams that owe an answer for too long'),
    shortestLife: (ms) => life.set(ms === undefined ? 0 : ms / 1000),
  };
}

/** What happened so far. */
function flows(metrics: Metrics): Omit<SdsTelemetry, keyof Levels | keyof Times> {
  const requests = metrics.counter('sds_requests_total', 'SDS requests', ['proto', 'type']);
  const responses = metrics.counter('sds_responses_total', 'SDS responses', ['proto']);
  const resources = metrics.counter('sds_resources_sent_total', 'Secrets sent', ['kind']);
  const bytesSent = metrics.counter('sds_bytes_sent_total', 'Bytes of SDS responses');
  const encodes = metrics.counter('sds_encodes_total', 'Secrets encoded', ['kind']);
  const nacks = metrics.counter('sds_nack_total', 'Refused responses', ['kind', 'class']);
  const flips = metrics.counter(
    'sds_default_identity_changes_total',
    'The default identity of a live view became another one',
  );
  const limits = metrics.counter('sds_limited_total', 'Calls refused by a limit', ['limit']);
  const foreign = metrics.counter('sds_foreign_type_total', 'Streams with another type URL');
  // A series that is not there until something happens hides the first time from a rate.
  for (const proto of protocols) {
    for (const type of requestTypes) requests.inc({ proto, type }, 0);
    responses.inc({ proto }, 0);
  }
  for (const kind of resourceKinds) {
    resources.inc({ kind }, 0);
    encodes.inc({ kind }, 0);
  }
  for (const kind of [...resourceKinds, 'none'] as const) {
    for (const nackClass of nackClasses) nacks.inc({ kind, class: nackClass }, 0);
  }
  for (const limit of limitNames) limits.inc({ limit }, 0);
  return {
    request: (proto, type) => requests.inc({ proto, type }),
    response(proto, kinds, bytes) {
      responses.inc({ proto });
      for (const kind of kinds) resources.inc({ kind });
      bytesSent.inc(undefined, bytes);
    },
    encoded: (kind) => encodes.inc({ kind }),
    nack: (kind, nackClass) => nacks.inc({ kind, class: nackClass }),
    defaultIdentityChanged: () => flips.inc(),
    limited: (limit) => limits.inc({ limit }),
    foreignType: () => foreign.inc(),
  };
}

/** How long things took. */
function times(metrics: Metrics): Times {
  const seconds = [0.001, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 15, 30];
  const push = metrics.histogram('sds_push_seconds', 'From new view to write', seconds);
  const ack = metrics.histogram('sds_ack_seconds', 'From write to ACK', seconds);
  const attest = metrics.histogram('sds_attest_seconds', 'Attestation of a connection', seconds);
  return {
    pushed: (ms) => push.observe(ms / 1000),
    acknowledged: (ms) => ack.observe(ms / 1000),
    attested: (ms) => attest.observe(ms / 1000),
  };
}

function upDown(gauge: { set(value: number, labels: { proto: string }): void }) {
  const values = new Map<string, number>();
  return (proto: Protocol, change: number) => {
    const value = (values.get(proto) ?? 0) + change;
    values.set(proto, value);
    gauge.set(value, { proto });
  };
}
