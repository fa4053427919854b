import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { parsePod } from '../../../pods/pod.ts';
import { podSelectors, type SelectorOptions } from './selectors.ts';

const digest = `sha256:${'8'.repeat(64)}`;
const vectors = new URL('../../../../testkit/vectors/kubernetes/v1.37.2/', import.meta.url);
const { items } = JSON.parse(readFileSync(new URL('kubelet-pods.json', vectors), 'utf8')) as {
  items: { metadata: { name: string } }[];
};
const recorded = (name: string) => parsePod(items.find(({ metadata }) => metadata.name === name));

const values = (item: unknown, options?: SelectorOptions) =>
  podSelectors(parsePod(item), options).map(({ type, value }) => `${type}:${value}`);

test('the selectors of a real pod, with the container that called', () => {
  const pod = recorded('spire-agent-pjtkh');
  const [container] = pod.containers;
  const image = 'sha256:8163812c7d26ad328003295c35a8053c4a297c72e09fbc548c7178f66a7d7a1c';
  assert.deepEqual(
    podSelectors(pod, { container }).map(({ value }) => value),
    [
      'sa:spire-agent',
      'ns:spire',
      'node-name:n1',
      'pod-uid:1ccc0eb3-5c06-4af3-987f-a1dd40397bcb',
      'pod-name:spire-agent-pjtkh',
      'pod-image-count:1',
      'pod-init-image-count:0',
      'pod-image:localhost/testbed/box:1',
      `pod-image:${image}`,
      ...pod.labels.map(([key, value]) => `pod-label:${key}:${value}`),
      'pod-owner:DaemonSet:spire-agent',
      'pod-owner-uid:DaemonSet:e21d0818-27c1-4b05-a423-5d027b1ccccb',
      'container-name:agent',
      'container-image:localhost/testbed/box:1',
      `container-image:${image}`,
    ],
  );
  assert.ok(pod.labels.length > 1);
});

test('F026 init containers and native sidecars count as init containers', () => {
  const pod = recorded('multi');
  const sidecar = pod.initContainers.find(({ name }) => name === 'sidecar');
  const found = podSelectors(pod, { container: sidecar }).map(({ value }) => value);
  assert.ok(found.includes('container-name:sidecar'));
  assert.ok(found.includes('pod-image-count:3'));
  assert.ok(found.includes('pod-init-image-count:2'));
  assert.ok(found.includes('pod-init-image:localhost/testbed/box:1'));
});

test('a static pod has the hash of its manifest as UID and no service account', () => {
  const found = podSelectors(recorded('static-n1')).map(({ value }) => value);
  assert.ok(found.includes('pod-uid:e7ee46b398492a6edc102b02558994bc'));
  assert.ok(found.includes('sa:'));
});

test('F031 images are told by tag and by digest, with all their colons, once each', () => {
  const image = 'reg.example:5000/team/app:v1.2-rc.1';
  const imageID = `reg.example:5000/team/app@${digest}`;
  const status = { name: 'a', image, imageID, containerID: 'containerd://x' };
  const pod = { metadata: { uid: 'u' }, status: { containerStatuses: [status, status] } };
  const [container] = parsePod(pod).containers;
  assert.deepEqual(
    values(pod, { container }).filter((value) => value.includes('-image:')),
    [
      `k8s:pod-image:${image}`,
      `k8s:pod-image:${imageID}`,
      `k8s:container-image:${image}`,
      `k8s:container-image:${imageID}`,
    ],
  );
});

test('F033 the image in the spec is never believed', () => {
  const pod = {
    metadata: { uid: 'u' },
    spec: { containers: [{ name: 'a', image: 'app:tag-b' }] },
    status: { containerStatuses: [{ name: 'a', image: 'app:tag-a', imageID: `app@${digest}` }] },
  };
  const found = values(pod);
  assert.ok(found.includes('k8s:pod-image:app:tag-a'));
  assert.ok(found.includes(`k8s:pod-image:app@${digest}`));
  assert.ok(!found.some((value) => value.includes('tag-b')));
});

test('F035 label values are opaque and an empty one leaves its colon', () => {
  const labels = { 'app.kubernetes.io/name': 'web', empty: '', odd: 'b:c"d\ne é' };
  const found = values({ metadata: { uid: 'u', labels } });
  assert.ok(found.includes('k8s:pod-label:app.kubernetes.io/name:web'));
  assert.ok(found.includes('k8s:pod-label:empty:'));
  assert.ok(found.includes('k8s:pod-label:odd:b:c"d\ne é'));
});

test('a waiting container gives an empty image ID, as in SPIRE', () => {
  const pod = {
    metadata: { uid: 'u' },
    status: { containerStatuses: [{ name: 'a', image: 'x' }] },
  };
  assert.ok(values(pod).includes('k8s:pod-image:'));
});

test('every owner is told, controller or not, and namespace labels when they are asked for', () => {
  const ownerReferences = [
    { kind: 'ReplicaSet', name: 'web-1', uid: 'o1', controller: true },
    { kind: 'Widget', name: 'w', uid: 'o2' },
  ];
  const pod = { metadata: { uid: 'u', ownerReferences } };
  assert.deepEqual(
    values(pod, { namespaceLabels: [['team', 'a']] }).filter((value) =>
      /owner|ns-label/.test(value),
    ),
    [
      'k8s:pod-owner:ReplicaSet:web-1',
      'k8s:pod-owner-uid:ReplicaSet:o1',
      'k8s:pod-owner:Widget:w',
      'k8s:pod-owner-uid:Widget:o2',
      'k8s:ns-label:team:a',
    ],
  );
});

test('digest selectors come beside the others, without repository or prefix', () => {
  const statuses = [
    { name: 'a', imageID: `docker-pullable://repo/app@${digest}` },
    { name: 'b', imageID: digest },
    { name: 'c', imageID: '' },
  ];
  const pod = { metadata: { uid: 'u' }, status: { containerStatuses: statuses } };
  assert.deepEqual(
    values(pod, { imageDigests: true }).filter((value) => value.includes('digest')),
    [`k8s:pod-image-digest:${digest}`],
  );
});
