import assert from 'node:assert/strict';
import { test, type TestContext } from 'node:test';
import { systemClock } from '../../../common/clock/clock.ts';
import { agentService } from '../../../common/rpc/services/agent.ts';
import { entryService } from '../../../common/rpc/services/entry.ts';
import { serverWatchService } from '../../../common/rpc/services/server-watch.ts';
import { openPostgres, withPostgres } from '../../../testkit/postgres.ts';
import { attestWithToken, startTestServer } from '../../../testkit/running-server.ts';
import type { Datastore } from '../../datastore/datastore.ts';

/** Each server looks for changes of the others every 10 min here, should a notification be lost. */
const rarely = 'experimental { cache_reload_interval = "10m" }';
const timeoutMs = 60_000;

await withPostgres('watches of several servers on one PostgreSQL', (postgres) => {
  test('an entry made at one server is told to an agent that watches another, without a poll', async (t) => {
    const where = await postgres.emptySchema();
    const [near, far] = [await serverOn(t, where), await serverOn(t, where)];
    await near.admin.unary(agentService.CreateJoinToken, { ttl: 60, token: 'a' }, { timeoutMs });
    const agent = near.dial(await attestWithToken(near, 'a'));
    const stream = agent.open(serverWatchService.WatchChanges, { timeoutMs });
    await stream.send({});
    stream.end();
    const notices = stream.messages[Symbol.asyncIterator]();
    await notices.next();
    for (let at = 0; at < 5; at++) {
      const startMs = systemClock.monotonic();
      const entry = {
        spiffe_id: { trust_domain: 'zeta.test', path: `/web-${at}` },
        parent_id: { trust_domain: 'zeta.test', path: '/spire/agent/join_token/a' },
        selectors: [{ type: 'unix', value: 'uid:33' }],
      };
      await far.admin.unary(entryService.BatchCreateEntry, { entries: [entry] }, { timeoutMs });
      const { value } = (await notices.next()) as IteratorYieldResult<{ entries: boolean }>;
      const tookMs = systemClock.monotonic() - startMs;
      assert.equal(value.entries, true);
      t.diagnostic(`told after ${tookMs.toFixed(0)} ms`);
    }
  });
});

async function serverOn(t: TestContext, where: string) {
  const store = await openPostgres(where);
  const wrapStore = (own: Datastore) => {
    void own.close();
    return store;
  };
  return startTestServer(t, { wrapStore, server: rarely });
}
