import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parseSpiffeId } from '../../common/spiffe/spiffe-id.ts';
import { RecordedLog, RecordedMetrics } from '../../testkit/envoy-service.ts';
import { aBundle, anEmptyBundle } from '../../testkit/envoy-views.ts';
import { FakeClock } from '../../testkit/fake-clock.ts';
import { HorizonWatch } from './horizon-watch.ts';
import { outageHorizons, type OutageHorizon } from './outage-horizon.ts';

const used = (path: string, notAfterMs: number) => ({
  entryId: path,
  spiffeId: parseSpiffeId(`spiffe://domain.test/${path}`),
  notAfterMs,
});
/** The authorities of these bundles are named after their end. */
const endOf = (der: Uint8Array) => Number(Buffer.from(der).toString().split(' ')[1]);

test('the first loss is the first expiry in use, trust lasts as long as the last authority', () => {
  const horizons = outageHorizons(
    {
      own: aBundle('domain.test', '100', '900'),
      federated: [aBundle('zeta.test', '50'), aBundle('domain.test', '1'), anEmptyBundle('b.test')],
      used: [used('a', 30), used('b', 20), used('c', 40)],
    },
    endOf,
  );
  assert.deepEqual(
    horizons.map((one) => [
      one.trustDomain,
      one.firstLost?.entryId,
      one.trustLostAtMs,
      one.identities,
    ]),
    [
      ['domain.test', 'b', 900, 3],
      ['b.test', undefined, undefined, 0],
      ['zeta.test', undefined, 50, 0],
    ],
  );
});

test('nothing is lost by a server that never gave a bundle', () => {
  assert.deepEqual(outageHorizons({ own: undefined, federated: [], used: [] }, endOf), []);
});

function watched() {
  const clock = new FakeClock();
  const log = new RecordedLog();
  const metrics = new RecordedMetrics();
  const world = { horizons: [] as readonly OutageHorizon[] };
  const horizons = () => world.horizons;
  const watch = new HorizonWatch({ horizons, clock, log, metrics });
  const facts = (...federated: string[]) => {
    world.horizons = outageHorizons(
      {
        own: aBundle('domain.test', '900000'),
        federated: federated.map((name) => aBundle(name, '500000')),
        used: [used('a', 30_000)],
      },
      endOf,
    );
  };
  return { clock, facts, log, metrics, watch };
}

test('the gauges hold moments, and one that never comes for a trust domain that left', () => {
  const { facts, metrics, watch } = watched();
  facts('zeta.test');
  watch.look();
  assert.equal(metrics.value('outage_identity_horizon_timestamp_seconds domain.test'), 30);
  assert.equal(metrics.value('outage_trust_horizon_timestamp_seconds domain.test'), 900);
  assert.equal(metrics.value('outage_trust_horizon_timestamp_seconds zeta.test'), 500);
  facts();
  watch.look();
  assert.equal(metrics.value('outage_trust_horizon_timestamp_seconds zeta.test'), Infinity);
});

test('the log warns when the server goes away, again only much later, and tells when it is back', async () => {
  const { clock, facts, log, watch } = watched();
  facts();
  watch.synced();
  assert.equal(log.lines.length, 0);
  watch.failed();
  watch.failed();
  await clock.advance(599_000);
  watch.failed();
  assert.equal(log.lines.length, 1);
  assert.match(
    log.lines[0] ?? '',
    /"expires_at":"1970-01-01T00:00:30.000Z".*"spiffe_id":"spiffe:\/\/domain.test\/a"/,
  );
  await clock.advance(1_000.25);
  watch.failed();
  watch.synced();
  watch.synced();
  assert.deepEqual(
    log.lines.map((line) => (JSON.parse(line) as { message: string }).message),
    [
      'The server is away; the first workload loses its identity later',
      'The server is away; the first workload loses its identity later',
      'The server answers again',
    ],
  );
  assert.match(log.lines.at(-1) ?? '', /"duration_ms":600000[,}]/);
});

test('the gauges follow the clock until the agent stops', async () => {
  const { clock, facts, metrics, watch } = watched();
  const ending = new AbortController();
  const running = watch.run(ending.signal);
  facts();
  await clock.advance(30_000);
  await new Promise((resolve) => setImmediate(resolve));
  assert.equal(metrics.value('outage_identity_horizon_timestamp_seconds domain.test'), 30);
  ending.abort();
  await running;
  assert.equal(clock.pending, 0);
});
