import assert from 'node:assert/strict';
import { test } from 'node:test';
import { SpiffeError } from '../../common/errors/spiffe-error.ts';
import type { Call, LocalPeer, ServedMethod, ServerStream } from '../../common/rpc/contract.ts';
import type { Bundle } from '../../common/spiffe/bundle.ts';
import type { IdentityView } from '../../common/spiffe/identity-view.ts';
import { parseSpiffeId } from '../../common/spiffe/spiffe-id.ts';
import { parseTrustDomain } from '../../common/spiffe/trust-domain.ts';
import { noMetrics } from '../../common/telemetry/metrics.ts';
import { spire } from '../../proto/gen/spire-api.js';
import { FakeClock, settle } from '../../testkit/fake-clock.ts';
import { entryOf } from '../../testkit/registration.ts';
import { createTestCa } from '../../testkit/test-ca.ts';
import { Latest } from '../manager/latest.ts';
import { createDelegatedIdentity } from './delegated-identity.ts';

const { v1 } = spire.api.agent.delegatedidentity;
const ca = await createTestCa({ trustDomain: 'zeta.test' });
const foreign = await createTestCa({ trustDomain: 'other.test' });
const delegateId = parseSpiffeId('spiffe://zeta.test/delegate');
const delegate = entryOf('delegate', { spiffeId: delegateId });
const mine = { type: 'unix', value: 'uid:1' };
const theirs = { type: 'unix', value: 'uid:2' };
const web = await ca.issue('spiffe://zeta.test/web');

function viewOf(ids: readonly string[], pending = 0): IdentityView {
  const identities = ids.map((entryId) => ({
    entryId,
    hint: 'h',
    createdAtMs: 0,
    federatesWith: [],
    svid: web,
  }));
  return {
    revision: 1,
    identities,
    pending: new Array<IdentityView['pending'][number]>(pending).fill({
      entryId: 'p',
      spiffeId: 's',
      reason: 'r',
    }),
    bundle: ca.bundle,
    federatedBundles: new Map([[parseTrustDomain('other.test'), foreign.bundle]]),
  };
}

function create() {
  const clock = new FakeClock();
  const views = new Latest<IdentityView>();
  const delegateViews = new Latest<IdentityView>();
  const bundles = new Latest<readonly Bundle[]>();
  const state = {
    delegates: [delegate],
    entries: [
      entryOf('web'),
      entryOf('admin', { admin: true }),
      entryOf('down', { downstream: true }),
    ],
    syncs: 0,
    startTime: '7',
    jwt: () => Promise.resolve({ token: 't', issuedAtMs: 1_000, expiresAtMs: 61_000 }),
  };
  const methods = createDelegatedIdentity({
    authorizedDelegates: [delegateId],
    findCaller: () =>
      Promise.resolve({
        selectors: [mine],
        views: (signal: AbortSignal) => delegateViews.read(signal),
      }),
    manager: {
      match: (selectors) => (selectors[0]?.value === mine.value ? state.delegates : state.entries),
      views: (_selectors, signal) => views.read(signal),
      bundles: (signal) => bundles.read(signal),
      requestSync: () => {
        state.syncs++;
        return Promise.resolve();
      },
    },
    attest: (pid) =>
      pid === 5
        ? Promise.reject(new Error('no attestor knows it'))
        : Promise.resolve({ selectors: [theirs], complete: true }),
    startTimeOf: () => state.startTime,
    fetchJwtSvid: () => state.jwt(),
    clock,
    refusals: { refused: () => undefined },
    metrics: noMetrics,
  });
  return { methods, state, views, delegateViews, bundles };
}

function find(methods: readonly ServedMethod[], name: string): ServedMethod {
  const found = methods.find(({ method }) => method.path.endsWith(`/${name}`));
  assert.ok(found);
  return found;
}

const peer: LocalPeer = {
  kind: 'local',
  connectionId: '1',
  pid: 1,
  uid: 0,
  gid: 0,
  isAlive: () => true,
  closed: new AbortController().signal,
};

function open(methods: readonly ServedMethod[], name: string, request: object) {
  const sent: Uint8Array[] = [];
  const ending = new AbortController();
  const stream = {
    path: `/${name}`,
    peer,
    signal: ending.signal,
    messages: {
      async *[Symbol.asyncIterator]() {
        yield await Promise.resolve(request);
      },
    },
    send: (bytes: Uint8Array) => {
      sent.push(bytes);
      return Promise.resolve();
    },
  } as unknown as ServerStream<unknown, unknown>;
  const served = find(methods, name);
  assert.ok('stream' in served);
  const ended = served.stream(stream);
  ended.catch(() => undefined);
  return { sent, ended, end: () => ending.abort() };
}

const call = { peer, path: '/x', signal: new AbortController().signal } as unknown as Call;

function fetchJwt(methods: readonly ServedMethod[], request: object): Promise<unknown> {
  const served = find(methods, 'FetchJWTSVIDs');
  assert.ok('unary' in served);
  return served.unary({ pid: 0, selectors: [], audience: ['a'], ...request }, call);
}

test('a subscription has the identities, without those of admins and downstream servers', async () => {
  const { methods, views } = create();
  const { sent, ended, end } = open(methods, 'SubscribeToX509SVIDs', {
    pid: 0,
    selectors: [theirs],
  });
  views.put(viewOf(['admin', 'down', 'web']));
  await settle();
  const [svid, ...others] = v1.SubscribeToX509SVIDsResponse.decode(
    sent[0] ?? new Uint8Array(),
  ).x509_svids;
  assert.equal(others.length, 0);
  assert.equal(svid?.x509_svid?.id?.trust_domain, 'zeta.test');
  assert.equal(svid.x509_svid.id.path, '/web');
  assert.equal(svid.x509_svid.hint, 'h');
  assert.deepEqual(Buffer.from(svid.x509_svid_key), Buffer.from(web.privateKeyDer.reveal()));
  assert.deepEqual(
    v1.SubscribeToX509SVIDsResponse.decode(sent[0] ?? new Uint8Array()).federates_with,
    ['spiffe://other.test'],
  );
  end();
  await ended;
});

test('an identity whose entry is gone is not sent, whatever the entry was', async () => {
  const { methods, state, views } = create();
  const { sent, ended, end } = open(methods, 'SubscribeToX509SVIDs', {
    pid: 0,
    selectors: [theirs],
  });
  state.entries = state.entries.filter(({ admin }) => !admin);
  views.put(viewOf(['admin', 'web']));
  await settle();
  const { x509_svids: svids } = v1.SubscribeToX509SVIDsResponse.decode(sent[0] ?? new Uint8Array());
  assert.deepEqual(
    svids.map(({ x509_svid: svid }) => svid?.id?.path),
    ['/web'],
  );
  end();
  await ended;
});

test('what is being signed is waited for, the same is not sent again, and nothing is an answer', async () => {
  const { methods, views } = create();
  const { sent } = open(methods, 'SubscribeToX509SVIDs', { pid: 0, selectors: [theirs] });
  for (const [view, expected] of [
    [viewOf([], 1), 0],
    [viewOf(['web']), 1],
    [viewOf(['web']), 1],
    [viewOf([]), 2],
  ] as const) {
    views.put(view);
    await settle();
    assert.equal(sent.length, expected);
  }
});

test('bundles that are gone are gone from the next message', async () => {
  const { methods, bundles } = create();
  const x509 = open(methods, 'SubscribeToX509Bundles', {});
  bundles.put([ca.bundle, foreign.bundle]);
  await settle();
  bundles.put([ca.bundle]);
  await settle();
  const domains = x509.sent.map((bytes) =>
    Object.keys(v1.SubscribeToX509BundlesResponse.decode(bytes).ca_certificates),
  );
  assert.deepEqual(domains, [
    ['spiffe://other.test', 'spiffe://zeta.test'],
    ['spiffe://zeta.test'],
  ]);
});

test('a delegate that loses its entry, or its process, loses its streams', async () => {
  const one = create();
  const svids = open(one.methods, 'SubscribeToX509SVIDs', { pid: 0, selectors: [theirs] });
  one.views.put(viewOf(['web']));
  await settle();
  one.state.delegates = [entryOf('other')];
  one.delegateViews.put(viewOf([]));
  await assert.rejects(svids.ended, {
    code: 'PERMISSION_DENIED',
    message: 'caller not configured as an authorized delegate',
  });
  const two = create();
  const bundles = open(two.methods, 'SubscribeToJWTBundles', {});
  await settle();
  two.delegateViews.fail(new SpiffeError('UNAVAILABLE', 'the server refuses this agent'));
  await assert.rejects(bundles.ended, { message: 'the server refuses this agent' });
});

test('a pid is attested, and a process that took it over gets nothing', async () => {
  const { methods, state, views } = create();
  const { sent, ended } = open(methods, 'SubscribeToX509SVIDs', { pid: 7, selectors: [] });
  views.put(viewOf(['web']));
  await settle();
  assert.equal(sent.length, 1);
  state.startTime = '8';
  views.put(viewOf([]));
  await assert.rejects(ended, { code: 'UNAUTHENTICATED', message: 'process 7 is gone' });
  assert.equal(sent.length, 1);
});

const xor = 'must provide either selectors or non-zero PID, but not both';
const refusals: readonly (readonly [string, object, string, string])[] = [
  ['nobody', {}, 'INVALID_ARGUMENT', xor],
  ['two subjects', { pid: 1, selectors: [theirs] }, 'INVALID_ARGUMENT', xor],
  ['a negative pid', { pid: -1 }, 'INVALID_ARGUMENT', xor],
  [
    'a selector without type',
    { selectors: [{ type: '', value: 'x' }] },
    'INVALID_ARGUMENT',
    'could not parse provided selectors',
  ],
  [
    'a selector without value',
    { selectors: [{ type: 'a', value: '' }] },
    'INVALID_ARGUMENT',
    'could not parse provided selectors',
  ],
  [
    'a colon in a type',
    { selectors: [{ type: 'a:b', value: 'c' }] },
    'INVALID_ARGUMENT',
    'could not parse provided selectors',
  ],
  [
    'no audience',
    { audience: [], selectors: [theirs] },
    'INVALID_ARGUMENT',
    'audience must be specified',
  ],
  [
    'a pid that no attestor knows',
    { pid: 5 },
    'ATTESTATION_FAILED',
    'workload attestation failed: no attestor knows it',
  ],
];
for (const [what, request, code, message] of refusals) {
  test(`refused: ${what}`, async () => {
    const { methods } = create();
    await assert.rejects(async () => fetchJwt(methods, request), { code, message });
  });
}

test('JWT-SVIDs come for every entry that may be given away, or none of them', async () => {
  const { methods, state } = create();
  state.entries.push(entryOf('api', { hint: 'two' }));
  assert.deepEqual(await fetchJwt(methods, { selectors: [theirs] }), {
    svids: [
      {
        token: 't',
        id: { trust_domain: 'zeta.test', path: '/web' },
        issued_at: 1,
        expires_at: 61,
        hint: '',
      },
      {
        token: 't',
        id: { trust_domain: 'zeta.test', path: '/api' },
        issued_at: 1,
        expires_at: 61,
        hint: 'two',
      },
    ],
  });
  state.jwt = () => Promise.reject(new Error('away'));
  await assert.rejects(async () => fetchJwt(methods, { selectors: [theirs] }), {
    code: 'UNAVAILABLE',
    message: 'could not fetch JWT-SVID: away',
  });
  state.entries = [entryOf('admin', { admin: true })];
  await assert.rejects(async () => fetchJwt(methods, { selectors: [theirs] }), {
    code: 'NO_IDENTITY',
  });
});

test('a caller without entry is refused only after a sync has looked for it', async () => {
  const { methods, state } = create();
  state.delegates = [];
  await assert.rejects(async () => fetchJwt(methods, { selectors: [theirs] }), {
    code: 'NO_IDENTITY',
    message: 'no identity issued',
  });
  assert.equal(state.syncs, 1);
});
