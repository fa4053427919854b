import assert from 'node:assert/strict';
import { test } from 'node:test';
import { aCertificate } from '../testkit/envoy-offers.ts';
import type { ServedResource } from './secrets.ts';
import { acknowledge, markSent, newSubscription, nextToSend, refuse } from './subscription.ts';

const [first, second] = [aCertificate('web', '1'), aCertificate('web', '2')];
const fresh = newSubscription('web', true, 0);
const sent = (sub: typeof fresh, resource: ServedResource) =>
  markSent(sub, { resource, version: resource.version }, 0);
const acknowledged = (sub: typeof fresh, resource: ServedResource) =>
  acknowledge(sent(sub, resource), resource.version);

test('a content that is refused twice takes one place in the quarantine', () => {
  const refused = refuse(sent(acknowledged(fresh, first), second), '2');
  assert.deepEqual(refused.refused, ['2']);
  assert.equal(refuse(refused, '2'), refused);
});

test('a content that another stream’s refusal accused is not good because its acknowledgement comes late', () => {
  const accused = refuse(sent(acknowledged(fresh, first), second), '2');
  const late = acknowledge(accused, '2');
  assert.deepEqual(late.good, [first]);
  assert.deepEqual(nextToSend(late, { kind: 'resource', resource: second }, 0), {
    resource: first,
    version: '1-1',
  });
});

test('an acknowledgement of what was replaced on the wire says nothing of what replaced it', () => {
  const replaced = sent(sent(fresh, first), second);
  assert.equal(acknowledge(replaced, '1'), replaced);
});
