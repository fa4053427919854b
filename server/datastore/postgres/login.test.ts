import assert from 'node:assert/strict';
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { inspect } from 'node:util';
import { hasCode, type SpiffeError } from '../../../common/errors/spiffe-error.ts';
import { openssl } from '../../../testkit/openssl.ts';
import { openPostgres, testPassword, withPostgres } from '../../../testkit/postgres.ts';

await withPostgres('logging in to PostgreSQL', (server) => {
  const folder = mkdtempSync(join(tmpdir(), 'sigil-login-'));
  const password = `password='${testPassword.replaceAll("'", "\\'")}'`;
  const roots = `sslrootcert=${server.folder}/tls.crt`;
  const byAddress = server.tcpString.replace('host=localhost', 'host=127.0.0.1');

  const tls: readonly [string, string, boolean | RegExp][] = [
    ['disable', server.tcpString, false],
    ['require', server.tcpString, true],
    ['verify-ca', `${server.tcpString} ${roots}`, true],
    ['verify-ca', `${byAddress} ${roots}`, true],
    ['verify-full', `${server.tcpString} ${roots}`, true],
    ['verify-full', `${byAddress} ${roots}`, /ERR_TLS_CERT_ALTNAME_INVALID/],
    ['verify-full', server.tcpString, /DEPTH_ZERO_SELF_SIGNED_CERT/],
    ['verify-ca', server.tcpString, /DEPTH_ZERO_SELF_SIGNED_CERT/],
    ['require', `${server.tcpString} sslrootcert=${folder}/other.crt`, /SELF_SIGNED_CERT/],
    ['verify-full', `${server.tcpString} sslrootcert=/nowhere.crt`, /unable to read sslrootcert/],
  ];
  openssl([
    'req',
    '-x509',
    '-newkey',
    'ec',
    '-pkeyopt',
    'ec_paramgen_curve:P-256',
    '-nodes',
    '-keyout',
    join(folder, 'other.key'),
    '-out',
    join(folder, 'other.crt'),
    '-subj',
    '/CN=localhost',
  ]);
  for (const [mode, where, outcome] of tls) {
    const expected =
      outcome instanceof RegExp ? `fails (${outcome.source})` : `is encrypted: ${outcome}`;
    test(`sslmode=${mode} with ${nameOf(where)} ${expected}`, async (t) => {
      const schema = await server.schemaName();
      const name = `mode-${schema}`;
      const more = `sslmode=${mode} search_path=${schema} application_name=${name}`;
      const opening = openPostgres(`${where} ${password} ${more}`);
      t.after(async () => (await opening.catch(() => undefined))?.close());
      const seen = await opening.then(
        () =>
          server.sql(`SELECT bool_and(ssl) FROM pg_stat_ssl JOIN pg_stat_activity USING (pid)
          WHERE application_name = '${name}'`),
        reasons,
      );
      assert.match(seen, outcome instanceof RegExp ? outcome : outcome ? /^t$/ : /^f$/);
    });
  }

  test('a client certificate is presented', async (t) => {
    const schema = await server.schemaName();
    const pair = `sslcert=${server.folder}/tls.crt sslkey=${server.folder}/tls.key`;
    const more = `${pair} search_path=${schema} application_name=certified`;
    const store = await openPostgres(`${server.tcpString} ${password} ${more}`);
    t.after(() => store.close());
    const shown = await server.sql(`SELECT DISTINCT client_dn FROM pg_stat_ssl
      JOIN pg_stat_activity USING (pid) WHERE application_name = 'certified'`);
    assert.equal(shown, '/CN=localhost');
  });

  test('the password comes from a password file, which is read again at each connection', async (t) => {
    const passfile = join(folder, 'passfile');
    writeFileSync(passfile, 'localhost:*:postgres:sigil:wrong');
    chmodSync(passfile, 0o600);
    const where = `${server.tcpString} passfile=${passfile} search_path=${await server.schemaName()}`;
    await assert.rejects(openPostgres(where), (error) => hasCode(error, 'STORAGE_FAILED'));
    writeFileSync(passfile, `localhost:*:postgres:sigil:${testPassword}`);
    const store = await openPostgres(where);
    t.after(() => store.close());
    assert.equal(await store.changes.revision(), 0);
  });

  test('a wrong password is refused with the reason and is nowhere in what is thrown', async () => {
    const opening = openPostgres(`${server.tcpString} password=sEcret`);
    await assert.rejects(opening, (error) => {
      const printed = inspect(error, { depth: 20, showHidden: true, getters: true });
      return /password authentication failed/.test(printed) && !printed.includes('sEcret');
    });
  });

  test('no more connections are opened than allowed, and idle ones beyond the limit are closed', async (t) => {
    const schema = await server.schemaName();
    const where = `${server.socketString} search_path=${schema} application_name=pooled`;
    const store = await openPostgres(where, { maxOpenConns: 3, maxIdleConns: 1 });
    t.after(() => store.close());
    await Promise.all(Array.from({ length: 30 }, () => store.entries.count({})));
    const open = `SELECT count(*) FROM pg_stat_activity WHERE application_name = 'pooled'`;
    // One is the feed's.
    assert.ok(Number(await server.sql(open)) <= 2);
  });

  test.after(() => rmSync(folder, { recursive: true }));
});

/** Without what differs from run to run. */
function nameOf(where: string): string {
  return where.replace(/port=\d+ /, '').replace(/=\/\S*\//, '=');
}

/** The messages of an error and its causes. */
function reasons(error: unknown): string {
  const { message, cause } = error as SpiffeError;
  return cause === undefined ? message : `${message}: ${reasons(cause)}`;
}
