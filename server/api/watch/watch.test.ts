import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parseSpiffeId } from '../../../common/spiffe/spiffe-id.ts';
import { settle } from '../../../testkit/fake-clock.ts';
import { Watch } from './watch.ts';

const agentId = parseSpiffeId('spiffe://zeta.test/spire/agent/x509pop/n1');
const entries = { entries: true, bundles: false };
const bundles = { entries: false, bundles: true };
const never = new AbortController().signal;

test('what is told while nobody takes it adds up to one notice', async () => {
  const watch = new Watch(agentId);
  watch.tell(entries);
  watch.tell(bundles);
  watch.tell(entries);
  assert.deepEqual(await watch.next(never), { entries: true, bundles: true });
  watch.tell(bundles);
  assert.deepEqual(await watch.next(never), bundles);
});

test('who waits is woken by what comes', async () => {
  const watch = new Watch(agentId);
  const next = watch.next(never);
  await settle();
  watch.tell(entries);
  assert.deepEqual(await next, entries);
});

test('an end goes before what was not delivered, and stands', async () => {
  const watch = new Watch(agentId);
  watch.tell(entries);
  watch.end();
  watch.end(new Error('too late'));
  assert.equal(await watch.next(never), undefined);
  assert.equal(await watch.next(never), undefined);
});

test('an end with a reason throws it, also at who waits', async () => {
  const watch = new Watch(agentId);
  const next = watch.next(never);
  const reason = new Error('evicted');
  watch.end(reason);
  await assert.rejects(next, reason);
});

test('it ends with the call', async () => {
  const watch = new Watch(agentId);
  const call = new AbortController();
  const next = watch.next(call.signal);
  call.abort();
  assert.equal(await next, undefined);
  assert.equal(await watch.next(call.signal), undefined);
});
