import assert from 'node:assert/strict';
import { test } from 'node:test';
import { hasCode } from '../../common/errors/spiffe-error.ts';
import type { IdentityView } from '../../common/spiffe/identity-view.ts';
import { FakeClock, settle } from '../../testkit/fake-clock.ts';
import { Latest } from '../manager/latest.ts';
import { firstView } from './hold.ts';

const viewOf = (identities: number, pending: number): IdentityView => ({
  revision: 1,
  identities: new Array(identities).fill({}) as never,
  pending: new Array(pending).fill({
    entryId: 'e',
    spiffeId: 's',
    reason: 'being signed',
  }) as never,
  bundle: {} as never,
  federatedBundles: new Map(),
});
const nobody = viewOf(0, 0);
const waiting = viewOf(0, 1);
const served = viewOf(1, 0);

function hold(initial: IdentityView) {
  const clock = new FakeClock();
  const latest = new Latest<IdentityView>();
  const sync = Promise.withResolvers<undefined>();
  let current = initial;
  let syncs = 0;
  const publish = (view: IdentityView) => {
    current = view;
    latest.put(view);
  };
  publish(initial);
  const caller = { current: () => current, views: (signal: AbortSignal) => latest.read(signal) };
  const requestSync = async () => {
    syncs++;
    await sync.promise;
  };
  const isEnough = (view: IdentityView) => view.identities.length > 0;
  const { signal } = new AbortController();
  const result = firstView(caller, isEnough, { clock, requestSync }, signal);
  result.catch(() => undefined);
  return { clock, publish, result, syncs: () => syncs, synced: () => sync.resolve(undefined) };
}

test('a caller with an identity is answered at once, without a sync', async () => {
  const { clock, result, syncs } = hold(served);
  assert.equal(await result, served);
  assert.deepEqual([syncs(), clock.pending], [0, 0]);
});

test('a caller without entry is refused when the sync that it caused finds none', async () => {
  const { clock, result, synced } = hold(nobody);
  await settle();
  synced();
  await assert.rejects(
    result,
    (error) => hasCode(error, 'NO_IDENTITY') && error.message === 'no identity issued',
  );
  assert.equal(clock.pending, 0);
});

test('a caller whose entry the sync finds is served', async () => {
  const { publish, result, synced } = hold(nobody);
  await settle();
  publish(waiting);
  synced();
  await settle();
  publish(served);
  assert.equal(await result, served);
});

test('a sync that takes long does not hold a caller without entry for ever', async () => {
  const { clock, result } = hold(nobody);
  await clock.advance(5_000);
  await assert.rejects(result, (error) => hasCode(error, 'NO_IDENTITY'));
});

test('a caller whose SVID does not come hears why', async () => {
  const { clock, result, synced } = hold(waiting);
  await settle();
  synced();
  await clock.advance(30_000);
  await assert.rejects(
    result,
    (error) => hasCode(error, 'UNAVAILABLE') && /being signed/.test(error.message),
  );
});
