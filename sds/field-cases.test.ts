// Faults that users of other SDS servers met, each with its number in the collection of field cases.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { ErrorCode } from '../common/errors/codes.ts';
import type { IdentityView } from '../common/spiffe/identity-view.ts';
import {
  aNode,
  FakePeer,
  fetchSecrets,
  openDelta,
  openSotw,
  summaries,
  type ScriptedStream,
  type SotwRequest,
  type SotwResponse,
} from '../testkit/envoy-client.ts';
import { sdsBench } from '../testkit/envoy-service.ts';
import { aBundle, anIdentity, aView } from '../testkit/envoy-views.ts';
import { settle } from '../testkit/fake-clock.ts';

const web = 'spiffe://domain.test/web';
const api = 'spiffe://domain.test/api';
const node = aNode({ major: 1, minor: 30 });
const tenSecondsMs = 10_000;

type Stream = ScriptedStream<SotwRequest, SotwResponse>;

function viewOf(serial: number, ...federated: readonly string[]): IdentityView {
  return aView({
    identities: [anIdentity(web, { serial })],
    federated: federated.map((name) => aBundle(name)),
  });
}

const namesOf = (response: SotwResponse) => summaries(response).map(({ name }) => name);

/** Acknowledges, asking for the same names or for others. */
function ack(stream: Stream, response: SotwResponse, names: readonly string[]): void {
  const { nonce: response_nonce, version_info } = response;
  stream.send({ resource_names: names, response_nonce, version_info });
}

async function subscribed(stream: Stream, names: readonly string[]): Promise<SotwResponse> {
  stream.send({ node, resource_names: names });
  const response = await stream.next();
  ack(stream, response, names);
  await settle();
  return response;
}

test('F069 the nonce and version of an earlier stream do not matter on a new one', async () => {
  const stream = openSotw(sdsBench(viewOf(1)).served);
  const old = { version_info: '7', response_nonce: 'deadbeef' };
  stream.send({ node, resource_names: ['default'], ...old });
  const response = await stream.next();
  assert.match(response.version_info, /^[0-9a-f]{32}$/);
  assert.notEqual(response.nonce, '');
  assert.notEqual(response.nonce, old.response_nonce);
});

test('F071 an Envoy that refuses everything gets one response per content', async () => {
  const bench = sdsBench(viewOf(1));
  const stream = openSotw(bench.served);
  stream.send({ node, resource_names: ['default'] });
  for (const serial of [2, 3]) {
    const { nonce } = await stream.next();
    const error_detail = { code: 13, message: 'no' };
    stream.send({ resource_names: ['default'], response_nonce: nonce, error_detail });
    await bench.clock.advance(tenSecondsMs);
    assert.equal(await stream.unread(), 0);
    await bench.publish(viewOf(serial));
    assert.equal(await stream.unread(), 1);
  }
});

test('F073 an added name is answered at once and alone; order, repeats and fewer names are not', async () => {
  const view = aView({ identities: [anIdentity(api), anIdentity(web)] });
  const stream = openSotw(sdsBench(view).served);
  stream.send({ node, resource_names: [api] });
  let last = await stream.next();
  assert.deepEqual(namesOf(last), [api]);
  ack(stream, last, [api, web]);
  last = await stream.next();
  assert.deepEqual(namesOf(last), [web]);
  for (const names of [[web, api], [web, api, web], [web]]) {
    ack(stream, last, names);
    assert.equal(await stream.unread(), 0);
  }
  // Named again, it is answered again, also inside a refusal.
  const error_detail = { code: 13, message: 'no' };
  stream.send({ resource_names: [web, api], response_nonce: last.nonce, error_detail });
  assert.deepEqual(namesOf(await stream.next()), [api]);
});

const nodeRows = [
  { what: 'version', config: {}, said: undefined, flavour: 'spiffe' },
  { what: 'wish for plain roots', config: {}, said: true, flavour: 'rootca' },
  {
    what: 'wish for the SPIFFE validator',
    config: { disable_spiffe_cert_validation: true },
    said: false,
    flavour: 'spiffe',
  },
] as const;

for (const { what, config, said, flavour } of nodeRows) {
  test(`F075 the ${what} in the Node of the first message counts for what comes later`, async () => {
    const bench = sdsBench(undefined, config);
    const stream = openSotw(bench.served);
    const names = ['ROOTCA'];
    stream.send({ node: aNode({ major: 1, minor: 30 }, said), resource_names: names });
    assert.equal(await stream.unread(), 0);
    for (let rotation = 0; rotation <= 3; rotation++) {
      await bench.publish(aView({ bundle: aBundle('domain.test', `root ${rotation}`) }));
      const response = await stream.next();
      assert.deepEqual(
        summaries(response).map((one) => one.flavour),
        [flavour],
      );
      ack(stream, response, names);
    }
  });
}

const asked = ['default', 'ROOTCA', 'ALL', 'null', ''];
const nameRows = [
  { config: {}, given: { default: 'certificate', ROOTCA: 'domain.test', ALL: 'both' } },
  {
    config: { default_bundle_name: '', default_all_bundles_name: 'ROOTCA' },
    given: { default: 'certificate', ROOTCA: 'both' },
  },
  {
    config: { default_bundle_name: 'null', default_all_bundles_name: 'ROOTCA' },
    given: { default: 'certificate', ROOTCA: 'both', null: 'domain.test' },
  },
  {
    config: { default_bundle_name: 'ROOTCA', default_all_bundles_name: 'ROOTCA' },
    given: { default: 'certificate', ROOTCA: 'domain.test' },
  },
];

for (const { config, given } of nameRows) {
  test(`F077 with ${JSON.stringify(config)} the default names give ${JSON.stringify(given)}`, async () => {
    const bench = sdsBench(viewOf(1, 'partner.test'), config);
    const stream = openSotw(bench.served);
    const response = await subscribed(stream, asked);
    const got = summaries(response).map(({ name, flavour, trustDomains }) => [
      name,
      flavour === 'certificate' ? flavour : trustDomains.length > 1 ? 'both' : trustDomains[0],
    ]);
    assert.deepEqual(Object.fromEntries(got), given);
    const waiting = bench.registry.list()[0]?.names.filter((one) => one.standing !== 'served');
    const expected = asked.filter((name) => name !== '' && !Object.hasOwn(given, name));
    assert.deepEqual(
      waiting?.map(({ name }) => name),
      expected,
    );
  });
}

test('F077 a default bundle that hides the set of all bundles is warned of at the start', () => {
  const warnings = (config: object) =>
    sdsBench(aView(), config).log.lines.filter((line) => line.includes('hides the set')).length;
  assert.equal(warnings({ default_all_bundles_name: 'ROOTCA' }), 1);
  assert.equal(warnings({ default_bundle_name: '', default_all_bundles_name: '' }), 0);
  assert.equal(warnings({}), 0);
});

test('F078 a trust domain ID and the default names of bundles are served together', async () => {
  const stream = openSotw(sdsBench(viewOf(1)).served);
  const names = ['spiffe://domain.test', 'ROOTCA', 'ALL'];
  assert.deepEqual(namesOf(await subscribed(stream, names)), names);
});

for (const policy of ['hold', 'reject']) {
  test(`F079 an Envoy that asks 100 times for a foreign name leaves at most 3 log lines (${policy})`, async () => {
    const bench = sdsBench(viewOf(1), { unknown_name_policy: policy });
    const other = openSotw(bench.served, new FakePeer(7).peer);
    await subscribed(other, ['default']);
    const told = () => bench.log.lines.filter((line) => !line.includes('"level":"debug"')).length;
    const before = told();
    for (let attempt = 0; attempt < 100; attempt++) {
      const process = new FakePeer(7);
      const stream = openSotw(bench.served, process.peer);
      stream.send({ node, resource_names: ['file-root:system'] });
      assert.equal(await stream.unread(), 0);
      process.hangUp();
      await bench.clock.advance(100);
    }
    assert.ok(told() - before <= 3, bench.log.lines.join('\n'));
    await bench.publish(viewOf(2));
    assert.deepEqual(namesOf(await other.next()), ['default']);
  });
}

test('F081 while rejecting, a name without entry ends the stream with SPIRE’s status', async () => {
  const stream = openSotw(sdsBench(aView(), { unknown_name_policy: 'reject' }).served);
  stream.send({ node, resource_names: ['default'] });
  const { code } = (await stream.end) as { code: ErrorCode };
  assert.equal(code, 'INVALID_ARGUMENT');
});

test('F082 a workload without identity gets roots when it asks for them, never a certificate', async () => {
  const bench = sdsBench(aView());
  const given: unknown[] = [];
  for (const names of [['ROOTCA'], ['default'], [], ['*'], ['default', 'ROOTCA']]) {
    const stream = openSotw(bench.served, new FakePeer().peer);
    stream.send({ node, resource_names: names });
    const response = (await stream.unread()) === 0 ? undefined : await stream.next();
    given.push(response === undefined ? 'held' : summaries(response).map((one) => one.flavour));
  }
  assert.deepEqual(given, [['spiffe'], 'held', ['spiffe'], ['spiffe'], ['spiffe']]);
  await assert.rejects(fetchSecrets(bench.served, { node, resource_names: ['default'] }), {
    code: 'INVALID_ARGUMENT',
  });
});

test('F083 the default identity is the first entry’s through rotations and a restart', async () => {
  const both = (serial: number) =>
    aView({
      identities: [
        anIdentity(web, { entryId: 'a', serial }),
        anIdentity(api, { entryId: 'b', serial }),
      ],
    });
  for (const start of [0, 100]) {
    const bench = sdsBench(both(start));
    const stream = openSotw(bench.served);
    let last = await subscribed(stream, ['default']);
    for (let serial = start + 1; serial <= start + 50; serial++) {
      await bench.publish(both(serial));
      last = await stream.next();
      assert.match(summaries(last)[0]?.pem ?? '', pemOf(`leaf ${web} ${serial}`));
      ack(stream, last, ['default']);
    }
    await bench.publish(aView({ identities: [anIdentity(api, { entryId: 'b', serial: start })] }));
    assert.match(summaries(await stream.next())[0]?.pem ?? '', pemOf(`leaf ${api} ${start}`));
    assert.equal(await stream.unread(), 0);
  }
});

const revocations = [
  { policy: 'hold', code: undefined },
  { policy: 'reject', code: 'INVALID_ARGUMENT' },
];

for (const { policy, code } of revocations) {
  test(`F086 a federation that ends leaves ALL at once; by its own name it is ${code ?? 'kept and told as lost'}`, async () => {
    const bench = sdsBench(viewOf(1, 'a.test', 'b.test'), { unknown_name_policy: policy });
    const all = openSotw(bench.served);
    const byName = openSotw(bench.served, new FakePeer(2).peer);
    const [before] = summaries(await subscribed(all, ['ALL']));
    assert.deepEqual(before?.trustDomains, ['a.test', 'b.test', 'domain.test']);
    await subscribed(byName, ['spiffe://b.test']);
    await bench.publish(viewOf(1, 'a.test'));
    const [after] = summaries(await all.next());
    assert.deepEqual(after?.trustDomains, ['a.test', 'domain.test']);
    assert.equal(await byName.unread(), 0);
    const ended = await Promise.race([byName.end, settle()]);
    assert.equal((ended as { code?: string } | undefined)?.code, code);
    assert.equal(bench.metrics.value('sds_lost_names'), code === undefined ? 1 : 0);
  });
}

test('F089 what changes nothing for a stream pushes nothing to it, one rotation pushes once', async () => {
  const identity = anIdentity(web);
  const bench = sdsBench(aView({ identities: [identity] }));
  const sotw = openSotw(bench.served);
  const delta = openDelta(bench.served, new FakePeer(2).peer);
  for (const name of ['default', 'ROOTCA']) {
    delta.send({ node, resource_names_subscribe: [name] });
    delta.send({ response_nonce: (await delta.next()).nonce });
  }
  await subscribed(sotw, ['default', 'ROOTCA']);
  for (let serial = 0; serial < 100; serial++) {
    // Another entry of the workload, a JWT key, a sequence number, equal bytes in new objects.
    const bundle = {
      ...aBundle('domain.test'),
      jwtAuthorities: [
        { keyId: `key ${serial}`, publicKeyDer: new Uint8Array(), expiresAtMs: 0, tainted: false },
      ],
      sequenceNumber: serial,
    };
    const other = anIdentity(`${web}-other`, { serial });
    await bench.publish(aView({ identities: [anIdentity(web), other], bundle }));
  }
  assert.deepEqual([await sotw.unread(), await delta.unread()], [0, 0]);
  await bench.publish(viewOf(2));
  assert.deepEqual([await sotw.unread(), await delta.unread()], [1, 1]);
});

test('F093 a fetch has the resources of the stream, and neither version nor nonce', async () => {
  const bench = sdsBench(viewOf(1));
  const names = ['default', 'ROOTCA', 'ALL'];
  const streamed = await subscribed(openSotw(bench.served), names);
  const fetched = await fetchSecrets(bench.served, { node, resource_names: names });
  assert.deepEqual([fetched.version_info, fetched.nonce], ['', '']);
  const values = (response: SotwResponse) =>
    response.resources.map((any) => Buffer.from(any.value).toString('hex')).sort();
  assert.deepEqual(values(fetched), values(streamed));
});

/** PEM text that holds these bytes at its start. */
function pemOf(text: string): RegExp {
  const base64 = Buffer.from(text).toString('base64');
  return new RegExp(base64.slice(0, 4 * Math.floor(text.length / 3)));
}
