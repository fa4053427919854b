import assert from 'node:assert/strict';
import { test } from 'node:test';
import { SpiffeError } from '../common/errors/spiffe-error.ts';
import {
  aNode,
  FakePeer,
  fetchSecrets,
  openDelta,
  openSotw,
  summaries,
  summarize,
  type ScriptedStream,
  type SotwRequest,
  type SotwResponse,
} from '../testkit/envoy-client.ts';
import { sdsBench } from '../testkit/envoy-service.ts';
import { FakeClock, settle } from '../testkit/fake-clock.ts';
import { aBundle, anIdentity, aView, canaryKey } from '../testkit/envoy-views.ts';

const web = 'spiffe://domain.test/web';
const node = aNode({ major: 1, minor: 40 });
const keyMismatch =
  'Failed to load private key from <inline>, Cause: error:0b000074:X.509 certificate routines:OPENSSL_internal:KEY_VALUES_MISMATCH';

function viewOf(serial: number, ...roots: readonly string[]) {
  return aView({
    identities: [anIdentity(web, { serial })],
    bundle: aBundle('domain.test', ...roots),
  });
}

/** A stream that asks for these names and acknowledges what it gets. */
async function subscribed(
  stream: ScriptedStream<SotwRequest, SotwResponse>,
  names: readonly string[],
): Promise<SotwResponse> {
  stream.send({ node, resource_names: names });
  const response = await stream.next();
  stream.send({ resource_names: names, response_nonce: response.nonce });
  await settle();
  return response;
}

function namesOf(response: SotwResponse): readonly string[] {
  return summaries(response).map(({ name }) => name);
}

test('a name that is not there is held: the rest is served, and it is pushed when it comes', async () => {
  const bench = sdsBench(aView());
  const stream = openSotw(bench.served);
  assert.deepEqual(namesOf(await subscribed(stream, ['default', 'ROOTCA'])), ['ROOTCA']);
  assert.deepEqual(bench.source.wanted, ['default']);
  assert.equal(bench.metrics.value('sds_waiting_names'), 1);
  await bench.publish(viewOf(1));
  assert.deepEqual(namesOf(await stream.next()), ['default']);
  assert.equal(bench.metrics.value('sds_waiting_names'), 0);
});

test('why a name waits is said once per process, however often the Envoy asks', async () => {
  const bench = sdsBench(aView());
  const { peer } = new FakePeer(7);
  for (const caller of [peer, peer, new FakePeer(7).peer]) {
    const stream = openSotw(bench.served, caller);
    stream.send({ node, resource_names: ['default'] });
    await settle();
  }
  const lines = bench.log.lines.filter((line) => line.includes('Name waits'));
  assert.equal(lines.length, 1);
  assert.match(lines[0] ?? '', /no registration entry matches the workload/);
});

test('foreign names never break the rest', async () => {
  const bench = sdsBench(viewOf(1));
  const stream = openSotw(bench.served);
  const names = ['file-root:system', 'kubernetes://x', 'default', 'ROOTCA', 'ALL', web];
  assert.deepEqual(namesOf(await subscribed(stream, names)), ['ROOTCA', 'ALL', 'default', web]);
  assert.deepEqual(bench.source.wanted, []);
});

test('a caller is attested once, however many streams its connection has', async () => {
  const bench = sdsBench(viewOf(1));
  const { peer } = new FakePeer();
  await Promise.all([1, 2, 3].map(() => subscribed(openSotw(bench.served, peer), ['ROOTCA'])));
  await fetchSecrets(bench.served, { resource_names: ['ROOTCA'] }, peer);
  assert.equal(bench.attested(), 1);
});

test('a caller that cannot be attested is refused, and attested anew by its next stream', async () => {
  let attempts = 0;
  const bench = sdsBench(
    viewOf(1),
    {},
    {
      sourceFor: async () => {
        attempts++;
        throw new SpiffeError('ATTESTATION_FAILED', 'workload attestation failed');
      },
    },
  );
  const { peer } = new FakePeer();
  for (const stream of [openSotw(bench.served, peer), openSotw(bench.served, peer)]) {
    const error = await stream.end;
    assert.ok(error instanceof SpiffeError && error.code === 'ATTESTATION_FAILED');
    await settle();
  }
  assert.ok(attempts >= 1);
  const again = openSotw(bench.served, peer);
  assert.ok((await again.end) instanceof SpiffeError);
  assert.ok(attempts >= 2);
});

test('a changed bundle reaches only the streams that watch it', async () => {
  const bench = sdsBench(viewOf(1));
  const { peer } = new FakePeer();
  const certificate = openSotw(bench.served, peer);
  const roots = openSotw(bench.served, peer);
  await subscribed(certificate, ['default']);
  await subscribed(roots, ['ROOTCA']);
  await bench.publish(viewOf(1, 'root', 'new root'));
  assert.deepEqual(namesOf(await roots.next()), ['ROOTCA']);
  await bench.clock.advance(60_000);
  assert.equal(await certificate.unread(), 0);
});

test('a change of JWT keys or of the sequence number pushes nothing', async () => {
  const bench = sdsBench(viewOf(1));
  const stream = openSotw(bench.served);
  await subscribed(stream, []);
  const view = viewOf(1);
  await bench.publish({ ...view, bundle: { ...view.bundle, sequenceNumber: 9 } });
  assert.equal(await stream.unread(), 0);
});

test('views that come in one window are one push, of the newest', async () => {
  const bench = sdsBench(viewOf(1));
  const stream = openSotw(bench.served);
  await subscribed(stream, ['default']);
  for (const serial of [2, 3, 4]) bench.source.publish(viewOf(serial));
  await bench.clock.advance(50);
  const response = await stream.next();
  stream.send({ resource_names: ['default'], response_nonce: response.nonce });
  assert.equal(await stream.unread(), 0);
  const expected = anIdentity(web, { serial: 4 }).svid.chainDer[0] ?? new Uint8Array();
  assert.ok(
    summaries(response)[0]?.pem.includes(Buffer.from(expected).toString('base64').slice(0, 60)),
  );
});

test('a new root goes out at once, the certificate that it signed 300 ms later', async () => {
  const bench = sdsBench(viewOf(1));
  const { peer } = new FakePeer();
  const certificate = openSotw(bench.served, peer);
  const roots = openSotw(bench.served, peer);
  await subscribed(certificate, ['default']);
  await subscribed(roots, ['ROOTCA']);
  bench.source.publish(viewOf(2, 'root', 'new root'));
  await bench.clock.advance(20);
  assert.equal(await roots.unread(), 1);
  await bench.clock.advance(299);
  assert.equal(await certificate.unread(), 0);
  await bench.clock.advance(1);
  assert.equal(await certificate.unread(), 1);
});

test('a clock that is set back by an hour while a certificate waits does not make it wait an hour', async () => {
  const bench = sdsBench(viewOf(1));
  const stream = openSotw(bench.served);
  await subscribed(stream, ['default']);
  await bench.publish(viewOf(2, 'root', 'new root'));
  bench.clock.jump(-3_600_000);
  await bench.clock.advance(300);
  assert.equal(await stream.unread(), 1);
});

test('a certificate whose wait ends while the stream looks at it is sent all the same', async () => {
  class CreepingClock extends FakeClock {
    creeps = false;
    #crept = 0;
    override monotonic(): number {
      if (this.creeps) this.#crept++;
      return super.monotonic() + this.#crept;
    }
  }
  const clock = new CreepingClock();
  const bench = sdsBench(viewOf(1), { certificate_delay: '2ms' }, { clock });
  const stream = openSotw(bench.served);
  await subscribed(stream, ['default']);
  clock.creeps = true;
  bench.source.publish(viewOf(2, 'root', 'new root'));
  await clock.advance(20);
  clock.creeps = false;
  await clock.advance(20);
  assert.equal(await stream.unread(), 1);
});

test('a refused certificate is replaced by the last good one, and newer content follows', async () => {
  const bench = sdsBench(viewOf(1));
  const stream = openSotw(bench.served);
  const first = await subscribed(stream, ['default']);
  await bench.publish(viewOf(2));
  const bad = await stream.next();
  stream.send({
    resource_names: ['default'],
    version_info: first.version_info,
    response_nonce: bad.nonce,
    error_detail: { code: 13, message: keyMismatch },
  });
  const heal = await stream.next();
  assert.deepEqual(summaries(heal), summaries(first));
  assert.equal(heal.version_info, `${first.version_info}-1`);
  stream.send({ resource_names: ['default'], response_nonce: heal.nonce });
  await bench.clock.advance(60_000);
  assert.equal(await stream.unread(), 0);
  assert.equal(bench.metrics.value('sds_nack_total certificate key_mismatch'), 1);
  await bench.publish(viewOf(3));
  assert.equal(await stream.unread(), 1);
});

test('a refusal on the stream of the bundle is traced to the certificate of that Envoy', async () => {
  const bench = sdsBench(viewOf(1));
  const { peer } = new FakePeer(7);
  const certificate = openSotw(bench.served, peer);
  const roots = openSotw(bench.served, peer);
  const bystander = openSotw(bench.served, new FakePeer(8).peer);
  const first = await subscribed(certificate, ['default']);
  await subscribed(roots, ['ROOTCA']);
  await subscribed(bystander, ['default']);
  await bench.publish(viewOf(2));
  const second = await certificate.next();
  const other = await bystander.next();
  certificate.send({ resource_names: ['default'], response_nonce: second.nonce });
  bystander.send({ resource_names: ['default'], response_nonce: other.nonce });
  await bench.publish(viewOf(2, 'root', 'new root'));
  const rootsNow = await roots.next();
  roots.send({
    resource_names: ['ROOTCA'],
    response_nonce: rootsNow.nonce,
    error_detail: { code: 13, message: keyMismatch },
  });
  assert.deepEqual(summaries(await certificate.next()), summaries(first));
  assert.equal(await roots.unread(), 0);
  assert.equal(await bystander.unread(), 0);
});

test('while a certificate is being healed, a second refusal with its text blames nobody else', async () => {
  const bench = sdsBench(viewOf(1));
  const { peer } = new FakePeer(7);
  const certificate = openSotw(bench.served, peer);
  const roots = openSotw(bench.served, peer);
  await subscribed(certificate, ['default']);
  await subscribed(roots, ['ROOTCA']);
  await bench.publish(viewOf(2));
  const bad = await certificate.next();
  const refusal = { code: 13, message: keyMismatch };
  certificate.send({
    resource_names: ['default'],
    response_nonce: bad.nonce,
    error_detail: refusal,
  });
  await bench.publish(viewOf(2, 'root', 'new root'));
  const refused = await roots.next();
  roots.send({
    resource_names: ['ROOTCA'],
    response_nonce: refused.nonce,
    error_detail: refusal,
  });
  assert.equal(await certificate.unread(), 1);
  assert.equal(await roots.unread(), 0);
});

test('a lost name is told and counted, Envoy keeps it, and the stream lives on', async () => {
  const bench = sdsBench(viewOf(1));
  const stream = openSotw(bench.served);
  await subscribed(stream, ['default']);
  await bench.publish(aView());
  assert.equal(await stream.unread(), 0);
  assert.equal(bench.metrics.value('sds_lost_names'), 1);
  assert.equal(bench.registry.list()[0]?.names[0]?.standing, 'lost');
  await bench.publish(viewOf(2));
  assert.equal(await stream.unread(), 1);
});

test('a lost federated bundle leaves ALL at once', async () => {
  const bench = sdsBench(aView({ federated: [aBundle('b.test')] }));
  const stream = openSotw(bench.served);
  await subscribed(stream, ['ALL']);
  await bench.publish(aView());
  assert.deepEqual(summaries(await stream.next())[0]?.trustDomains, ['domain.test']);
});

test('an expired X509-SVID is reported once, not sent, and the stream is kept', async () => {
  const bench = sdsBench(undefined);
  const notAfterMs = bench.clock.now() + 15_000;
  bench.source.publish(aView({ identities: [anIdentity(web, { notAfterMs })] }));
  const stream = openSotw(bench.served);
  await subscribed(stream, ['default']);
  await bench.clock.advance(10_000);
  assert.equal(bench.metrics.value('sds_svid_min_ttl_seconds'), 5);
  await bench.clock.advance(60_000);
  assert.equal(bench.log.lines.filter((line) => line.includes('SVID expired')).length, 1);
  assert.equal(bench.registry.list()[0]?.names[0]?.standing, 'expired');
  assert.equal(await stream.unread(), 0);
});

test('nothing is sent to a process that is gone', async () => {
  const bench = sdsBench(viewOf(1));
  const process = new FakePeer();
  const stream = openSotw(bench.served, process.peer);
  await subscribed(stream, ['default']);
  process.die();
  await bench.publish(viewOf(2));
  assert.ok((await stream.end) instanceof SpiffeError);
  assert.equal(await stream.unread(), 0);
  await assert.rejects(fetchSecrets(bench.served, { resource_names: ['default'] }, process.peer), {
    code: 'CANCELLED',
  });
});

test('a closed connection ends its streams and leaves no timer, stream or gauge behind', async () => {
  const bench = sdsBench(viewOf(1));
  const process = new FakePeer();
  const streams = [openSotw(bench.served, process.peer), openSotw(bench.served, process.peer)];
  for (const stream of streams) stream.send({ node, resource_names: ['default', 'late'] });
  await settle();
  process.hangUp();
  await Promise.all(streams.map((stream) => stream.end));
  await bench.clock.advance(10_000);
  assert.equal(bench.registry.size, 0);
  assert.equal(bench.clock.pending, 0);
  for (const gauge of ['sds_streams sotw', 'sds_connections', 'sds_waiting_names']) {
    assert.equal(bench.metrics.value(gauge), 0, gauge);
  }
});

test('a half-closed stream ends well', async () => {
  const bench = sdsBench(viewOf(1));
  const stream = openSotw(bench.served);
  await subscribed(stream, ['default']);
  stream.halfClose();
  assert.equal(await stream.end, undefined);
});

test('a reader that takes nothing for 30 s loses its stream; meanwhile nothing piles up', async () => {
  const bench = sdsBench(viewOf(1));
  const stream = openSotw(bench.served);
  await subscribed(stream, ['default']);
  stream.stopReading();
  for (let serial = 2; serial < 100; serial++) await bench.publish(viewOf(serial));
  assert.equal(bench.metrics.value('sds_blocked_streams'), 1);
  assert.equal(stream.wire.length, 1);
  await bench.clock.advance(30_000);
  const error = await stream.end;
  assert.ok(error instanceof SpiffeError && error.code === 'UNAVAILABLE');
});

test('an Envoy that reads but does not answer stalls, and goes on when it answers', async () => {
  const bench = sdsBench(viewOf(1));
  const stream = openSotw(bench.served);
  stream.send({ node, resource_names: ['default'] });
  const response = await stream.next();
  await bench.clock.advance(30_000);
  assert.equal(bench.metrics.value('sds_stalled_streams'), 1);
  await bench.publish(viewOf(2));
  assert.equal(await stream.unread(), 0);
  stream.send({ resource_names: ['default'], response_nonce: response.nonce });
  assert.equal(await stream.unread(), 1);
  assert.equal(bench.metrics.value('sds_stalled_streams'), 0);
});

test('bytes that nobody reads stop the other streams of the connection until they are read', async () => {
  const bench = sdsBench(viewOf(1), { limits: { outstanding_bytes: 1 } });
  const { peer } = new FakePeer();
  const slow = openSotw(bench.served, peer);
  slow.stopReading();
  slow.send({ node, resource_names: ['ROOTCA'] });
  await settle();
  const other = openSotw(bench.served, peer);
  other.send({ node, resource_names: ['default'] });
  assert.equal(await other.unread(), 0);
  slow.resumeReading();
  assert.equal(await other.unread(), 1);
});

const limits: readonly [string, object, number][] = [
  ['streams_per_connection', { streams_per_connection: 2 }, 2],
  ['streams_per_process', { streams_per_process: 2 }, 2],
  ['streams_total', { streams_total: 2 }, 2],
  ['opens_per_connection_per_second', { opens_per_connection_per_second: 2 }, 2],
];

for (const [name, config, allowed] of limits) {
  test(`over the limit ${name} a stream is refused, the others are served`, async () => {
    const bench = sdsBench(viewOf(1), { limits: config });
    const { peer } = new FakePeer();
    for (let at = 0; at < allowed; at++) await subscribed(openSotw(bench.served, peer), ['ROOTCA']);
    const error = await openSotw(bench.served, peer).end;
    assert.ok(error instanceof SpiffeError && error.code === 'RESOURCE_EXHAUSTED');
    assert.match(error.message, new RegExp(name));
    assert.equal(bench.registry.size, allowed);
  });
}

test('requests that come too fast end the stream, answers to our responses are free', async () => {
  const bench = sdsBench(viewOf(1), { limits: { requests_per_second: 1, requests_burst: 2 } });
  const patient = openSotw(bench.served);
  await subscribed(patient, ['default']);
  for (let serial = 2; serial < 9; serial++) {
    await bench.publish(viewOf(serial));
    const response = await patient.next();
    patient.send({ resource_names: ['default'], response_nonce: response.nonce });
  }
  const hasty = openSotw(bench.served);
  hasty.send({ node, resource_names: ['default'] });
  for (let at = 0; at < 3; at++) hasty.send({ resource_names: [`n${at}`], response_nonce: 'x' });
  const error = await hasty.end;
  assert.ok(error instanceof SpiffeError && error.code === 'RESOURCE_EXHAUSTED');
  assert.equal(bench.registry.size, 1);
});

const hostile: readonly [string, Uint8Array][] = [
  ['no protobuf', new Uint8Array([0xff, 0xff, 0xff])],
  ['a broken Node', new Uint8Array([0x12, 0x02, 0x0a, 0x7f])],
  ['a broken error_detail', new Uint8Array([0x32, 0x02, 0x12, 0x7f])],
];

for (const [what, bytes] of hostile) {
  test(`${what} ends that stream only`, async () => {
    const bench = sdsBench(viewOf(1));
    const { peer } = new FakePeer();
    const good = openSotw(bench.served, peer);
    await subscribed(good, ['default']);
    const bad = openSotw(bench.served, peer);
    bad.sendBytes(bytes);
    const error = await bad.end;
    assert.ok(error instanceof SpiffeError && error.code === 'INVALID_ARGUMENT');
    await bench.publish(viewOf(2));
    assert.equal(await good.unread(), 1);
  });
}

test('a Delta Envoy gets one resource per message, pushes and removals', async () => {
  const bench = sdsBench(viewOf(1));
  const stream = openDelta(bench.served);
  stream.send({ node, resource_names_subscribe: ['default', 'ROOTCA', 'file-root:system'] });
  const bundle = await stream.next();
  const certificate = await stream.next();
  const removed = await stream.next();
  assert.deepEqual(
    [bundle, certificate].map(({ resources }) => [
      resources[0]?.name,
      summarize(resources[0]!.resource!).name,
      resources.length,
    ]),
    [
      ['ROOTCA', 'ROOTCA', 1],
      ['default', 'default', 1],
    ],
  );
  assert.deepEqual(removed.removed_resources, ['file-root:system']);
  await bench.publish(aView());
  assert.deepEqual((await stream.next()).removed_resources, ['default']);
  await bench.publish(viewOf(2));
  assert.equal((await stream.next()).resources[0]?.name, 'default');
});

test('Delta can be switched off', async () => {
  const bench = sdsBench(viewOf(1), { enable_delta: false });
  const error = await openDelta(bench.served).end;
  assert.ok(error instanceof SpiffeError && error.code === 'UNIMPLEMENTED');
});

test('a fetch before the first sync waits for it, though not for ever', async () => {
  const bench = sdsBench(undefined);
  const answered = fetchSecrets(bench.served, { resource_names: ['ROOTCA'] });
  const late = assert.rejects(fetchSecrets(sdsLate.served, { resource_names: ['ROOTCA'] }), {
    code: 'UNAVAILABLE',
  });
  await settle();
  bench.source.publish(viewOf(1));
  assert.deepEqual(namesOf(await answered), ['ROOTCA']);
  await sdsLate.clock.advance(30_000);
  await late;
});

const sdsLate = sdsBench(undefined);

test('2,000 streams over 20 identities encode each secret once', async () => {
  const identities = (serial: number) =>
    Array.from({ length: 20 }, (_, at) => anIdentity(`spiffe://domain.test/w${at}`, { serial }));
  const bench = sdsBench(aView({ identities: identities(1) }), {
    limits: { stream_opens_per_second: 0, streams_per_process: 5000 },
  });
  const streams = Array.from({ length: 2000 }, (_, at) => {
    const stream = openSotw(bench.served, new FakePeer(1 + (at % 500)).peer);
    stream.send({ node, resource_names: [`spiffe://domain.test/w${at % 20}`] });
    return stream;
  });
  for (const stream of streams) {
    const response = await nextOf(stream);
    stream.send({ resource_names: namesOf(response), response_nonce: response.nonce });
  }
  assert.equal(bench.metrics.total('sds_encodes_total'), 20);
  await settle();
  bench.source.publish(aView({ identities: identities(2) }));
  await bench.clock.advance(50);
  await settle(100);
  for (const stream of streams) assert.equal(stream.wire.length, 2);
  assert.equal(bench.metrics.total('sds_encodes_total'), 40);
});

async function nextOf(stream: ScriptedStream<SotwRequest, SotwResponse>): Promise<SotwResponse> {
  while (stream.wire.length === 0) await settle(1);
  return stream.next();
}

test('the registry shows what an operator asks, and no log line or record holds a key', async () => {
  const bench = sdsBench(viewOf(1));
  const stream = openSotw(bench.served, new FakePeer(4711).peer);
  const first = await subscribed(stream, ['default', 'late']);
  await bench.publish(viewOf(2));
  const bad = await stream.next();
  stream.send({
    resource_names: ['default', 'late'],
    response_nonce: bad.nonce,
    error_detail: { code: 13, message: `${keyMismatch}\u001b[2J` },
  });
  await settle();
  const [record] = bench.registry.list();
  assert.ok(record !== undefined);
  assert.deepEqual(
    [record.pid, record.uid, record.nodeId, record.cluster, record.envoyVersion, record.protocol],
    [4711, 1000, 'sidecar', 'web', '1.40.0', 'sotw'],
  );
  assert.equal(record.lastNack?.class, 'key_mismatch');
  assert.equal(record.lastNack.text, `${keyMismatch} [2J`);
  const [served, waiting] = record.names;
  assert.equal(served?.versionSent, `${first.version_info}-1`);
  assert.equal(served.versionAcked, first.version_info);
  assert.equal(served.serialNumber, '1');
  assert.equal(served.expiresAtMs, Date.UTC(2030, 0, 1));
  assert.equal(waiting?.standing, 'unservable');
  const text = `${bench.log.lines.join('\n')}${JSON.stringify(bench.registry.list())}`;
  assert.ok(bench.log.lines.length > 3);
  for (const secret of [
    canaryKey,
    Buffer.from(canaryKey).toString('base64').slice(0, 20),
    'BEGIN',
  ]) {
    assert.ok(!text.includes(secret));
  }
});

test('a change of the default identity is counted and told', async () => {
  const other = anIdentity('spiffe://domain.test/a', { entryId: '0' });
  const bench = sdsBench(viewOf(1));
  const stream = openSotw(bench.served);
  await subscribed(stream, ['default']);
  await bench.publish(aView({ identities: [other, anIdentity(web, { entryId: '1' })] }));
  assert.equal(bench.metrics.value('sds_default_identity_changes_total'), 1);
  assert.ok(bench.log.lines.some((line) => line.includes('Default identity')));
});
