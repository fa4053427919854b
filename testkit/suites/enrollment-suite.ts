import assert from 'node:assert/strict';
import { test, type TestContext } from 'node:test';
import { parseSpiffeId } from '../../common/spiffe/spiffe-id.ts';
import type { AttestationRecord, Datastore } from '../../server/datastore/datastore.ts';
import type { EnrollmentClaim, EnrollmentProfile } from '../../server/enrollment/profile.ts';
import { agentSpec, boundProfile, stagedProfile } from '../enrollment.ts';

const now = Date.UTC(2026, 0, 1);

/** What every datastore must do with enrolment profiles, and with agents that come by one. */
export function enrollmentTests(open: (t: TestContext) => Promise<Datastore>): void {
  const put = (store: Datastore, ...profiles: EnrollmentProfile[]) =>
    store.enrollment.change('agents', () => profiles, now);
  const inForce = async (t: TestContext) => {
    const store = await open(t);
    await put(store, stagedProfile());
    await put(store, boundProfile());
    return store;
  };

  test('a profile is found again with every field, and its change is logged', async (t) => {
    const store = await inForce(t);
    assert.deepEqual(await store.enrollment.find('agents'), [boundProfile()]);
    assert.deepEqual(await store.enrollment.find('other'), []);
    const { items } = await store.enrollment.list({ size: 10, token: '' });
    assert.deepEqual(items, [boundProfile()]);
    const changes = await store.changes.since(0, 10);
    assert.deepEqual(
      changes?.map(({ kind, key }) => [kind, key]),
      [
        ['enrollment', 'agents'],
        ['enrollment', 'agents'],
      ],
    );
  });

  test('what decides sees what is stored, and what it throws leaves everything as it was', async (t) => {
    const store = await inForce(t);
    const seen: unknown[] = [];
    await assert.rejects(
      store.enrollment.change(
        'agents',
        (stored) => {
          seen.push(...stored);
          throw new Error('no');
        },
        now,
      ),
      { message: 'no' },
    );
    assert.deepEqual(seen, [boundProfile()]);
    assert.equal((await store.changes.since(0, 10))?.length, 2);
  });

  const forbidden: readonly (readonly [string, Partial<EnrollmentProfile>])[] = [
    ['its rules', { spec: { ...agentSpec, requiredLabels: { app: 'other' } } }],
    ['its API server', { apiServer: 'https://other.test' }],
    ['the CA of its API server', { apiServerCas: ['system'] }],
    ['its service account UID', { serviceAccountUid: 'other' }],
    ['its DaemonSet UID', { daemonSetUid: 'other' }],
    ['when it was bound', { boundAtMs: 3 }],
    ['its state to staged', { state: 'staged' }],
  ];
  for (const [what, change] of forbidden) {
    test(`ENR-6 the database itself refuses to change ${what} once a version is bound`, async (t) => {
      const store = await inForce(t);
      await assert.rejects(put(store, boundProfile(change)), { code: 'STORAGE_FAILED' });
      assert.deepEqual(await store.enrollment.find('agents'), [boundProfile()]);
    });
  }

  test('a version in force can get another description and more digests, and keeps those it has', async (t) => {
    const store = await inForce(t);
    const added = { kind: 'manifest', hex: 'b2'.repeat(32) } as const;
    await put(store, boundProfile({ description: 'new', digests: [added] }));
    const [profile] = await store.enrollment.find('agents');
    assert.equal(profile?.description, 'new');
    assert.deepEqual(profile.digests, [...boundProfile().digests, added]);
  });

  test('two versions are never in force at once', async (t) => {
    const store = await inForce(t);
    await assert.rejects(put(store, boundProfile({ version: 2 })), { code: 'STORAGE_FAILED' });
    await put(store, boundProfile({ state: 'superseded' }), boundProfile({ version: 2 }));
    assert.deepEqual(
      (await store.enrollment.find('agents')).map(({ version, state }) => [version, state]),
      [
        [1, 'superseded'],
        [2, 'bound'],
      ],
    );
  });

  test('ENR-20 an agent is recorded with cluster, node, pod and version, and without when it comes without', async (t) => {
    const store = await inForce(t);
    assert.equal(await store.agents.attest(recordOf('n1'), now), 'attested');
    const agent = await store.agents.find(idOf('n1'));
    assert.deepEqual({ ...agent?.enrollment, displaces: [] }, claimOf());
    assert.deepEqual(await store.enrollment.findOnNode('prod', 'node-1', now), [agent]);
    const plain = Object.entries(recordOf('n1')).filter(([key]) => key !== 'enrollment');
    await store.agents.attest(Object.fromEntries(plain) as unknown as AttestationRecord, now);
    assert.equal((await store.agents.find(idOf('n1')))?.enrollment, undefined);
    assert.deepEqual(await store.enrollment.findOnNode('prod', 'node-1', now), []);
  });

  test('an agent is not recorded by a version that is not in force any more', async (t) => {
    const store = await inForce(t);
    await put(store, boundProfile({ state: 'superseded' }), boundProfile({ version: 2 }));
    assert.equal(await store.agents.attest(recordOf('n1'), now), 'profile_changed');
    assert.equal(await store.agents.find(idOf('n1')), undefined);
    const next = recordOf('n1', { enrollment: claimOf({ version: 2 }) });
    assert.equal(await store.agents.attest(next, now), 'attested');
  });

  test('ENR-19 another pod of the node is refused until the identity in its way was seen to be over', async (t) => {
    const store = await inForce(t);
    await store.agents.attest(recordOf('n1'), now);
    const rival = claimOf({ podUid: 'pod-2' });
    const attest = (enrollment: EnrollmentClaim, name = 'n1', atMs = now) =>
      store.agents.attest(recordOf(name, { serialNumber: '2', enrollment }), atMs);
    assert.equal(await attest(rival), 'node_taken');
    // Also where agent IDs name pods.
    assert.equal(await attest(rival, 'n1-by-pod'), 'node_taken');
    const seen = (serialNumber: string) => [{ spiffeId: idOf('n1'), serialNumber }];
    assert.equal(await attest({ ...rival, displaces: seen('0') }), 'node_taken');
    assert.equal(await attest({ ...rival, nodeUid: 'node-2' }, 'n2'), 'attested');
    assert.equal(await attest({ ...rival, displaces: seen('1') }), 'attested');
    assert.equal(await attest(claimOf(), 'n1', now + 3_600_001), 'attested');
  });

  test('where agent IDs name pods, an identity that is over is forgotten when the next one takes its place', async (t) => {
    const store = await inForce(t);
    await store.agents.attest(recordOf('pod-1'), now);
    const displaces = [{ spiffeId: idOf('pod-1'), serialNumber: '1' }];
    const next = recordOf('pod-2', { enrollment: claimOf({ podUid: 'pod-2', displaces }) });
    assert.equal(await store.agents.attest(next, now), 'attested');
    assert.equal(await store.agents.find(idOf('pod-1')), undefined);
    const changed = (await store.changes.since(0, 10))?.map(({ key }) => key);
    assert.deepEqual(changed?.slice(-2), [idOf('pod-1'), idOf('pod-2')]);
  });

  test('a banned agent displaces nobody', async (t) => {
    const store = await inForce(t);
    const elsewhere = claimOf({ podUid: 'pod-2', nodeUid: 'node-2' });
    await store.agents.attest(recordOf('pod-2', { enrollment: elsewhere }), now);
    await store.agents.ban(idOf('pod-2'), now);
    await store.agents.attest(recordOf('pod-1'), now);
    const displaces = [{ spiffeId: idOf('pod-1'), serialNumber: '1' }];
    const next = recordOf('pod-2', { enrollment: claimOf({ podUid: 'pod-2', displaces }) });
    assert.equal(await store.agents.attest(next, now), 'banned');
    assert.equal((await store.agents.find(idOf('pod-1')))?.serialNumber, '1');
  });

  test('of two pods of a node that attest at once exactly one wins', async (t) => {
    const store = await inForce(t);
    const outcomes = await Promise.all(
      ['pod-1', 'pod-2', 'pod-3'].map((podUid) =>
        store.agents.attest(recordOf(podUid, { enrollment: claimOf({ podUid }) }), now),
      ),
    );
    assert.deepEqual(outcomes.sort(), ['attested', 'node_taken', 'node_taken']);
  });

  test('ENR-32 a token makes one agent, again and again, and no other', async (t) => {
    const store = await inForce(t);
    const use = { credentialId: 'JTI=1', issuedAtMs: now - 10, expiresAtMs: now + 10 };
    const enrollment = claimOf({ use });
    const attest = (name: string, nodeUid = 'node-1') =>
      store.agents.attest(recordOf(name, { enrollment: { ...enrollment, nodeUid } }), now);
    assert.equal(await attest('n1'), 'attested');
    assert.equal(await attest('n1'), 'attested');
    assert.equal(await attest('n2', 'node-2'), 'token_replayed');
    assert.equal(await store.agents.find(idOf('n2')), undefined);
    assert.equal(await store.enrollment.pruneUses(now + 10), 0);
    assert.equal(await store.enrollment.pruneUses(now + 11), 1);
  });
}

/**
 * What a datastore must do with tokens after it was restored: `open` gives one with the agent and the
 * profile that are put in, as of a backup, on which a restore at `restoredAtMs` was noted.
 */
export function restoreTests(
  open: (
    t: TestContext,
    prepare: (store: Datastore) => Promise<void>,
    restoredAtMs: number,
  ) => Promise<Datastore>,
): void {
  const use = (credentialId: string, issuedAtMs: number) => ({
    credentialId,
    issuedAtMs,
    expiresAtMs: now + 1000,
  });
  const attest = (store: Datastore, name: string, changes: Partial<EnrollmentClaim>) =>
    store.agents.attest(recordOf(name, { enrollment: claimOf(changes) }), now);

  test('ENR-32 after a restore a token of before makes no new agent, and the one of its pod attests again', async (t) => {
    const prepare = async (store: Datastore) => {
      await store.enrollment.change('agents', () => [stagedProfile()], now);
      await store.enrollment.change('agents', () => [boundProfile()], now);
      assert.equal(await attest(store, 'n1', { use: use('JTI=1', now - 50) }), 'attested');
    };
    const store = await open(t, prepare, now - 20);
    const forgotten = 'token_before_restore';
    const elsewhere = { nodeUid: 'node-2', podUid: 'pod-2' };
    const unknown = use('JTI=2', now - 20);
    assert.equal(await attest(store, 'n2', { ...elsewhere, use: unknown }), forgotten);
    assert.equal(await store.agents.find(idOf('n2')), undefined);
    // The pod that is this agent in the backup got the token since; another one of the node did not.
    const displaces = [{ spiffeId: idOf('n1'), serialNumber: '1' }];
    const successor = { podUid: 'pod-9', displaces, use: unknown };
    assert.equal(await attest(store, 'n1', successor), forgotten);
    assert.equal(await attest(store, 'n1', { use: unknown }), 'attested');
    assert.equal(await attest(store, 'n2', { ...elsewhere, use: unknown }), 'token_replayed');
    // What the backup knows of a token is true.
    assert.equal(await attest(store, 'n1', { use: use('JTI=1', now - 50) }), 'attested');
    const known = { ...elsewhere, use: use('JTI=1', now - 50) };
    assert.equal(await attest(store, 'n2', known), 'token_replayed');
    const fresh = { ...elsewhere, use: use('JTI=3', now - 19) };
    assert.equal(await attest(store, 'n2', fresh), 'attested');
  });
}

const idOf = (name: string) =>
  parseSpiffeId(`spiffe://zeta.test/spire/agent/k8s_psat/prod/${name}`);

function claimOf(changes: Partial<EnrollmentClaim> = {}): EnrollmentClaim {
  return {
    profile: 'agents',
    version: 1,
    cluster: 'prod',
    nodeUid: 'node-1',
    podUid: 'pod-1',
    podNamespace: 'spire',
    podName: 'spire-agent-1',
    displaces: [],
    ...changes,
  };
}

function recordOf(name: string, changes: Partial<AttestationRecord> = {}): AttestationRecord {
  return {
    spiffeId: idOf(name),
    attestationType: 'k8s_psat',
    serialNumber: '1',
    expiresAtMs: now + 3_600_000,
    canReattest: true,
    selectors: [],
    enrollment: claimOf(),
    ...changes,
  };
}
