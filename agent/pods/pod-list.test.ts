import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { silentLogger } from '../../common/log/logger.ts';
import { FakeClock } from '../../testkit/fake-clock.ts';
import { PodListReader } from './pod-list.ts';

const vectors = new URL('../../testkit/vectors/kubernetes/v1.37.2/', import.meta.url);
const real = readFileSync(new URL('kubelet-pods.json', vectors));
const reader = () => new PodListReader(new FakeClock(), silentLogger);
const list = (...items: unknown[]) => Buffer.from(JSON.stringify({ kind: 'PodList', items }));
const pod = (uid: string, text = '') => ({ metadata: { name: uid, uid, labels: { text } } });

test('the answer of a real kubelet is read pod by pod', async () => {
  const pods = await reader().read(real);
  assert.deepEqual(
    pods.map(({ name }) => name),
    ['burstable', 'besteffort', 'multi', 'static-n1', 'spire-agent-pjtkh', 'guaranteed'],
  );
});

test('a pod whose bytes did not change is the same object, in whatever order it comes', async () => {
  const reading = reader();
  const [a, b] = await reading.read(list(pod('a'), pod('b', 'old')));
  const [b2, a2, c] = await reading.read(list(pod('b', 'new'), pod('a'), pod('c')));
  assert.equal(a2, a);
  assert.notEqual(b2, b);
  assert.deepEqual(b2?.labels, [['text', 'new']]);
  assert.equal(c?.uid, 'c');
});

test('the memory of a list may hold the next one: what is known is never compared with itself', async () => {
  const reading = reader();
  const memory = Buffer.alloc(4096);
  const write = (text: string) => {
    const body = list(pod('a', text), pod('b'));
    body.copy(memory);
    return memory.subarray(0, body.length);
  };
  const [old] = await reading.read(write('old'));
  await assert.rejects(reading.read(memory.subarray(0, 20)), { code: 'UNAVAILABLE' });
  const [now, other] = await reading.read(write('new'));
  assert.deepEqual([old?.labels, now?.labels], [[['text', 'old']], [['text', 'new']]]);
  const [again, sameOther] = await reading.read(write('new'));
  assert.equal(again, now);
  assert.equal(sameOther, other);
});

test('a pod that grew by a suffix is read anew', async () => {
  const reading = reader();
  await reading.read(list(pod('a')));
  const [grown] = await reading.read(list({ ...pod('a'), spec: { nodeName: 'n1' } }));
  assert.equal(grown?.nodeName, 'n1');
});

test('braces, quotes and backslashes in strings do not end a pod early', async () => {
  const nasty = ['}', '{"a":"', '\\', '\\"', '"}]}', '\\\\"', '\u2028é😀'];
  const pods = await reader().read(list(...nasty.map((text, at) => pod(`p${at}`, text))));
  assert.deepEqual(
    pods.map(({ labels }) => labels[0]?.[1]),
    nasty,
  );
});

test('an indented list, an empty one and one whose items are null are read too', async () => {
  const indented = Buffer.from(JSON.stringify({ items: [pod('a')] }, null, 2));
  assert.equal((await reader().read(indented)).length, 1);
  assert.deepEqual(await reader().read(list()), []);
  assert.deepEqual(await reader().read(Buffer.from('{"items":null}')), []);
});

test('an item without a UID is skipped and the others stay', async () => {
  const pods = await reader().read(list({ metadata: { name: 'x' } }, 7, pod('a')));
  assert.deepEqual(
    pods.map(({ uid }) => uid),
    ['a'],
  );
});

const refused: readonly (readonly [string, string, string])[] = [
  ['nothing', '', 'unable to parse kubelet response'],
  ['half a list', real.toString().slice(0, 20_000), 'unable to parse kubelet response'],
  ['text after the list', '{"items":[]}x', 'unable to parse kubelet response'],
  ['a bad item', '{"items":[{"a":}]}', 'unable to parse kubelet response'],
  ['an array', '[]', 'invalid kubelet response: expected an object'],
  ['null', 'null', 'invalid kubelet response: expected an object'],
  ['no items', '{"kind":"Status"}', 'invalid kubelet response: expected an items array'],
];
for (const [name, body, message] of refused) {
  test(`${name} is refused as a pod list`, async () => {
    await assert.rejects(reader().read(Buffer.from(body)), { code: 'UNAVAILABLE', message });
  });
}
