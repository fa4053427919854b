import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parseSpiffeId } from '../../../common/spiffe/spiffe-id.ts';
import { openPostgres, withPostgres } from '../../../testkit/postgres.ts';
import { ringOf } from '../../../testkit/tokens.ts';
import type { PepperRing } from '../../enrollment/tokens/pepper-ring.ts';
import { newToken } from '../../enrollment/tokens/token-text.ts';
import type { AttestationRecord, Datastore } from '../datastore.ts';
import type { NodeBinding } from '../token-store.ts';

const now = Date.UTC(2026, 0, 1);
const binding: NodeBinding = {
  cluster: '',
  nodeUid: '',
  podUid: '',
  profile: '',
  profileVersion: 0,
};

/** One server of two: its store and the keys it was started with last. */
class Server {
  readonly store: Datastore;
  ring: PepperRing;

  constructor(store: Datastore, ring: PepperRing) {
    this.store = store;
    this.ring = ring;
  }
}

/** Uses and makes tokens on both servers until it is told to stop; counts what failed. */
class Load {
  readonly #servers: readonly Server[];
  readonly #cluster: { readonly id: string; readonly text: string };
  readonly failures: string[] = [];
  verified = 0;
  #agents = 0;
  #stopping = false;

  constructor(servers: readonly Server[], cluster: { readonly id: string; readonly text: string }) {
    this.#servers = servers;
    this.#cluster = cluster;
  }

  run(): Promise<unknown> {
    return Promise.all([0, 1, 2, 3].map((worker) => this.#work(worker)));
  }

  stop(): void {
    this.#stopping = true;
  }

  /** Resolves when so many more verifications have ended. */
  async progress(count: number): Promise<void> {
    const target = this.verified + count;
    while (this.verified < target) await new Promise((resolve) => setImmediate(resolve));
  }

  async #work(worker: number): Promise<void> {
    const nodes: { readonly id: string; readonly text: string }[] = [];
    for (let at = worker; !this.#stopping; at++) {
      const server = this.#servers[at % 2]!;
      const other = this.#servers[(at + 1) % 2]!;
      const name = `n${this.#agents++}`;
      await this.#admit(server, name, this.#cluster, 'cluster');
      await this.#admit(other, `${name}-join`, await makeToken(server, 'join'), 'join');
      nodes.push(await issue(server, name));
      // Old node tokens too, which may still be stored under the key before.
      for (const node of nodes.slice(-3)) await this.#beat(other, node);
    }
  }

  async #admit({ ring, store }: Server, name: string, token: Token, what: string): Promise<void> {
    const use = { ...ring.presented(token.text, token), aliasEntryId: '' };
    const outcome = await store.agents.useTokenAndAttest(use, recordOf(name), now);
    this.#count(outcome === 'attested', `${what}: ${outcome}`);
  }

  async #beat({ ring, store }: Server, node: Token): Promise<void> {
    const presented = ring.presented(node.text, node);
    const report = { heartbeat: '{}' };
    const { kind } = await store.fleet.report(presented, () => binding, report, now);
    this.#count(kind === 'stored', `node: ${kind}`);
  }

  #count(good: boolean, what: string): void {
    this.verified++;
    if (!good) this.failures.push(what);
  }
}

interface Token {
  readonly id: string;
  readonly text: string;
}

async function makeToken({ ring, store }: Server, kind: 'join' | 'cluster'): Promise<Token> {
  const token = newToken(kind);
  const { hash, id, keyId } = ring.digestOf(token.text, token);
  const times = { createdAtMs: now, expiresAtMs: now + 1000 };
  const maxUses = kind === 'join' ? 1 : 1_000_000;
  await store.tokens.create({
    id,
    kind,
    digest: { hash, keyId },
    maxUses,
    description: '',
    profile: '',
    ...times,
  });
  return token;
}

async function issue({ ring, store }: Server, name: string): Promise<Token> {
  const token = newToken('node');
  const { hash, id, keyId } = ring.digestOf(token.text, token);
  const agentId = recordOf(name).spiffeId;
  const digest = { hash, keyId };
  await store.fleet.issue({ id, agentId, digest, expiresAtMs: now + 1000, binding });
  return token;
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

await withPostgres('a pepper rotation over two servers on one PostgreSQL', (server) => {
  test('ENR-25 no verification fails in any step, under load, and the old key ends up unused', async (t) => {
    const schema = await server.emptySchema();
    const stores = await Promise.all([openPostgres(schema), openPostgres(schema)]);
    t.after(() => Promise.all(stores.map((store) => store.close())));
    const [a, b] = stores.map((store) => new Server(store, ringOf('k1')));
    const cluster = await makeToken(a!, 'cluster');
    const idle = await makeToken(a!, 'cluster');
    const load = new Load([a!, b!], cluster);
    const running = load.run();
    const steps: readonly (() => void)[] = [
      () => undefined,
      // 1. The new key becomes readable, one server after the other.
      () => (a!.ring = ringOf('k1', ['k1', 'k2'])),
      () => (b!.ring = ringOf('k1', ['k1', 'k2'])),
      // 2. Then it becomes the key for writing, one after the other.
      () => (a!.ring = ringOf('k2', ['k1', 'k2'])),
      () => (b!.ring = ringOf('k2', ['k1', 'k2'])),
    ];
    for (const step of steps) {
      step();
      await load.progress(150);
    }
    load.stop();
    await running;
    assert.deepEqual(load.failures, []);
    assert.ok(load.verified >= 750, String(load.verified));

    // 3. What is used moves by itself; a cluster token that nobody used is still under the old key.
    assert.equal((await a!.store.tokens.find([cluster.id]))?.digest.keyId, 'k2');
    const old = (await a!.store.tokens.countByKey(now)).filter(({ keyId }) => keyId === 'k1');
    assert.ok(
      old.some(({ kind }) => kind === 'cluster'),
      JSON.stringify(old),
    );
    const use = { ...b!.ring.presented(idle.text, idle), aliasEntryId: '' };
    assert.equal(await b!.store.agents.useTokenAndAttest(use, recordOf('last'), now), 'attested');
    const left = (await a!.store.tokens.countByKey(now)).filter(({ keyId }) => keyId === 'k1');
    assert.deepEqual(
      left.filter(({ kind }) => kind !== 'node'),
      [],
    );
    // 4. Node tokens are renewed within their life; then the old key may go.
    assert.deepEqual(
      (await a!.store.tokens.countByKey(now + 1001)).filter(({ keyId }) => keyId === 'k1'),
      [],
    );
    a!.ring = ringOf('k2');
    const last = { ...a!.ring.presented(cluster.text, cluster), aliasEntryId: '' };
    assert.equal(await a!.store.agents.useTokenAndAttest(last, recordOf('end'), now), 'attested');
  });

  test('ENR-23 ENR-25 a server that writes with a key before another can read it is refused there, closed', async (t) => {
    const schema = await server.emptySchema();
    const [early, late] = await Promise.all([openPostgres(schema), openPostgres(schema)]);
    t.after(() => Promise.all([early.close(), late.close()]));
    const token = await makeToken(new Server(early, ringOf('k2', ['k1', 'k2'])), 'join');
    const use = { ...ringOf('k1').presented(token.text, token), aliasEntryId: '' };
    const outcome = await late.agents.useTokenAndAttest(use, recordOf('x'), now);
    assert.equal(outcome, 'token_key_unknown');
    assert.equal(await late.agents.count({}), 0);
  });

  test('of two servers that use one cluster token at once, exactly as many uses win as it allows', async (t) => {
    const schema = await server.emptySchema();
    const stores = await Promise.all([openPostgres(schema), openPostgres(schema)]);
    t.after(() => Promise.all(stores.map((store) => store.close())));
    const rings = [ringOf('k1', ['k1', 'k2']), ringOf('k2', ['k1', 'k2'])];
    const token = newToken('cluster');
    const { hash, id, keyId } = rings[0]!.digestOf(token.text, token);
    await stores[0].tokens.create({
      id,
      kind: 'cluster',
      digest: { hash, keyId },
      maxUses: 7,
      description: '',
      profile: '',
      createdAtMs: now,
      expiresAtMs: now + 1,
    });
    const outcomes = await Promise.all(
      Array.from({ length: 24 }, (_, at) => {
        const use = { ...rings[at % 2]!.presented(token.text, token), aliasEntryId: '' };
        return stores[at % 2]!.agents.useTokenAndAttest(use, recordOf(`n${at}`), now);
      }),
    );
    assert.equal(outcomes.filter((outcome) => outcome === 'attested').length, 7);
    assert.equal(outcomes.filter((outcome) => outcome === 'token_used_up').length, 17);
    assert.equal(await stores[1].agents.count({}), 7);
  });
});
