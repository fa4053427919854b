import assert from 'node:assert/strict';
import { test } from 'node:test';
import { SpiffeError } from '../../common/errors/spiffe-error.ts';
import { silentLogger } from '../../common/log/logger.ts';
import type { Bundle } from '../../common/spiffe/bundle.ts';
import { parseTrustDomain } from '../../common/spiffe/trust-domain.ts';
import { createTestCa } from '../../testkit/test-ca.ts';
import { FakeClock, settle } from '../../testkit/fake-clock.ts';
import { k8sConfigMap } from '../plugins/BundlePublisher/k8s_configmap/k8s-configmap.ts';
import { k8sBundle } from '../plugins/Notifier/k8sbundle/k8sbundle.ts';
import { startPublication } from './bundle-publication.ts';

const ca = await createTestCa({ trustDomain: 'example.org' });

function bundleNo(sequenceNumber: number): Bundle {
  return {
    trustDomain: parseTrustDomain('example.org'),
    x509Authorities: [],
    jwtAuthorities: [],
    refreshHintSeconds: 0,
    sequenceNumber,
  };
}

function createWorld() {
  const world = {
    clock: new FakeClock(),
    bundle: undefined as Bundle | undefined,
    published: [] as number[],
    attempts: 0,
    failing: false,
    listeners: new Set<() => void>(),
    ending: new AbortController(),
    change(number: number) {
      world.bundle = bundleNo(number);
      for (const tell of world.listeners) tell();
    },
  };
  const publisher = {
    name: 'p',
    async publish({ sequenceNumber }: Bundle) {
      world.attempts++;
      await Promise.resolve();
      if (world.failing) throw new SpiffeError('UNAVAILABLE', 'the API server is away');
      world.published.push(sequenceNumber);
    },
  };
  const start = () =>
    startPublication(
      {
        publishers: [publisher],
        bundle: () => world.bundle,
        listeners: world.listeners,
        clock: world.clock,
        log: silentLogger,
      },
      world.ending.signal,
    );
  return { world, start };
}

test('the bundle is published at the start and after each change, the newest only', async () => {
  const { world, start } = createWorld();
  world.bundle = bundleNo(1);
  start();
  await settle();
  world.change(2);
  world.change(3);
  await settle();
  assert.deepEqual(world.published, [1, 3]);
});

test('what somebody deleted is written again within minutes', async () => {
  const { world, start } = createWorld();
  world.bundle = bundleNo(1);
  start();
  await world.clock.advance(301_000);
  assert.deepEqual(world.published, [1, 1]);
});

test('a failure is tried again until it works', async () => {
  const { world, start } = createWorld();
  world.failing = true;
  start();
  world.change(1);
  await settle();
  await world.clock.advance(10_000);
  assert.ok(world.attempts > 2, String(world.attempts));
  world.failing = false;
  await world.clock.advance(10_000);
  assert.deepEqual(world.published, [1]);
});

test('it ends with the server and leaves no timer', async () => {
  const { world, start } = createWorld();
  start();
  await settle();
  world.ending.abort();
  await settle();
  assert.deepEqual([world.listeners.size, world.clock.pending], [0, 0]);
});

/** Records calls in place of an API server. */
function recorder(refuses = '') {
  const calls: unknown[][] = [];
  const call = async (...args: readonly unknown[]) => {
    await Promise.resolve();
    if (refuses !== '' && String(args[0]).includes(refuses)) {
      throw new SpiffeError('INTERNAL', 'configmaps "b" is forbidden');
    }
    calls.push(args.slice(0, -1));
  };
  return {
    calls,
    host: { clock: new FakeClock(), connect: () => ({ apply: call, mergePatch: call }) },
  };
}

const { signal } = new AbortController();
const pem = /^-----BEGIN CERTIFICATE-----/;

test('k8s_configmap applies one key of one ConfigMap, in each format', async () => {
  const target = { configmap_name: 'b', configmap_key: 'k', namespace: 'n' };
  const rows = [
    ['pem', pem],
    ['spiffe', /"use": "x509-svid"[^]*"spiffe_sequence": 7/],
    ['jwks', /"keys"/],
  ] as const;
  for (const [format, expected] of rows) {
    const { calls, host } = recorder();
    const config = k8sConfigMap.config.parse({ clusters: { c: { ...target, format } } });
    const publisher = await k8sConfigMap.create(config, host);
    await publisher.publish({ ...ca.bundle, sequenceNumber: 7 }, signal);
    const [[path, fields, manager] = []] = calls;
    const { data, metadata } = fields as { data: { k: string }; metadata: unknown };
    assert.equal(path, '/api/v1/namespaces/n/configmaps/b');
    assert.equal(manager, 'spire-bundlepublisher-k8s_configmap');
    assert.deepEqual(metadata, { name: 'b', namespace: 'n' });
    assert.match(data.k, expected);
    assert.equal(/spiffe_sequence/.test(data.k), format === 'spiffe');
  }
});

test('one cluster that refuses keeps no other from its bundle, and is named', async () => {
  const { calls, host } = recorder('/namespaces/bad/');
  const target = { configmap_name: 'b', configmap_key: 'k', format: 'pem' };
  const clusters = {
    bad: { ...target, namespace: 'bad' },
    good: { ...target, namespace: 'good' },
  };
  const publisher = await k8sConfigMap.create(k8sConfigMap.config.parse({ clusters }), host);
  await assert.rejects(publisher.publish(ca.bundle, signal), {
    message: 'failed to update cluster "bad": configmaps "b" is forbidden',
  });
  assert.equal(calls.length, 1);
});

test('k8sbundle patches the ConfigMap that SPIRE would', async () => {
  const { calls, host } = recorder();
  const publisher = await k8sBundle.create(k8sBundle.config.parse({}), host);
  await publisher.publish(ca.bundle, signal);
  const [[path, patch] = []] = calls;
  assert.equal(path, '/api/v1/namespaces/spire/configmaps/spire-bundle');
  assert.match((patch as { data: Record<string, string> }).data['bundle.crt'] ?? '', pem);
});

test('what k8sbundle does not do is refused', () => {
  for (const config of [{ webhook_label: 'a' }, { api_service_label: 'a' }, { clusters: [{}] }]) {
    assert.equal(k8sBundle.config.safeParse(config).success, false, JSON.stringify(config));
  }
});
