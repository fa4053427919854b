import assert from 'node:assert/strict';
import { join } from 'node:path';
import { test } from 'node:test';
import { systemClock } from '../../common/clock/clock.ts';
import { hasCode } from '../../common/errors/spiffe-error.ts';
import { createDiskKeyManager } from '../../common/keymanager/disk-key-manager.ts';
import type { KeyManager } from '../../common/keymanager/key-manager.ts';
import { createMemoryKeyManager } from '../../common/keymanager/memory-key-manager.ts';
import { silentLogger } from '../../common/log/logger.ts';
import { parseSpiffeId } from '../../common/spiffe/spiffe-id.ts';
import { parseTrustDomain } from '../../common/spiffe/trust-domain.ts';
import { generateKeyPair } from '../../common/x509/keys.ts';
import { verifyX509Svid } from '../../common/x509/svid.ts';
import { FakeClock } from '../../testkit/fake-clock.ts';
import { createMemoryCaStore, type MemoryCaStore } from '../../testkit/memory-ca-store.ts';
import { temporaryFolder } from '../../testkit/temporary-folder.ts';
import { CaManager } from './ca-manager.ts';
import { CaSigner } from './ca-signer.ts';

const trustDomain = parseTrustDomain('example.org');
const minute = 60_000;
const folder = temporaryFolder();

interface Setup {
  readonly clock: FakeClock;
  readonly store: MemoryCaStore;
  readonly keys: KeyManager;
  readonly caTtlMs: number;
}

const fresh = (caTtlMs = minute): Setup => ({
  clock: new FakeClock(),
  store: createMemoryCaStore(trustDomain),
  keys: createMemoryKeyManager(),
  caTtlMs,
});

async function start(setup: Setup): Promise<CaManager> {
  const manager = new CaManager({ ...setup, trustDomain, caKeyType: 'ec-p256', log: silentLogger });
  await manager.start();
  return manager;
}

/** Moves time and lets the manager do what is due, as its loop would. */
async function pass(manager: CaManager, setup: Setup, ms: number): Promise<void> {
  setup.clock.jump(ms);
  await manager.rotate();
}

const { publicKeyDer } = await generateKeyPair('ec-p256');
const request = {
  spiffeId: parseSpiffeId('spiffe://example.org/web'),
  publicKeyDer,
  ttlMs: 5_000,
};

/** Signs an X509-SVID and returns the authority that did. */
async function sign(manager: CaManager, setup: Setup): Promise<string> {
  return (await new CaSigner(manager, setup.clock).signX509Svid(request)).authorityId;
}

test('a fresh server publishes its authorities and signs at once', async () => {
  const setup = fresh();
  const manager = await start(setup);
  const { x509Authorities, jwtAuthorities, sequenceNumber } = setup.store.bundle;
  assert.deepEqual(x509Authorities, [
    { der: manager.x509.current!.certificate.der, tainted: false },
  ]);
  assert.equal(jwtAuthorities[0]?.keyId, manager.jwt.current!.authorityId);
  assert.match(manager.jwt.current!.authorityId, /^[A-Za-z0-9]{32}$/);
  assert.equal(sequenceNumber, 2);
  assert.equal(await sign(manager, setup), manager.x509.current!.authorityId);
  assert.deepEqual(
    setup.keys
      .getKeys()
      .map((key) => key.id)
      .sort(),
    ['JWT-Signer-A', 'x509-CA-A'],
  );
});

test('a CA of one minute is prepared at half its life, activated a sixth before its end', async () => {
  const setup = fresh();
  const manager = await start(setup);
  const first = manager.x509.current!;
  await pass(manager, setup, 29_999);
  assert.equal(setup.store.bundle.x509Authorities.length, 1);
  await pass(manager, setup, 1);
  const second = manager.x509.next!;
  assert.equal(second.status, 'prepared');
  assert.equal(second.slot, 'B');
  assert.equal(setup.store.bundle.x509Authorities.length, 2);
  await pass(manager, setup, 19_999);
  assert.equal(await sign(manager, setup), first.authorityId);
  await pass(manager, setup, 1);
  assert.equal(await sign(manager, setup), second.authorityId);
  assert.equal(manager.x509.next?.authorityId, first.authorityId);
  assert.equal(manager.x509.next.status, 'old');
});

test('a CA that was prepared late is not activated before agents can know it', async () => {
  const setup = fresh();
  const manager = await start(setup);
  const first = manager.x509.current!.authorityId;
  await pass(manager, setup, 45_000);
  await pass(manager, setup, 9_999);
  assert.equal(manager.x509.current!.authorityId, first);
  await pass(manager, setup, 1);
  assert.notEqual(manager.x509.current!.authorityId, first);
});

test('F122: over 20 rotations every X509-SVID verifies with the bundle as it was 10 s before', async () => {
  const setup = fresh();
  const manager = await start(setup);
  const history = [{ atMs: setup.clock.now() - 10_000, bundle: setup.store.bundle }];
  const signers = new Set<string>();
  for (let second = 0; second < 20 * 50; second++) {
    await pass(manager, setup, 1_000);
    const now = setup.clock.now();
    history.push({ atMs: now, bundle: setup.store.bundle });
    const held = history.findLast(({ atMs }) => atMs <= now - 10_000)!.bundle;
    const svid = await new CaSigner(manager, setup.clock).signX509Svid(request);
    verifyX509Svid(svid.chainDer, () => held.x509Authorities.map(({ der }) => der), now);
    signers.add(svid.authorityId);
  }
  assert.ok(signers.size >= 20, `${signers.size} authorities signed`);
  assert.ok(setup.store.bundle.x509Authorities.length <= 5, 'expired roots left the bundle');
  assert.ok(setup.store.bundle.jwtAuthorities.length <= 5, 'expired keys left the bundle');
});

test('the loop rotates by itself and ends with its signal', async () => {
  const setup = fresh();
  const manager = await start(setup);
  const first = manager.x509.current!.authorityId;
  const ending = new AbortController();
  manager.run(ending.signal);
  for (let step = 0; step < 400 && manager.x509.current!.authorityId === first; step++) {
    await setup.clock.advance(500);
    // Keys are made beside the event loop, in real time.
    await systemClock.sleep(1);
  }
  assert.notEqual(manager.x509.current!.authorityId, first);
  ending.abort();
  await setup.clock.advance(0);
  assert.equal(setup.clock.pending, 0);
});

test('while the store is away the CA signs on, the failure shows, and it recovers', async () => {
  const setup = fresh();
  const manager = await start(setup);
  const ending = new AbortController();
  setup.store.failure = new Error('database is locked');
  manager.run(ending.signal);
  for (let step = 0; step < 40; step++) await setup.clock.advance(1_000);
  assert.equal(await sign(manager, setup), manager.x509.current!.authorityId);
  assert.equal(manager.failure, setup.store.failure);
  setup.store.failure = undefined;
  await manager.rotate();
  assert.equal(manager.x509.next?.status, 'prepared');
  ending.abort();
  await setup.clock.advance(0);
});

test('after a restart the same authorities are found again', async () => {
  const path = join(folder, 'restart.json');
  const setup = { ...fresh(), keys: createDiskKeyManager(path) };
  const manager = await start(setup);
  await pass(manager, setup, 30_000);
  const before = { x509: manager.x509, jwt: manager.jwt };
  const again = await start({ ...setup, keys: createDiskKeyManager(path) });
  for (const kind of ['x509', 'jwt'] as const) {
    assert.equal(again[kind].current?.authorityId, before[kind].current?.authorityId);
    assert.equal(again[kind].next?.authorityId, before[kind].next?.authorityId);
    assert.equal(again[kind].next?.status, 'prepared');
  }
  assert.equal(await sign(again, setup), before.x509.current?.authorityId);
  assert.equal(setup.store.journalRows.size, 1);
});

test('a server that prepared many times and restarts has not forgotten its active authority', async () => {
  const setup = fresh(60 * minute);
  const manager = await start(setup);
  const { authorityId } = manager.x509.current!;
  for (let time = 0; time < 12; time++) await manager.prepare('x509');
  assert.equal((await start(setup)).x509.current?.authorityId, authorityId);
});

test('a running server writes its journal again, as it is, so that it is not pruned', async () => {
  const setup = fresh(60 * minute);
  const manager = await start(setup);
  const [before] = [...setup.store.journalRows.values()];
  setup.store.journalRows.clear();
  await manager.touchJournal();
  assert.deepEqual([...setup.store.journalRows.values()], [before]);
});

test('a server that died between publishing and activating finds its prepared CA', async () => {
  const setup = fresh();
  const { journals } = setup.store;
  let saves = 0;
  const dying: typeof journals = {
    findByActiveAuthority: (id) => journals.findByActiveAuthority(id),
    save: (...row) => (++saves === 2 ? Promise.reject(new Error('killed')) : journals.save(...row)),
  };
  const store = { ...setup.store, journals: dying };
  await assert.rejects(start({ ...setup, store }), /killed/);
  const again = await start(setup);
  assert.equal(setup.store.bundle.x509Authorities.length, 1);
  assert.equal(again.x509.current?.status, 'active');
  assert.equal(await sign(again, setup), again.x509.current.authorityId);
});

test('a server that lost its keys makes a new CA and waits until agents can know it', async () => {
  const setup = fresh(60 * minute);
  const lost = await start(setup);
  const manager = await start({ ...setup, keys: createMemoryKeyManager() });
  assert.notEqual(manager.x509.current?.authorityId, lost.x509.current?.authorityId);
  assert.equal(setup.store.bundle.x509Authorities.length, 2);
  await assert.rejects(sign(manager, setup), (error) => hasCode(error, 'UNAVAILABLE'));
  const own = await new CaSigner(manager, setup.clock).signServerSvid(request);
  assert.equal(own.authorityId, manager.x509.current?.authorityId);
  setup.clock.jump(10_000);
  assert.equal(await sign(manager, setup), manager.x509.current?.authorityId);
});

test('a CA that expired while the server was down is replaced', async () => {
  const setup = fresh();
  const first = await start(setup);
  setup.clock.jump(10 * minute);
  const manager = await start(setup);
  assert.notEqual(manager.x509.current?.authorityId, first.x509.current?.authorityId);
  assert.equal(await sign(manager, setup), manager.x509.current?.authorityId);
});

test('an authority that somebody took out of the bundle is not used again', async () => {
  const setup = fresh(60 * minute);
  const first = await start(setup);
  setup.store.bundle = { ...setup.store.bundle, x509Authorities: [] };
  const manager = await start(setup);
  assert.notEqual(manager.x509.current?.authorityId, first.x509.current?.authorityId);
});

test('a journal that cannot be read stops the start with a clear error', async () => {
  const setup = fresh();
  await start(setup);
  const [id, row] = [...setup.store.journalRows][0]!;
  setup.store.journalRows.set(id, { ...row, data: Buffer.from('{') });
  await assert.rejects(start(setup), (error) => hasCode(error, 'STORAGE_CORRUPT'));
});

test('a forced rotation: the old authority signs until agents can know the new one', async () => {
  const setup = fresh(60 * minute);
  const manager = await start(setup);
  const old = manager.x509.current!.authorityId;
  const { authorityId } = await manager.prepare('x509');
  await manager.activate('x509', authorityId);
  assert.equal(manager.x509.current?.authorityId, authorityId);
  assert.equal(await sign(manager, setup), old);
  setup.clock.jump(10_000);
  assert.equal(await sign(manager, setup), authorityId);
});

for (const kind of ['x509', 'jwt'] as const) {
  test(`whoever prepares the next ${kind} authority before the active one signs finds somebody who signs`, async () => {
    const setup = fresh(60 * minute);
    const manager = await start(setup);
    const first = await manager.prepare(kind);
    await manager.activate(kind, first.authorityId);
    assert.notEqual(manager[kind].signer().authorityId, first.authorityId);
    // The key of the old one is overwritten.
    await manager.prepare(kind);
    assert.equal(manager[kind].signer().authorityId, first.authorityId);
    const again = await start(setup);
    assert.equal(again[kind].signer().authorityId, first.authorityId);
  });
}

test('a CA that a clock made which was ahead is replaced once the clock is right, also over a restart', async () => {
  for (const restarts of [false, true]) {
    const setup = fresh(60 * minute);
    setup.clock.jump(120 * minute);
    const before = await start(setup);
    const wrong = before.x509.current!.authorityId;
    await before.prepare('x509');
    setup.clock.jump(-120 * minute);
    await assert.rejects(sign(before, setup), (error) => hasCode(error, 'UNAVAILABLE'));
    assert.equal(new CaSigner(before, setup.clock).authorityIdForServer(), undefined);
    const manager = restarts ? await start(setup) : before;
    await pass(manager, setup, 0);
    assert.notEqual(new CaSigner(manager, setup.clock).authorityIdForServer(), wrong);
    await pass(manager, setup, 10_000);
    const svid = await new CaSigner(manager, setup.clock).signX509Svid(request);
    const roots = setup.store.bundle.x509Authorities.map(({ der }) => der);
    verifyX509Svid(svid.chainDer, () => roots, setup.clock.now());
    const { authorityId } = manager.x509.current!;
    await pass(manager, setup, 10_000);
    assert.equal(manager.x509.current!.authorityId, authorityId, 'it is replaced once');
  }
});

test('a clock that is set back by half a minute ends no signing', async () => {
  const setup = fresh(60 * minute);
  const manager = await start(setup);
  setup.clock.jump(-30_000);
  assert.equal(await sign(manager, setup), manager.x509.current!.authorityId);
  const { authorityId } = await manager.prepare('x509');
  await manager.activate('x509', authorityId);
  setup.clock.jump(11_000);
  assert.equal(await sign(manager, setup), authorityId);
  setup.clock.jump(-41_000);
  assert.equal(await sign(manager, setup), authorityId);
  assert.match(manager.jwt.signer().authorityId, /^[A-Za-z0-9]{32}$/);
});

test('an old authority is tainted, then revoked, and signs nothing from the first on', async () => {
  const setup = fresh(60 * minute);
  const manager = await start(setup);
  const old = manager.x509.current!.authorityId;
  const { authorityId } = await manager.prepare('x509');
  await manager.activate('x509', authorityId);
  await assert.rejects(manager.revoke('x509', old), (error) =>
    hasCode(error, 'FAILED_PRECONDITION'),
  );
  await manager.taint('x509', old);
  assert.deepEqual(
    setup.store.bundle.x509Authorities.map(({ tainted }) => tainted),
    [true, false],
  );
  // Agents replace what is tainted at once: the new one signs, though it was published a moment ago.
  assert.equal(await sign(manager, setup), authorityId);
  assert.equal(await sign(await start(setup), setup), authorityId);
  await manager.revoke('x509', old);
  assert.equal(setup.store.bundle.x509Authorities.length, 1);
  assert.equal(await sign(manager, setup), authorityId);
});

test('JWT authorities are prepared, activated, tainted and revoked on their own', async () => {
  const setup = fresh(60 * minute);
  const manager = await start(setup);
  const [x509, old] = [manager.x509.current, manager.jwt.current!.authorityId];
  const { authorityId } = await manager.prepare('jwt');
  await manager.activate('jwt', authorityId);
  await manager.taint('jwt', old);
  await manager.revoke('jwt', old);
  assert.deepEqual(
    setup.store.bundle.jwtAuthorities.map(({ keyId }) => keyId),
    [authorityId],
  );
  assert.equal(manager.x509.current, x509);
});

const misuse = [
  { name: 'activate without an id', run: (m: CaManager) => m.activate('x509', '') },
  { name: 'activate an unknown id', run: (m: CaManager) => m.activate('x509', 'ab') },
  { name: 'taint without an id', run: (m: CaManager) => m.taint('x509', '') },
  {
    name: 'taint the active one',
    run: (m: CaManager) => m.taint('x509', m.x509.current!.authorityId),
  },
  {
    name: 'taint a prepared one',
    run: (m: CaManager) => m.taint('x509', m.x509.next!.authorityId),
  },
  { name: 'revoke an unknown id', run: (m: CaManager) => m.revoke('jwt', 'ab') },
];
for (const { name, run } of misuse) {
  test(`to ${name} is refused and changes nothing`, async () => {
    const setup = fresh(60 * minute);
    const manager = await start(setup);
    await manager.prepare('x509');
    const { bundle } = setup.store;
    await assert.rejects(run(manager), (error) => hasCode(error, 'INVALID_ARGUMENT'));
    assert.equal(setup.store.bundle, bundle);
  });
}

test('two operators who prepare at the same moment get one authority after the other', async () => {
  const setup = fresh(60 * minute);
  const manager = await start(setup);
  const [a, b] = await Promise.all([manager.prepare('x509'), manager.prepare('x509')]);
  assert.notEqual(a.authorityId, b.authorityId);
  assert.equal(manager.x509.next?.authorityId, b.authorityId);
});
