import assert from 'node:assert/strict';
import { test } from 'node:test';
import { hasCode, SpiffeError } from '../common/errors/spiffe-error.ts';
import { FakeClock, settle } from '../testkit/fake-clock.ts';
import { Serving } from './serving.ts';

function createServing() {
  const clock = new FakeClock();
  const world = { synced: false };
  const serving = new Serving({
    clock,
    isSynced: () => world.synced,
    onWithdrawn: () => undefined,
  });
  return { clock, serving, world };
}

test('F105: before the first sync nothing is served and the agent is not ready', () => {
  const { serving } = createServing();
  assert.equal(serving.isReady, false);
  assert.throws(
    () => serving.check(),
    (error) => hasCode(error, 'UNAVAILABLE') && error.message === 'the agent is not attested yet',
  );
});

test('F105: an agent that lost its own identity serves what it has, is not ready, and says why', () => {
  const { serving, world } = createServing();
  world.synced = true;
  serving.enter({
    kind: 'attesting',
    error: new SpiffeError('CERTIFICATE_EXPIRED', 'it has expired'),
  });
  serving.check();
  assert.equal(serving.isReady, false);
  assert.equal(serving.reason().message, 'the agent is not attested yet: it has expired');
});

test('who waits for the first sync is let go when it is there, or when the time is over', async () => {
  const { clock, serving, world } = createServing();
  const patient = serving.wait(30_000, new AbortController().signal);
  serving.enter({ kind: 'attesting', error: new Error('not yet') });
  await settle();
  world.synced = true;
  serving.wake();
  await patient;
  world.synced = false;
  const late = assert.rejects(serving.wait(1_000, new AbortController().signal), {
    code: 'UNAVAILABLE',
  });
  await settle();
  await clock.advance(1_000);
  await late;
});

test('who follows the readiness hears of each change once', async () => {
  const { serving, world } = createServing();
  const ending = new AbortController();
  const seen: boolean[] = [];
  const following = (async () => {
    for await (const ready of serving.readiness(ending.signal)) seen.push(ready);
  })();
  await settle();
  world.synced = true;
  serving.wake();
  await settle();
  serving.wake();
  await settle();
  serving.enter({ kind: 'attesting', error: new Error('gone') });
  await settle();
  ending.abort();
  await following;
  assert.deepEqual(seen, [false, true, false]);
});
