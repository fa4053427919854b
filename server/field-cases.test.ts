// Faults that users of SPIRE met, as checks of our server over the wire; F numbers name the case.
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { test, type TestContext } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import type { Init } from '../common/rpc/contract.ts';
import type { RpcChannel } from '../common/rpc/rpc-channel.ts';
import { agentService } from '../common/rpc/services/agent.ts';
import { entryService } from '../common/rpc/services/entry.ts';
import { svidService } from '../common/rpc/services/svid.ts';
import { parseCertificate } from '../common/x509/certificate.ts';
import { createCsr } from '../common/x509/csr.ts';
import { generateKeyPair } from '../common/x509/keys.ts';
import { spire } from '../proto/gen/spire-api.js';
import type { Datastore } from './datastore/datastore.ts';
import { seededRandom } from '../testkit/random.ts';
import { entryOf } from '../testkit/registration.ts';
import { attestWithToken, startTestServer, type TestServer } from '../testkit/running-server.ts';

const trust_domain = 'zeta.test';
const parent_id = { trust_domain, path: '/node' };
const timeout = { timeoutMs: 60_000 };
const code = { ok: 0, invalidArgument: 3, notFound: 5, alreadyExists: 6 };
type EntryInit = Init<spire.api.types.Entry>;

// The agent itself has one more, its alias.
test('F135: 20,000 entries reach an agent, and a later sync without news is below 1 MB', async (t) => {
  const { server, agent } = await setUp(t);
  const numbers = Array.from({ length: 20_000 }, (_, at) => at);
  const selectors = ['a', 'b', 'c', 'd'].map((value) => ({ type: 'k8s', value: `label:${value}` }));
  for (let at = 0; at < numbers.length; at += 1000) {
    const entries = numbers
      .slice(at, at + 1000)
      .map((number) => entryFor(`e${number}`, { selectors }));
    const results = await create(server, entries);
    assert.ok(results.every(({ status }) => status?.code === code.ok));
  }
  const first = await sync(agent, (known) => known);
  assert.equal(first.entries.length, 20_001);
  assert.ok(first.largestPage <= 500);
  const later = await sync(agent, () => []);
  assert.equal(later.revisions.length, 20_001);
  assert.ok(later.bytes < 1_000_000, `${later.bytes} bytes`);
});

test('F135: large entries come in pages that a client receives', async (t) => {
  const { server, agent } = await setUp(t);
  const selectors = Array.from({ length: 12 }, (_, at) => ({
    type: 'k8s',
    value: `label:${at}:${'v'.repeat(4000)}`,
  }));
  for (let at = 0; at < 120; at += 40) {
    const entries = Array.from({ length: 40 }, (_, more) =>
      entryFor(`e${at + more}`, { selectors }),
    );
    await create(server, entries);
  }
  const synced = await sync(agent, (known) => known);
  assert.equal(synced.entries.length, 121);
  assert.ok(synced.largestPage < 120);
  const listed: string[] = [];
  for (let page_token = ''; ;) {
    const request = { page_size: 500, page_token };
    const page = await server.admin.unary(entryService.ListEntries, request, timeout);
    if (page.next_page_token === '') break;
    listed.push(...page.entries.map(({ id }) => id));
    page_token = page.next_page_token;
  }
  assert.equal(listed.filter((id) => /^e\d{1,3}$/.test(id)).length, 120);
});

test('F138: after random writes by ten, each of five agents has what the store has, notified or not', async (t) => {
  const silenced: { since: number | undefined } = { since: undefined };
  const { server, agent, store } = await setUp(t, silenced);
  const agents = [agent];
  while (agents.length < 5) agents.push(await attested(server));
  const writers = Array.from({ length: 10 }, (_, number) => writeAtRandom(server, number));
  const syncing = { stopped: false };
  const syncs = agents.map(async (each) => {
    while (!syncing.stopped) await sync(each, (known) => known);
  });
  await Promise.all(writers);
  syncing.stopped = true;
  await Promise.all(syncs);
  for (const each of agents) await assertEqualToStore(each, store());
  // A notification that is lost is made up for by the next look at the log.
  silenced.since = 1;
  await store().entries.create([storedEntry('unheard')], 1);
  silenced.since = undefined;
  await eventually(async () => (await idsOf(agent)).includes('unheard'));
  await assertEqualToStore(agent, store());
});

test('F141: a selector is parted at its first colon, and comes back as it went in', async (t) => {
  const { server } = await setUp(t);
  const values = [
    'pod-image:reg:5000/a@sha256:0a',
    'pod-label:app.kubernetes.io/name:web',
    'x: y ',
  ];
  const selectors = values.map((value) => ({ type: 'k8s', value }));
  const [created] = await create(server, [entryFor('web', { selectors })]);
  const sent = (created?.entry?.selectors ?? []).map(({ type, value }) => ({ type, value }));
  assert.deepEqual(new Set(sent.map(({ value }) => value)), new Set(values));
  const [again] = await create(server, [entryFor('again', { spiffe_id: webId, selectors: sent })]);
  assert.equal(again?.status?.code, code.alreadyExists);
  for (const selector of [
    { type: '', value: 'v' },
    { type: 't', value: '' },
    { type: 'a:b', value: 'v' },
  ]) {
    const [result] = await create(server, [entryFor('bad', { selectors: [selector] })]);
    assert.equal(result?.status?.code, code.invalidArgument);
  }
});

test('F142: each item of a batch has its own status, and a duplicate comes with what is stored', async (t) => {
  const { server } = await setUp(t);
  const [a, b] = [
    { type: 'unix', value: 'uid:1' },
    { type: 'unix', value: 'uid:2' },
  ];
  const bad = entryFor('bad', { spiffe_id: { trust_domain, path: '/spire/server' } });
  const results = await create(server, [
    entryFor('one', { selectors: [a, b] }),
    bad,
    entryFor('other', { spiffe_id: { trust_domain, path: '/one' }, selectors: [b, a, b] }),
    entryFor('two'),
  ]);
  assert.deepEqual(
    results.map(({ status, entry }) => [status?.code, entry?.id]),
    [
      [code.ok, 'one'],
      [code.invalidArgument, undefined],
      [code.alreadyExists, 'one'],
      [code.ok, 'two'],
    ],
  );
});

test('F145: a hundred SVIDs minted at once while lists are masked all have every DNS name', async (t) => {
  const { server, agent } = await setUp(t);
  const dns_names = ['*.a.test', 'b.test', 'xn--bcher-kva.test'];
  await create(server, [entryFor('web', { dns_names })]);
  const csr = createCsr(await generateKeyPair('ec-p256'));
  const masks = [{ dns_names: false }, { dns_names: true, selectors: true }, { hint: true }, null];
  await Promise.all(
    Array.from({ length: 100 }, async (_, at) => {
      const output_mask = masks[at % masks.length] ?? null;
      await server.admin.unary(entryService.ListEntries, { output_mask }, timeout);
      const [result] = await sign(agent, 'web', csr);
      const leaf = parseCertificate(Uint8Array.from(result?.svid?.cert_chain[0] ?? []));
      assert.deepEqual(leaf.dnsNames, dns_names);
    }),
  );
});

test('F147: an agent gets no SVID for what is not its own, and only the key of a CSR counts', async (t) => {
  const { server, agent } = await setUp(t);
  await create(server, [
    entryFor('mine'),
    entryFor('theirs', { parent_id: { trust_domain, path: '/spire/agent/x509pop/b' } }),
    entryFor('boss', {
      parent_id: { trust_domain, path: '/other' },
      admin: true,
      downstream: true,
    }),
  ]);
  const keyPair = await generateKeyPair('ec-p256');
  const csr = createCsr(keyPair);
  for (const id of ['theirs', 'boss', 'nowhere']) {
    const [result] = await sign(agent, id, csr);
    assert.equal(result?.status?.code, code.notFound, id);
  }
  const lying = createCsr({
    ...keyPair,
    uri: 'spiffe://zeta.test/boss',
    dnsNames: ['boss.test'],
  });
  const [overridden] = await sign(agent, 'mine', lying);
  const leaf = parseCertificate(Uint8Array.from(overridden?.svid?.cert_chain[0] ?? []));
  assert.equal(overridden?.svid?.id?.path, '/mine');
  assert.deepEqual(leaf.dnsNames, []);
  const forged = Uint8Array.from(csr);
  forged[forged.length - 1] = (forged[forged.length - 1] ?? 0) ^ 1;
  const short = shortRsaRequest();
  for (const [what, bad] of [
    ['a bad signature', forged],
    ['an RSA key of 512 bits', short],
    ['rubbish', Buffer.from('rubbish')],
  ] as const) {
    const [result] = await sign(agent, 'mine', bad);
    assert.equal(result?.status?.code, code.invalidArgument, what);
  }
});

const webId = { trust_domain, path: '/web' };

function entryFor(name: string, more: EntryInit = {}): EntryInit {
  return {
    id: name,
    spiffe_id: { trust_domain, path: `/${name}` },
    parent_id,
    selectors: [{ type: 'unix', value: `user:${name}` }],
    ...more,
  };
}

function storedEntry(id: string) {
  return entryOf(id, { parentId: 'spiffe://zeta.test/node' });
}

/** With `silenced.since` set, those who follow the store hear of nothing after that revision. */
async function setUp(
  t: TestContext,
  silenced: { since: number | undefined } = { since: undefined },
) {
  const opened: Datastore[] = [];
  const server = await startTestServer(t, {
    server: 'experimental { cache_reload_interval = "500ms" }',
    wrapStore(store) {
      opened.push(store);
      const { changes } = store;
      const deaf = {
        revision: () => changes.revision(),
        since: (revision: number, limit: number) => changes.since(revision, limit),
        prune: (beforeMs: number) => changes.prune(beforeMs),
        subscribe: (listener: () => void) =>
          changes.subscribe(() => {
            if (silenced.since === undefined) listener();
          }),
      };
      return { ...store, changes: deaf, close: () => store.close() };
    },
  });
  const agent = await attested(server);
  const store = () => {
    const [first] = opened;
    assert.ok(first !== undefined);
    return first;
  };
  return { server, agent, store };
}

/** An agent of the node that all entries are for. */
async function attested(server: TestServer): Promise<RpcChannel> {
  const request = { ttl: 600, agent_id: parent_id };
  const { value } = await server.admin.unary(agentService.CreateJoinToken, request, timeout);
  return server.dial(await attestWithToken(server, value));
}

async function create({ admin }: TestServer, entries: EntryInit[]) {
  return (await admin.unary(entryService.BatchCreateEntry, { entries }, timeout)).results;
}

async function sign(agent: RpcChannel, entry_id: string, csr: Uint8Array) {
  const request = { params: [{ entry_id, csr }] };
  return (await agent.unary(svidService.BatchNewX509SVID, request, timeout)).results;
}

/** SPIRE's delta protocol; `wanted` picks what to ask for of the IDs that there are. */
async function sync(agent: RpcChannel, wanted: (ids: readonly string[]) => readonly string[]) {
  const stream = agent.open(entryService.SyncAuthorizedEntries, timeout);
  const pages = stream.messages[Symbol.asyncIterator]();
  const none: string[] = [];
  const seen = {
    revisions: [...none],
    entries: [...none],
    hints: [...none],
    bytes: 0,
    largestPage: 0,
  };
  const read = async () => {
    for (;;) {
      const { value, done } = await pages.next();
      if (done === true) return;
      seen.bytes +=
        spire.api.server.entry.v1.SyncAuthorizedEntriesResponse.encode(value).finish().length;
      seen.revisions.push(...value.entry_revisions.map(({ id }) => id));
      seen.entries.push(...value.entries.map(({ id }) => id));
      seen.hints.push(...value.entries.map(({ id, hint }) => `${id} ${hint}`));
      seen.largestPage = Math.max(seen.largestPage, value.entries.length);
      if (!value.more) return;
    }
  };
  await stream.send({});
  await read();
  const ids = wanted(seen.revisions);
  for (let at = 0; at < ids.length; at += 500) {
    await stream.send({ ids: ids.slice(at, at + 500) });
    await read();
  }
  stream.end();
  return seen;
}

async function idsOf(agent: RpcChannel): Promise<string[]> {
  return (await sync(agent, (known) => known)).entries.sort();
}

/** What is for the agent's node, with what was last written to it; an agent has its own alias beside that. */
async function assertEqualToStore(agent: RpcChannel, store: Datastore): Promise<void> {
  const stored: string[] = [];
  for (let token = ''; ;) {
    const page = await store.entries.list({}, { size: 500, token });
    if (page.items.length === 0) break;
    const ofNode = page.items.filter(({ parentId }) => parentId === 'spiffe://zeta.test/node');
    stored.push(...ofNode.map(({ id, hint }) => `${id} ${hint}`));
    token = page.nextToken;
  }
  const { hints } = await sync(agent, (known) => known);
  assert.deepEqual(hints.filter((one) => !isAlias(one)).sort(), stored.sort());
}

/** IDs that a test gives have a short name; those of aliases are UUIDs. */
function isAlias(idAndHint: string): boolean {
  return /^[0-9a-f]{8}-/.test(idAndHint);
}

async function writeAtRandom({ admin }: TestServer, writer: number): Promise<void> {
  const below = seededRandom(writer);
  for (let round = 0; round < 60; round++) {
    const ids = Array.from({ length: 1 + below(4) }, () => `w${writer}-${below(20)}`);
    const entries = ids.map((id) => entryFor(id, { hint: String(round) }));
    const kinds = [
      () => admin.unary(entryService.BatchCreateEntry, { entries }, timeout),
      // One that is refused leaves the others alone.
      () =>
        admin.unary(
          entryService.BatchCreateEntry,
          { entries: [entryFor('bad', { selectors: [] }), ...entries] },
          timeout,
        ),
      () => admin.unary(entryService.BatchUpdateEntry, { entries }, timeout),
      () => admin.unary(entryService.BatchDeleteEntry, { ids }, timeout),
    ];
    await kinds[below(kinds.length)]?.();
  }
}

function shortRsaRequest(): Uint8Array {
  const args = ['req', '-new', '-newkey', 'rsa:512', '-nodes', '-keyout', '/dev/null'];
  return execFileSync('openssl', [...args, '-subj', '/O=x', '-outform', 'DER'], {
    stdio: ['ignore', 'pipe', 'ignore'],
  });
}

async function eventually(holds: () => Promise<boolean>): Promise<void> {
  for (let attempt = 0; !(await holds()); attempt++) {
    assert.ok(attempt < 200, 'it did not happen in time');
    await pause(20);
  }
}
