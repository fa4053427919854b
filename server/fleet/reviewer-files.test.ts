import assert from 'node:assert/strict';
import { test } from 'node:test';
import { FakeClock } from '../../testkit/fake-clock.ts';
import { ReviewerFiles } from './reviewer-files.ts';

const unused = { state: 'refused', version: 'v', path: '/a', detail: 'status 401' } as const;

test('what is not used is told with its cluster, of one cluster or of all', async () => {
  const files = new ReviewerFiles(new FakeClock());
  files.set([
    { cluster: 'a', look: () => Promise.resolve(unused) },
    { cluster: 'b', look: () => Promise.resolve(undefined) },
  ]);
  assert.deepEqual(await files.look(), [{ ...unused, cluster: 'a' }]);
  assert.deepEqual(await files.look('b'), []);
  assert.deepEqual([files.has('a'), files.has('c')], [true, false]);
});

test('an API server that does not answer keeps nobody from the others', async () => {
  const clock = new FakeClock();
  const files = new ReviewerFiles(clock);
  files.set([
    { cluster: 'slow', look: () => new Promise<never>(() => undefined) },
    { cluster: 'a', look: () => Promise.resolve(unused) },
  ]);
  const looking = files.look();
  await clock.advance(5_000);
  assert.deepEqual(await looking, [{ ...unused, cluster: 'a' }]);
});
