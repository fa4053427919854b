// The server's word that something changed: an agent need not wait for its poll.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { after, before, test } from 'node:test';
import { dialUnix, type RpcChannel } from '../../../common/rpc/rpc-channel.ts';
import { bundleService } from '../../../common/rpc/services/bundle.ts';
import { entryService } from '../../../common/rpc/services/entry.ts';
import { startAgent, type RunningAgent } from '../harness/agent.ts';
import { eventually, when } from '../harness/poll.ts';
import { startServer, type RunningServer } from '../harness/server.ts';
import { inWorkspace, Workspace } from '../harness/workspace.ts';
import { followIdentities, type FollowedIdentities } from './followed-identities.ts';

/** The agent polls every 10 min: what came within this did not wait for a poll, on however busy a machine. */
const beforeThePollMs = 60_000;
const rounds = 11;
const ownSelector = `unix:uid:${process.getuid?.() ?? 0}`;

let workspace: Workspace;
let server: RunningServer;
let agent: RunningAgent;
let admin: RpcChannel;
let held: FollowedIdentities;

before(async () => {
  workspace = new Workspace();
  server = await startServer(workspace);
  agent = await startAgent(workspace, server, { syncInterval: '10m' });
  admin = dialUnix(server.socketPath);
  workspace.defer(() => admin.close());
  // Without an identity there is no stream to hold.
  await server.createEntry({ ...web(0), spiffeId: idOf('base') });
  held = followIdentities(agent.socketPath);
  workspace.defer(() => held.close());
  await held.has(idOf('base'), beforeThePollMs);
  await watching(1);
});
after(() => workspace.dispose());

const idOf = (name: string) => `spiffe://demo.test/${name}`;
const web = (at: number) => ({
  spiffeId: idOf(`web-${at}`),
  parentId: agent.nodeId,
  selectors: [ownSelector],
});

/** Resolves when the agent has opened its watch so many times. */
function watching(times: number): Promise<true> {
  return eventually(`the agent watches for the ${times}. time`, () =>
    when(agent.process.output.split('Watching the server for changes').length > times),
  );
}

async function createByApi(name: string): Promise<string> {
  const entry = {
    spiffe_id: { trust_domain: 'demo.test', path: `/${name}` },
    parent_id: { trust_domain: 'demo.test', path: new URL(agent.nodeId).pathname },
    selectors: [{ type: 'unix', value: ownSelector.slice('unix:'.length) }],
  };
  const { results } = await admin.unary(
    entryService.BatchCreateEntry,
    { entries: [entry] },
    { timeoutMs: 10_000 },
  );
  return results[0]?.entry?.id ?? assert.fail(results[0]?.status?.message ?? 'no result');
}

function deleteByApi(id: string) {
  return admin.unary(entryService.BatchDeleteEntry, { ids: [id] }, { timeoutMs: 10_000 });
}

/** How long after `startedMs` it came to be. */
async function since(startedMs: number, arrival: Promise<number>): Promise<number> {
  return (await arrival) - startedMs;
}

function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[values.length >> 1] ?? assert.fail('no values');
}

test('F104: an entry is served, and no longer served, long before the agent would have polled', async (t) => {
  const created: number[] = [];
  const deleted: number[] = [];
  for (let at = 0; at < rounds; at++) {
    let startedMs = performance.now();
    const id = await createByApi(`api-${at}`);
    created.push(await since(startedMs, held.has(idOf(`api-${at}`), beforeThePollMs)));
    startedMs = performance.now();
    await deleteByApi(id);
    deleted.push(await since(startedMs, held.lacks(idOf(`api-${at}`), beforeThePollMs)));
  }
  t.diagnostic(`created to served: ${summary(created)}`);
  t.diagnostic(`deleted to withdrawn: ${summary(deleted)}`);
  assert.ok(Math.max(...created, ...deleted) < beforeThePollMs, summary([...created, ...deleted]));
});

test('so is one that the command line creates and deletes', async (t) => {
  const figures: number[] = [];
  for (let at = 0; at < 3; at++) {
    const id = await server.createEntry(web(at));
    let endedMs = performance.now();
    figures.push(await since(endedMs, held.has(web(at).spiffeId, beforeThePollMs)));
    assert.equal((await server.cli('entry', 'delete', '-entryID', id)).code, 0);
    endedMs = performance.now();
    figures.push(await since(endedMs, held.lacks(web(at).spiffeId, beforeThePollMs)));
  }
  t.diagnostic(`after the end of the command (below 0 is before it): ${summary(figures)}`);
  assert.ok(Math.max(...figures) < beforeThePollMs, summary(figures));
});

test('a new CA reaches workloads long before the agent would have polled', async (t) => {
  const before = held.bundleSize;
  const other = await startServer(workspace, { name: 'other' });
  const ca = dialUnix(other.socketPath);
  const { x509_authorities: foreign } = await ca.unary(
    bundleService.GetBundle,
    {},
    { timeoutMs: 10_000 },
  );
  ca.close();
  const startedMs = performance.now();
  await admin.unary(
    bundleService.AppendBundle,
    { x509_authorities: foreign.map(({ asn1 }) => ({ asn1: Buffer.from(asn1) })) },
    { timeoutMs: 10_000 },
  );
  const tookMs = await since(startedMs, held.hasBundleLargerThan(before, beforeThePollMs));
  t.diagnostic(`appended to served: ${summary([tookMs])}`);
  assert.ok(tookMs < beforeThePollMs, String(tookMs));
});

test('the watch comes back after the server was killed and started again', async (t) => {
  const times = agent.process.output.split('Watching the server for changes').length - 1;
  await server.process.stop('SIGKILL');
  await server.start();
  await watching(times + 1);
  const startedMs = performance.now();
  await createByApi('after-restart');
  const tookMs = await since(startedMs, held.has(idOf('after-restart'), beforeThePollMs));
  t.diagnostic(`created to served after the restart: ${summary([tookMs])}`);
  assert.ok(tookMs < beforeThePollMs, String(tookMs));
});

test('an evicted agent hears of it at once', async (t) => {
  const { agents } = (await server.json('agent', 'list')) as {
    agents: { id: { trust_domain: string; path: string } }[];
  };
  const [{ id } = assert.fail('no agent')] = agents;
  const gone = held.ended(beforeThePollMs);
  const startedMs = performance.now();
  const evicted = await server.cli('agent', 'evict', '-spiffeID', `spiffe://demo.test${id.path}`);
  assert.equal(evicted.code, 0, evicted.stderr);
  const tookMs = await since(startedMs, gone);
  t.diagnostic(`evicted to cut off, with the time of the command: ${summary([tookMs])}`);
  assert.ok(tookMs < beforeThePollMs, String(tookMs));
});

function summary(figures: readonly number[]): string {
  const [least, most] = [Math.min(...figures), Math.max(...figures)];
  return `p50 ${median(figures).toFixed(0)} ms, ${least.toFixed(0)} to ${most.toFixed(0)} ms (${figures.length})`;
}

test('the watch moves with the X509-SVID of the agent, and the old connection is closed', () =>
  inWorkspace(async (own) => {
    const shortLived = await startServer(own, { settings: ['agent_ttl = "20s"'] });
    const renewing = await startAgent(own, shortLived, { syncInterval: '5s' });
    await eventually('the agent watches with its second X509-SVID', () =>
      when(renewing.process.output.split('Watching the server for changes').length > 2),
    );
    await eventually('one connection is left', () => when(connectionsTo(shortLived.port) === 1));
    assert.match(renewing.process.output, /Rotated the X509-SVID of the agent/);
    assert.doesNotMatch(renewing.process.output, /level=(error|warn)/);
  }));

/** Accepted and open TCP connections of a port of this machine. */
function connectionsTo(port: number): number {
  const local = `:${port.toString(16).toUpperCase().padStart(4, '0')}`;
  const established = '01';
  return readFileSync('/proc/net/tcp', 'latin1')
    .split('\n')
    .map((line) => line.trim().split(/\s+/))
    .filter(([, address, , state]) => address?.endsWith(local) === true && state === established)
    .length;
}
