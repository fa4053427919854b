import assert from 'node:assert/strict';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { test } from 'node:test';
import { startAgent, type RunningAgent } from '../harness/agent.ts';
import { eventually, when } from '../harness/poll.ts';
import { fromSources, runCliOrFail } from '../harness/programs.ts';
import { startServer, type RunningServer } from '../harness/server.ts';
import { inWorkspace } from '../harness/workspace.ts';
import { openCrowd, type Crowd } from './crowd.ts';

const entries = 10_000;
const streams = 1_000;
const ownSelector = `unix:uid:${process.getuid?.() ?? 0}`;

interface Authorities {
  readonly active?: { readonly authority_id: string };
  readonly prepared?: { readonly authority_id: string };
  readonly old?: { readonly authority_id: string };
}

test(`${entries} entries and ${streams} streams: each change of the CA is one message to each stream, memory stays, and SIGTERM ends it (F126)`, () =>
  inWorkspace(async (workspace) => {
    const server = await startServer(workspace, {});
    const agent = await startAgent(workspace, server);
    await server.createEntry({
      spiffeId: 'spiffe://demo.test/web',
      parentId: agent.nodeId,
      selectors: [ownSelector],
    });
    await createMany(server, agent, workspace.path('entries.json'));
    const crowd = openCrowd(agent.socketPath, streams);
    workspace.defer(() => crowd.close());
    await everyStreamHas(crowd, 1);
    await eventually('the agent has every entry', async () => {
      const command = [...fromSources.agent, 'status', '-output', 'json'];
      const out = await runCliOrFail([...command, '-socketPath', agent.adminSocketPath]);
      // The token's alias is one more.
      return when((JSON.parse(out) as { entries: number }).entries >= entries);
    });
    const before = residentMb(agent);

    const localAuthority = (verb: string, ...more: readonly string[]) =>
      server.json('localauthority', 'x509', verb, ...more);
    const changes: readonly (readonly [string, () => Promise<unknown>])[] = [
      ['a new CA in the bundle', () => localAuthority('prepare')],
      [
        'the old CA tainted, so a new X509-SVID',
        async () => {
          const { prepared } = (await localAuthority('show')) as Authorities;
          await localAuthority('activate', '-authorityID', prepared?.authority_id ?? '');
          const { old } = (await localAuthority('show')) as Authorities;
          await localAuthority('taint', '-authorityID', old?.authority_id ?? '');
        },
      ],
      [
        'the old CA revoked, so gone from the bundle',
        async () => {
          const { old } = (await localAuthority('show')) as Authorities;
          await localAuthority('revoke', '-authorityID', old?.authority_id ?? '');
        },
      ],
    ];
    for (const [at, [what, change]] of changes.entries()) {
      await change();
      await everyStreamHas(crowd, at + 2, what);
    }
    // What would come too often comes late.
    await sleep(3_000);
    assert.deepEqual([...new Set(crowd.counts())], [changes.length + 1]);
    assert.equal(crowd.ended, 0);
    const after = residentMb(agent);
    assert.ok(after < 500 && after - before < 100, `${before} MB before, ${after} MB after`);

    // F126: what has a thousand streams open stops as fast, in peace, and leaves no socket.
    agent.process.kill('SIGTERM');
    assert.deepEqual(await agent.process.ended(10_000), { code: 0, signal: null });
    assert.match(agent.process.output, /Agent stopped gracefully/);
    assert.equal(existsSync(agent.socketPath), false);
    await eventually('every stream has ended', () => when(crowd.ended === streams));
  }));

async function createMany(server: RunningServer, agent: RunningAgent, path: string): Promise<void> {
  const batch = 2_000;
  for (let from = 0; from < entries - 1; from += batch) {
    const count = Math.min(batch, entries - 1 - from);
    const made = Array.from({ length: count }, (_, at) => ({
      spiffe_id: `spiffe://${server.trustDomain}/bystander/${from + at}`,
      parent_id: agent.nodeId,
      selectors: [{ type: 'unix', value: `uid:${4_000_000_000 + from + at}` }],
    }));
    writeFileSync(path, JSON.stringify({ entries: made }));
    await server.json('entry', 'create', '-data', path);
  }
}

/** All have as many messages, and all the same in the last. */
function everyStreamHas(crowd: Crowd, count: number, what = 'the identity'): Promise<unknown> {
  return eventually(
    `${what} reaches all streams once`,
    () => {
      assert.ok(
        Math.max(...crowd.counts()) <= count,
        `a stream has ${Math.max(...crowd.counts())} messages`,
      );
      return when(Math.min(...crowd.counts()) === count && crowd.holding().size === 1);
    },
    { deadlineMs: 60_000 },
  );
}

function residentMb(agent: RunningAgent): number {
  const text = readFileSync(`/proc/${agent.process.pid}/status`, 'utf8');
  return Math.round(Number(/^VmRSS:\s+(\d+)/m.exec(text)?.[1] ?? 0) / 1024);
}
