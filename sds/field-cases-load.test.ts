// F095, measured without sockets: what the streams themselves cost.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { silentLogger } from '../common/log/logger.ts';
import type { MessageReceiver, ServedMethod } from '../common/rpc/contract.ts';
import type { EncodedParts } from '../common/rpc/encoded-parts.ts';
import { handOn } from '../common/rpc/message-reader.ts';
import type { Bundle } from '../common/spiffe/bundle.ts';
import { aNode, encodeSotw, FakePeer } from '../testkit/envoy-client.ts';
import { sdsBench } from '../testkit/envoy-service.ts';
import { aBundle, anIdentity, aView } from '../testkit/envoy-views.ts';
import { settle } from '../testkit/fake-clock.ts';

const connections = 1_000;
const names = ['default', 'ROOTCA', 'ALL'];
const rotations = 5;
/** Held once, however many streams are sent it: a copy for each would be 600 MB. */
const bundleBytes = 200_000;
const mostMegabytes = 200;

setFlagsFromString('--expose-gc');
const collectGarbage = runInNewContext('gc') as () => void;

/** Takes every message at once, keeps none, and never answers. */
class Sink {
  received = 0;
  bytes = 0;
  readonly #wake = Promise.withResolvers<undefined>();

  constructor(served: readonly ServedMethod[], name: string, { peer }: FakePeer) {
    const method = served.find((one) => one.method.path.endsWith('/StreamSecrets'));
    assert.ok(method !== undefined && 'stream' in method);
    const node = aNode({ major: 1, minor: 40 });
    const wake = this.#wake;
    peer.closed.addEventListener('abort', () => wake.resolve(undefined));
    const messages = (async function* (): AsyncGenerator {
      yield encodeSotw({ node, resource_names: [name] });
      await wake.promise;
    })();
    const send = (message: unknown) => {
      this.received += 1;
      this.bytes += (message as EncodedParts).length;
      return Promise.resolve();
    };
    const { path } = method.method;
    const signal = peer.closed;
    const receive = (receiver: MessageReceiver<unknown>) => void handOn(messages, receiver);
    void method.stream({
      path,
      peer,
      metadata: { get: () => [] },
      signal,
      messages,
      receive,
      send,
    });
  }
}

function largeBundle(round: number): Bundle {
  const x509Authorities = [{ der: new Uint8Array(bundleBytes).fill(round), tainted: false }];
  return { ...aBundle('domain.test'), x509Authorities };
}

const viewOf = (round: number) =>
  aView({
    identities: [anIdentity('spiffe://domain.test/web', { serial: round })],
    bundle: largeBundle(round),
  });

test('F095 1,000 connections with 3 streams each and a bundle of 200 kB stay small', async () => {
  const config = {
    ack_wait: '0s',
    stall_after: '1h',
    certificate_delay: '0s',
    limits: { streams_per_process: 0xffff, stream_opens_per_second: 0 },
  };
  const bench = sdsBench(viewOf(0), config, { log: silentLogger });
  const round = async (view: number, sinks: readonly Sink[], expected: number) => {
    await bench.publish(viewOf(view));
    while (sinks.some(({ received }) => received < expected)) await settle(1);
    const held = megabytes();
    assert.ok(held < mostMegabytes, `${held} MB`);
  };
  const before: number[] = [];
  for (let turn = 0; turn < 3; turn++) {
    collectGarbage();
    before.push(process.memoryUsage().heapUsed);
    const first = turn * (rotations + 1);
    const peers = Array.from({ length: connections }, () => new FakePeer());
    await bench.publish(viewOf(first));
    const sinks = peers.flatMap((peer) => names.map((name) => new Sink(bench.served, name, peer)));
    while (sinks.some(({ received }) => received === 0)) await settle(1);
    for (let rotation = 1; rotation <= rotations; rotation++) {
      await round(first + rotation, sinks, rotation + 1);
    }
    for (const peer of peers) peer.hangUp();
    while (bench.registry.size > 0) await settle(1);
    // Each content once for each name: nobody's own copy.
    assert.equal(bench.metrics.total('sds_encodes_total'), (turn + 1) * (rotations + 1) * 3);
  }
  collectGarbage();
  // The first turn warms caches up; the later ones leave nothing behind.
  const [, second = 0] = before;
  const left = process.memoryUsage().heapUsed;
  assert.ok(left < second * 1.15, `${left} bytes of heap after ${second}`);
});

/** What is held, garbage left out: when a runtime gives memory back to the system is its own affair. */
function megabytes(): number {
  collectGarbage();
  const { heapUsed, external } = process.memoryUsage();
  return (heapUsed + external) / 1024 / 1024;
}
