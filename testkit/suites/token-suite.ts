import assert from 'node:assert/strict';
import { suite, test, type TestContext } from 'node:test';
import { parseSpiffeId } from '../../common/spiffe/spiffe-id.ts';
import type { AttestationRecord, Datastore } from '../../server/datastore/datastore.ts';
import type {
  BootstrapUse,
  NewBootstrapToken,
  NodeBinding,
  NodeToken,
} from '../../server/datastore/token-store.ts';
import type { PepperRing } from '../../server/enrollment/tokens/pepper-ring.ts';
import { newToken } from '../../server/enrollment/tokens/token-text.ts';
import { ringOf } from '../tokens.ts';

const now = Date.UTC(2026, 0, 1);
const page = { size: 100, token: '' };
type Open = (t: TestContext) => Promise<Datastore>;

/** What every datastore must do with tokens, reports and reviewer credentials. */
export function tokenSuites(name: string, open: Open): void {
  suite(`${name}: bootstrap tokens`, () => {
    bootstrapTests(open);
    rotationTests(open);
  });
  suite(`${name}: node tokens and reports`, () => fleetTests(open));
  suite(`${name}: reviewer credentials`, () => reviewerTests(open));
}

function recordOf(name: string): AttestationRecord {
  return {
    spiffeId: parseSpiffeId(`spiffe://zeta.test/spire/agent/join_token/${name}`),
    attestationType: 'join_token',
    serialNumber: '1',
    expiresAtMs: now + 1000,
    canReattest: false,
    selectors: [],
  };
}

type UseOf = (by?: PepperRing) => BootstrapUse;

async function addToken(
  store: Datastore,
  ring: PepperRing,
  more: Partial<NewBootstrapToken> = {},
): Promise<{ readonly id: string; readonly text: string; readonly use: UseOf }> {
  const { id, text } = newToken(more.kind ?? 'cluster');
  const { hash, keyId } = ring.digestOf(text, { id });
  const digest = { hash, keyId };
  const token = {
    kind: 'cluster',
    maxUses: 2,
    createdAtMs: now,
    description: 'rack 7',
    profile: 'agents',
  } as const;
  assert.ok(await store.tokens.create({ ...token, id, digest, expiresAtMs: now + 9, ...more }));
  const use = (by = ring) => ({ ...by.presented(text, { id }), aliasEntryId: `alias-${id}` });
  return { id, text, use };
}

function bootstrapTests(open: Open): void {
  const ring = ringOf('k1');

  test('a stored token is found and listed with every field, and its ID is taken', async (t) => {
    const store = await open(t);
    const aliasId = parseSpiffeId('spiffe://zeta.test/rack');
    const { id, use } = await addToken(store, ring, { aliasId });
    const found = await store.tokens.find(use().ids);
    const { digest, ...rest } = found!;
    assert.deepEqual(rest, {
      id,
      kind: 'cluster',
      expiresAtMs: now + 9,
      maxUses: 2,
      uses: 0,
      createdAtMs: now,
      lastUsedAtMs: 0,
      revokedAtMs: 0,
      description: 'rack 7',
      profile: 'agents',
      aliasId,
    });
    assert.deepEqual(use().check(digest), { kind: 'good' });
    assert.deepEqual((await store.tokens.list(page)).items, [found]);
    assert.equal(await store.tokens.create({ ...found!, digest }), false);
  });

  test('a join token is used up by the agent that it admits', async (t) => {
    const store = await open(t);
    const { use } = await addToken(store, ring, { kind: 'join', maxUses: 1 });
    const consume = (name: string) => store.agents.useTokenAndAttest(use(), recordOf(name), now);
    assert.equal(await consume('a'), 'attested');
    assert.equal(await consume('b'), 'token_unknown');
    assert.equal(await store.agents.find(recordOf('b').spiffeId), undefined);
  });

  test('of many simultaneous uses of a cluster token exactly as many win as it allows', async (t) => {
    const store = await open(t);
    const { use } = await addToken(store, ring, { maxUses: 5 });
    const outcomes = await Promise.all(
      Array.from({ length: 12 }, (_, at) =>
        store.agents.useTokenAndAttest(use(), recordOf(`n${at}`), now),
      ),
    );
    const expected = [...Array<string>(5).fill('attested'), ...Array(7).fill('token_used_up')];
    assert.deepEqual(outcomes.toSorted(), expected);
    assert.equal(await store.agents.count({}), 5);
    assert.equal((await store.tokens.find(use().ids))?.uses, 5);
  });

  test('ENR-23 an expired, a revoked, a wrong and an unreadable token admit nobody', async (t) => {
    const store = await open(t);
    const expired = await addToken(store, ring, { expiresAtMs: now - 1 });
    const revoked = await addToken(store, ring);
    assert.equal(await store.tokens.revoke(revoked.id, now - 5), true);
    assert.equal(await store.tokens.revoke(revoked.id, now), true);
    assert.equal((await store.tokens.find([revoked.id]))?.revokedAtMs, now - 5);
    const good = await addToken(store, ring);
    const wrong = { ...ring.presented(expired.text, { id: good.id }), aliasEntryId: 'x' };
    const rows = [
      [expired.use(), 'token_expired'],
      [revoked.use(), 'token_revoked'],
      [wrong, 'token_wrong'],
      [good.use(ringOf('k9')), 'token_key_unknown'],
      [{ ...good.use(), ids: ['nobody'] }, 'token_unknown'],
    ] as const;
    for (const [use, outcome] of rows) {
      assert.equal(await store.agents.useTokenAndAttest(use, recordOf('x'), now), outcome);
    }
    assert.equal(await store.agents.count({}), 0);
    assert.equal((await store.tokens.find([good.id]))?.uses, 0);
    assert.equal(await store.tokens.revoke('nobody', now), false);
  });

  test('a banned agent is refused and leaves the token as it was', async (t) => {
    const store = await open(t);
    await store.agents.attest(recordOf('a'), now);
    await store.agents.ban(recordOf('a').spiffeId, now);
    const { id, use } = await addToken(store, ring, { kind: 'join', maxUses: 1 });
    assert.equal(await store.agents.useTokenAndAttest(use(), recordOf('a'), now), 'banned');
    assert.equal((await store.tokens.find([id]))?.uses, 0);
  });

  test('each agent of a token with an alias gets its own entry, which goes with it', async (t) => {
    const store = await open(t);
    const aliasId = parseSpiffeId('spiffe://zeta.test/rack');
    const { use } = await addToken(store, ring, { aliasId });
    for (const name of ['a', 'b']) {
      const own = { ...use(), aliasEntryId: `alias-${name}` };
      await store.agents.useTokenAndAttest(own, recordOf(name), now);
    }
    const { items } = await store.entries.list({ spiffeId: aliasId }, page);
    assert.deepEqual(
      items.map(({ id, parentId }) => [id, parentId]),
      ['a', 'b'].map((name) => [`alias-${name}`, recordOf(name).spiffeId]),
    );
    await store.agents.delete(recordOf('a').spiffeId, now);
    assert.equal(await store.entries.count({ spiffeId: aliasId }), 1);
  });

  test('what expired is pruned, and nothing else', async (t) => {
    const store = await open(t);
    await addToken(store, ring, { expiresAtMs: now - 1 });
    const kept = await addToken(store, ring, { expiresAtMs: now });
    assert.equal(await store.tokens.prune(now), 1);
    assert.deepEqual(
      (await store.tokens.list(page)).items.map(({ id }) => id),
      [kept.id],
    );
  });
}

function rotationTests(open: Open): void {
  test('ENR-24 a use under an old key stores the token under the new one in the same step', async (t) => {
    const store = await open(t);
    const { id, use } = await addToken(store, ringOf('k1'));
    const both = ringOf('k2', ['k1', 'k2']);
    assert.equal(await store.agents.useTokenAndAttest(use(both), recordOf('a'), now), 'attested');
    assert.equal((await store.tokens.find([id]))?.digest.keyId, 'k2');
    const newOnly = use(ringOf('k2'));
    assert.equal(await store.agents.useTokenAndAttest(newOnly, recordOf('b'), now), 'attested');
  });

  test('a chosen join token stored under an old key is found under the new one', async (t) => {
    const store = await open(t);
    const { id, ...digest } = ringOf('k1').digestOf('sesame', 'chosen');
    await addToken(store, ringOf('k1'), { id, digest, kind: 'join', maxUses: 1 });
    const presented = ringOf('k2', ['k1', 'k2']).presented('sesame', 'chosen');
    const use = { ...presented, aliasEntryId: 'x' };
    assert.equal(await store.agents.useTokenAndAttest(use, recordOf('a'), now), 'attested');
  });

  test('tokens are counted by key while they can admit somebody', async (t) => {
    const store = await open(t);
    await addToken(store, ringOf('k1'));
    await addToken(store, ringOf('k1'), { kind: 'join', maxUses: 1 });
    await addToken(store, ringOf('k1'), { expiresAtMs: now - 1 });
    const revoked = await addToken(store, ringOf('k2'));
    await store.tokens.revoke(revoked.id, now);
    const used = await addToken(store, ringOf('k2'), { maxUses: 1 });
    await store.agents.useTokenAndAttest(used.use(), recordOf('n'), now);
    await store.fleet.issue(nodeToken('n', ringOf('k3')).token);
    assert.deepEqual(await store.tokens.countByKey(now), [
      { keyId: 'k1', kind: 'cluster', count: 1 },
      { keyId: 'k1', kind: 'join', count: 1 },
      { keyId: 'k3', kind: 'node', count: 1 },
    ]);
  });

  test('forgetting a key deletes the tokens under it', async (t) => {
    const store = await open(t);
    await addToken(store, ringOf('k1'));
    await addToken(store, ringOf('k2'));
    await store.agents.attest(recordOf('n'), now);
    await store.fleet.issue(nodeToken('n', ringOf('k1')).token);
    assert.equal(await store.tokens.forgetKeys(['k1', 'k7']), 2);
    assert.deepEqual(await store.tokens.countByKey(now), [
      { keyId: 'k2', kind: 'cluster', count: 1 },
    ]);
  });
}

const binding: NodeBinding = {
  cluster: 'prod',
  nodeUid: 'n-1',
  podUid: 'p-1',
  profile: 'agents',
  profileVersion: 3,
};

function nodeToken(name: string, ring: PepperRing) {
  const { id, text } = newToken('node');
  const { hash, keyId } = ring.digestOf(text, { id });
  const digest = { hash, keyId };
  const agentId = recordOf(name).spiffeId;
  const token: NodeToken = { id, agentId, digest, expiresAtMs: now + 9, binding };
  return { token, id, presented: (by = ring) => by.presented(text, { id }) };
}

function fleetTests(open: Open): void {
  const ring = ringOf('k1');
  const agentId = recordOf('n').spiffeId;
  const beat = { heartbeat: '{"envoys":2}' };
  const withAgent = async (t: TestContext) => {
    const store = await open(t);
    await store.agents.attest(recordOf('n'), now);
    const { presented, token } = nodeToken('n', ring);
    assert.equal(await store.fleet.issue(token), true);
    return { store, presented, token };
  };

  test('a report is stored part by part and found again', async (t) => {
    const { store, presented } = await withAgent(t);
    const report = (more: object, at: number) =>
      store.fleet.report(presented(), () => binding, more, at);
    assert.deepEqual(await report(beat, now), { kind: 'stored', agentId });
    await report({ evidence: '{"kernel":"6"}', events: ['{"at":1}'] }, now + 1);
    await report({ events: Array.from({ length: 40 }, (_, at) => `{"at":${at}}`) }, now + 2);
    const [stored] = await store.fleet.findReports([agentId]);
    const { events, ...rest } = stored!;
    assert.deepEqual(rest, {
      agentId,
      heartbeat: '{"envoys":2}',
      heartbeatAtMs: now,
      evidence: '{"kernel":"6"}',
      evidenceAtMs: now + 1,
      eventCount: 41,
    });
    assert.equal(events.length, 32);
    assert.equal(events.at(-1), '{"at":39}');
  });

  test('a token is good for nothing once its agent is evicted, and its report is gone', async (t) => {
    const { store, presented } = await withAgent(t);
    await store.fleet.report(presented(), () => binding, beat, now);
    await store.agents.delete(agentId, now);
    const outcome = await store.fleet.report(presented(), () => binding, beat, now);
    assert.equal(outcome.kind, 'token_unknown');
    assert.deepEqual(await store.fleet.findReports([agentId]), []);
  });

  test('a banned agent, an expired token and a changed binding store nothing', async (t) => {
    const { store, presented } = await withAgent(t);
    const report = (changes: Partial<NodeBinding>, at: number) =>
      store.fleet.report(presented(), () => ({ ...binding, ...changes }), beat, at);
    assert.equal((await report({}, now + 10)).kind, 'token_expired');
    for (const change of [
      { cluster: 'x' },
      { nodeUid: 'x' },
      { podUid: 'x' },
      { profile: 'x' },
      { profileVersion: 4 },
    ]) {
      assert.equal((await report(change, now)).kind, 'binding_changed', JSON.stringify(change));
    }
    await store.agents.ban(agentId, now);
    assert.equal((await report({}, now)).kind, 'agent_banned');
    assert.deepEqual(await store.fleet.findReports([agentId]), []);
  });

  test('ENR-23 a wrong token and one under an unreadable key store nothing', async (t) => {
    const { store, presented, token } = await withAgent(t);
    const other = ring.presented('other', { id: token.id });
    const wrong = await store.fleet.report(other, () => binding, beat, now);
    assert.equal(wrong.kind, 'token_wrong');
    const unread = await store.fleet.report(presented(ringOf('k9')), () => binding, beat, now);
    assert.equal(unread.kind, 'token_key_unknown');
    assert.deepEqual(await store.fleet.findReports([agentId]), []);
  });

  test('ENR-24 a use under an old key stores the node token under the new one', async (t) => {
    const { store, presented } = await withAgent(t);
    const both = ringOf('k2', ['k1', 'k2']);
    await store.fleet.report(presented(both), () => binding, beat, now);
    assert.deepEqual(await store.tokens.countByKey(now), [{ keyId: 'k2', kind: 'node', count: 1 }]);
    const outcome = await store.fleet.report(presented(ringOf('k2')), () => binding, beat, now);
    assert.equal(outcome.kind, 'stored');
  });

  test('a new token of an agent ends the one before', async (t) => {
    const { store, presented } = await withAgent(t);
    const next = nodeToken('n', ring);
    assert.equal(await store.fleet.issue(next.token), true);
    const old = await store.fleet.report(presented(), () => binding, beat, now);
    assert.equal(old.kind, 'token_unknown');
    const renewed = await store.fleet.report(next.presented(), () => binding, beat, now);
    assert.equal(renewed.kind, 'stored');
  });

  test('an unknown and a banned agent get no token', async (t) => {
    const { store } = await withAgent(t);
    assert.equal(await store.fleet.issue(nodeToken('unknown', ring).token), false);
    await store.agents.ban(agentId, now);
    assert.equal(await store.fleet.issue(nodeToken('n', ring).token), false);
  });
}

function reviewerTests(open: Open): void {
  const at = { cluster: 'prod', currentSinceMs: 0, previousSinceMs: 0, retiredAtMs: 0 };

  test('a new current version makes the one before previous, with its time', async (t) => {
    const { reviewers } = await open(t);
    await reviewers.makeCurrent('prod', 'v1', '/a', now);
    await reviewers.makeCurrent('other', 'v1', '/o', now);
    await reviewers.makeCurrent('prod', 'v2', '/a', now + 5);
    assert.deepEqual(await reviewers.list(), [
      { ...at, cluster: 'other', version: 'v1', path: '/o', currentSinceMs: now },
      { ...at, version: 'v1', path: '', currentSinceMs: now, previousSinceMs: now + 5 },
      { ...at, version: 'v2', path: '/a', currentSinceMs: now + 5 },
    ]);
    const found = await reviewers.notePrevious('prod', 'v1', '/b', now + 9);
    assert.deepEqual([found.path, found.previousSinceMs], ['/b', now + 5]);
  });

  test('the time of a previous version is kept, so that its grace does not begin again', async (t) => {
    const { reviewers } = await open(t);
    await reviewers.notePrevious('prod', 'v0', '/b', now);
    const noted = await reviewers.notePrevious('prod', 'v0', '/b', now + 50);
    assert.deepEqual(noted, { ...at, version: 'v0', path: '/b', previousSinceMs: now });
    assert.deepEqual(await reviewers.find('prod', 'v0'), noted);
    assert.equal(await reviewers.find('prod', 'v7'), undefined);
  });

  test('retiring ends the previous versions of one cluster, once', async (t) => {
    const { reviewers } = await open(t);
    await reviewers.notePrevious('prod', 'v0', '/b', now);
    await reviewers.notePrevious('other', 'v0', '/b', now);
    await reviewers.makeCurrent('prod', 'v1', '/a', now);
    assert.equal(await reviewers.retire('prod', now + 1), 1);
    assert.equal(await reviewers.retire('prod', now + 2), 0);
    assert.equal((await reviewers.find('prod', 'v0'))?.retiredAtMs, now + 1);
    assert.equal((await reviewers.find('prod', 'v1'))?.retiredAtMs, 0);
    assert.equal((await reviewers.find('other', 'v0'))?.retiredAtMs, 0);
  });
}
