import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { SpiffeError } from '../../common/errors/spiffe-error.ts';
import { createMemoryKeyManager } from '../../common/keymanager/memory-key-manager.ts';
import type { Logger } from '../../common/log/logger.ts';
import { parseTrustDomain } from '../../common/spiffe/trust-domain.ts';
import { FakeClock } from '../../testkit/fake-clock.ts';
import { createMemoryCaStore } from '../../testkit/memory-ca-store.ts';
import { createTestCa } from '../../testkit/test-ca.ts';
import { createTestUpstream } from '../../testkit/upstream.ts';
import { CaManager, type CaManagerOptions } from './ca-manager.ts';
import { authorityIdOf } from './x509-kind.ts';

const trustDomain = parseTrustDomain('example.org');
const hour = 3_600_000;

/** A CA manager with all that it logs. */
async function start(options: Partial<CaManagerOptions> = {}, clock = new FakeClock()) {
  const lines: [string, unknown][] = [];
  const say: Logger['info'] = (message, fields) => void lines.push([message, fields]);
  const log: Logger = { error: say, warn: say, info: say, debug: say, child: () => log };
  const store = createMemoryCaStore(trustDomain);
  const keys = createMemoryKeyManager();
  const common = { trustDomain, caTtlMs: 24 * hour, caKeyType: 'ec-p256', keys, store } as const;
  const manager = new CaManager({ ...common, clock, log, ...options });
  await manager.start();
  lines.length = 0;
  return { manager, store, clock, lines };
}

for (const [kind, taint, revoke] of [
  ['x509', 'X.509 authority tainted successfully', 'X.509 authority revoked successfully'],
  ['jwt', 'JWT authority tainted successfully', 'JWT authority revoked successfully'],
] as const) {
  test(`taint and revocation of the ${kind} authority are logged in SPIRE's words, with the authority`, async () => {
    const { manager, lines } = await start();
    const old = manager[kind].current!.authorityId;
    const { authorityId } = await manager.prepare(kind);
    await manager.activate(kind, authorityId);
    lines.length = 0;
    await assert.rejects(manager.revoke(kind, old));
    await manager.taint(kind, old);
    await manager.revoke(kind, old);
    const fields = { local_authority_id: old };
    assert.deepEqual(lines, [
      [taint, fields],
      [revoke, fields],
    ]);
  });
}

test('taint and revocation of a root of the upstream are logged with its key identifier', async () => {
  const clock = new FakeClock();
  const upstream = await createTestUpstream({ trustDomain, clock, nests: false });
  const { manager, lines } = await start({ upstream }, clock);
  const id = authorityIdOf(upstream.ca.rootDer);
  upstream.ca = await createTestCa({ trustDomain, clock, ttlMs: 365 * 24 * hour });
  upstream.roots = [...upstream.roots, { der: upstream.ca.rootDer, tainted: false }];
  const { authorityId } = await manager.prepare('x509');
  await manager.activate('x509', authorityId);
  clock.jump(10_000);
  lines.length = 0;
  await manager.taintUpstream(id);
  await manager.revokeUpstream(id);
  const own = lines.filter(([message]) => message.startsWith('X.509 upstream'));
  assert.deepEqual(own, [
    ['X.509 upstream authority tainted successfully', { subject_key_id: id }],
    ['X.509 upstream authority successfully revoked', { subject_key_id: id }],
  ]);
});

test('while the database is away, no rotation is said to fail before one is due', async () => {
  const { manager, store, clock, lines } = await start();
  const ending = new AbortController();
  manager.run(ending.signal);
  store.failure = new SpiffeError('STORAGE_UNAVAILABLE', 'database is not reachable');
  for (let step = 0; step < 60; step++) await clock.advance(60_000);
  assert.equal(manager.failure, store.failure);
  assert.deepEqual(lines, []);
  await clock.advance(12 * hour);
  // Keys are made beside the event loop, in real time.
  for (let turn = 0; turn < 20_000 && lines.length === 0; turn++) await nextTurn();
  assert.equal(lines[0]?.[0], 'Failed to rotate the CA');
  ending.abort();
  await clock.advance(0);
});
