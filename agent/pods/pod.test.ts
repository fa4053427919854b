import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { decodePod, parsePod } from './pod.ts';

const vectors = new URL('../../testkit/vectors/kubernetes/v1.37.2/', import.meta.url);
const recorded = (name: string) =>
  JSON.parse(readFileSync(new URL(name, vectors), 'utf8')) as Record<string, unknown>;
const sameMoment = recorded('podsapi/kubelet-pods-same-moment.json')['items'] as {
  metadata: { name: string; namespace: string };
}[];

for (const item of sameMoment) {
  const { name, namespace } = item.metadata;
  test(`the Pods API and /pods of a real kubelet say the same of ${name}`, () => {
    const bytes = readFileSync(new URL(`podsapi/${namespace}_${name}.pb`, vectors));
    const byName = (pod: ReturnType<typeof parsePod>) => ({
      ...pod,
      labels: [...pod.labels].sort(),
    });
    assert.deepEqual(byName(decodePod(bytes)), byName(parsePod(item)));
  });
}

test('a mirror pod becomes the static pod that its kubelet knows', () => {
  const mirror = parsePod(recorded('pod-mirror-api.json'));
  const items = recorded('kubelet-pods.json')['items'] as { metadata: { name: string } }[];
  const own = parsePod(items.find((item) => item.metadata.name === 'static-n1'));
  assert.match(mirror.uid, /^[0-9a-f]{32}$/);
  assert.deepEqual({ ...mirror, labels: [] }, { ...own, labels: [] });
});

test('F027 a waiting container has no ID and a malformed one is as good as none', () => {
  const statuses = [
    { name: 'waiting', image: 'app', imageID: '' },
    { name: 'malformed', containerID: 'no scheme' },
    { name: 'crio', containerID: 'cri-o://abc' },
  ];
  const pod = parsePod({ metadata: { uid: 'u' }, status: { containerStatuses: statuses } });
  assert.deepEqual(
    pod.containers.map((container) => container.containerId),
    ['', '', 'abc'],
  );
});

const refused: readonly (readonly [string, unknown, RegExp])[] = [
  ['null', null, /no metadata.uid/],
  ['a string', 'pod', /no metadata.uid/],
  ['a pod without UID', { metadata: { name: 'a', namespace: 'b' } }, /pod "b\/a" has no/],
  ['F035 a label key with a colon', { metadata: { uid: 'u', labels: { 'a:b': 'c' } } }, /"a:b"/],
];
for (const [name, item, message] of refused) {
  test(`${name} is refused as a pod`, () => {
    assert.throws(() => parsePod(item), { code: 'INVALID_ARGUMENT', message });
  });
}

test('wrong types anywhere in a pod are read as absent', () => {
  const pod = parsePod({
    metadata: { uid: 'u', name: 7, labels: { a: 1 }, ownerReferences: 'x' },
    spec: [],
    status: { containerStatuses: [null, 'x', { containerID: {} }] },
  });
  assert.equal(pod.name, '');
  assert.deepEqual(pod.labels, [['a', '']]);
  assert.deepEqual(pod.owners, []);
  assert.equal(pod.containers.length, 3);
});
