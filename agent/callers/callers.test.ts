import assert from 'node:assert/strict';
import { test } from 'node:test';
import { hasCode, SpiffeError } from '../../common/errors/spiffe-error.ts';
import { silentLogger } from '../../common/log/logger.ts';
import type { LocalPeer } from '../../common/rpc/contract.ts';
import type { IdentityView } from '../../common/spiffe/identity-view.ts';
import { selectorText, type Selector } from '../../common/spiffe/selector.ts';
import { noMetrics } from '../../common/telemetry/metrics.ts';
import { FakeClock, settle } from '../../testkit/fake-clock.ts';
import { Callers } from './callers.ts';
import {
  createWorkloadAttestation,
  createWorkloadWatch,
  type WorkloadAttestor,
} from './workload-attestation.ts';

type Attest = () => readonly string[];

function createWorld(...attestors: Attest[]) {
  const clock = new FakeClock();
  const closing = new AbortController();
  const world = {
    clock,
    attestors,
    attestations: 0,
    alive: true,
    program: 'wrapper',
    syncs: 0,
    /** Views that somebody follows. */
    watches: 0,
    /** The manager has a new view for the last who follows. */
    publish: undefined as ((view: IdentityView) => void) | undefined,
    serving: undefined as SpiffeError | undefined,
    watchers: new Set<() => void>(),
    /** What an attestor that sees changes says. */
    change: () => {
      for (const tell of world.watchers) tell();
    },
    close: () => closing.abort(),
  };
  const peer: LocalPeer = {
    kind: 'local',
    connectionId: 'c1',
    pid: 42,
    uid: 1,
    gid: 1,
    isAlive: () => world.alive,
    closed: closing.signal,
  };
  const asPlugin = (_: Attest, at: number): WorkloadAttestor => ({
    name: `t${at}`,
    async attest() {
      world.attestations++;
      return (world.attestors[at]?.() ?? []).map((value) => ({ type: 'lies', value }));
    },
  });
  const plugins = attestors.map(asPlugin);
  const watching: WorkloadAttestor = {
    name: 'w',
    attest: () => Promise.resolve([]),
    watch(_pid, onChange) {
      world.watchers.add(onChange);
      return () => world.watchers.delete(onChange);
    },
  };
  const callers = new Callers({
    watch: createWorkloadWatch([...plugins, watching]),
    attest: createWorkloadAttestation({
      attestors: plugins,
      clock,
      log: silentLogger,
      metrics: noMetrics,
    }),
    manager: {
      watch(selectors: readonly Selector[], listener: (view: IdentityView) => void) {
        world.watches++;
        world.publish = listener;
        const close = () => {
          world.watches--;
        };
        return { current: viewOf(selectors), close };
      },
      async requestSync() {
        world.syncs++;
      },
    },
    clock,
    log: silentLogger,
    random: () => 0.5,
    programOf: () => world.program,
    checkServing() {
      if (world.serving !== undefined) throw world.serving;
    },
  });
  return { world, callers, peer, clock };
}

/** A view whose one pending entry tells the selectors it was made for. */
function viewOf(selectors: readonly Selector[]): IdentityView {
  const reason = selectors.map(selectorText).join(' ');
  return {
    revision: 1,
    identities: [],
    pending: selectors.length === 0 ? [] : [{ entryId: 'e', spiffeId: 's', reason }],
    bundle: {} as never,
    federatedBundles: new Map(),
  };
}

/** Reads the views of a caller into a list of reasons. */
function read(caller: { views(signal: AbortSignal): AsyncIterable<IdentityView> }) {
  const seen: (string | undefined)[] = [];
  const done = (async () => {
    for await (const view of caller.views(new AbortController().signal)) {
      seen.push(view.pending[0]?.reason);
    }
  })();
  done.catch(() => undefined);
  return { seen, done };
}

const failing: Attest = () => {
  throw new Error('kubelet is down');
};

test('a connection is attested once for all its streams, by all attestors, under their own names', async () => {
  const { callers, peer, world } = createWorld(
    () => ['a'],
    () => ['b'],
  );
  const [one, two] = await Promise.all([callers.find(peer), callers.find(peer)]);
  assert.equal(one, two);
  assert.equal(world.attestations, 2);
  const { seen } = read(one);
  await settle();
  assert.deepEqual(seen, ['t0:a t1:b']);
});

test('what one attestor cannot tell is left out, and asked again soon', async () => {
  const { callers, clock, peer, world } = createWorld(() => ['a'], failing);
  const caller = await callers.find(peer);
  const { seen } = read(caller);
  await settle();
  world.attestors[1] = () => ['b'];
  await clock.advance(5_000);
  assert.deepEqual(seen, ['t0:a', 't0:a t1:b']);
});

test('when no attestor can tell, the call fails and the next one tries anew', async () => {
  const { callers, peer, world } = createWorld(failing, failing);
  await assert.rejects(
    callers.find(peer),
    (error) =>
      hasCode(error, 'ATTESTATION_FAILED') && error.message === 'workload attestation failed',
  );
  world.attestors[0] = () => ['a'];
  await callers.find(peer);
});

test('a caller without selectors is served what everybody may have, and makes a sync', async () => {
  const { callers, peer, world } = createWorld(() => []);
  const caller = await callers.find(peer);
  await settle();
  assert.deepEqual(caller.current()?.pending, []);
  assert.equal(world.syncs, 1);
});

test('it is attested again in the background, and its streams follow', async () => {
  const { callers, clock, peer, world } = createWorld(() => ['v1']);
  const { seen } = read(await callers.find(peer));
  await clock.advance(299_000);
  assert.equal(world.attestations, 1);
  world.attestors[0] = () => ['v2'];
  await clock.advance(2_000);
  assert.deepEqual(seen, ['t0:v1', 't0:v2']);
});

test('a change that an attestor sees is attested at once, and several in a row together', async () => {
  const { callers, clock, peer, world } = createWorld(() => ['v1']);
  const { seen } = read(await callers.find(peer));
  await settle();
  world.attestors[0] = () => ['v2'];
  world.change();
  world.change();
  await clock.advance(200);
  assert.deepEqual(seen, ['t0:v1', 't0:v2']);
  assert.equal(world.attestations, 2);
  world.attestors[0] = () => ['v1'];
  world.change();
  await clock.advance(200);
  assert.deepEqual(seen, ['t0:v1', 't0:v2', 't0:v1']);
});

test('a change during an attestation is not lost', async () => {
  const { callers, clock, peer, world } = createWorld(() => {
    if (world.attestations === 1) world.change();
    return [`v${world.attestations}`];
  });
  const { seen } = read(await callers.find(peer));
  await clock.advance(200);
  assert.deepEqual(seen, ['t0:v1', 't0:v2']);
  await clock.advance(1_000);
  assert.equal(world.attestations, 2);
});

test('a change that shows the process gone ends its streams', async () => {
  const { callers, clock, peer, world } = createWorld(() => ['a']);
  const { done } = read(await callers.find(peer));
  world.alive = false;
  world.change();
  await clock.advance(200);
  await assert.rejects(done, (error) => hasCode(error, 'UNAUTHENTICATED'));
});

test('nobody is watched after the end, nor when the attestation failed', async () => {
  const { callers, clock, peer, world } = createWorld(() => ['a']);
  await callers.find(peer);
  assert.equal(world.watchers.size, 1);
  world.close();
  await settle();
  world.change();
  assert.deepEqual([world.watchers.size, clock.pending], [0, 0]);
  const other = createWorld(failing);
  await assert.rejects(other.callers.find(other.peer));
  assert.equal(other.world.watchers.size, 0);
});

test('while re-attestation fails the last result counts, but not for ever', async () => {
  const { callers, clock, peer, world } = createWorld(() => ['a']);
  const { done } = read(await callers.find(peer));
  world.attestors[0] = failing;
  await clock.advance(590_000);
  assert.equal(callers.size, 1);
  await clock.advance(400_000);
  await assert.rejects(done, (error) => hasCode(error, 'ATTESTATION_FAILED'));
  assert.equal(callers.size, 0);
});

test('nothing is sent to a connection whose process is gone', async () => {
  const { callers, peer, world } = createWorld(() => ['a']);
  const caller = await callers.find(peer);
  await settle();
  world.alive = false;
  const { seen, done } = read(caller);
  await assert.rejects(done, (error) => hasCode(error, 'UNAUTHENTICATED'));
  assert.deepEqual(seen, []);
});

test('a view that comes when the process is gone is not sent, and its streams end', async () => {
  const { callers, peer, world } = createWorld(() => ['a']);
  const caller = await callers.find(peer);
  const { seen, done } = read(caller);
  await settle();
  world.alive = false;
  world.publish?.(viewOf([{ type: 't0', value: 'b' }]));
  await settle();
  assert.deepEqual(seen, ['t0:a']);
  await assert.rejects(done, { code: 'UNAUTHENTICATED' });
});

test('a process that goes away while it is attested is not served', async () => {
  const { callers, peer, world } = createWorld(() => {
    world.alive = false;
    return ['a'];
  });
  await assert.rejects(callers.find(peer), (error) => hasCode(error, 'UNAUTHENTICATED'));
});

test('a connection that closes ends its caller and leaves no timer', async () => {
  const { callers, clock, peer, world } = createWorld(() => ['a']);
  const { done } = read(await callers.find(peer));
  world.close();
  await done;
  await settle();
  assert.deepEqual([callers.size, clock.pending], [0, 0]);
});

test('a connection that closed before its first call leaves nothing behind', async () => {
  const { callers, peer, world } = createWorld(() => ['a']);
  world.close();
  await assert.rejects(callers.find(peer), { code: 'CANCELLED' });
  assert.deepEqual([callers.size, world.attestations, world.watchers.size], [0, 0, 0]);
});

test('while nothing may be served nobody is attested, and those served hear why', async () => {
  const { callers, peer, world } = createWorld(() => ['a']);
  const { done } = read(await callers.find(peer));
  const banned = new SpiffeError('UNAVAILABLE', 'the server refuses this agent');
  world.serving = banned;
  callers.failAll(banned);
  await assert.rejects(done, banned);
  await assert.rejects(callers.find(peer), banned);
});

test('waiting for names makes no more than one sync a second', async () => {
  const { callers, clock, peer, world } = createWorld(() => ['a']);
  const caller = await callers.find(peer);
  for (let at = 0; at < 100; at++) caller.want();
  assert.equal(world.syncs, 1);
  await clock.advance(1_000);
  caller.want();
  assert.equal(world.syncs, 2);
});

/** Connections of processes that the kernel can tell apart. */
function connection(process: string | undefined, more: Partial<LocalPeer> = {}) {
  const closing = new AbortController();
  const peer: LocalPeer = {
    kind: 'local',
    connectionId: `shared-${++connections}`,
    pid: 42,
    uid: 1,
    gid: 1,
    isAlive: () => true,
    closed: closing.signal,
    ...(process !== undefined && { process }),
    ...more,
  };
  return { peer, close: () => closing.abort() };
}
let connections = 0;

test('connections that one process makes in a row are attested once, and end one by one', async () => {
  const { callers, clock, world } = createWorld(() => ['a']);
  const [one, two] = [connection('p'), connection('p')];
  const callersOfBoth = await Promise.all([callers.find(one.peer), callers.find(two.peer)]);
  assert.equal(callersOfBoth[0], callersOfBoth[1]);
  assert.equal(world.attestations, 1);
  one.close();
  assert.deepEqual([callers.size, callers.list().length, world.watches], [1, 1, 1]);
  assert.equal(await callers.find(two.peer), callersOfBoth[0]);
  two.close();
  assert.deepEqual([callers.size, callers.list().length, world.watches], [0, 0, 0]);
  assert.equal(clock.pending, 0);
});

const strangers: readonly (readonly [what: string, other: ReturnType<typeof connection>])[] = [
  ['another process of the same pid', connection('q')],
  ['the same process as another user', connection('p', { uid: 0 })],
  ['the same process in another group', connection('p', { gid: 0 })],
  ['a process that the kernel cannot name', connection(undefined)],
];
for (const [what, other] of strangers) {
  test(`${what} is a caller of its own`, async () => {
    const { callers, world } = createWorld(() => ['a']);
    const one = await callers.find(connection('p').peer);
    assert.notEqual(await callers.find(other.peer), one);
    assert.equal(world.attestations, 2);
  });
}

test('a connection that comes later is attested anew, as the process may have changed', async () => {
  const { callers, clock, world } = createWorld(() => ['a']);
  const one = await callers.find(connection('p').peer);
  await clock.advance(9_000);
  assert.equal(await callers.find(connection('p').peer), one);
  await clock.advance(1_000);
  assert.notEqual(await callers.find(connection('p').peer), one);
  assert.equal(world.attestations, 2);
});

test('a process that executed another program is attested anew at its next connection', async () => {
  const attest = () => [created.world.program];
  const created = createWorld(attest);
  const { callers, world } = created;
  const wrapper = await callers.find(connection('p1').peer);
  world.program = 'workload';
  const workload = await callers.find(connection('p1').peer);
  assert.deepEqual(wrapper.selectors.map(selectorText), ['t0:wrapper']);
  assert.deepEqual(workload.selectors.map(selectorText), ['t0:workload']);
});

test('a failure is shared by those who waited for it, and by nobody after them', async () => {
  const { callers, world } = createWorld(failing);
  const [one, two] = [connection('p'), connection('p')];
  const found = await Promise.allSettled([callers.find(one.peer), callers.find(two.peer)]);
  assert.deepEqual(
    found.map(({ status }) => status),
    ['rejected', 'rejected'],
  );
  assert.equal(world.attestations, 1);
  world.attestors[0] = () => ['a'];
  const caller = await callers.find(one.peer);
  assert.equal(await callers.find(two.peer), caller);
  assert.equal(callers.size, 2);
});

test('when the process is gone, all its connections hear of it', async () => {
  const { callers, world } = createWorld(() => ['a']);
  const isAlive = () => world.alive;
  const peers = [connection('p', { isAlive }).peer, connection('p', { isAlive }).peer];
  const found = await Promise.all(peers.map((peer) => callers.find(peer)));
  const readers = found.map((caller) => read(caller));
  world.alive = false;
  world.change();
  assert.equal(callers.size, 2);
  found[0]?.follow({ view: () => assert.fail('a view of the dead'), ended: () => undefined });
  for (const { done } of readers) {
    await assert.rejects(done, (error) => hasCode(error, 'UNAUTHENTICATED'));
  }
  assert.equal(callers.size, 0);
});

test('a reader that throws loses its views, and nobody else does', async () => {
  const { callers, clock, peer, world } = createWorld(() => ['a']);
  const caller = await callers.find(peer);
  const { seen } = read(caller);
  const failures: unknown[] = [];
  let views = 0;
  const fault = new Error('a fault');
  caller.follow({
    view: () => {
      if (++views > 1) throw fault;
    },
    ended: (error) => failures.push(error),
  });
  for (const value of ['b', 'c']) {
    world.attestors[0] = () => [value];
    world.change();
    await clock.advance(200);
  }
  assert.deepEqual(seen, ['t0:a', 't0:b', 't0:c']);
  assert.deepEqual([views, failures], [2, [fault]]);
});
