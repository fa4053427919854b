import assert from 'node:assert/strict';
import { test } from 'node:test';
import { FakeClock } from '../../testkit/fake-clock.ts';
import { EnrollmentRefusal } from './refusal.ts';
import { RefusalMemory } from './refusal-memory.ts';

test('what may heal is remembered for two seconds, what cannot for ten, and no more than so many', async () => {
  const clock = new FakeClock();
  const memory = new RefusalMemory(clock, 3);
  memory.remember('heals', new EnrollmentRefusal('ENR_NODE_OCCUPIED', '', {}));
  memory.remember('final', new EnrollmentRefusal('ENR_DIGEST_MISMATCH', '', {}));
  assert.equal(memory.find('heals')?.reason, 'ENR_NODE_OCCUPIED');
  await clock.advance(2_000);
  assert.equal(memory.find('heals'), undefined);
  assert.equal(memory.find('final')?.reason, 'ENR_DIGEST_MISMATCH');
  for (const key of ['a', 'b', 'c']) {
    memory.remember(key, new EnrollmentRefusal('ENR_NODE_OCCUPIED', '', {}));
  }
  assert.equal(memory.size, 3);
  assert.equal(memory.find('final'), undefined);
});
