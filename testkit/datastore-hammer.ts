// Writes to a datastore as fast as it can until it is killed, and says on stdout what was answered.
// Arguments: SQLite file or PostgreSQL connection string, round. Used by the tests that kill it.
import { createHash } from 'node:crypto';
import { writeSync } from 'node:fs';
import { parseSpiffeId } from '../common/spiffe/spiffe-id.ts';
import { openSqliteDatastore } from '../server/datastore/sqlite/sqlite-datastore.ts';
import { entryOf } from './registration.ts';
import { hammerRing, hammerToken } from './tokens.ts';

const [path = '', round = '0'] = process.argv.slice(2);
const store = path.startsWith('host=')
  ? await (await import('./postgres.ts')).openPostgres(path)
  : openSqliteDatastore({ path, disableMigration: false, codeVersion: 'test', nowMs: 0 });

/** A cluster token of three uses: each answer says how many were counted. */
async function usePeppered(name: string): Promise<void> {
  const { id, text } = hammerToken(name);
  const { hash, keyId } = hammerRing.digestOf(text, { id });
  const digest = { hash, keyId };
  const token = { kind: 'cluster', maxUses: 3, createdAtMs: 0, expiresAtMs: 2 } as const;
  await store.tokens.create({ ...token, id, digest, description: '', profile: '' });
  for (let use = 1; use <= 4; use++) {
    const spiffeId = parseSpiffeId(`spiffe://zeta.test/spire/agent/join_token/c-${name}-${use}`);
    const presented = { ...hammerRing.presented(text, { id }), aliasEntryId: '' };
    const record = { attestationType: 'join_token', serialNumber: '1', expiresAtMs: 9 };
    const rest = { canReattest: false, selectors: [] };
    await store.agents.useTokenAndAttest(presented, { ...record, ...rest, spiffeId }, 1);
    writeSync(1, `use${use} ${name}\n`);
  }
}

for (let at = 0; ; at++) {
  const name = `${round}-${at}`;
  const hash = createHash('sha256').update(name).digest();
  await store.agents.createJoinToken({ hash, expiresAtMs: 2 });
  writeSync(1, `token ${name}\n`);
  const selectors = ['a', 'b', 'c'].map((value) => ({ type: 'node', value }));
  const spiffeId = parseSpiffeId(`spiffe://zeta.test/spire/agent/join_token/${name}`);
  const record = {
    attestationType: 'join_token',
    serialNumber: '1',
    expiresAtMs: 9,
    canReattest: false,
  };
  await store.agents.consumeTokenAndAttest(hash, { ...record, spiffeId, selectors }, 1);
  writeSync(1, `agent ${name}\n`);
  await usePeppered(name);
  await store.entries.create(
    [entryOf(`a-${name}`, { selectors }), entryOf(`b-${name}`, { selectors })],
    1,
  );
  writeSync(1, `entries ${name}\n`);
  await store.entries.delete([`b-${name}`], 1);
  writeSync(1, `deleted ${name}\n`);
}
