import assert from 'node:assert/strict';
import { test, type TestContext } from 'node:test';
import { systemClock } from '../../../common/clock/clock.ts';
import type { Init } from '../../../common/rpc/contract.ts';
import { bundleService } from '../../../common/rpc/services/bundle.ts';
import { entryService } from '../../../common/rpc/services/entry.ts';
import { spire } from '../../../proto/gen/spire-api.js';
import { entryOf } from '../../../testkit/registration.ts';
import { startTestServer } from '../../../testkit/running-server.ts';
import { createTestCa } from '../../../testkit/test-ca.ts';
import { EntryEncoder } from './entry-encoder.ts';
import { entryMessage } from './entry-messages.ts';

const trust_domain = 'zeta.test';
const timeoutMs = 10_000;
const parent_id = { trust_domain, path: '/spire/agent/x509pop/n1' };
type EntryInit = Init<spire.api.types.Entry>;

function entryFor(name: string, more: EntryInit = {}): EntryInit {
  return {
    id: name,
    spiffe_id: { trust_domain, path: `/${name}` },
    parent_id,
    selectors: [{ type: 'unix', value: `user:${name}` }],
    ...more,
  };
}

async function setUp(t: TestContext, ...entries: EntryInit[]) {
  const { admin } = await startTestServer(t);
  const create = async (
    list: EntryInit[],
    output_mask: Init<spire.api.types.EntryMask> | null = null,
  ) => {
    const request = { entries: list, ...(output_mask && { output_mask }) };
    return (await admin.unary(entryService.BatchCreateEntry, request, { timeoutMs })).results;
  };
  const list = (request: Init<spire.api.server.entry.v1.ListEntriesRequest>) =>
    admin.unary(entryService.ListEntries, request, { timeoutMs });
  if (entries.length > 0) await create(entries);
  return { admin, create, list };
}

/** Compares with what the message decodes to on the other side. */
function same(actual: unknown, expected: EntryInit): void {
  const { Entry } = spire.api.types;
  assert.deepEqual(actual, Entry.decode(Entry.encode(expected).finish()));
}

test('an entry goes in and comes out whole', async (t) => {
  const { admin, create } = await setUp(t);
  const partner = await createTestCa({ trustDomain: 'partner.test' });
  const bundle = [{ trust_domain: 'partner.test', x509_authorities: [{ asn1: partner.rootDer }] }];
  await admin.unary(bundleService.BatchSetFederatedBundle, { bundle }, { timeoutMs });
  const sent = entryFor('web', {
    x509_svid_ttl: 60,
    jwt_svid_ttl: 30,
    federates_with: ['spiffe://partner.test'],
    admin: true,
    downstream: true,
    expires_at: 4_000_000_000,
    dns_names: ['b.test', 'a.test', 'b.test'],
    hint: 'h',
    additional_attributes: { disable_x509_svid_prefetch: true, jwt_svid_include_jti: true },
    revision_number: 77,
    created_at: 77,
  });
  const [result] = await create([sent]);
  assert.deepEqual([result?.status?.code, result?.status?.message], [0, 'OK']);
  const got = await admin.unary(entryService.GetEntry, { id: 'web' }, { timeoutMs });
  const { created_at, ...expected } = { ...sent, created_at: got.created_at };
  assert.ok(Math.abs(created_at * 1000 - systemClock.now()) < 60_000);
  same(got, {
    ...expected,
    created_at,
    federates_with: ['partner.test'],
    dns_names: ['b.test', 'a.test'],
    revision_number: 0,
  });
});

const refused: readonly [string, EntryInit, number, string][] = [
  [
    'no parent',
    { parent_id: null },
    3,
    'failed to convert entry: invalid parent ID: request must specify SPIFFE ID',
  ],
  [
    'a reserved SPIFFE ID',
    { spiffe_id: { trust_domain, path: '/spire/x' } },
    3,
    'failed to convert entry: invalid spiffe ID: "spiffe://zeta.test/spire/x" is not a workload in trust domain "zeta.test"; path is in the reserved namespace',
  ],
  [
    'a path without its slash',
    { spiffe_id: { trust_domain, path: 'web' } },
    3,
    'failed to convert entry: invalid spiffe ID: SPIFFE ID "web": path must have a leading slash',
  ],
  ['no selectors', { selectors: [] }, 3, 'failed to convert entry: selector list is empty'],
  [
    'a bad trust domain',
    { federates_with: ['Bad'] },
    3,
    'failed to convert entry: invalid federated trust domain: trust domain "Bad": characters are limited to lowercase letters, numbers, dots, dashes, and underscores',
  ],
  [
    'an expiry beyond all numbers',
    { expires_at: 9_007_199_254_740_991 },
    3,
    'failed to convert entry: expires_at 9007199254740991 is out of range',
  ],
  [
    'a bundle that is not stored',
    { federates_with: ['nobody.test'] },
    13,
    'failed to create entry: unable to find federated bundle "spiffe://nobody.test"',
  ],
];
for (const [what, more, code, message] of refused) {
  test(`creation is refused for ${what}, and the rest of the batch is made`, async (t) => {
    const { create } = await setUp(t);
    const bad = entryFor('bad', more);
    if (more.parent_id === null) delete (bad as { parent_id?: unknown }).parent_id;
    const results = await create([bad, entryFor('good')]);
    assert.deepEqual(
      results.map((result) => [result.status?.code, result.status?.message]),
      [
        [code, message],
        [0, 'OK'],
      ],
    );
    assert.equal(results[0]?.entry, null);
  });
}

test('a similar entry is answered with ALREADY_EXISTS and what is stored, masked', async (t) => {
  const { create } = await setUp(t, entryFor('web', { hint: 'first' }));
  const [result] = await create([entryFor('web', { id: 'other', hint: 'second' })], { hint: true });
  assert.deepEqual(
    [result?.status?.code, result?.status?.message],
    [6, 'similar entry already exists'],
  );
  same(result?.entry, { id: 'web', hint: 'first' });
});

test('an update changes what its mask names; without one it replaces everything', async (t) => {
  const { admin } = await setUp(t, entryFor('web', { hint: 'h', x509_svid_ttl: 60 }));
  const update = async (entry: EntryInit, input_mask?: Init<spire.api.types.EntryMask>) => {
    const request = { entries: [entry], ...(input_mask && { input_mask }) };
    const { results } = await admin.unary(entryService.BatchUpdateEntry, request, { timeoutMs });
    return results[0];
  };
  const masked = await update({ id: 'web', hint: 'new', x509_svid_ttl: 99 }, { hint: true });
  assert.deepEqual(
    [masked?.entry?.hint, masked?.entry?.x509_svid_ttl, masked?.entry?.revision_number],
    ['new', 60, 1],
  );
  const whole = await update(entryFor('web'));
  assert.deepEqual(
    [whole?.entry?.hint, whole?.entry?.x509_svid_ttl, whole?.entry?.revision_number],
    ['', 0, 2],
  );
  const unknown = await update(entryFor('nope'));
  assert.deepEqual(
    [unknown?.status?.code, unknown?.status?.message],
    [5, 'failed to update entry'],
  );
});

test('deletion has a status for each ID', async (t) => {
  const { admin } = await setUp(t, entryFor('web'));
  const ids = ['web', '', 'nope'];
  const { results } = await admin.unary(entryService.BatchDeleteEntry, { ids }, { timeoutMs });
  assert.deepEqual(
    results.map(({ id, status }) => [id, status?.code, status?.message]),
    [
      ['web', 0, 'OK'],
      ['', 3, 'missing entry ID'],
      ['nope', 5, 'entry not found'],
    ],
  );
});

test('a list is paged by the token of its last entry, until an empty page', async (t) => {
  const { list } = await setUp(t, entryFor('a'), entryFor('b'), entryFor('c'));
  const pages: string[][] = [];
  let page_token = '';
  do {
    const page = await list({ page_size: 2, page_token });
    pages.push(page.entries.map((entry) => entry.id));
    page_token = page.next_page_token;
  } while (page_token !== '');
  assert.deepEqual(pages, [['a', 'b'], ['c'], []]);
  const everything = await list({ page_token: 'ignored' });
  assert.equal(everything.entries.length, 3);
  assert.equal(everything.next_page_token, '');
  await assert.rejects(list({ page_size: 1, page_token: 'x' }), {
    code: 'INVALID_ARGUMENT',
    message: "could not parse token 'x'",
  });
});

const { EXACT, SUBSET, SUPERSET, ANY } = {
  EXACT: 0,
  SUBSET: 1,
  SUPERSET: 2,
  ANY: 3,
};
const a = { type: 't', value: 'a' };
const b = { type: 't', value: 'b' };
type Filter = Init<spire.api.server.entry.v1.ListEntriesRequest.Filter>;
const filters: readonly [string, Filter, readonly string[]][] = [
  ['SPIFFE ID', { by_spiffe_id: { trust_domain, path: '/one' } }, ['one']],
  ['parent ID', { by_parent_id: parent_id }, ['both', 'one']],
  ['exact selectors', { by_selectors: { selectors: [b, a], match: EXACT } }, ['both']],
  ['a subset of selectors', { by_selectors: { selectors: [a], match: SUBSET } }, ['one']],
  [
    'a superset of selectors',
    { by_selectors: { selectors: [a], match: SUPERSET } },
    ['both', 'one'],
  ],
  ['any selector', { by_selectors: { selectors: [b], match: ANY } }, ['both']],
  ['hint', { by_hint: { value: 'h' } }, ['one']],
  ['downstream', { by_downstream: { value: true } }, ['both']],
  ['downstream false, which is no filter', { by_downstream: { value: false } }, ['both', 'one']],
];
for (const [what, filter, expected] of filters) {
  test(`entries are listed and counted by ${what}`, async (t) => {
    const { admin, list } = await setUp(
      t,
      entryFor('one', { selectors: [a], hint: 'h' }),
      entryFor('both', { selectors: [a, b], downstream: true }),
    );
    const { entries } = await list({ filter });
    assert.deepEqual(entries.map((entry) => entry.id).sort(), expected);
    const { count } = await admin.unary(entryService.CountEntries, { filter }, { timeoutMs });
    assert.equal(count, expected.length);
  });
}

const badFilters: readonly [Filter, string][] = [
  [
    { by_selectors: { selectors: [], match: EXACT } },
    'malformed selectors filter: empty selector set',
  ],
  [
    { by_selectors: { selectors: [a], match: 9 } },
    'malformed selectors filter: match behavior 9 is unknown',
  ],
  [
    { by_federates_with: { trust_domains: [], match: ANY } },
    'malformed federates with filter: empty trust domain set',
  ],
  [
    { by_parent_id: { trust_domain: 'other.test', path: '/x' } },
    'malformed parent ID filter: "spiffe://other.test/x" is not a member of trust domain "zeta.test"',
  ],
  [
    { by_spiffe_id: { trust_domain, path: '/spire/server' } },
    'malformed SPIFFE ID filter: "spiffe://zeta.test/spire/server" is not a workload in trust domain "zeta.test"; path is in the reserved namespace',
  ],
];
for (const [filter, message] of badFilters) {
  test(`a filter is refused: ${message.slice(0, 60)}`, async (t) => {
    const { list } = await setUp(t);
    await assert.rejects(list({ filter }), { code: 'INVALID_ARGUMENT', message });
  });
}

test('a mask leaves the ID and what it names', async (t) => {
  const { list } = await setUp(t, entryFor('web', { hint: 'h' }));
  const { entries } = await list({ output_mask: { hint: true } });
  same(entries[0], { id: 'web', hint: 'h' });
});

test('entries put together from cached bytes decode to the same messages', () => {
  const v1 = spire.api.server.entry.v1;
  const encoder = new EntryEncoder();
  const entries = ['x', 'y'.repeat(200), 'z'.repeat(20_000)].map((hint, at) =>
    entryOf(`e${at}`, { hint }),
  );
  const mask = new spire.api.types.EntryMask({ hint: true, selectors: true });
  for (const asked of [null, mask, mask]) {
    const expected = entries.map((entry) => entryMessage(entry, asked));
    const more = { entries: expected };
    assert.deepEqual(
      v1.SyncAuthorizedEntriesResponse.decode(encoder.syncAnswer({ entries }, asked)),
      v1.SyncAuthorizedEntriesResponse.decode(
        v1.SyncAuthorizedEntriesResponse.encode(more).finish(),
      ),
    );
    assert.deepEqual(
      v1.GetAuthorizedEntriesResponse.decode(encoder.authorizedEntries({ entries }, asked)),
      v1.GetAuthorizedEntriesResponse.decode(
        v1.GetAuthorizedEntriesResponse.encode({ entries: expected }).finish(),
      ),
    );
  }
});

test('an answer to an unchanged set is not encoded again, nor are the entries that a change left alone', (t) => {
  const encode = t.mock.method(spire.api.types.Entry, 'encode');
  const encodePage = t.mock.method(
    spire.api.server.entry.v1.SyncAuthorizedEntriesResponse,
    'encode',
  );
  const encoder = new EntryEncoder();
  const entries = ['a', 'b', 'c'].map((name) => entryOf(name));
  const set = { entries };
  const whole = encoder.syncAnswer(set, null);
  const page = encoder.revisionPage(set, 0, 500);
  const counts = () => [encode.mock.callCount(), encodePage.mock.callCount()];
  assert.deepEqual(counts(), [3, 1]);
  // The same bytes: not even put together again.
  for (let sync = 0; sync < 100; sync++) {
    assert.equal(encoder.syncAnswer(set, null), whole);
    assert.equal(encoder.revisionPage(set, 0, 500), page);
  }
  assert.deepEqual(counts(), [3, 1]);
  const changed = { entries: [...entries.slice(1), entryOf('a', { hint: 'new' })] };
  encoder.syncAnswer(changed, null);
  assert.deepEqual(counts(), [4, 1]);
});
