import assert from 'node:assert/strict';
import { test } from 'node:test';
import { aCertificate } from '../testkit/envoy-offers.ts';
import { EnvoyGroups } from './nack-trace.ts';
import { acknowledge, markSent, newSubscription, refuse } from './subscription.ts';

const sent = (name: string, version: string, atMs: number) =>
  markSent(
    newSubscription(name, true, 0),
    { resource: aCertificate(name, version), version },
    atMs,
  );

/** A stream of one Envoy with one secret. */
function suspect(groups: EnvoyGroups, sub: ReturnType<typeof sent>) {
  const blamed: string[] = [];
  const one = {
    subscriptions: () => [sub],
    blame: (name: string, content: string) => void blamed.push(`${name}@${content}`),
  };
  groups.join('pid 7', one);
  return blamed;
}

test('the newest secret of the accused kind is blamed, on the stream that sent it', () => {
  const groups = new EnvoyGroups();
  const older = suspect(groups, sent('web', 'w1', 1));
  const newer = suspect(groups, sent('db', 'd1', 2));
  assert.equal(groups.trace('pid 7', 'bundle'), undefined);
  assert.equal(groups.trace('pid 8', 'certificate'), undefined);
  assert.equal(groups.trace('pid 7', 'certificate'), 'db');
  assert.deepEqual([older, newer], [[], ['db@d1']]);
});

test('while one secret is refused or being healed, it explains the text and no other is blamed', () => {
  const groups = new EnvoyGroups();
  suspect(groups, refuse(acknowledge(sent('web', 'w1', 1), 'w1'), 'w1'));
  const newer = suspect(groups, sent('db', 'd1', 2));
  assert.equal(groups.trace('pid 7', 'certificate'), undefined);
  assert.deepEqual(newer, []);
});
