import assert from 'node:assert/strict';
import { test, type TestContext } from 'node:test';
import { SpiffeError } from '../../common/errors/spiffe-error.ts';
import { createMemoryKeyManager } from '../../common/keymanager/memory-key-manager.ts';
import { silentLogger } from '../../common/log/logger.ts';
import type { Channel } from '../../common/rpc/contract.ts';
import type { Bundle } from '../../common/spiffe/bundle.ts';
import { FakeClock, settle, until } from '../../testkit/fake-clock.ts';
import { createTestCa, type TestCa } from '../../testkit/test-ca.ts';
import { noAgentData, type AgentData } from '../storage/agent-data.ts';
import type { AgentKeys } from './agent-keys.ts';
import { AgentSvidKeeper, type AgentState, type KeeperOptions } from './keeper.ts';

const agentId = 'spiffe://example.org/spire/agent/join_token/t';
const hourMs = 3_600_000;

interface World {
  readonly clock: FakeClock;
  readonly ca: TestCa;
  readonly keys: ReturnType<typeof createMemoryKeyManager>;
  data: AgentData;
  attested: number;
  renewed: number;
  loaded: number;
  dialled: number;
  reattestable: boolean;
  fault: SpiffeError | undefined;
  id: string;
  bundle: Bundle;
  readonly states: AgentState['kind'][];
}

async function createWorld(): Promise<World> {
  const clock = new FakeClock();
  const ca = await createTestCa({ trustDomain: 'example.org', clock, ttlMs: 1_000 * hourMs });
  return {
    clock,
    ca,
    keys: createMemoryKeyManager(),
    data: noAgentData,
    attested: 0,
    renewed: 0,
    loaded: 0,
    dialled: 0,
    reattestable: false,
    fault: undefined,
    id: agentId,
    bundle: ca.bundle,
    states: [],
  };
}

function start(t: TestContext, world: World, options: Partial<KeeperOptions> = {}) {
  const sign = async (csrDer: Uint8Array) => {
    if (world.fault !== undefined) throw world.fault;
    return world.ca.sign(csrDer, world.id, { ttlMs: hourMs });
  };
  const keeper = new AgentSvidKeeper({
    trustDomain: world.ca.trustDomain,
    storage: {
      get data() {
        return world.data;
      },
      update(changes) {
        world.data = { ...world.data, ...changes };
      },
    },
    keys: world.keys,
    async attest(csrDer) {
      world.attested++;
      const chainDer = await sign(csrDer);
      return { chainDer, reattestable: world.reattestable, bundle: world.bundle };
    },
    async loadBundle() {
      world.loaded++;
      return world.ca.bundle;
    },
    dial() {
      world.dialled++;
      return {} as Channel;
    },
    client: {
      use: () => undefined,
      async renewAgent(csrDer) {
        world.renewed++;
        return sign(csrDer);
      },
    },
    rebootstrap: { mode: 'never', delayMs: 600_000 },
    clock: world.clock,
    log: silentLogger,
    random: () => 0.5,
    onActive: () => undefined,
    onState: (state) => world.states.push(state.kind),
    ...options,
  });
  const ending = new AbortController();
  keeper.run(ending.signal).catch(() => undefined);
  t.after(() => ending.abort());
  return { keeper, stop: () => ending.abort() };
}

const idle = (world: World) => until(() => world.clock.pending > 0);

/** Lets time pass in steps, with time for real work after each. */
async function pass(world: World, ms: number, stepMs = 30_000): Promise<void> {
  for (let gone = 0; gone < ms; gone += stepMs) {
    await world.clock.advance(Math.min(stepMs, ms - gone));
    await idle(world);
  }
}

test('a new agent attests, stores what it got and becomes active', async (t) => {
  const world = await createWorld();
  start(t, world);
  await until(() => world.states.includes('active'));
  assert.deepEqual([world.attested, world.loaded, world.dialled], [1, 1, 1]);
  assert.equal(world.data.svidDer.length, 1);
  assert.equal(world.data.bundleDer.length, 1);
  assert.deepEqual(
    world.keys.getKeys().map(({ id }) => id),
    ['agent-svid-A'],
  );
});

test('F109: it renews at half of its life into the other key slot, and back', async (t) => {
  const world = await createWorld();
  start(t, world);
  await until(() => world.states.includes('active'));
  await pass(world, 0.4 * hourMs);
  assert.equal(world.renewed, 0);
  await pass(world, 0.2 * hourMs);
  assert.deepEqual([world.renewed, world.attested, world.dialled], [1, 1, 2]);
  assert.deepEqual(
    world.keys
      .getKeys()
      .map(({ id }) => id)
      .sort(),
    ['agent-svid-A', 'agent-svid-B'],
  );
});

test('an agent that may attest again does so in place of renewing', async (t) => {
  const world = await createWorld();
  world.reattestable = true;
  start(t, world);
  await until(() => world.states.includes('active'));
  await pass(world, 0.6 * hourMs);
  assert.deepEqual([world.renewed, world.attested], [0, 2]);
});

for (const reattestable of [false, true]) {
  const how = reattestable ? 'that attests again' : 'that renews';
  test(`an agent ${how} keeps its identity while no key can be stored, and takes a new one afterwards`, async (t) => {
    const world = await createWorld();
    world.reattestable = reattestable;
    const full = { fault: undefined as Error | undefined };
    const keys: AgentKeys = {
      getKeys: () => world.keys.getKeys(),
      async generateKey(id, type) {
        if (full.fault !== undefined) throw full.fault;
        return world.keys.generateKey(id, type);
      },
    };
    const { keeper } = start(t, world, { keys });
    await until(() => world.states.includes('active'));
    const keyInUse = () => {
      assert.equal(keeper.state.kind, 'active');
      return keeper.state.svid.key.publicKeyDer;
    };
    const first = keyInUse();
    full.fault = new Error('ENOSPC: no space left on device, write');
    await pass(world, 0.6 * hourMs);
    assert.equal(world.renewed + world.attested, 1, 'there is time to wait for a new key');
    await pass(world, 4 * hourMs);
    assert.deepEqual(
      world.states,
      world.states.map(() => 'active'),
    );
    assert.ok(world.renewed + world.attested > 4);
    assert.deepEqual(keyInUse(), first);
    full.fault = undefined;
    await pass(world, hourMs);
    assert.notDeepEqual(keyInUse(), first);
  });
}

test('a restart goes on with the stored SVID, without a word to the server', async (t) => {
  const world = await createWorld();
  const first = start(t, world);
  await until(() => world.states.includes('active'));
  first.stop();
  start(t, world);
  await until(() => world.states.length === 2);
  assert.deepEqual([world.attested, world.dialled], [1, 2]);
});

test('a stored SVID that is no use makes it attest again, with the stored bundle', async (t) => {
  const rows: [name: string, spoil: (world: World) => void][] = [
    ['its key is gone', (world) => Object.assign(world, { keys: createMemoryKeyManager() })],
    ['it has expired', (world) => world.clock.jump(hourMs)],
    ['it is damaged', (world) => (world.data = { ...world.data, svidDer: [Uint8Array.of(1)] })],
  ];
  for (const [name, spoil] of rows) {
    const world = await createWorld();
    const first = start(t, world);
    await until(() => world.states.includes('active'));
    first.stop();
    spoil(world);
    start(t, world);
    await until(() => world.attested === 2);
    assert.equal(world.loaded, 1, name);
  }
});

test('a server that is away is asked again and again, never giving up', async (t) => {
  const world = await createWorld();
  world.fault = new SpiffeError('UNAVAILABLE', 'connection refused');
  start(t, world);
  await until(() => world.attested === 1);
  await pass(world, 600_000, 5_000);
  assert.ok(world.attested >= 10 && world.attested <= 30, String(world.attested));
  world.fault = undefined;
  await pass(world, 70_000, 5_000);
  assert.equal(world.states.at(-1), 'active');
});

test('F158: a bundle that is not there yet is looked for every few seconds, for as long as it takes', async (t) => {
  const world = await createWorld();
  let isThere = false;
  start(t, world, {
    async loadBundle() {
      world.loaded++;
      if (isThere) return world.ca.bundle;
      throw new SpiffeError('UNAVAILABLE', 'could not parse trust bundle: open /bundle');
    },
  });
  await world.clock.advance(10 * 60_000);
  assert.ok(world.loaded > 100, String(world.loaded));
  isThere = true;
  await world.clock.advance(6_000);
  await until(() => world.states.at(-1) === 'active');
  assert.equal(world.attested, 1);
});

test('a refused token is tried rarely', async (t) => {
  const world = await createWorld();
  world.fault = new SpiffeError(
    'INVALID_ARGUMENT',
    'join token does not exist or has already been used',
  );
  start(t, world);
  await until(() => world.attested === 1);
  await pass(world, 600_000);
  assert.ok(world.attested <= 6, String(world.attested));
});

test('an SVID that the server no longer takes makes it attest again at once', async (t) => {
  for (const code of [
    'AGENT_EXPIRED',
    'AGENT_NOT_ATTESTED',
    'AGENT_NOT_ACTIVE',
    'AGENT_MUST_REATTEST',
  ] as const) {
    const world = await createWorld();
    const { keeper } = start(t, world);
    await until(() => world.states.includes('active'));
    const wrapped = new SpiffeError('INTERNAL', 'sync failed', {
      cause: new SpiffeError('UNAVAILABLE', 'page 2', { cause: new SpiffeError(code, 'no') }),
    });
    keeper.serverFailed(wrapped);
    await until(() => world.attested === 2);
    await idle(world);
    assert.equal(world.states.at(-1), 'active', code);
  }
});

test('an evicted agent without a new token serves nothing, and asks rarely', async (t) => {
  const world = await createWorld();
  const { keeper } = start(t, world);
  await until(() => world.states.includes('active'));
  world.fault = new SpiffeError('INVALID_ARGUMENT', 'join token has already been used');
  keeper.serverFailed(new SpiffeError('AGENT_NOT_ATTESTED', 'agent is not attested'));
  await until(() => world.states.at(-1) === 'withdrawn');
  for (let at = 0; at < 20; at++) {
    keeper.serverFailed(new SpiffeError('AGENT_NOT_ATTESTED', 'agent is not attested'));
    await pass(world, 5_000, 5_000);
  }
  assert.ok(world.attested <= 5, String(world.attested));
});

test('an evicted agent keeps serving while the server cannot be asked', async (t) => {
  const world = await createWorld();
  const { keeper } = start(t, world);
  await until(() => world.states.includes('active'));
  world.fault = new SpiffeError('UNAVAILABLE', 'connection refused');
  keeper.serverFailed(new SpiffeError('AGENT_NOT_ATTESTED', 'agent is not attested'));
  await until(() => world.attested === 2);
  await idle(world);
  assert.equal(world.states.at(-1), 'active');
});

test('a tainted authority makes it renew once', async (t) => {
  const world = await createWorld();
  const { keeper } = start(t, world);
  await until(() => world.states.includes('active'));
  const [authority] = world.ca.bundle.x509Authorities;
  const tainted = { ...world.ca.bundle, x509Authorities: [{ der: authority!.der, tainted: true }] };
  keeper.bundleChanged(tainted);
  await until(() => world.renewed === 1);
  await pass(world, 120_000);
  assert.equal(world.renewed, 1);
});

test('F111: an unknown authority makes it read the source again after the delay, if it may', async (t) => {
  for (const [mode, reattestable, loads] of [
    ['never', true, 1],
    ['auto', false, 1],
    ['auto', true, 2],
  ] as const) {
    const world = await createWorld();
    world.reattestable = reattestable;
    const { keeper } = start(t, world, { rebootstrap: { mode, delayMs: 60_000 } });
    await until(() => world.states.includes('active'));
    keeper.serverFailed(new SpiffeError('UNKNOWN_AUTHORITY', 'signed by unknown authority'));
    await pass(world, 30_000);
    assert.equal(world.loaded, 1);
    await pass(world, 60_000);
    assert.equal(world.loaded, loads, `${mode} ${String(reattestable)}`);
  }
});

test('a server of another trust domain, or an ID that is no agent’s, is not accepted', async (t) => {
  for (const change of [
    { id: 'spiffe://example.org/web' },
    { id: 'spiffe://other.org/spire/agent/x' },
    { bundle: (await createTestCa({ trustDomain: 'other.org' })).bundle },
  ]) {
    const world: World = Object.assign(await createWorld(), change);
    start(t, world);
    await until(() => world.states.includes('attesting'));
    assert.equal(world.data, noAgentData);
  }
});

test('F112: an SVID that could not be stored is stored as soon as there is room, before a restart needs it', async (t) => {
  const world = await createWorld();
  let isFull = true;
  const storage: KeeperOptions['storage'] = {
    get data() {
      return world.data;
    },
    update(changes) {
      if (isFull) throw new SpiffeError('STORAGE_FAILED', 'no space left on device');
      world.data = { ...world.data, ...changes };
    },
  };
  const { keeper } = start(t, world, { storage });
  await until(() => world.states.includes('active'));
  await idle(world);
  keeper.bundleChanged(world.ca.bundle);
  await pass(world, 60_000);
  assert.deepEqual(world.data, noAgentData);
  isFull = false;
  await pass(world, 30_000);
  assert.equal(world.data.svidDer.length, 1);
  assert.equal(world.data.bundleDer.length, 1);
  assert.equal(world.attested, 1);
});

test('F108: an agent whose SVID expired before it got a new one says that it is not attested', async (t) => {
  const world = await createWorld();
  start(t, world);
  await until(() => world.states.includes('active'));
  world.fault = new SpiffeError('UNAVAILABLE', 'connection refused');
  await pass(world, hourMs / 2 + 600_000);
  assert.equal(world.states.at(-1), 'active');
  await pass(world, hourMs / 2);
  assert.equal(world.states.at(-1), 'attesting');
  world.fault = undefined;
  await pass(world, 120_000);
  assert.equal(world.states.at(-1), 'active');
});

test('a wall clock that is set back by a day does not let the SVID of the agent expire', async (t) => {
  const world = await createWorld();
  start(t, world);
  await until(() => world.states.includes('active'));
  world.clock.jump(-24 * hourMs);
  await pass(world, 20 * 60_000);
  assert.equal(world.renewed, 0);
  await pass(world, 20 * 60_000);
  assert.equal(world.renewed, 1);
  assert.equal(world.attested, 1);
});

test('a wall clock that was ahead and is set right costs the agent no new attestation', async (t) => {
  const world = await createWorld();
  start(t, world);
  await until(() => world.states.includes('active'));
  world.fault = new SpiffeError('JOIN_TOKEN_INVALID', 'join token does not exist');
  world.clock.jump(24 * hourMs);
  await pass(world, 60_000);
  assert.equal(world.states.at(-1), 'attesting');
  const tries = world.attested;
  world.clock.jump(-24 * hourMs);
  await pass(world, 5 * 60_000);
  assert.equal(world.states.at(-1), 'active');
  assert.equal(world.attested, tries);
});

test('an agent whose SVID expired and whose join token is used says what a person has to do', async (t) => {
  const world = await createWorld();
  const first = start(t, world);
  await until(() => world.states.includes('active'));
  first.stop();
  await settle();
  world.clock.jump(2 * hourMs);
  world.fault = new SpiffeError('JOIN_TOKEN_INVALID', 'join token does not exist');
  const { keeper } = start(t, world);
  await until(() => world.states.at(-1) === 'attesting');
  const { state } = keeper;
  assert.ok(state.kind === 'attesting' && state.error instanceof SpiffeError);
  assert.match(state.error.message, /^join token does not exist; the X509-SVID .* new join token/);
  assert.equal(state.error.code, 'JOIN_TOKEN_INVALID');
  world.fault = undefined;
  await pass(world, 10 * 60_000);
  assert.equal(keeper.state.kind, 'active');
});
