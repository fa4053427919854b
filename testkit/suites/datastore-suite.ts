import assert from 'node:assert/strict';
import { suite, test, type TestContext } from 'node:test';
import { hasCode } from '../../common/errors/spiffe-error.ts';
import type { FederationRelationship } from '../../common/spiffe/federation-relationship.ts';
import type { Selector } from '../../common/spiffe/selector.ts';
import { parseSpiffeId, type SpiffeId } from '../../common/spiffe/spiffe-id.ts';
import type { TrustDomain } from '../../common/spiffe/trust-domain.ts';
import type {
  AttestationRecord,
  Datastore,
  EntryFilter,
  MatchBehavior,
} from '../../server/datastore/datastore.ts';
import { bundleOf, entryOf } from '../registration.ts';
import { enrollmentTests } from './enrollment-suite.ts';
import { tokenSuites } from './token-suite.ts';

const now = Date.UTC(2026, 0, 1);
const firstPage = { size: 100, token: '' };
const hash = new Uint8Array(32).fill(7);

/** What every datastore must do. `open` gives a new, empty one. */
export function datastoreSuite(name: string, open: () => Promise<Datastore>): void {
  const opened = async (t: TestContext) => {
    const store = await open();
    t.after(() => store.close());
    return store;
  };
  suite(`${name}: registration entries`, () => entryTests(opened));
  suite(`${name}: filters and pages`, () => filterTests(opened));
  suite(`${name}: agents and join tokens`, () => agentTests(opened));
  suite(`${name}: bundles`, () => bundleTests(opened));
  suite(`${name}: federation relationships`, () => federationTests(opened));
  suite(`${name}: enrolment profiles`, () => enrollmentTests(opened));
  suite(`${name}: journals and changes`, () => changeTests(opened));
  tokenSuites(name, opened);
}

type Open = (t: TestContext) => Promise<Datastore>;

function entryTests(open: Open): void {
  test('a created entry is found again with every field', async (t) => {
    const store = await open(t);
    await store.bundles.create(bundleOf('partner.test'), now);
    const entry = entryOf('web', {
      selectors: [
        { type: 'k8s', value: 'sa:web' },
        { type: 'k8s', value: 'ns:prod' },
      ],
      federatesWith: ['partner.test' as TrustDomain],
      dnsNames: ['b.zeta.test', 'a.zeta.test'],
      x509SvidTtlSeconds: 60,
      jwtSvidTtlSeconds: 30,
      admin: true,
      downstream: true,
      storeSvid: true,
      hint: 'internal',
      expiresAtMs: now + 5,
      disableX509SvidPrefetch: true,
      jwtSvidIncludeJti: true,
    });
    const [outcome] = await store.entries.create([entry], now);
    const expected = {
      ...entry,
      selectors: [
        { type: 'k8s', value: 'ns:prod' },
        { type: 'k8s', value: 'sa:web' },
      ],
      createdAtMs: now,
    };
    assert.deepEqual(outcome, { kind: 'created', entry: expected });
    assert.deepEqual(await store.entries.find('web'), expected);
    assert.deepEqual(await store.entries.findAll(['web', 'unknown']), [expected]);
  });

  test('selectors, DNS names and trust domains given twice are stored once', async (t) => {
    const store = await open(t);
    await store.bundles.create(bundleOf('partner.test'), now);
    const twice = <T>(value: T) => [value, value];
    const entry = entryOf('web', {
      selectors: twice({ type: 'unix', value: 'uid:1' }),
      dnsNames: twice('a.test'),
      federatesWith: twice('partner.test' as TrustDomain),
    });
    await store.entries.create([entry], now);
    const stored = await store.entries.find('web');
    assert.deepEqual(
      [stored?.selectors.length, stored?.dnsNames.length, stored?.federatesWith.length],
      [1, 1, 1],
    );
  });

  test('a similar entry is returned and not changed, whatever its other fields', async (t) => {
    const store = await open(t);
    const first = entryOf('first', { spiffeId: 'spiffe://zeta.test/web' });
    await store.entries.create([first], now);
    const [outcome] = await store.entries.create(
      [{ ...first, id: 'second', hint: 'other' }],
      now + 1,
    );
    assert.deepEqual(outcome, { kind: 'similar', entry: { ...first, createdAtMs: now } });
    assert.equal(await store.entries.count({}), 1);
  });

  test('an entry ID in use is reported and the others of the batch are created', async (t) => {
    const store = await open(t);
    const outcomes = await store.entries.create(
      [entryOf('a'), entryOf('a', { spiffeId: 'spiffe://zeta.test/x' }), entryOf('b')],
      now,
    );
    assert.deepEqual(
      outcomes.map((outcome) => outcome.kind),
      ['created', 'id_taken', 'created'],
    );
  });

  test('an entry that federates with an unknown trust domain leaves nothing behind', async (t) => {
    const store = await open(t);
    const entry = entryOf('web', { federatesWith: ['partner.test' as TrustDomain] });
    const [outcome] = await store.entries.create([entry], now);
    assert.deepEqual(outcome, { kind: 'no_bundle', trustDomain: 'partner.test' });
    assert.equal(await store.entries.count({}), 0);
    assert.equal(await store.changes.revision(), 0);
  });

  test('an update raises the revision even when nothing changed', async (t) => {
    const store = await open(t);
    await store.entries.create([entryOf('web')], now);
    const same = { id: 'web', change: <T>(stored: T) => stored };
    await store.entries.update([same], now + 1);
    const [outcome] = await store.entries.update([same], now + 2);
    assert.deepEqual(outcome, {
      kind: 'updated',
      entry: { ...entryOf('web'), createdAtMs: now, revisionNumber: 2 },
    });
  });

  test('an update replaces selectors, so that filters see the new ones only', async (t) => {
    const store = await open(t);
    await store.entries.create([entryOf('web')], now);
    const selectors = [{ type: 'unix', value: 'uid:99' }];
    await store.entries.update(
      [{ id: 'web', change: (stored) => ({ ...stored, selectors }) }],
      now,
    );
    const old = [{ type: 'unix', value: 'uid:33' }];
    assert.equal(await store.entries.count({ selectors: { match: 'any', values: selectors } }), 1);
    assert.equal(await store.entries.count({ selectors: { match: 'any', values: old } }), 0);
  });

  test('an update that is refused leaves its entry and the rest of the batch goes on', async (t) => {
    const store = await open(t);
    await store.entries.create([entryOf('a'), entryOf('b')], now);
    const refuse = () => {
      throw new Error('no');
    };
    const outcomes = await store.entries.update(
      [
        { id: 'a', change: refuse },
        { id: 'b', change: (stored) => ({ ...stored, hint: 'new' }) },
        { id: 'c', change: (stored) => stored },
      ],
      now,
    );
    assert.deepEqual(
      outcomes.map((outcome) => outcome.kind),
      ['refused', 'updated', 'not_found'],
    );
    assert.equal((await store.entries.find('a'))?.revisionNumber, 0);
    assert.equal((await store.entries.find('b'))?.hint, 'new');
  });

  test('deletion answers for each ID and a deleted ID can be used again', async (t) => {
    const store = await open(t);
    await store.entries.create([entryOf('a')], now);
    assert.deepEqual(await store.entries.delete(['a', 'b', 'a'], now), [true, false, false]);
    const [again] = await store.entries.create([entryOf('a')], now + 1000);
    assert.equal(again?.kind, 'created');
    assert.equal((await store.entries.find('a'))?.createdAtMs, now + 1000);
  });

  test('pruning deletes expired entries only, and no more than asked', async (t) => {
    const store = await open(t);
    const ids = ['a', 'b', 'c'].map((id) => entryOf(id, { expiresAtMs: now }));
    await store.entries.create(
      [...ids, entryOf('later', { expiresAtMs: now + 10 }), entryOf('never')],
      now - 1,
    );
    assert.equal((await store.entries.prune(now + 1, 2)).length, 2);
    assert.equal((await store.entries.prune(now + 1, 2)).length, 1);
    assert.equal((await store.entries.prune(now + 1, 2)).length, 0);
    assert.equal(await store.entries.count({}), 2);
  });
}

const a: Selector = { type: 't', value: 'a' };
const b: Selector = { type: 't', value: 'b' };
const c: Selector = { type: 't', value: 'c' };

function filterTests(open: Open): void {
  const rows: readonly [MatchBehavior, readonly Selector[], readonly string[]][] = [
    ['exact', [a, b], ['ab']],
    ['exact', [b, a, a], ['ab']],
    ['exact', [c], []],
    ['subset', [a, b], ['a', 'ab', 'b']],
    ['subset', [a], ['a']],
    ['superset', [a], ['a', 'ab', 'abc']],
    ['superset', [a, b], ['ab', 'abc']],
    ['any', [b, c], ['ab', 'abc', 'b']],
  ];
  for (const [match, values, expected] of rows) {
    const wanted = values.map((value) => value.value).join('');
    test(`selectors ${match} ${wanted} match entries and agents with ${expected.join(' ')}`, async (t) => {
      const store = await open(t);
      const sets = { a: [a], b: [b], ab: [a, b], abc: [a, b, c] };
      for (const [id, selectors] of Object.entries(sets)) {
        await store.entries.create([entryOf(id, { selectors })], now);
        await store.agents.attest(recordOf(id, { selectors }), now);
      }
      await store.agents.attest(recordOf('none', { selectors: [] }), now);
      const entries = await store.entries.list({ selectors: { match, values } }, firstPage);
      const agents = await store.agents.list({ selectors: { match, values } }, firstPage);
      assert.deepEqual(entries.items.map((entry) => entry.id).sort(), expected);
      assert.deepEqual(
        agents.items.map((agent) => agent.spiffeId.split('/').at(-1)).sort(),
        expected,
      );
      assert.equal(await store.agents.count({ selectors: { match, values } }), expected.length);
    });
  }

  const entryFilters: readonly [string, EntryFilter, readonly string[]][] = [
    ['nothing', {}, ['plain', 'special']],
    ['SPIFFE ID', { spiffeId: parseSpiffeId('spiffe://zeta.test/plain') }, ['plain']],
    ['parent ID', { parentId: parseSpiffeId('spiffe://zeta.test/other') }, ['special']],
    ['hint', { hint: 'h' }, ['special']],
    ['an empty hint', { hint: '' }, ['plain']],
    ['downstream', { downstream: true }, ['special']],
    [
      'a trust domain',
      { federatesWith: { match: 'any', values: ['p.test' as TrustDomain] } },
      ['special'],
    ],
    ['two filters that exclude each other', { downstream: true, hint: '' }, []],
  ];
  for (const [what, filter, expected] of entryFilters) {
    test(`entries are filtered by ${what}`, async (t) => {
      const store = await open(t);
      await store.bundles.create(bundleOf('p.test'), now);
      const special = entryOf('special', {
        parentId: 'spiffe://zeta.test/other',
        hint: 'h',
        downstream: true,
        federatesWith: ['p.test' as TrustDomain],
      });
      await store.entries.create([entryOf('plain'), special], now);
      const page = await store.entries.list(filter, firstPage);
      assert.deepEqual(
        page.items.map((entry) => entry.id),
        expected,
      );
      assert.equal(await store.entries.count(filter), expected.length);
    });
  }

  test('pages join to the whole list, and rows created meanwhile are not missed', async (t) => {
    const store = await open(t);
    await store.entries.create(
      ['a', 'b', 'c'].map((id) => entryOf(id)),
      now,
    );
    const first = await store.entries.list({}, { size: 2, token: '' });
    await store.entries.delete(['b'], now);
    await store.entries.create([entryOf('d')], now);
    const second = await store.entries.list({}, { size: 2, token: first.nextToken });
    const third = await store.entries.list({}, { size: 2, token: second.nextToken });
    assert.deepEqual(
      [first, second, third].map((page) => page.items.map((entry) => entry.id)),
      [['a', 'b'], ['c', 'd'], []],
    );
    assert.equal(third.nextToken, '');
  });

  for (const token of ['x', '-1', '1.5', '9'.repeat(40), "1' OR '1'='1"]) {
    test(`the page token ${JSON.stringify(token)} is refused`, async (t) => {
      const store = await open(t);
      await assert.rejects(
        store.entries.list({}, { size: 1, token }),
        (error) =>
          hasCode(error, 'INVALID_ARGUMENT') && error.message.startsWith('could not parse token'),
      );
    });
  }

  test('agents are filtered by type, ban, re-attestation and expiry', async (t) => {
    const store = await open(t);
    await store.agents.attest(recordOf('token', { expiresAtMs: now + 10 }), now);
    await store.agents.attest(
      recordOf('pop', { attestationType: 'x509pop', canReattest: true }),
      now,
    );
    await store.agents.attest(recordOf('bad', {}), now);
    await store.agents.ban(agentId('bad'), now);
    const found = async (filter: Parameters<Datastore['agents']['list']>[0]) =>
      (await store.agents.list(filter, firstPage)).items.map((agent) =>
        agent.spiffeId.split('/').at(-1),
      );
    assert.deepEqual(await found({ attestationType: 'x509pop' }), ['pop']);
    assert.deepEqual(await found({ banned: true }), ['bad']);
    assert.deepEqual(await found({ banned: false, canReattest: false }), ['token']);
    assert.deepEqual(await found({ expiresBeforeMs: now + 11 }), ['token']);
  });
}

function agentId(name: string): SpiffeId {
  return parseSpiffeId(`spiffe://zeta.test/spire/agent/join_token/${name}`);
}

function recordOf(name: string, fields: Partial<AttestationRecord> = {}): AttestationRecord {
  return {
    spiffeId: agentId(name),
    attestationType: 'join_token',
    serialNumber: '1',
    expiresAtMs: now + 3_600_000,
    canReattest: false,
    selectors: [],
    ...fields,
  };
}

function agentTests(open: Open): void {
  test('a join token is used up together with the creation of its agent', async (t) => {
    const store = await open(t);
    assert.equal(await store.agents.createJoinToken({ hash, expiresAtMs: now + 1 }), true);
    assert.equal(await store.agents.createJoinToken({ hash, expiresAtMs: now + 9 }), false);
    assert.equal(await store.agents.consumeTokenAndAttest(hash, recordOf('t'), now), 'attested');
    assert.equal(await store.agents.findJoinToken(hash), undefined);
    assert.equal((await store.agents.find(agentId('t')))?.serialNumber, '1');
  });

  test('of two simultaneous uses of one token exactly one wins', async (t) => {
    const store = await open(t);
    await store.agents.createJoinToken({ hash, expiresAtMs: now + 1 });
    const outcomes = await Promise.all(
      ['1', '2'].map((serialNumber) =>
        store.agents.consumeTokenAndAttest(hash, recordOf('t', { serialNumber }), now),
      ),
    );
    assert.deepEqual(outcomes.sort(), ['attested', 'token_unknown']);
  });

  test('an expired token admits nobody and stays until it is pruned', async (t) => {
    const store = await open(t);
    await store.agents.createJoinToken({ hash, expiresAtMs: now - 1 });
    assert.equal(
      await store.agents.consumeTokenAndAttest(hash, recordOf('t'), now),
      'token_expired',
    );
    assert.equal(await store.agents.find(agentId('t')), undefined);
    assert.equal(await store.agents.pruneJoinTokens(now), 1);
    assert.equal(await store.agents.findJoinToken(hash), undefined);
  });

  test('a banned agent is refused and its token is not used up', async (t) => {
    const store = await open(t);
    await store.agents.attest(recordOf('t'), now);
    await store.agents.ban(agentId('t'), now);
    await store.agents.createJoinToken({ hash, expiresAtMs: now + 1 });
    assert.equal(await store.agents.consumeTokenAndAttest(hash, recordOf('t'), now), 'banned');
    assert.equal(await store.agents.attest(recordOf('t'), now), 'banned');
    assert.notEqual(await store.agents.findJoinToken(hash), undefined);
  });

  test('attesting again replaces serial and selectors, keeps the type, drops a renewal', async (t) => {
    const store = await open(t);
    await store.agents.attest(recordOf('n', { selectors: [a] }), now);
    await store.agents.setRenewal(agentId('n'), '2', now + 5, now);
    await store.agents.setVersion(agentId('n'), '1.15.2', now);
    const again = {
      attestationType: 'x509pop',
      serialNumber: '3',
      selectors: [b],
      canReattest: true,
    };
    await store.agents.attest(recordOf('n', again), now);
    assert.deepEqual(await store.agents.find(agentId('n')), {
      spiffeId: agentId('n'),
      attestationType: 'join_token',
      serialNumber: '3',
      expiresAtMs: now + 3_600_000,
      newSerialNumber: '',
      newExpiresAtMs: 0,
      canReattest: true,
      agentVersion: '1.15.2',
      selectors: [b],
    });
  });

  test('a renewed serial becomes the current one when it is promoted, once', async (t) => {
    const store = await open(t);
    await store.agents.attest(recordOf('n'), now);
    assert.equal(await store.agents.setRenewal(agentId('n'), '2', now + 5, now), true);
    assert.equal(await store.agents.promote(agentId('n'), '9', now), false);
    assert.equal(await store.agents.promote(agentId('n'), '2', now), true);
    assert.equal(await store.agents.promote(agentId('n'), '2', now), false);
    const agent = await store.agents.find(agentId('n'));
    assert.deepEqual(
      [agent?.serialNumber, agent?.expiresAtMs, agent?.newSerialNumber, agent?.newExpiresAtMs],
      ['2', now + 5, '', 0],
    );
  });

  test('a ban empties both serials, and nothing renews or promotes a banned agent', async (t) => {
    const store = await open(t);
    await store.agents.attest(recordOf('n'), now);
    await store.agents.setRenewal(agentId('n'), '2', now + 5, now);
    assert.equal(await store.agents.ban(agentId('n'), now), true);
    assert.equal(await store.agents.promote(agentId('n'), '2', now), false);
    assert.equal(await store.agents.promote(agentId('n'), '', now), false);
    assert.equal(await store.agents.setRenewal(agentId('n'), '3', now, now), false);
    assert.equal((await store.agents.find(agentId('n')))?.serialNumber, '');
    assert.equal(await store.agents.ban(agentId('unknown'), now), false);
  });

  test('the alias of a join token comes with its agent and goes with it', async (t) => {
    const store = await open(t);
    const spiffeId = parseSpiffeId('spiffe://zeta.test/node');
    const alias = { entryId: 'alias', spiffeId };
    const child = entryOf('child', { parentId: agentId('n') });
    await store.agents.createJoinToken({ hash, expiresAtMs: now + 1, alias });
    assert.equal(await store.entries.count({}), 0);
    await store.agents.consumeTokenAndAttest(hash, recordOf('n'), now);
    assert.deepEqual(
      await store.entries.find('alias'),
      entryOf('alias', {
        spiffeId,
        parentId: agentId('n'),
        selectors: [{ type: 'spiffe_id', value: agentId('n') }],
        createdAtMs: now,
      }),
    );
    await store.entries.create([child], now);
    assert.equal(await store.entries.count({}), 2);
    assert.equal(await store.agents.delete(agentId('n'), now), true);
    assert.equal(await store.agents.delete(agentId('n'), now), false);
    assert.deepEqual(
      (await store.entries.list({}, firstPage)).items.map((entry) => entry.id),
      ['child'],
    );
  });

  test('pruning spares banned, renewed and, unless asked, first-use agents', async (t) => {
    const store = await open(t);
    const expired = { expiresAtMs: now - 10 };
    await store.agents.attest(recordOf('pop', { ...expired, canReattest: true }), now);
    await store.agents.attest(recordOf('token', expired), now);
    await store.agents.attest(recordOf('renewed', { ...expired, canReattest: true }), now);
    await store.agents.setRenewal(agentId('renewed'), '2', now + 10, now);
    await store.agents.attest(recordOf('bad', { ...expired, canReattest: true }), now);
    await store.agents.ban(agentId('bad'), now);
    const options = { expiredBeforeMs: now, limit: 10 };
    assert.deepEqual(await store.agents.prune({ ...options, includeTofu: false }, now), [
      agentId('pop'),
    ]);
    assert.deepEqual(await store.agents.prune({ ...options, includeTofu: true }, now), [
      agentId('token'),
    ]);
    assert.equal(await store.agents.count({}), 2);
  });
}

function bundleTests(open: Open): void {
  const partner = 'partner.test' as TrustDomain;

  test('a bundle is found again with every field', async (t) => {
    const store = await open(t);
    const bundle = {
      ...bundleOf('partner.test', new Uint8Array([0, 255, 1])),
      jwtAuthorities: [
        { keyId: 'k', publicKeyDer: new Uint8Array([9]), expiresAtMs: now, tainted: true },
      ],
      refreshHintSeconds: 300,
      sequenceNumber: 42,
    };
    assert.equal(await store.bundles.create(bundle, now), true);
    assert.equal(await store.bundles.create(bundle, now), false);
    assert.deepEqual(await store.bundles.find(partner), bundle);
    assert.deepEqual((await store.bundles.list(firstPage)).items, [bundle]);
    assert.equal(await store.bundles.count(), 1);
  });

  test('set creates and replaces, update needs a bundle and changes what it names', async (t) => {
    const store = await open(t);
    assert.equal(await store.bundles.update(partner, { refreshHintSeconds: 1 }, now), undefined);
    await store.bundles.set(bundleOf('partner.test'), now);
    await store.bundles.set({ ...bundleOf('partner.test'), sequenceNumber: 3 }, now);
    const updated = await store.bundles.update(partner, { refreshHintSeconds: 60 }, now);
    assert.deepEqual(updated, {
      ...bundleOf('partner.test'),
      sequenceNumber: 3,
      refreshHintSeconds: 60,
    });
    assert.deepEqual(await store.bundles.find(partner), updated);
  });

  test('a change raises the sequence number, declining it does not', async (t) => {
    const store = await open(t);
    const authorities = { x509Authorities: bundleOf('x').x509Authorities, jwtAuthorities: [] };
    const first = await store.bundles.change(partner, () => authorities, now);
    const second = await store.bundles.change(partner, () => undefined, now);
    const third = await store.bundles.change(partner, (stored) => stored, now);
    assert.deepEqual(
      [first, second, third].map((bundle) => bundle.sequenceNumber),
      [1, 1, 2],
    );
    assert.equal((await store.bundles.find(partner))?.sequenceNumber, 2);
  });

  test('a change that throws leaves the bundle as it was', async (t) => {
    const store = await open(t);
    await store.bundles.set(bundleOf('partner.test'), now);
    const refuse = () => {
      throw new Error('no');
    };
    await assert.rejects(store.bundles.change(partner, refuse, now), { message: 'no' });
    assert.deepEqual(await store.bundles.find(partner), bundleOf('partner.test'));
  });

  const modes = [
    ['restrict', { kind: 'in_use', entries: 1 }, 1, ['partner.test']],
    ['dissociate', { kind: 'deleted' }, 1, []],
    ['delete', { kind: 'deleted' }, 0, undefined],
  ] as const;
  for (const [mode, outcome, entries, federatesWith] of modes) {
    test(`deleting a bundle with mode ${mode} while an entry federates`, async (t) => {
      const store = await open(t);
      await store.bundles.set(bundleOf('partner.test'), now);
      await store.entries.create([entryOf('web', { federatesWith: [partner] })], now);
      assert.deepEqual(await store.bundles.delete(partner, mode, now), outcome);
      assert.equal(await store.entries.count({}), entries);
      assert.deepEqual((await store.entries.find('web'))?.federatesWith, federatesWith);
    });
  }

  test('dissociating an entry raises its revision and is written in the change log', async (t) => {
    const store = await open(t);
    await store.bundles.set(bundleOf('partner.test'), now);
    await store.entries.create([entryOf('web', { federatesWith: [partner] })], now);
    const before = await store.changes.revision();
    await store.bundles.delete(partner, 'dissociate', now);
    assert.equal((await store.entries.find('web'))?.revisionNumber, 1);
    const changes = await store.changes.since(before, 10);
    assert.deepEqual(
      changes?.map(({ kind, key }) => [kind, key]),
      [
        ['entry', 'web'],
        ['bundle', 'partner.test'],
      ],
    );
  });

  test('an unknown bundle cannot be deleted', async (t) => {
    const store = await open(t);
    assert.deepEqual(await store.bundles.delete(partner, 'restrict', now), { kind: 'not_found' });
  });
}

function federationTests(open: Open): void {
  const partner = 'partner.test' as TrustDomain;
  const spiffe: FederationRelationship = {
    trustDomain: partner,
    bundleEndpointUrl: 'https://partner.test:8443/',
    bundleEndpointProfile: {
      name: 'https_spiffe',
      endpointSpiffeId: parseSpiffeId('spiffe://partner.test/spire/server'),
    },
  };
  const web: FederationRelationship = {
    trustDomain: 'web.test' as TrustDomain,
    bundleEndpointUrl: 'https://web.test/bundle',
    bundleEndpointProfile: { name: 'https_web' },
  };

  test('relationships are found again with every field, and listed in pages', async (t) => {
    const store = await open(t);
    assert.equal(await store.federation.create(spiffe, undefined, now), true);
    assert.equal(await store.federation.create(web, undefined, now), true);
    assert.deepEqual(await store.federation.find(partner), spiffe);
    const first = await store.federation.list({ size: 1, token: '' });
    assert.deepEqual(first.items, [spiffe]);
    const second = await store.federation.list({ size: 1, token: first.nextToken });
    assert.deepEqual(second.items, [web]);
    assert.equal(await store.bundles.count(), 0);
  });

  test('a second relationship with a trust domain leaves the first and stores no bundle', async (t) => {
    const store = await open(t);
    await store.federation.create(spiffe, undefined, now);
    const other = { ...spiffe, bundleEndpointProfile: web.bundleEndpointProfile };
    assert.equal(await store.federation.create(other, bundleOf('partner.test'), now), false);
    assert.deepEqual(await store.federation.find(partner), spiffe);
    assert.equal(await store.bundles.find(partner), undefined);
  });

  test('a bundle given with a relationship is created or replaced with it', async (t) => {
    const store = await open(t);
    const bundle = bundleOf('partner.test');
    await store.federation.create(spiffe, bundle, now);
    assert.deepEqual(await store.bundles.find(partner), bundle);
    const next = { ...bundle, sequenceNumber: 2 };
    await store.federation.update(partner, {}, next, now);
    assert.deepEqual(await store.bundles.find(partner), next);
  });

  test('an update changes the parts it names and needs a relationship', async (t) => {
    const store = await open(t);
    const bundle = bundleOf('partner.test');
    assert.equal(await store.federation.update(partner, {}, bundle, now), undefined);
    assert.equal(await store.bundles.find(partner), undefined);
    await store.federation.create(spiffe, undefined, now);
    const { bundleEndpointProfile } = web;
    const updated = { ...spiffe, bundleEndpointProfile };
    const parts = { bundleEndpointProfile };
    assert.deepEqual(await store.federation.update(partner, parts, undefined, now), updated);
    assert.deepEqual(await store.federation.find(partner), updated);
  });

  test('a deleted relationship leaves its bundle, and every write is in the change log', async (t) => {
    const store = await open(t);
    await store.federation.create(spiffe, bundleOf('partner.test'), now);
    assert.equal(await store.federation.delete(partner, now), true);
    assert.equal(await store.federation.delete(partner, now), false);
    assert.equal(await store.federation.find(partner), undefined);
    assert.deepEqual(await store.bundles.find(partner), bundleOf('partner.test'));
    const changes = await store.changes.since(0, 10);
    assert.deepEqual(
      changes?.map(({ kind, key }) => [kind, key]),
      [
        ['federation', partner],
        ['bundle', partner],
        ['federation', partner],
      ],
    );
  });
}

function changeTests(open: Open): void {
  test('a journal is found by its active authority and replaced in place', async (t) => {
    const store = await open(t);
    const id = await store.journals.save(undefined, 'aa', new Uint8Array([1]), now);
    assert.equal(await store.journals.save(id, 'bb', new Uint8Array([2]), now), id);
    assert.equal(await store.journals.findByActiveAuthority('aa'), undefined);
    assert.deepEqual(await store.journals.findByActiveAuthority('bb'), {
      id,
      activeAuthorityId: 'bb',
      data: new Uint8Array([2]),
    });
    assert.equal((await store.journals.list(firstPage)).items.length, 1);
    assert.equal(await store.journals.prune(now), 0);
    assert.equal(await store.journals.prune(now + 1), 1);
    assert.equal(await store.journals.findByActiveAuthority('bb'), undefined);
  });

  test('every write is in the change log in order, and reads are not', async (t) => {
    const store = await open(t);
    await store.entries.create([entryOf('a'), entryOf('b')], now);
    await store.agents.attest(recordOf('n'), now);
    await store.entries.delete(['a'], now);
    await store.entries.list({}, firstPage);
    const changes = await store.changes.since(0, 10);
    assert.deepEqual(
      changes?.map(({ revision, kind, key }) => [revision, kind, key]),
      [
        [1, 'entry', 'a'],
        [2, 'entry', 'b'],
        [3, 'agent', agentId('n')],
        [4, 'entry', 'a'],
      ],
    );
    assert.equal(await store.changes.revision(), 4);
    assert.deepEqual(await store.changes.since(4, 10), []);
  });

  test('a follower that fell behind a pruned log is told to read everything', async (t) => {
    const store = await open(t);
    await store.entries.create([entryOf('a')], now);
    await store.entries.create([entryOf('b')], now + 1000);
    assert.equal(await store.changes.prune(now + 1), 1);
    assert.equal(await store.changes.since(0, 10), undefined);
    assert.equal((await store.changes.since(1, 10))?.length, 1);
    await store.changes.prune(now + 2000);
    assert.equal(await store.changes.revision(), 2);
    assert.equal(await store.changes.since(1, 10), undefined);
    assert.deepEqual(await store.changes.since(2, 10), []);
  });

  test('a change log pruned while clocks differ has no hole', async (t) => {
    const store = await open(t);
    const times = { a: 1000, b: 10, c: 2000 };
    for (const [id, atMs] of Object.entries(times)) await store.entries.create([entryOf(id)], atMs);
    assert.equal(await store.changes.prune(500), 0);
    assert.equal((await store.changes.since(0, 9))?.length, 3);
    assert.equal(await store.changes.prune(1500), 2);
    assert.equal(await store.changes.since(0, 9), undefined);
  });

  test('a listener hears of a committed change, not of a refused one, until it stops', async (t) => {
    const store = await open(t);
    let heard = 0;
    const stop = store.changes.subscribe(() => heard++);
    await store.entries.create([entryOf('a'), entryOf('b')], now);
    assert.equal(heard, 1);
    await store.entries.create([entryOf('a')], now);
    assert.equal(heard, 1);
    stop();
    await store.entries.delete(['a'], now);
    assert.equal(heard, 1);
  });
}
