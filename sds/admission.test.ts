import assert from 'node:assert/strict';
import { test } from 'node:test';
import { FakePeer } from '../testkit/envoy-client.ts';
import { FakeClock } from '../testkit/fake-clock.ts';
import { Admission } from './admission.ts';
import { sdsConfigSchema } from './config.ts';

const { limits } = sdsConfigSchema.parse({ limits: { streams_per_process: 1 } });

function admission() {
  const refused: string[] = [];
  const telemetry = { limited: (limit: string) => void refused.push(limit) };
  return { refused, admission: new Admission(limits, new FakeClock(), telemetry, undefined) };
}

test('a place that a stream gives back is free again', () => {
  const { refused, admission: places } = admission();
  const { peer } = new FakePeer(7);
  places.enter(peer);
  assert.throws(() => places.enter(peer), { code: 'RESOURCE_EXHAUSTED' });
  places.leave(peer);
  places.enter(peer);
  assert.deepEqual(refused, ['streams_per_process']);
});

test('processes whose pid is not known, in another pid namespace, do not share the places of one', () => {
  const { admission: places } = admission();
  const [first, second] = [new FakePeer(0).peer, new FakePeer(0).peer];
  places.enter(first);
  assert.doesNotThrow(() => places.enter(second));
});
