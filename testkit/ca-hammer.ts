// Rotates a CA as fast as it can until it is killed, and says on stdout what was answered. Arguments: SQLite
// file or PostgreSQL connection string, key file. Used by the tests that kill it.
import { writeSync } from 'node:fs';
import { systemClock } from '../common/clock/clock.ts';
import { createDiskKeyManager } from '../common/keymanager/disk-key-manager.ts';
import { silentLogger } from '../common/log/logger.ts';
import { parseTrustDomain } from '../common/spiffe/trust-domain.ts';
import { CaManager } from '../server/ca/ca-manager.ts';
import type { Datastore } from '../server/datastore/datastore.ts';
import { openSqliteDatastore } from '../server/datastore/sqlite/sqlite-datastore.ts';

/** The hammer's store, by where it is. */
export async function openHammered(where: string): Promise<Datastore> {
  return where.startsWith('host=')
    ? (await import('./postgres.ts')).openPostgres(where)
    : openSqliteDatastore({ path: where, disableMigration: false, codeVersion: 'test', nowMs: 0 });
}

/** The hammer's CA manager; its new authorities sign at once. */
export function hammeredManager(store: Datastore, keysPath: string): CaManager {
  return new CaManager({
    trustDomain: parseTrustDomain('zeta.test'),
    caTtlMs: 3_600_000,
    caKeyType: 'ec-p256',
    keys: createDiskKeyManager(keysPath),
    store,
    clock: systemClock,
    log: silentLogger,
    publishDelayMs: 0,
  });
}

const [where, keysPath] = process.argv.slice(2);
if (import.meta.main && where !== undefined && keysPath !== undefined) {
  const manager = hammeredManager(await openHammered(where), keysPath);
  await manager.start();
  for (;;) {
    for (const kind of ['x509', 'jwt'] as const) {
      const say = (what: string, id: string) => writeSync(1, `${kind} ${what} ${id}\n`);
      const old = manager[kind].current?.authorityId ?? '';
      say('active', old);
      const { authorityId } = await manager.prepare(kind);
      say('prepared', authorityId);
      await manager.activate(kind, authorityId);
      say('active', authorityId);
      await manager.taint(kind, old);
      say('tainted', old);
      await manager.revoke(kind, old);
      say('revoked', old);
    }
  }
}
