import assert from 'node:assert/strict';
import { createServer } from 'node:net';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test, type TestContext } from 'node:test';
import { setImmediate as turn } from 'node:timers/promises';
import { systemClock } from '../../../common/clock/clock.ts';
import { hasCode } from '../../../common/errors/spiffe-error.ts';
import { sendHttps } from '../../../common/http/https-request.ts';
import type { RpcChannel } from '../../../common/rpc/rpc-channel.ts';
import { entryService } from '../../../common/rpc/services/entry.ts';
import { nodeTokenService } from '../../../common/rpc/services/fleet.ts';
import { serverEnrollmentService as service } from '../../../common/rpc/services/server-enrollment.ts';
import { serverWatchService } from '../../../common/rpc/services/server-watch.ts';
import {
  bindAgents,
  enrol,
  agentSpecMessage,
  startFakeCluster,
} from '../../../testkit/enrolled-cluster.ts';
import { withPostgres, type TestPostgres } from '../../../testkit/postgres.ts';
import { startTestServer, type TestServer } from '../../../testkit/running-server.ts';
import { temporaryFolder } from '../../../testkit/temporary-folder.ts';

/** How often an agent asks by itself. */
const syncMs = 5_000;

interface Member {
  readonly server: TestServer;
  /** The answer of its fleet endpoint to a heartbeat with this token. */
  beat(token: string): Promise<number>;
}

async function startMember(t: TestContext, postgres: string, plugins: string): Promise<Member> {
  const key = join(temporaryFolder(), 'k1');
  writeFileSync(key, 'x'.repeat(32));
  const port = await freePort();
  const server = await startTestServer(t, {
    postgres,
    plugins,
    server: `
      token_pepper { write = "k1" keys { k1 = "${key}" } }
      fleet { bind_address = "127.0.0.1" bind_port = ${port} }`,
  });
  const beat = async (token: string) => {
    const { status } = await sendHttps({
      url: new URL(`https://127.0.0.1:${port}/v1/heartbeat`),
      method: 'POST',
      headers: { authorization: `Bearer ${token}` },
      body: '{}',
      verify: () => undefined,
      timeoutMs: 10_000,
      mostBytes: 1_000,
      clock: systemClock,
      signal: AbortSignal.timeout(10_000),
    });
    return status;
  };
  return { server, beat };
}

async function freePort(): Promise<number> {
  const listener = createServer().listen(0, '127.0.0.1');
  await new Promise((resolve) => listener.once('listening', resolve));
  const { port } = listener.address() as { port: number };
  await new Promise((resolve) => listener.close(resolve));
  return port;
}

const sync = (agent: RpcChannel) =>
  agent.unary(entryService.GetAuthorizedEntries, {}, { timeoutMs: 10_000 });
const isOutdated = (error: unknown) => hasCode(error, 'AGENT_MUST_REATTEST');

async function nodeToken(agent: RpcChannel): Promise<string> {
  return (await agent.unary(nodeTokenService.IssueNodeToken, {}, { timeoutMs: 10_000 })).token;
}

/** What one server did the other hears of a moment later, so it is asked until it has. */
async function eventually<T>(work: () => Promise<T>): Promise<T> {
  const startMs = systemClock.monotonic();
  for (;;) {
    try {
      return await work();
    } catch (error) {
      if (systemClock.monotonic() - startMs > 20_000) throw error;
      await turn();
    }
  }
}

/** Waits until the server counts the agent, which the other one admitted. */
function untilCounted({ admin }: TestServer): Promise<void> {
  return eventually(async () => {
    const { versions } = await admin.unary(service.GetProfile, { name: 'agents' });
    assert.equal(versions.at(-1)?.agents, 1);
  });
}

/** Asks until it is refused. */
async function untilOutdated(agent: RpcChannel): Promise<void> {
  for (;;) {
    try {
      await sync(agent);
    } catch (error) {
      assert.ok(isOutdated(error), String(error));
      return;
    }
  }
}

await withPostgres('two servers on one PostgreSQL, and a profile', (postgres: TestPostgres) => {
  test('ENR-21 a version made on one server ends the agents of the other within a sync, and node tokens on both', async (t) => {
    const cluster = await startFakeCluster(t);
    const token = cluster.addAgent('agent-1');
    const where = await postgres.emptySchema();
    const a = await startMember(t, where, cluster.plugin);
    const b = await startMember(t, where, cluster.plugin);
    // The first of the two signs at once; the second one waits until all know its authority.
    await bindAgents(a.server.admin);
    const agent = a.server.dial(await enrol(a.server, token));
    await sync(agent);
    const bearer = await nodeToken(agent);
    await untilCounted(b.server);
    assert.deepEqual(await Promise.all([a.beat(bearer), b.beat(bearer)]), [200, 200]);
    const watch = agent.open(serverWatchService.WatchChanges, { timeoutMs: 20_000 });
    await watch.send({});
    watch.end();
    const told = watch.messages[Symbol.asyncIterator]();
    await told.next();

    const change = await b.server.admin.unary(service.UpdateProfile, {
      name: 'agents',
      version: 1,
      spec: { ...agentSpecMessage, required_labels: [{ key: 'app', value: 'agent' }] },
    });
    assert.deepEqual([change.effect, change.agents_to_reattest], ['superseded', 1]);
    const madeMs = systemClock.monotonic();
    assert.equal(await b.beat(bearer), 401, 'at once where the version was made');
    // The other server says so by itself, so that no agent waits for its next sync.
    await assert.rejects(told.next(), isOutdated);
    await untilOutdated(agent);
    assert.ok(systemClock.monotonic() - madeMs < syncMs, 'within a sync interval');
    assert.equal(await a.beat(bearer), 401);
    await assert.rejects(nodeToken(agent), isOutdated);

    const again = await enrol(a.server, token);
    await Promise.all([a, b].map(({ server }) => eventually(() => sync(server.dial(again)))));
    const renewed = await nodeToken(a.server.dial(again));
    assert.deepEqual(await Promise.all([a.beat(renewed), b.beat(renewed)]), [200, 200]);
    assert.deepEqual(await Promise.all([a.beat(bearer), b.beat(bearer)]), [401, 401]);
  });
});
