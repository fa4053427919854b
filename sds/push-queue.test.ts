import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { settle } from '../testkit/fake-clock.ts';
import { PushQueue, type Pushable, type Touched } from './push-queue.ts';

test('what changed goes out in one turn, bundles before certificates, and others wait for it', async () => {
  const node = nodeOf(0);
  void nextTurn().then(() => node.seen.push('another turn'));
  node.push({ bundles: node.streams('b', 100), certificates: node.streams('c', 100) });

  await settle(20);

  assert.deepEqual(node.seen, [...names('b', 100), ...names('c', 100), 'another turn']);
});

test('a push that takes long lets everything else have a turn, and goes on', async () => {
  const node = nodeOf(1);
  void nextTurn().then(() => node.seen.push('another turn'));
  node.push({ bundles: node.streams('b', 15), certificates: node.streams('c', 10) });

  await settle(20);

  const all = [...names('b', 15), ...names('c', 10)];
  assert.deepEqual(node.seen, [...all.slice(0, 10), 'another turn', ...all.slice(10)]);
});

test('what changes during a push is pushed after it', async () => {
  const node = nodeOf(0);
  const late = { bundles: [], certificates: node.streams('late', 1) };
  const first: Pushable = { refresh: () => node.push(late) };
  node.push({ bundles: [first], certificates: node.streams('c', 2) });

  await settle(20);

  assert.deepEqual(node.seen, ['c 0', 'c 1', 'late 0']);
});

/** A queue, and streams that write down when they are refreshed, which takes each of them so long. */
function nodeOf(refreshMs: number) {
  let nowMs = 0;
  const seen: string[] = [];
  const after = (_ms: number, ring: () => void) => {
    ring();
    return () => undefined;
  };
  const fail = (error: unknown) => assert.fail(String(error));
  const queue = new PushQueue({ monotonic: () => nowMs, after }, 10, fail);
  const stream = (name: string): Pushable => ({
    refresh: () => {
      seen.push(name);
      nowMs += refreshMs;
    },
  });
  return {
    seen,
    streams: (kind: string, count: number) => names(kind, count).map(stream),
    push: (touched: Touched) => queue.add({ publish: () => touched }),
  };
}

function names(kind: string, count: number): string[] {
  return Array.from({ length: count }, (_, at) => `${kind} ${at}`);
}
