import assert from 'node:assert/strict';
import { test } from 'node:test';
import { silentLogger } from '../log/logger.ts';
import { Swappable } from './swap.ts';

interface Made {
  readonly text: string;
  readonly signal: AbortSignal;
}

async function createWorld() {
  const data = { text: 'one', isDynamic: true, load: () => data.text };
  const made: Made[] = [];
  const swappable = await Swappable.start<Made>({
    data,
    log: silentLogger,
    create(text, signal) {
      if (text === 'bad') return Promise.reject(new Error('bad it is'));
      const instance = { text, signal };
      made.push(instance);
      return Promise.resolve(instance);
    },
  });
  return { data, made, swappable };
}

test('a changed file makes another instance, and the old one ends after it was replaced', async () => {
  const { data, made, swappable } = await createWorld();
  const seen: (string | boolean)[] = [];
  const leave = swappable.onSwap(() => {
    seen.push(swappable.get().text);
  });
  await swappable.reconfigure();
  assert.equal(made.length, 1);
  data.text = 'two';
  await swappable.reconfigure();
  assert.deepEqual([swappable.get().text, seen], ['two', ['two']]);
  assert.deepEqual(
    made.map(({ signal }) => signal.aborted),
    [true, false],
  );
  leave();
  data.text = 'three';
  await swappable.reconfigure();
  assert.deepEqual(seen, ['two']);
});

test('a file that is refused or cannot be read leaves the instance in place, and the next good one is taken', async () => {
  const { data, made, swappable } = await createWorld();
  data.text = 'bad';
  await swappable.reconfigure();
  const { load } = data;
  data.load = () => {
    throw new Error('gone');
  };
  await swappable.reconfigure();
  assert.equal(swappable.get().text, 'one');
  assert.equal(made[0]?.signal.aborted, false);
  data.load = load;
  data.text = 'two';
  await swappable.reconfigure();
  assert.equal(swappable.get().text, 'two');
});

test('an instance that cannot be made at the start is the error', async () => {
  const create = () => Promise.reject(new Error('bad it is'));
  const data = { isDynamic: true, load: () => 'bad' };
  await assert.rejects(Swappable.start({ data, log: silentLogger, create }), /bad it is/);
});
