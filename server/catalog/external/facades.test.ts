import assert from 'node:assert/strict';
import { createHash, verify, createPublicKey } from 'node:crypto';
import { test } from 'node:test';
import { FakePlugin, type StreamScript } from '../../../testkit/fake-plugin.ts';
import { createTestCa } from '../../../testkit/test-ca.ts';
import { hasCode, SpiffeError } from '../../../common/errors/spiffe-error.ts';
import { parseSpiffeId } from '../../../common/spiffe/spiffe-id.ts';
import { generateKeyPair } from '../../../common/x509/keys.ts';
import { signAsync } from '../../../common/x509/signature.ts';
import { externalBundlePublisher, externalNotifier } from './bundle-publisher.ts';
import { externalCredentialComposer } from './credential-composer.ts';
import { externalKeyManager } from './key-manager.ts';
import { findExternal } from './kinds.ts';
import { externalNodeAttestor } from './node-attestor.ts';
import { externalUpstreamAuthority } from './upstream-authority.ts';

const signal = new AbortController().signal;
const bytes = (text: string) => Buffer.from(text);
const is = (code: SpiffeError['code'], message: string | RegExp) => (error: unknown) =>
  hasCode(error, code) &&
  (typeof message === 'string' ? error.message === message : message.test(error.message));
const noChallenge = () => Promise.reject(new Error('not to be asked'));

function attestorOf(script: StreamScript) {
  const plugin = new FakePlugin('NodeAttestor', 'tpm');
  plugin.script = script;
  return { plugin, attestor: externalNodeAttestor(plugin) };
}

test('a node is challenged as often as the plugin wants, and its selectors have the name of the plugin', async () => {
  const { plugin, attestor } = attestorOf(async function* (sent) {
    const { payload } = (await sent()) as { payload: Uint8Array };
    yield { challenge: payload };
    const { challenge_response: one } = (await sent()) as { challenge_response: Uint8Array };
    yield { challenge: one };
    const { challenge_response: two } = (await sent()) as { challenge_response: Uint8Array };
    yield {
      agent_attributes: {
        spiffe_id: `spiffe://domain.test/spire/agent/tpm/${String(two)}`,
        selector_values: ['a', 'b'],
        can_reattest: true,
      },
    };
  });
  const challenge = (asked: Uint8Array) => Promise.resolve(Buffer.concat([asked, bytes('x')]));
  const found = await attestor.attest(bytes('p'), challenge, signal, { address: '192.0.2.1' });
  assert.deepEqual(found, {
    agentId: 'spiffe://domain.test/spire/agent/tpm/pxx',
    selectors: [
      { type: 'tpm', value: 'a' },
      { type: 'tpm', value: 'b' },
    ],
    canReattest: true,
  });
  const [stream] = plugin.streams;
  assert.ok(stream !== undefined);
  assert.equal(stream.options.metadata?.['x-forwarded-client-ip'], '192.0.2.1');
  assert.equal(stream.isCancelled, true);
});

// SPIRE 1.15: the texts of its facade.
const badAttestations: readonly [string, object | undefined, RegExp | string][] = [
  ['closes its stream', undefined, 'nodeattestor(tpm): plugin closed stream unexpectedly'],
  ['says nothing', {}, 'nodeattestor(tpm): plugin response missing challenge or agent attributes'],
  [
    'names no agent',
    { agent_attributes: {} },
    'nodeattestor(tpm): plugin response missing agent ID',
  ],
  [
    'names what is no SPIFFE ID',
    { agent_attributes: { spiffe_id: 'agent-7' } },
    /^nodeattestor\(tpm\): invalid agent ID: /,
  ],
];
for (const [what, answer, message] of badAttestations) {
  test(`an attestor that ${what} fails the attestation`, async () => {
    const { plugin, attestor } = attestorOf(async function* () {
      if (answer !== undefined) yield await Promise.resolve(answer);
    });
    await assert.rejects(attestor.attest(bytes('p'), noChallenge, signal), is('INTERNAL', message));
    assert.equal(plugin.streams[0]?.isCancelled, true);
  });
}

test('an empty payload never reaches the plugin; the fault of the node passes with its code', async () => {
  const { plugin, attestor } = attestorOf(async function* () {
    yield await Promise.resolve({ challenge: bytes('c') });
  });
  await assert.rejects(
    attestor.attest(bytes(''), noChallenge, signal),
    is('INVALID_ARGUMENT', 'payload cannot be empty'),
  );
  assert.equal(plugin.streams.length, 0);
  const gone = () => Promise.reject(new SpiffeError('CANCELLED', 'the agent went away'));
  await assert.rejects(
    attestor.attest(bytes('p'), gone, signal),
    is('CANCELLED', 'the agent went away'),
  );
});

const pair = await generateKeyPair('ec-p384');
const other = await generateKeyPair('ec-p256');
const publicKey = (id: string, more: object = {}) => ({
  id,
  pkix_data: pair.publicKeyDer,
  fingerprint: 'f',
  ...more,
});

test('a key manager signs digests with the hash of the key, and never hands a key over', async () => {
  const plugin = new FakePlugin('KeyManager', 'kms');
  plugin.answer = ({ method, request }) => {
    if (method === 'GetPublicKeys') return { public_keys: [publicKey('x509-CA-A')] };
    const { hash_algorithm: hash } = request as { hash_algorithm: number };
    return { signature: bytes(`signed ${hash}`), key_fingerprint: 'f' };
  };
  const keys = await externalKeyManager(plugin);
  const key = keys.getKey('x509-CA-A');
  assert.ok(key !== undefined);
  assert.equal(key.type, 'ec-p384');
  assert.equal(String(await key.sign(bytes('data'))), 'signed 6');
  const { data } = plugin.calls.at(-1)?.request as { data: Uint8Array };
  assert.deepEqual(data, createHash('sha384').update('data').digest());
  assert.equal(String(await key.sign(bytes('data'), 'sha512')), 'signed 7');
  assert.throws(() => key.keyPair(), is('UNIMPLEMENTED', /does not hand it over/));
});

test('a signature made over the digest is one over the data', async () => {
  const digest = createHash('sha384').update('data').digest();
  const signature = await signAsync(bytes('data'), pair.privateKey, 'sha384');
  assert.equal(digest.length, 48);
  assert.ok(verify('sha384', bytes('data'), createPublicKey(pair.privateKey), signature));
});

const badKeys: readonly [string, object | undefined, RegExp][] = [
  ['no key', undefined, /plugin response empty for key "k"/],
  ['another key', publicKey('other'), /unexpected key id "other" for key "k"/],
  ['a key without data', publicKey('k', { pkix_data: bytes('') }), /missing public key PKIX data/],
  [
    'a key of garbage',
    publicKey('k', { pkix_data: bytes('x') }),
    /unable to parse public key PKIX data for key "k"/,
  ],
  [
    'a key of another type',
    publicKey('k', { pkix_data: other.publicKeyDer }),
    /made a key of type ec-p256 for key "k", not ec-p384/,
  ],
];
for (const [what, answer, expected] of badKeys) {
  test(`a key manager that answers with ${what} is named, and the old keys stay`, async () => {
    const plugin = new FakePlugin('KeyManager', 'kms');
    plugin.answer = ({ method }) =>
      method === 'GetPublicKeys' ? {} : answer === undefined ? {} : { public_key: answer };
    const keys = await externalKeyManager(plugin);
    await assert.rejects(keys.generateKey('k', 'ec-p384'), is('INTERNAL', expected));
    assert.deepEqual(keys.getKeys(), []);
  });
}

test('a list that a restart asked for does not undo what was made since', async () => {
  const plugin = new FakePlugin('KeyManager', 'kms');
  const asked: PromiseWithResolvers<object>[] = [];
  plugin.answer = ({ method, request }) => {
    if (method === 'GenerateKey') {
      const { key_id: id } = request as { key_id: string };
      return { public_key: publicKey(id, { fingerprint: 'made' }) };
    }
    if (method === 'SignData') return { signature: bytes('s'), key_fingerprint: 'made' };
    asked.push(Promise.withResolvers());
    return asked.at(-1)?.promise ?? {};
  };
  const starting = externalKeyManager(plugin);
  asked[0]?.resolve({ public_keys: ['old', 'gone', 'remade'].map((id) => publicKey(id)) });
  const keys = await starting;
  const ids = () => keys.getKeys().map(({ id }) => id);
  plugin.restart();
  plugin.restart();
  await keys.generateKey('remade', 'ec-p384');
  await keys.generateKey('new', 'ec-p384');
  const settled = () => new Promise((done) => setImmediate(done));
  asked[2]?.resolve({ public_keys: [publicKey('old'), publicKey('remade')] });
  await settled();
  assert.deepEqual(ids(), ['old', 'remade', 'new']);
  assert.equal(String(await keys.getKey('remade')?.sign(bytes('data'))), 's');
  asked[1]?.resolve({ public_keys: [publicKey('gone')] });
  await settled();
  assert.deepEqual(ids(), ['old', 'remade', 'new']);
  // A list that was asked for after them counts.
  plugin.restart();
  asked[3]?.resolve({ public_keys: [publicKey('old')] });
  await settled();
  assert.deepEqual(ids(), ['old']);
});

const badSignatures: readonly [string, object, RegExp][] = [
  ['nothing', { key_fingerprint: 'f' }, /plugin returned empty signature data/],
  [
    'another key',
    { signature: bytes('s'), key_fingerprint: 'g' },
    /fingerprint "f" on key "k" does not match "g"/,
  ],
];
for (const [what, answer, expected] of badSignatures) {
  test(`a key manager that signs with ${what} is named`, async () => {
    const plugin = new FakePlugin('KeyManager', 'kms');
    plugin.answer = ({ method }) =>
      method === 'GetPublicKeys'
        ? {}
        : method === 'SignData'
          ? answer
          : { public_key: publicKey('k') };
    const key = await (await externalKeyManager(plugin)).generateKey('k', 'ec-p384');
    await assert.rejects(key.sign(bytes('data')), is('INTERNAL', expected));
  });
}

const ca = await createTestCa({ trustDomain: 'domain.test' });

test('a notifier hears once that the bundle was loaded, then of changes only', async () => {
  const plugin = new FakePlugin('Notifier', 'hook');
  const notifier = externalNotifier(plugin);
  plugin.answer = () => {
    throw new SpiffeError('UNAVAILABLE', 'away');
  };
  await assert.rejects(
    notifier.publish(ca.bundle, signal),
    is('UNAVAILABLE', 'notifier(hook): away'),
  );
  plugin.answer = () => ({});
  await notifier.publish(ca.bundle, signal);
  await notifier.publish(ca.bundle, signal);
  await notifier.publish({ ...ca.bundle }, signal);
  plugin.restart();
  await notifier.publish(ca.bundle, signal);
  assert.deepEqual(
    plugin.calls.map(({ method }) => method),
    ['NotifyAndAdvise', 'NotifyAndAdvise', 'Notify', 'Notify'],
  );
});

test('a bundle publisher gets the bundle with its keys', async () => {
  const plugin = new FakePlugin('BundlePublisher', 's3');
  const key = { keyId: 'k', publicKeyDer: pair.publicKeyDer, expiresAtMs: 5_900, tainted: true };
  await externalBundlePublisher(plugin).publish({ ...ca.bundle, jwtAuthorities: [key] }, signal);
  const { bundle } = plugin.calls[0]?.request as { bundle: Record<string, unknown> };
  assert.equal(bundle['trust_domain'], 'domain.test');
  assert.deepEqual(bundle['jwt_authorities'], [
    { key_id: 'k', public_key: pair.publicKeyDer, expires_at: 5, tainted: true },
  ]);
});

const svid = {
  spiffeId: parseSpiffeId('spiffe://domain.test/web'),
  publicKeyDer: pair.publicKeyDer,
};
const attributes = {
  subject: [
    { type: 'C', value: 'US' },
    { type: 'O', value: 'SPIRE' },
    { type: '2.5.4.45', value: 'id' },
  ],
  dnsNames: ['a.test'],
  extraExtensions: [],
};

test('what a composer does not implement or answer stays as it is; its faults stop the signing', async () => {
  const plugin = new FakePlugin('CredentialComposer', 'names');
  const composer = externalCredentialComposer(plugin);
  plugin.answer = () => {
    throw new SpiffeError('UNIMPLEMENTED', 'no such method');
  };
  assert.equal(await composer.composeServerX509Svid?.(attributes), attributes);
  plugin.answer = () => ({});
  assert.equal(await composer.composeWorkloadX509Svid?.(attributes, svid), attributes);
  const claims = { sub: 'x' };
  assert.equal(await composer.composeWorkloadJwtSvid?.(claims, svid.spiffeId), claims);
  plugin.answer = () => {
    throw new SpiffeError('INVALID_ARGUMENT', 'no');
  };
  await assert.rejects(
    composer.composeAgentX509Svid?.(attributes, svid) ?? Promise.resolve(),
    is('INVALID_ARGUMENT', 'credentialcomposer(names): no'),
  );
});

test('a composer sees the subject as Go has it, and its answer is read in the order Go writes it', async () => {
  const plugin = new FakePlugin('CredentialComposer', 'names');
  plugin.answer = ({ request }) => {
    const { attributes: given } = request as { attributes: { subject: Record<string, unknown> } };
    assert.deepEqual(given.subject['extra_names'], [{ oid: '2.5.4.45', string_value: 'id' }]);
    return {
      attributes: {
        subject: {
          country: ['US', 'DE'],
          organization: ['replaced by the extra name'],
          postal_code: ['1'],
          common_name: 'cn',
          serial_number: '7',
          extra_names: [{ oid: '2.5.4.10', string_value: 'extra' }],
        },
        dns_sans: ['b.test'],
        extra_extensions: [{ oid: '1.2.3', value: bytes('v'), critical: true }],
      },
    };
  };
  const composer = externalCredentialComposer(plugin);
  assert.deepEqual(await composer.composeWorkloadX509Svid?.(attributes, svid), {
    subject: [
      { type: 'C', value: 'US' },
      { type: 'C', value: 'DE' },
      { type: 'POSTALCODE', value: '1' },
      { type: 'CN', value: 'cn' },
      { type: 'SERIALNUMBER', value: '7' },
      { type: '2.5.4.10', value: 'extra' },
    ],
    dnsNames: ['b.test'],
    extraExtensions: [{ oid: '1.2.3', value: bytes('v'), critical: true }],
  });
});

const badAttributes: readonly [string, object, RegExp][] = [
  ['no subject', {}, /invalid X509SVID attributes: subject: cannot be empty/],
  [
    'a name that is no OID',
    { subject: { extra_names: [{ oid: 'x' }] } },
    /extra names: "x" is not an object identifier/,
  ],
  [
    'an extension that is no OID',
    { subject: {}, extra_extensions: [{ oid: '1..2' }] },
    /extra extensions: "1..2"/,
  ],
];
for (const [what, answer, expected] of badAttributes) {
  test(`a composer that answers with ${what} is named`, async () => {
    const plugin = new FakePlugin('CredentialComposer', 'names');
    plugin.answer = () => ({ attributes: answer });
    const composer = externalCredentialComposer(plugin);
    await assert.rejects(
      composer.composeServerX509Svid?.(attributes) ?? Promise.resolve(),
      is('INTERNAL', expected),
    );
  });
}

test('claims go through a composer and come back as they are', async () => {
  const plugin = new FakePlugin('CredentialComposer', 'names');
  plugin.answer = ({ request }) => request as object;
  const claims = {
    sub: 'x',
    aud: ['a', 'b'],
    exp: 7,
    deep: { on: true, none: null, list: [1, {}] },
  };
  const composer = externalCredentialComposer(plugin);
  assert.deepEqual(await composer.composeWorkloadJwtSvid?.(claims, svid.spiffeId), claims);
});

const root = ca.bundle.x509Authorities[0]?.der ?? new Uint8Array();
const csr = { csrDer: bytes('csr'), preferredTtlMs: 3_600_000 };

test('an upstream authority mints, and tells of new roots until the call is over', async () => {
  const plugin = new FakePlugin('UpstreamAuthority', 'hsm');
  plugin.script = async function* (sent) {
    assert.deepEqual(await sent(), { csr: csr.csrDer, preferred_ttl: 3600 });
    yield { x509_ca_chain: [{ asn1: root }], upstream_x509_roots: [{ asn1: root }] };
    yield { upstream_x509_roots: [{ asn1: root, tainted: true }] };
  };
  const minted = await externalUpstreamAuthority(plugin).mintX509Ca(csr, signal);
  assert.deepEqual(minted.chainDer, [Buffer.from(root)]);
  assert.deepEqual(minted.roots, [{ der: Buffer.from(root), tainted: false }]);
  const updates: unknown[] = [];
  for await (const roots of minted.rootUpdates) updates.push(...roots);
  assert.deepEqual(updates, [{ der: Buffer.from(root), tainted: true }]);
  assert.equal(plugin.streams[0]?.isCancelled, true);
});

const badMints: readonly [string, object | undefined, RegExp][] = [
  ['closes its stream', undefined, /plugin closed stream unexpectedly/],
  ['sends no chain', { upstream_x509_roots: [{ asn1: root }] }, /missing X.509 CA chain/],
  ['sends no roots', { x509_ca_chain: [{ asn1: root }] }, /missing upstream X.509 roots/],
  [
    'sends a chain of garbage',
    { x509_ca_chain: [{ asn1: bytes('x') }], upstream_x509_roots: [{ asn1: root }] },
    /malformed X.509 CA chain/,
  ],
];
for (const [what, answer, expected] of badMints) {
  test(`an upstream authority that ${what} is named, and its call is over`, async () => {
    const plugin = new FakePlugin('UpstreamAuthority', 'hsm');
    plugin.script = async function* () {
      if (answer !== undefined) yield await Promise.resolve(answer);
    };
    await assert.rejects(
      externalUpstreamAuthority(plugin).mintX509Ca(csr, signal),
      is('INTERNAL', expected),
    );
    assert.equal(plugin.streams[0]?.isCancelled, true);
  });
}

test('what the server cannot use as an external plugin is refused with the reason', () => {
  assert.match(String(findExternal('DataStore', 'x')), /built in/);
  assert.match(String(findExternal('NodeAttestor', 'join_token')), /built in/);
  assert.match(String(findExternal('WorkloadAttestor', 'x')), /cannot be external/);
});
