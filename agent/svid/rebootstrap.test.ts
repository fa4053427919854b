import assert from 'node:assert/strict';
import { test } from 'node:test';
import { UnknownAuthorityWatch } from './rebootstrap.ts';

test('a new bundle is looked for when the delay has passed since the server was unknown at first', () => {
  const watch = new UnknownAuthorityWatch({ mode: 'auto', delayMs: 100 });
  watch.seen(1000, true);
  watch.seen(1090, true);
  assert.deepEqual([watch.isDue(1099), watch.isDue(1100)], [false, true]);
  watch.reset();
  assert.equal(watch.isDue(5000), false);
});

test('nothing is due for an agent that must not or cannot attest again', () => {
  const never = new UnknownAuthorityWatch({ mode: 'never', delayMs: 0 });
  never.seen(0, true);
  const alone = new UnknownAuthorityWatch({ mode: 'always', delayMs: 0 });
  alone.seen(0, false);
  assert.deepEqual([never.isDue(1), alone.isDue(1)], [false, false]);
});
