import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { test } from 'node:test';
import { systemClock } from '../../common/clock/clock.ts';
import { parseSpiffeId } from '../../common/spiffe/spiffe-id.ts';
import { parseTrustDomain } from '../../common/spiffe/trust-domain.ts';
import { generateKeyPair } from '../../common/x509/keys.ts';
import { verifyX509Svid } from '../../common/x509/svid.ts';
import { hammeredManager, openHammered } from '../../testkit/ca-hammer.ts';
import { randomFrom } from '../../testkit/datastore-kill.ts';
import { withPostgres } from '../../testkit/postgres.ts';
import { temporaryFolder } from '../../testkit/temporary-folder.ts';
import type { Datastore } from '../datastore/datastore.ts';
import { CaSigner } from './ca-signer.ts';
import { signJwtSvid } from './jwt-svid.ts';
import { authorityIdOf } from './x509-kind.ts';

const hammer = new URL('../../testkit/ca-hammer.ts', import.meta.url).pathname;
const trustDomain = parseTrustDomain('zeta.test');
const spiffeId = parseSpiffeId('spiffe://zeta.test/web');
const { publicKeyDer } = await generateKeyPair('ec-p256');
const rounds = 10;

/** Kills the hammer a random moment after it answered so often. */
async function hammerAndKill(where: string, keys: string, lines: number, waitMs: number) {
  const child = spawn(process.execPath, [hammer, where, keys], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const exited = once(child, 'exit');
  const answered: string[] = [];
  for await (const line of createInterface(child.stdout)) {
    answered.push(line);
    if (answered.length === lines) systemClock.after(waitMs, () => child.kill('SIGKILL'));
  }
  await exited;
  return answered.map((line) => line.split(' ') as [kind: string, what: string, id: string]);
}

type Answers = Awaited<ReturnType<typeof hammerAndKill>>;

/** What was answered is so, what was under way is done or not begun, and the server signs on. */
async function assertWhole(store: Datastore, keysPath: string, answers: Answers): Promise<void> {
  const manager = hammeredManager(store, keysPath);
  await manager.start();
  const bundle = await store.bundles.find(trustDomain);
  assert.ok(bundle !== undefined);
  const items = {
    x509: bundle.x509Authorities.map(({ der, tainted }) => ({ id: authorityIdOf(der), tainted })),
    jwt: bundle.jwtAuthorities.map(({ keyId, tainted }) => ({ id: keyId, tainted })),
  };
  for (const kind of ['x509', 'jwt'] as const) {
    const own = answers.filter(([of]) => of === kind);
    const ids = (what: string) => own.filter(([, done]) => done === what).map(([, , id]) => id);
    const current = manager[kind].current?.authorityId;
    const active = ids('active').at(-1);
    const possible = [active, own.at(-1)?.[1] === 'prepared' ? own.at(-1)?.[2] : active];
    assert.ok(active === undefined || possible.includes(current), `${kind}: ${String(current)}`);
    assert.equal(items[kind].find(({ id }) => id === current)?.tainted, false, kind);
    const revoked = new Set(ids('revoked'));
    assert.ok(!items[kind].some(({ id }) => revoked.has(id)), `${kind}: revoked ones are gone`);
    const tainted = new Set(ids('tainted'));
    assert.ok(
      items[kind].every(({ id, tainted: is }) => is || !tainted.has(id)),
      kind,
    );
  }
  const svid = await new CaSigner(manager, systemClock).signX509Svid({
    spiffeId,
    publicKeyDer,
    ttlMs: 60_000,
  });
  const roots = bundle.x509Authorities.map(({ der }) => der);
  verifyX509Svid(svid.chainDer, () => roots, systemClock.now());
  await signJwtSvid(manager, { spiffeId, audience: ['a'], ttlMs: 60_000 }, systemClock);
  const journals = await store.journals.list({ size: 10, token: '' });
  assert.equal(journals.items.length, 1, 'one server has one journal');
}

async function killRounds(where: string, seed: number): Promise<void> {
  const keysPath = join(temporaryFolder(), 'keys.json');
  const random = randomFrom(seed);
  for (let round = 0; round < rounds; round++) {
    const lines = 1 + Math.floor(random() * 20);
    const answers = await hammerAndKill(where, keysPath, lines, Math.floor(random() * 12));
    const store = await openHammered(where);
    try {
      await assertWhole(store, keysPath, answers);
      const bundle = await store.bundles.find(trustDomain);
      // A root that was published when the server died is no server's; it is gone when it expires.
      const most = 2 * (round + 1) + 2;
      assert.ok((bundle?.x509Authorities.length ?? 0) <= most, 'at most one is lost at each kill');
    } finally {
      await store.close();
    }
  }
}

test('a server on SQLite that is killed at any moment of a CA rotation finds its authorities again', () =>
  killRounds(join(temporaryFolder(), 'datastore.sqlite3'), 20260103));

await withPostgres('servers that die while they rotate their CA on PostgreSQL', (server) => {
  test('a server on PostgreSQL that is killed at any moment of a CA rotation finds its authorities again', async () =>
    killRounds(`${server.socketString} search_path=${await server.schemaName()}`, 20260104));
});
