// What operators read of a running server while its datastore is away, on both stores.
import assert from 'node:assert/strict';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { test, type TestContext } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import { silentLogger, type Logger } from '../common/log/logger.ts';
import type { RpcChannel } from '../common/rpc/rpc-channel.ts';
import { RpcError } from '../common/rpc/rpc-error.ts';
import { agentService } from '../common/rpc/services/agent.ts';
import { bundleService } from '../common/rpc/services/bundle.ts';
import { entryService } from '../common/rpc/services/entry.ts';
import { trustDomainService } from '../common/rpc/services/trust-domain.ts';
import { withPostgres } from '../testkit/postgres.ts';
import { attestWithToken, startTestServer, type TestServer } from '../testkit/running-server.ts';

const trust_domain = 'zeta.test';
const deadline = { timeoutMs: 60_000 };
const settings = 'experimental { cache_reload_interval = "200ms" }';
const selector = (value: string) => ({ type: 'unix', value });

test('SQLite that fails: reads are answered from memory, and again from the store when it is back', async (t) => {
  const { lines, log } = recorder();
  const server = await startTestServer(t, { server: settings, log });
  // As a database does whose file was damaged: every statement fails.
  const tables = ['entries', 'agents', 'bundles', 'federation_relationships', 'changes'];
  const rename = (from: string, to: string): Promise<void> => {
    const database = new DatabaseSync(join(server.folder, 'data', 'db.sqlite3'));
    for (const table of tables)
      database.exec(`ALTER TABLE ${from}${table} RENAME TO ${to}${table}`);
    database.close();
    return Promise.resolve();
  };
  await assertReads(t, server, lines, {
    away: () => rename('', 'away_'),
    back: () => rename('away_', ''),
  });
});

await withPostgres('PostgreSQL that goes away', (database) => {
  for (const [how, away, back] of [
    ['stopped', () => database.halt('SIGINT'), () => database.resume()],
    ['killed', () => database.halt('SIGQUIT'), () => database.resume()],
  ] as const) {
    test(`${how}: reads are answered from memory, and again from the store when it is back`, async (t) => {
      const { lines, log } = recorder();
      const postgres = await database.emptySchema();
      const server = await startTestServer(t, { server: settings, postgres, log });
      await assertReads(t, server, lines, { away, back });
    });
  }
});

async function assertReads(
  t: TestContext,
  server: TestServer,
  lines: readonly string[],
  database: { away(): Promise<void>; back(): Promise<void> },
): Promise<void> {
  const { admin } = server;
  await fill(server);
  const before = await everyRead(admin);
  const { next_page_token: ofTheStore } = await page(admin, '');
  const state = { isAway: true };
  await database.away();
  t.after(() => (state.isAway ? database.back() : undefined));
  assert.deepEqual(await everyRead(admin), before);
  // Page after page; what goes on from the store's is refused with the reason.
  const ids: string[] = [];
  for (let token = ''; ;) {
    const { entries, next_page_token } = await page(admin, token);
    ids.push(...entries.map(({ id }) => id));
    if (next_page_token === '') break;
    token = next_page_token;
  }
  assert.deepEqual(ids.sort(), before.entries);
  await refused(page(admin, ofTheStore), /only the datastore knows where page token/);
  await refused(createEntry(admin, 'lost'), /database/);
  const { next_page_token: begun } = await page(admin, '');
  await database.back();
  state.isAway = false;
  await eventually(async () => (await createEntry(admin, 'after')) === 0);
  assert.ok((await page(admin, begun)).entries.length > 0);
  const after = await everyRead(admin);
  assert.deepEqual(after.entries, [...before.entries, 'after'].sort());
  assert.equal(after.entry, before.entry);
  assert.ok(
    lines.includes('Operators are answered from memory, as of when the datastore was last heard'),
  );
}

async function fill(server: TestServer): Promise<void> {
  const { admin } = server;
  const token = { ttl: 600, agent_id: { trust_domain, path: '/node' } };
  const { value } = await admin.unary(agentService.CreateJoinToken, token, deadline);
  await attestWithToken(server, value);
  const bundle = [{ trust_domain: 'partner.test', refresh_hint: 60, sequence_number: 3 }];
  await admin.unary(bundleService.BatchSetFederatedBundle, { bundle }, deadline);
  const federation_relationships = [
    { trust_domain: 'partner.test', bundle_endpoint_url: 'https://partner.test/', https_web: {} },
  ];
  await admin.unary(
    trustDomainService.BatchCreateFederationRelationship,
    { federation_relationships },
    deadline,
  );
  for (const name of ['one', 'two', 'three', 'four'])
    assert.equal(await createEntry(admin, name), 0);
}

/** Whatever memory can tell exactly, as text where the whole answer counts. */
async function everyRead(admin: RpcChannel) {
  const by_selectors = { selectors: [selector('uid:1'), selector('name:two')], match: 1 };
  const filtered = { filter: { by_selectors } };
  const { entries } = await admin.unary(entryService.ListEntries, {}, deadline);
  const { agents } = await admin.unary(agentService.ListAgents, {}, deadline);
  const [agent] = agents;
  assert.ok(agent?.id);
  const { bundles } = await admin.unary(bundleService.ListFederatedBundles, {}, deadline);
  const relationships = await admin.unary(
    trustDomainService.ListFederationRelationships,
    {},
    deadline,
  );
  const partner = { trust_domain: 'partner.test' };
  const some = await admin.unary(entryService.ListEntries, filtered, deadline);
  const counts = [
    await admin.unary(entryService.CountEntries, filtered, deadline),
    await admin.unary(agentService.CountAgents, {}, deadline),
    await admin.unary(
      agentService.CountAgents,
      { filter: { by_banned: { value: true } } },
      deadline,
    ),
    await admin.unary(bundleService.CountBundles, {}, deadline),
  ];
  await assert.rejects(admin.unary(entryService.GetEntry, { id: 'nothing' }, deadline), {
    code: 'NOT_FOUND',
  });
  return {
    entries: entries.map(({ id }) => id).sort(),
    some: some.entries.map(({ id }) => id).sort(),
    entry: JSON.stringify(await admin.unary(entryService.GetEntry, { id: 'two' }, deadline)),
    agents: JSON.stringify(agents),
    agent: JSON.stringify(await admin.unary(agentService.GetAgent, { id: agent.id }, deadline)),
    bundles: JSON.stringify(bundles),
    relationships: JSON.stringify(relationships),
    relationship: JSON.stringify(
      await admin.unary(trustDomainService.GetFederationRelationship, partner, deadline),
    ),
    counts: counts.map(({ count }) => count),
  };
}

function page(admin: RpcChannel, page_token: string) {
  return admin.unary(entryService.ListEntries, { page_size: 2, page_token }, deadline);
}

async function createEntry(admin: RpcChannel, id: string): Promise<number | undefined> {
  const entry = {
    id,
    spiffe_id: { trust_domain, path: `/${id}` },
    parent_id: { trust_domain, path: '/node' },
    selectors: [selector('uid:1'), selector(`name:${id}`)],
  };
  const request = { entries: [entry] };
  const { results } = await admin.unary(entryService.BatchCreateEntry, request, deadline);
  return results[0]?.status?.code;
}

async function refused(call: Promise<unknown>, reason: RegExp): Promise<void> {
  await assert.rejects(call, (error) => {
    assert.ok(error instanceof RpcError);
    assert.match(error.message, reason);
    return true;
  });
}

async function eventually(holds: () => Promise<boolean>): Promise<void> {
  for (let attempt = 0; ; attempt++) {
    if (await holds().catch(() => false)) return;
    assert.ok(attempt < 400, 'it did not happen in time');
    await pause(50);
  }
}

function recorder(): { lines: string[]; log: Logger } {
  const lines: string[] = [];
  const log: Logger = {
    ...silentLogger,
    warn: (message) => void lines.push(message),
    child: () => log,
  };
  return { lines, log };
}
