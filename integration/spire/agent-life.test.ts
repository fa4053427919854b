import assert from 'node:assert/strict';
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { suite, test } from 'node:test';
import { startAgent, type RunningAgent } from '../local/harness/agent.ts';
import { eventually, when } from '../local/harness/poll.ts';
import { startServer, type RunningServer } from '../local/harness/server.ts';
import { inWorkspace } from '../local/harness/workspace.ts';
import { openCrowd } from '../local/scale/crowd.ts';
import { fetchIds, ours, ownSelector, spire } from './peers.ts';
import { createPopNode } from './pop-node.ts';

const programs = { server: spire.server, agent: ours.agent };
const web = 'spiffe://demo.test/web';
const quickReload = 'experimental { cache_reload_interval = "1s" }';

const served = (agent: RunningAgent, ids: readonly string[]) =>
  eventually(
    `the workload gets ${ids.join() || 'nothing'}`,
    async () => when((await fetchIds(agent)).join() === ids.join()),
    { deadlineMs: 60_000 },
  );

interface Authorities {
  readonly prepared?: { readonly authority_id: string };
  readonly old?: { readonly authority_id: string };
}

suite('our agent with a real spire-server', { concurrency: 4 }, () => {
  test('an evicted agent that may attest again does so in process; a banned one serves nothing and stays', () =>
    inWorkspace(async (workspace) => {
      const { agentId, nodeAttestor, nodeAttestors } = await createPopNode(workspace);
      const settings = [quickReload];
      const server = await startServer(workspace, { programs, nodeAttestors, settings });
      const agent = await startAgent(workspace, server, { programs, nodeAttestor });
      await server.createEntry({ spiffeId: web, parentId: agentId, selectors: [ownSelector] });
      await served(agent, [web]);
      const { pid } = agent.process;

      const attested = () =>
        agent.process.output.split('Node attestation was successful').length - 1;
      assert.equal((await server.cli('agent', 'evict', '-spiffeID', agentId)).code, 0);
      await eventually('the agent attested again', () => when(attested() === 2), {
        deadlineMs: 60_000,
      });
      await served(agent, [web]);

      assert.equal((await server.cli('agent', 'ban', '-spiffeID', agentId)).code, 0);
      await served(agent, []);
      const { stdout, stderr } = await agent.cli('api', 'fetch', 'x509');
      assert.match(stdout + stderr, /Unavailable.*the server refuses this agent/);
      assert.equal(agent.process.pid, pid);
      agent.process.assertRunning();
    }));

  test('a CA that is tainted and revoked under live streams ends none of them, and a new chain comes', () =>
    inWorkspace(async (workspace) => {
      const server = await startServer(workspace, { programs, settings: [quickReload] });
      const agent = await startAgent(workspace, server, { programs });
      await server.createEntry({ spiffeId: web, parentId: agent.nodeId, selectors: [ownSelector] });
      await served(agent, [web]);
      const crowd = openCrowd(agent.socketPath, 20);
      workspace.defer(() => crowd.close());
      const holds = async (what: string, test: (held: string) => boolean) =>
        eventually(what, () =>
          when([...crowd.holding()].every((held) => held !== '' && test(held))),
        );
      await holds('every stream has the identity', () => true);
      const [first = ''] = crowd.holding();
      const [serial, size] = first.split(' ');
      const authority = (verb: string, ...more: readonly string[]) =>
        server.json('localauthority', 'x509', verb, ...more);
      const shown = async () => (await authority('show')) as Authorities;
      await authority('prepare');
      await holds(
        'both CAs are in the bundle',
        (held) => Number(held.split(' ')[1]) > Number(size),
      );
      await authority('activate', '-authorityID', (await shown()).prepared?.authority_id ?? '');
      const old = (await shown()).old?.authority_id ?? '';
      await authority('taint', '-authorityID', old);
      await holds('the X509-SVID is another', (held) => held.split(' ')[0] !== serial);
      await authority('revoke', '-authorityID', old);
      await holds(
        'the old CA is gone',
        (held) => Math.abs(Number(held.split(' ')[1]) - Number(size)) < 20,
      );
      assert.equal(crowd.ended, 0);
    }));

  for (const [mode, recovers] of [
    ['auto', true],
    ['always', true],
    ['never', false],
  ] as const) {
    test(`F111: a server that was rebuilt with another CA, rebootstrap_mode ${mode}`, () =>
      inWorkspace(async (workspace) => {
        const { agentId, nodeAttestor, nodeAttestors } = await createPopNode(workspace);
        const server = await startServer(workspace, { programs, nodeAttestors });
        const agent = await startAgent(workspace, server, {
          programs,
          nodeAttestor,
          settings: [`rebootstrap_mode = "${mode}"`, 'rebootstrap_delay = "2s"'],
        });
        const entry = { spiffeId: web, parentId: agentId, selectors: [ownSelector] };
        await server.createEntry(entry);
        await served(agent, [web]);
        await rebuild(server);
        // An impostor while the new bundle is not there: nobody believes it.
        await eventually('the agent sees an unknown authority', () =>
          when(/unknown authority/.test(agent.process.output)),
        );
        assert.deepEqual(await fetchIds(agent), [web]);
        writeFileSync(agent.bundlePath, await server.bundlePem());
        await server.createEntry({ ...entry, spiffeId: `${web}/new` });
        if (recovers) await served(agent, [`${web}/new`]);
        else await assert.rejects(quick(agent, [`${web}/new`]), /still not/);
        agent.process.assertRunning();
      }));
  }
});

/** Long enough for what takes the others some seconds. */
function quick(agent: RunningAgent, ids: readonly string[]) {
  return eventually(
    'an identity of the new server',
    async () => when((await fetchIds(agent)).join() === ids.join()),
    { deadlineMs: 10_000, everyMs: 500 },
  );
}

async function rebuild(server: RunningServer): Promise<void> {
  await server.process.stop('SIGKILL');
  rmSync(server.dataDir, { recursive: true });
  mkdirSync(server.dataDir);
  await server.start();
}
