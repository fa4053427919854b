import assert from 'node:assert/strict';
import { test } from 'node:test';
import { FakePlugin, type StreamScript } from '../../../testkit/fake-plugin.ts';
import { createTestCa } from '../../../testkit/test-ca.ts';
import { hasCode, SpiffeError } from '../../../common/errors/spiffe-error.ts';
import { Secret } from '../../../common/secret/secret.ts';
import { externalNodeAttestor } from './node-attestor.ts';
import { externalSvidStore } from './svid-store.ts';
import { externalWorkloadAttestor } from './workload-attestor.ts';
import { findExternal } from './kinds.ts';

const signal = new AbortController().signal;
const bytes = (text: string) => Buffer.from(text);
const is = (code: SpiffeError['code'], message: string) => (error: unknown) =>
  hasCode(error, code) && error.message === message;

function attestorOf(script: StreamScript) {
  const plugin = new FakePlugin('NodeAttestor', 'tpm');
  plugin.script = script;
  return { plugin, attestor: externalNodeAttestor(plugin) };
}

test('a node attestor gives its payload, answers each challenge, and its stream ends with the session', async () => {
  const { plugin, attestor } = attestorOf(async function* (sent) {
    yield { payload: bytes('node') };
    for (;;) {
      const { challenge } = (await sent()) as { challenge: Uint8Array };
      yield { challenge_response: Buffer.concat([challenge, bytes('!')]) };
    }
  });
  assert.equal(attestor.type, 'tpm');
  const session = await attestor.begin(signal);
  assert.equal(String(Buffer.from(session.payload.reveal())), 'node');
  assert.equal(String(await session.answer(bytes('one'))), 'one!');
  assert.equal(String(await session.answer(bytes('two'))), 'two!');
  const isCancelled = () => plugin.streams.map((stream) => stream.isCancelled);
  assert.deepEqual(isCancelled(), [false]);
  session.end?.();
  assert.deepEqual(isCancelled(), [true]);
});

// SPIRE 1.15: the texts of its facade.
const badStarts: readonly [string, StreamScript, string][] = [
  [
    'closes its stream',
    async function* () {
      // Without a word.
    },
    'nodeattestor(tpm): plugin closed stream before returning attestation data',
  ],
  [
    'sends an empty payload',
    async function* () {
      yield await Promise.resolve({ payload: bytes('') });
    },
    'nodeattestor(tpm): plugin response missing attestation payload',
  ],
  [
    'begins with an answer',
    async function* () {
      yield await Promise.resolve({ challenge_response: bytes('x') });
    },
    'nodeattestor(tpm): plugin response missing attestation payload',
  ],
];
for (const [what, script, message] of badStarts) {
  test(`a node attestor that ${what} fails the attestation, and its stream is ended`, async () => {
    const { plugin, attestor } = attestorOf(script);
    await assert.rejects(attestor.begin(signal), is('INTERNAL', message));
    assert.equal(plugin.streams[0]?.isCancelled, true);
  });
}

test('a node attestor that does not answer a challenge is named', async () => {
  const silent = attestorOf(async function* () {
    yield await Promise.resolve({ payload: bytes('node') });
  });
  const session = await silent.attestor.begin(signal);
  await assert.rejects(
    session.answer(bytes('x')),
    is('INTERNAL', 'nodeattestor(tpm): plugin closed stream before handling the challenge'),
  );
  const empty = attestorOf(async function* () {
    yield await Promise.resolve({ payload: bytes('node') });
    yield {};
  });
  await assert.rejects(
    (await empty.attestor.begin(signal)).answer(bytes('x')),
    is('INTERNAL', 'nodeattestor(tpm): plugin response missing challenge response'),
  );
});

test('the error of a node attestor keeps its code', async () => {
  const { attestor } = attestorOf(async function* () {
    yield await Promise.reject(new SpiffeError('FAILED_PRECONDITION', 'not configured'));
  });
  await assert.rejects(
    attestor.begin(signal),
    is('FAILED_PRECONDITION', 'nodeattestor(tpm): not configured'),
  );
});

test('the selectors of a workload attestor have its name as their type', async () => {
  const plugin = new FakePlugin('WorkloadAttestor', 'custom');
  plugin.answer = () => ({ selector_values: ['a:1', 'b'] });
  assert.deepEqual(await externalWorkloadAttestor(plugin).attest(7, signal), [
    { type: 'custom', value: 'a:1' },
    { type: 'custom', value: 'b' },
  ]);
  assert.deepEqual(plugin.calls[0]?.request, { pid: 7 });
});

test('a workload attestor that only knows references is given one of the process', async () => {
  const plugin = new FakePlugin('WorkloadAttestor', 'custom');
  plugin.answer = ({ method, request }) => {
    if (method === 'Attest') throw new SpiffeError('UNIMPLEMENTED', 'unknown method Attest');
    const { reference } = request as { reference: { type_url: string; value: Uint8Array } };
    const hex = Buffer.from(reference.value).toString('hex');
    return { selector_values: [`${reference.type_url} ${hex}`] };
  };
  const [found] = await externalWorkloadAttestor(plugin).attest(300, signal);
  assert.equal(found?.value, 'type.googleapis.com/spiffe.broker.WorkloadPIDReference 08ac02');
});

test('a workload attestor that fails is not asked a second time', async () => {
  const plugin = new FakePlugin('WorkloadAttestor', 'custom');
  plugin.answer = () => {
    throw new SpiffeError('PERMISSION_DENIED', 'custom: no');
  };
  await assert.rejects(
    externalWorkloadAttestor(plugin).attest(7, signal),
    is('PERMISSION_DENIED', 'workloadattestor(custom): no'),
  );
  assert.equal(plugin.calls.length, 1);
});

test('a store is given the chain, the key, the roots, and one value per federated trust domain', async () => {
  const ca = await createTestCa({ trustDomain: 'store.test' });
  const svid = await ca.issue('spiffe://store.test/x');
  const plugin = new FakePlugin('SVIDStore', 'vault');
  const store = externalSvidStore(plugin);
  const metadata = ['name:x'];
  await store.put(
    {
      spiffeId: svid.id,
      svid: { ...svid, privateKeyDer: new Secret(bytes('key')), notAfterMs: 1_700_000_000_900 },
      bundleDer: [bytes('root')],
      federatedDer: new Map([['spiffe://far.test', [bytes('one'), bytes('two')]]]),
      metadata,
    },
    signal,
  );
  await store.delete(metadata, signal);
  assert.deepEqual(
    plugin.calls.map(({ method, request }) => [method, request]),
    [
      [
        'PutX509SVID',
        {
          svid: {
            spiffeID: 'spiffe://store.test/x',
            cert_chain: [...svid.chainDer],
            private_key: bytes('key'),
            bundle: [bytes('root')],
            expires_at: 1_700_000_000,
          },
          metadata,
          federated_bundles: { 'spiffe://far.test': bytes('onetwo') },
        },
      ],
      ['DeleteX509SVID', { metadata }],
    ],
  );
});

test('what the agent cannot use as an external plugin is refused with the reason', () => {
  assert.match(String(findExternal('KeyManager', 'tpm')), /its key signs TLS handshakes/);
  assert.match(String(findExternal('NodeAttestor', 'join_token')), /built in/);
  assert.match(String(findExternal('Notifier', 'x')), /cannot be external/);
});
