import assert from 'node:assert/strict';
import { test, type TestContext } from 'node:test';
import { SpiffeError } from '../../common/errors/spiffe-error.ts';
import { silentLogger } from '../../common/log/logger.ts';
import { parseSpiffeId } from '../../common/spiffe/spiffe-id.ts';
import type { TrustDomain } from '../../common/spiffe/trust-domain.ts';
import { FakeClock, settle } from '../../testkit/fake-clock.ts';
import { memoryDatastore } from '../../testkit/memory-datastore.ts';
import { bundleOf, entryOf, noContact, zetaTest } from '../../testkit/registration.ts';
import { ChangeFollower } from './change-follower.ts';
import { EntryIndex } from './entry-index.ts';
import { entryMirror } from './mirrors.ts';
import { Registration } from './registration.ts';

const agent = parseSpiffeId('spiffe://zeta.test/spire/agent/x509pop/n1');

async function setUp(t: TestContext) {
  const clock = new FakeClock();
  const store = memoryDatastore(t);
  const index = new EntryIndex(zetaTest);
  const follower = new ChangeFollower({
    changes: store.changes,
    mirrors: { entry: entryMirror(index, store.entries) },
    clock,
    contact: noContact,
    pollMs: 5000,
  });
  const stop = new AbortController();
  await follower.start(stop.signal);
  t.after(() => stop.abort());
  const warnings: unknown[] = [];
  const registration = new Registration({
    trustDomain: zetaTest,
    store: store.entries,
    follower,
    clock,
    log: { ...silentLogger, warn: (_text, fields) => void warnings.push(fields) },
  });
  return { clock, store, index, follower, registration, warnings };
}

function draftOf(id: string, more: object = {}) {
  const { spiffeId, selectors } = entryOf(id === '' ? 'generated' : id);
  return { id, fields: { spiffeId, selectors, parentId: agent, ...more } };
}

test('what was registered is in the index when the caller is answered', async (t) => {
  const { registration, index } = await setUp(t);
  const [outcome] = await registration.create([draftOf('web')]);
  assert.equal(outcome?.kind, 'done');
  assert.deepEqual(
    index.authorizedFor(agent, []).entries.map((entry) => entry.id),
    ['web'],
  );
  await registration.update([{ id: 'web', fields: { hint: 'h' } }]);
  assert.deepEqual(index.get('web')?.hint, 'h');
  assert.deepEqual(await registration.delete(['web', 'nope']), [true, false]);
  assert.equal(index.size, 0);
});

const accounts: readonly (readonly [string, readonly string[], boolean])[] = [
  ['the account alone', ['sa:default'], true],
  ['the account and a namespace', ['ns:shop', 'sa:default'], true],
  ['another account', ['ns:shop', 'sa:web'], false],
  ['an image beside it', ['ns:shop', 'sa:default', 'pod-image:web'], false],
  ['no account', ['ns:shop'], false],
];
for (const [what, values, warns] of accounts) {
  test(`SA-10 ${what} in the selectors: ${warns ? 'a warning' : 'nothing to say'}, and it is registered`, async (t) => {
    const { registration, warnings } = await setUp(t);
    const selectors = values.map((value) => ({ type: 'k8s', value }));
    const [outcome] = await registration.create([draftOf('web', { selectors })]);
    assert.equal(outcome?.kind, 'done');
    await registration.update([{ id: 'web', fields: { hint: 'h' } }]);
    const said = { entry_id: 'web', spiffe_id: entryOf('web').spiffeId, count: 1 };
    assert.deepEqual(warnings, warns ? [said, said] : []);
  });
}

test('an entry without an ID gets a UUID', async (t) => {
  const { registration, index } = await setUp(t);
  await registration.create([draftOf('')]);
  assert.match(
    [...index.ids()].join(),
    /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/,
  );
});

test('each item of a batch has its own outcome, in the order of the request', async (t) => {
  const { registration } = await setUp(t);
  const fault = new SpiffeError('SPIFFE_ID_INVALID', 'invalid spiffe ID: bad');
  const outcomes = await registration.create([
    draftOf('a'),
    { id: 'b', fault },
    draftOf('a2', { spiffeId: entryOf('a').spiffeId }),
    draftOf('c', { selectors: [] }),
    draftOf('d', { federatesWith: ['partner.test' as TrustDomain] }),
    draftOf('e'),
  ]);
  assert.deepEqual(
    outcomes.map((outcome) => (outcome.kind === 'failed' ? outcome.error.message : outcome.kind)),
    [
      'done',
      'invalid spiffe ID: bad',
      'exists',
      'selector list is empty',
      'failed to create entry: unable to find federated bundle "spiffe://partner.test"',
      'done',
    ],
  );
});

test('an update is checked together with what is stored', async (t) => {
  const { registration, store } = await setUp(t);
  await registration.create([draftOf('web', { disableX509SvidPrefetch: true })]);
  const outcomes = await registration.update([
    { id: 'web', fields: { storeSvid: true } },
    { id: 'unknown', fields: {} },
  ]);
  assert.deepEqual(
    outcomes.map((outcome) => outcome.kind === 'failed' && outcome.error.code),
    ['INVALID_ARGUMENT', 'NOT_FOUND'],
  );
  assert.equal((await store.entries.find('web'))?.storeSvid, false);
});

test('expired entries are pruned from store and index, and the rest stays', async (t) => {
  const { registration, index, clock } = await setUp(t);
  await registration.create([
    draftOf('old', { expiresAtMs: clock.now() + 1 }),
    draftOf('new', { expiresAtMs: clock.now() + 9000 }),
  ]);
  await clock.advance(5000);
  assert.equal(await registration.prune(), 1);
  assert.deepEqual([...index.ids()], ['new']);
});

test('a change that came another way is followed at once', async (t) => {
  const { store, index, clock } = await setUp(t);
  await store.entries.create([entryOf('web')], clock.now());
  await settle();
  assert.deepEqual([...index.ids()], ['web']);
});

test('a follower that fell behind a pruned log reads everything and forgets what is gone', async (t) => {
  const { store, index, clock, follower } = await setUp(t);
  await store.entries.create([entryOf('a'), entryOf('b')], clock.now());
  await follower.catchUp();
  const behind = new EntryIndex(zetaTest);
  behind.set(entryOf('ghost'));
  const second = new ChangeFollower({
    changes: store.changes,
    mirrors: { entry: entryMirror(behind, store.entries) },
    clock,
    contact: noContact,
    pollMs: 5000,
  });
  await store.entries.delete(['b'], clock.now());
  await store.changes.prune(clock.now() + 1);
  await second.catchUp();
  assert.deepEqual([...behind.ids()], ['a']);
  assert.equal(second.revision, 3);
  assert.deepEqual([...index.ids()], ['a']);
});

test('an unchanged log costs one read of it and none of the entries', async (t) => {
  const { store, clock } = await setUp(t);
  let reads = 0;
  const mirror = {
    reload: () => Promise.resolve(),
    refresh() {
      reads++;
      return Promise.resolve();
    },
  };
  const follower = new ChangeFollower({
    changes: store.changes,
    mirrors: { entry: mirror, bundle: mirror },
    clock,
    contact: noContact,
    pollMs: 5000,
  });
  await store.bundles.set(bundleOf('p.test'), clock.now());
  await follower.catchUp();
  await follower.catchUp();
  assert.equal(reads, 1);
});
