import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setImmediate as turn } from 'node:timers/promises';
import { systemClock } from '../../../common/clock/clock.ts';
import { hasCode } from '../../../common/errors/spiffe-error.ts';
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
import { startFleetMember } from '../../../testkit/fleet-member.ts';
import { withPostgres, type TestPostgres } from '../../../testkit/postgres.ts';
import type { TestServer } from '../../../testkit/running-server.ts';

/** How often an agent asks by itself. */
const syncMs = 5_000;

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
    const a = await startFleetMember(t, where, cluster.plugin);
    const b = await startFleetMember(t, where, cluster.plugin);
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
