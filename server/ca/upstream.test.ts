import assert from 'node:assert/strict';
import { test, type TestContext } from 'node:test';
import { hasCode } from '../../common/errors/spiffe-error.ts';
import { createMemoryKeyManager } from '../../common/keymanager/memory-key-manager.ts';
import { silentLogger } from '../../common/log/logger.ts';
import { parseSpiffeId } from '../../common/spiffe/spiffe-id.ts';
import { parseTrustDomain } from '../../common/spiffe/trust-domain.ts';
import { parseCertificate } from '../../common/x509/certificate.ts';
import { generateKeyPair } from '../../common/x509/keys.ts';
import { verifyX509Svid } from '../../common/x509/svid.ts';
import { FakeClock, settle, until } from '../../testkit/fake-clock.ts';
import { createMemoryCaStore } from '../../testkit/memory-ca-store.ts';
import { createTestCa } from '../../testkit/test-ca.ts';
import { createTestUpstream, type TestUpstreamOptions } from '../../testkit/upstream.ts';
import { CaManager, type CaManagerOptions } from './ca-manager.ts';
import { CaSigner } from './ca-signer.ts';
import { authorityIdOf } from './x509-kind.ts';

const trustDomain = parseTrustDomain('example.org');
const hour = 3_600_000;
const { publicKeyDer } = await generateKeyPair('ec-p256');
const web = { spiffeId: parseSpiffeId('spiffe://example.org/web'), publicKeyDer, ttlMs: hour };

async function setUp(options: Partial<TestUpstreamOptions> = {}) {
  const clock = new FakeClock();
  const upstream = await createTestUpstream({ trustDomain, clock, nests: false, ...options });
  const store = createMemoryCaStore(trustDomain);
  const keys = createMemoryKeyManager();
  const managerWith = (more: Partial<CaManagerOptions> = {}) =>
    new CaManager({
      trustDomain,
      caTtlMs: 24 * hour,
      caKeyType: 'ec-p256',
      keys,
      store,
      clock,
      log: silentLogger,
      upstream,
      ...more,
    });
  return { clock, upstream, store, keys, managerWith };
}

type World = Awaited<ReturnType<typeof setUp>>;

async function started(world: World, more: Partial<CaManagerOptions> = {}): Promise<CaManager> {
  const manager = world.managerWith(more);
  await manager.start();
  return manager;
}

async function sign(manager: CaManager, { clock, store }: World) {
  const svid = await new CaSigner(manager, clock).signX509Svid(web);
  const trusted = store.bundle.x509Authorities.map(({ der }) => der);
  verifyX509Svid(svid.chainDer, () => trusted, clock.now());
  return svid;
}

const roots = ({ store }: World) =>
  store.bundle.x509Authorities.map(({ der, tainted }) => [authorityIdOf(der), tainted]);

/** A second goes by, when everything that takes real time has led to a wait for the clock. */
async function second({ clock }: World): Promise<void> {
  await until(() => clock.pending > 0);
  await clock.advance(1_000);
}

/** Another root for the upstream, which signs from now on; the old one stays in its list. */
async function rotateUpstream({ upstream, clock }: World) {
  const old = authorityIdOf(upstream.ca.rootDer);
  upstream.ca = await createTestCa({ trustDomain, clock, ttlMs: 365 * 24 * hour });
  upstream.roots = [...upstream.roots, { der: upstream.ca.rootDer, tainted: false }];
  return { old, fresh: authorityIdOf(upstream.ca.rootDer) };
}

function taintRoot({ upstream }: World, id: string) {
  upstream.roots = upstream.roots.map((root) =>
    authorityIdOf(root.der) === id ? { ...root, tainted: true } : root,
  );
}

/** Two servers on one database, of which `a` has left the old root of their upstream. */
async function setUpTwo() {
  const world = await setUp();
  const a = await started(world);
  const b = await started(world, { keys: createMemoryKeyManager() });
  const { old, fresh } = await rotateUpstream(world);
  const { authorityId } = await a.prepare('x509');
  await a.activate('x509', authorityId);
  return { world, a, b, old, fresh };
}

function run(t: TestContext, manager: CaManager) {
  const ending = new AbortController();
  t.after(() => ending.abort());
  manager.run(ending.signal);
}

test('the upstream signs the CA; its root is the bundle, the CA comes along with each X509-SVID', async () => {
  const world = await setUp();
  const manager = await started(world);
  const ca = manager.x509.current!;
  const root = world.upstream.ca.rootDer;
  assert.deepEqual(roots(world), [[authorityIdOf(root), false]]);
  assert.equal(ca.upstreamAuthorityId, authorityIdOf(root));
  const { chainDer } = await sign(manager, world);
  assert.deepEqual(chainDer.slice(1), [ca.certificate.der]);
  assert.deepEqual(ca.certificate.uris, ['spiffe://example.org']);
  assert.match(ca.certificate.subject, /^C=US, O=SPIFFE, serialNumber=\d+$/i);
});

test('below an intermediate the chain is leaf, CA, intermediate, without the root', async () => {
  const above = await createTestCa({ trustDomain, clock: new FakeClock(), ttlMs: 999 * hour });
  const world = await setUp({ above });
  world.upstream.spoil = (minted) => ({ ...minted, chainDer: [...minted.chainDer, above.rootDer] });
  const manager = await started(world);
  const { chainDer } = await sign(manager, world);
  const expected = [manager.x509.current!.certificate.der, world.upstream.ca.certificateDer];
  assert.deepEqual(chainDer.slice(1), expected);
  const pair = await generateKeyPair('ec-p256');
  const request = { publicKeyDer: pair.publicKeyDer, ttlMs: hour };
  const nested = await new CaSigner(manager, world.clock).signDownstreamCa(request);
  assert.equal(nested.length, 3);
  assert.match(parseCertificate(nested[0]!).subject, /OU=DOWNSTREAM-2/);
});

test('nothing outlives the upstream, and the CA is replaced before the upstream ends', async () => {
  const above = await createTestCa({ trustDomain, clock: new FakeClock(), ttlMs: 999 * hour });
  const world = await setUp({ above, ttlMs: 30 * 60_000 });
  const manager = await started(world);
  const end = parseCertificate(world.upstream.ca.certificateDer).notAfterMs;
  assert.equal(manager.x509.current!.notAfterMs, end);
  assert.equal((await sign(manager, world)).notAfterMs, end);
  world.clock.jump(16 * 60_000);
  await manager.rotate();
  assert.equal(manager.x509.next?.status, 'prepared');
});

const bad: readonly (readonly [string, RegExp, (world: World) => void | Promise<void>])[] = [
  [
    'an empty chain',
    /chain is empty/,
    ({ upstream }) => void (upstream.spoil = (minted) => ({ ...minted, chainDer: [] })),
  ],
  [
    'roots that did not sign it',
    /unknown authority/,
    async ({ upstream }) => {
      const other = await createTestCa({ trustDomain, clock: new FakeClock() });
      upstream.roots = [{ der: other.rootDer, tainted: false }];
    },
  ],
  [
    'the certificate of another key',
    /for another key/,
    async ({ upstream, clock }) => {
      const other = await createTestCa({ trustDomain, clock, upstream: upstream.ca });
      upstream.spoil = (minted) => ({ ...minted, chainDer: [other.certificateDer] });
    },
  ],
  [
    'the root itself',
    /itself a root/,
    ({ upstream }) =>
      void (upstream.spoil = (minted) => ({ ...minted, chainDer: [upstream.ca.rootDer] })),
  ],
  [
    'bytes that are no certificate',
    /certificate/,
    ({ upstream }) =>
      void (upstream.spoil = (minted) => ({ ...minted, chainDer: [Buffer.from('no')] })),
  ],
];
for (const [what, rule, spoil] of bad) {
  test(`a CA is refused: ${what}; the present one goes on and the failure shows`, async () => {
    const world = await setUp();
    const manager = await started(world);
    const { authorityId } = manager.x509.current!;
    const { bundle } = world.store;
    await spoil(world);
    await assert.rejects(manager.prepare('x509'), (error) => {
      return hasCode(error, 'FAILED_PRECONDITION') && rule.test(error.message);
    });
    assert.equal(world.store.bundle, bundle);
    assert.equal((await sign(manager, world)).authorityId, authorityId);
  });
}

test('an upstream that is away at the first start is waited for', async () => {
  const world = await setUp();
  world.upstream.failure = new Error('connection refused');
  const manager = world.managerWith();
  const starting = manager.start();
  await until(() => manager.failure !== undefined);
  assert.ok(hasCode(manager.failure, 'UNAVAILABLE'));
  assert.match(
    manager.failure.message,
    /^upstream authority "test" did not sign the CA: connection/,
  );
  world.upstream.failure = undefined;
  await world.clock.advance(5_000);
  await until(() => manager.x509.current !== undefined);
  assert.ok(manager.x509.current !== undefined, 'it signs');
  await starting;
  await sign(manager, world);
});

test('the wait for an upstream ends with the signal', async () => {
  const world = await setUp();
  world.upstream.failure = new Error('connection refused');
  const ending = new AbortController();
  const manager = world.managerWith();
  const starting = manager.start(ending.signal);
  const refused = assert.rejects(starting, /told to end/);
  await until(() => manager.failure !== undefined);
  ending.abort(new Error('told to end'));
  await refused;
});

test('a restart with the upstream away goes on with the CA of the journal', async () => {
  const world = await setUp();
  const first = await started(world);
  world.clock.jump(13 * hour);
  world.upstream.failure = new Error('connection refused');
  const again = await started(world, { jwtSvids: false });
  assert.equal(again.x509.current?.authorityId, first.x509.current?.authorityId);
  assert.ok(hasCode(again.failure, 'UNAVAILABLE'));
  await sign(again, world);
});

test('while the upstream is away at a rotation the CA serves on, attempts grow rarer, then it recovers', async (t) => {
  const world = await setUp();
  const manager = await started(world, { jwtSvids: false });
  run(t, manager);
  const { authorityId } = manager.x509.current!;
  world.upstream.failure = new Error('connection refused');
  let attempts = 0;
  const mint = world.upstream.mintX509Ca.bind(world.upstream);
  world.upstream.mintX509Ca = (...given) => {
    attempts++;
    return mint(...given);
  };
  world.clock.jump(12 * hour);
  for (let count = 0; count < 600; count++) await second(world);
  assert.ok(attempts > 5 && attempts < 60, `${attempts} attempts in ten minutes`);
  assert.ok(hasCode(manager.failure, 'UNAVAILABLE'));
  assert.equal((await sign(manager, world)).authorityId, authorityId);
  world.upstream.failure = undefined;
  const before = attempts;
  for (let count = 0; count < 60 && attempts === before; count++) await second(world);
  await until(() => manager.failure === undefined);
  assert.equal(manager.x509.next?.status, 'prepared');
});

test('an upstream that never answers is given up after 30 s', async () => {
  const world = await setUp();
  const manager = await started(world);
  world.upstream.mintX509Ca = () => new Promise(() => undefined);
  const preparing = assert.rejects(manager.prepare('x509'), /no answer within 30 s/);
  await until(() => world.clock.pending > 0);
  await world.clock.advance(30_000);
  await preparing;
});

test('a new root of the upstream signs for this server once agents can know it', async () => {
  const world = await setUp();
  const manager = await started(world);
  const first = manager.x509.current!.authorityId;
  const { old, fresh } = await rotateUpstream(world);
  const { authorityId } = await manager.prepare('x509');
  await manager.activate('x509', authorityId);
  assert.deepEqual(roots(world), [
    [old, false],
    [fresh, false],
  ]);
  assert.equal((await sign(manager, world)).authorityId, first);
  world.clock.jump(10_000);
  assert.equal((await sign(manager, world)).authorityId, authorityId);
});

test('a new CA below a root that agents know signs at once', async () => {
  const world = await setUp();
  const manager = await started(world);
  const { sequenceNumber } = world.store.bundle;
  world.clock.jump(10_000);
  const { authorityId } = await manager.prepare('x509');
  await manager.activate('x509', authorityId);
  assert.equal((await sign(manager, world)).authorityId, authorityId);
  assert.equal(world.store.bundle.sequenceNumber, sequenceNumber, 'the bundle did not change');
});

test('a root that the upstream tells of comes into the bundle, and a plain removal there changes nothing', async (t) => {
  const world = await setUp({ nests: true });
  const manager = await started(world);
  run(t, manager);
  const { old, fresh } = await rotateUpstream(world);
  world.upstream.tell();
  await until(() => roots(world).length === 2);
  world.upstream.roots = world.upstream.roots.slice(1);
  const { sequenceNumber } = world.store.bundle;
  world.upstream.tell();
  await settle(100);
  assert.deepEqual(
    roots(world).map(([id]) => id),
    [old, fresh],
  );
  assert.equal(world.store.bundle.sequenceNumber, sequenceNumber);
});

test('when the upstream taints its root, the CA leaves it first, then the root is marked, without a gap', async (t) => {
  const world = await setUp({ nests: true });
  const manager = await started(world);
  run(t, manager);
  const { old, fresh } = await rotateUpstream(world);
  taintRoot(world, old);
  world.upstream.tell();
  await until(() => {
    return manager.x509.current!.upstreamAuthorityId === fresh;
  });
  await sign(manager, world);
  assert.deepEqual(roots(world), [
    [old, false],
    [fresh, false],
  ]);
  for (let second = 0; second < 30 && roots(world)[0]![1] === false; second++) {
    await sign(manager, world);
    await world.clock.advance(1_000);
    await settle(20);
  }
  assert.deepEqual(roots(world), [
    [old, true],
    [fresh, false],
  ]);
  assert.equal((await sign(manager, world)).authorityId, manager.x509.current!.authorityId);
  world.upstream.roots = world.upstream.roots.slice(1);
  world.upstream.tell();
  await until(() => roots(world).length === 1);
  await sign(manager, world);
});

test('an operator taints and revokes the root of the old authority, and no other', async () => {
  const world = await setUp();
  const manager = await started(world);
  const { old, fresh } = await rotateUpstream(world);
  const { authorityId } = await manager.prepare('x509');
  const refused = (id: string, text: RegExp) =>
    assert.rejects(manager.taintUpstream(id), (error) => {
      return hasCode(error, 'INVALID_ARGUMENT') && text.test(error.message);
    });
  await refused('', /no subject key ID provided/);
  await refused(old, /singing current authority/);
  await refused(fresh, /only upstream authorities signing an old authority/);
  await refused('ff', /didn't sign the old local authority/);
  await manager.activate('x509', authorityId);
  await refused(fresh, /singing current authority/);
  await assert.rejects(manager.revokeUpstream(old), (error) =>
    hasCode(error, 'FAILED_PRECONDITION'),
  );
  world.clock.jump(10_000);
  await manager.taintUpstream(old);
  assert.deepEqual(roots(world)[0], [old, true]);
  await sign(manager, world);
  await manager.revokeUpstream(old);
  assert.deepEqual(roots(world), [[fresh, false]]);
});

test('without an upstream there is none to taint', async () => {
  const world = await setUp();
  const manager = new CaManager({
    trustDomain,
    caTtlMs: hour,
    caKeyType: 'ec-p256',
    keys: createMemoryKeyManager(),
    store: world.store,
    clock: world.clock,
    log: silentLogger,
  });
  await manager.start();
  await assert.rejects(manager.taintUpstream('ff'), (error) => {
    return hasCode(error, 'FAILED_PRECONDITION') && /not configured/.test(error.message);
  });
});

test('two servers on one database: what is tainted on one makes the other leave it too', async () => {
  const { world, a, b, old, fresh } = await setUpTwo();
  world.clock.jump(10_000);
  await b.rotate();
  assert.equal(b.x509.current!.upstreamAuthorityId, old);
  world.clock.jump(10_000);
  await a.taintUpstream(old);
  await b.rotate();
  assert.equal(b.x509.current!.upstreamAuthorityId, fresh);
  await sign(b, world);
  assert.deepEqual(roots(world)[0], [old, true], 'what other agents still hang from stays');
  await a.revokeUpstream(old);
  await sign(a, world);
  await sign(b, world);
});

test('a running server that hears of the taint of another leaves the root at once', async (t) => {
  const { world, a, b, old, fresh } = await setUpTwo();
  run(t, b);
  await a.taintUpstream(old);
  const before = world.clock.now();
  b.wake();
  await until(() => b.x509.current!.upstreamAuthorityId === fresh);
  assert.equal(world.clock.now(), before);
});

test('an upstream that goes on with a tainted root is not asked without end', async () => {
  const world = await setUp({ nests: true });
  const manager = await started(world);
  taintRoot(world, authorityIdOf(world.upstream.ca.rootDer));
  const minted = world.upstream.minted;
  await manager.roots.takeOver(world.upstream.roots);
  for (let round = 0; round < 12; round++) {
    world.clock.jump(10_000);
    await manager.rotate();
    await sign(manager, world);
  }
  const more = world.upstream.minted - minted;
  assert.ok(more >= 2 && more <= 5, `${more} CAs in two minutes`);
});

test('JWT keys are published upstream and what the upstream has comes back', async (t) => {
  const world = await setUp({ nests: true });
  const sibling = { keyId: 'sibling', publicKeyDer, expiresAtMs: 0, tainted: false };
  world.upstream.keys = [sibling];
  const manager = await started(world);
  const ids = () => world.store.bundle.jwtAuthorities.map(({ keyId }) => keyId);
  const own = manager.jwt.current!.authorityId;
  assert.deepEqual(ids(), ['sibling', own]);
  const below = await manager.publishJwtKey({ ...sibling, keyId: 'below' });
  assert.deepEqual(
    below.map(({ keyId }) => keyId),
    ['sibling', own, 'below'],
  );
  assert.deepEqual(
    world.upstream.keys.map(({ keyId }) => keyId),
    ['sibling', own, 'below'],
  );
  run(t, manager);
  world.upstream.keys = [...world.upstream.keys, { ...sibling, keyId: 'later' }];
  world.upstream.tell();
  await until(() => ids().includes('later'));
});

test('an upstream that takes no JWT keys leaves them in the own bundle', async () => {
  const world = await setUp();
  const manager = await started(world);
  const [key] = world.store.bundle.jwtAuthorities;
  assert.equal(key?.keyId, manager.jwt.current!.authorityId);
});

test('a JWT key that cannot be published upstream does not keep the server from starting', async () => {
  const world = await setUp({ nests: true });
  world.upstream.publishJwtKey = () => Promise.reject(new Error('connection refused'));
  const manager = await started(world);
  await sign(manager, world);
  assert.equal(manager.jwt.current, undefined);
  assert.ok(hasCode(manager.failure, 'UNAVAILABLE'));
});

test('with JWT-SVIDs switched off no JWT key is ever made', async () => {
  const world = await setUp({ nests: true });
  const manager = await started(world, { jwtSvids: false });
  world.clock.jump(13 * hour);
  await manager.rotate();
  assert.equal(manager.jwt.current, undefined);
  assert.deepEqual(world.store.bundle.jwtAuthorities, []);
  assert.deepEqual(
    world.keys.getKeys().map(({ id }) => id),
    ['x509-CA-A', 'x509-CA-B'],
  );
});

test('a JWT key that another server revoked is replaced at once', async () => {
  const world = await setUp();
  const a = await started(world);
  const b = await started(world, { keys: createMemoryKeyManager() });
  const lost = b.jwt.current!.authorityId;
  const { jwtAuthorities, ...bundle } = world.store.bundle;
  const mark = (key: (typeof jwtAuthorities)[number]) =>
    key.keyId === lost ? { ...key, tainted: true } : key;
  world.store.bundle = { ...bundle, jwtAuthorities: jwtAuthorities.map(mark) };
  await a.revoke('jwt', lost);
  await b.rotate();
  assert.notEqual(b.jwt.current!.authorityId, lost);
  assert.ok(
    world.store.bundle.jwtAuthorities.some(({ keyId }) => keyId === b.jwt.current!.authorityId),
  );
});
