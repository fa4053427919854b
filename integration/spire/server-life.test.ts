// What a real spire-agent does when our server's CA changes, and when the agent is evicted, banned or late.
import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { startAgent, type RunningAgent } from '../local/harness/agent.ts';
import { eventually, when } from '../local/harness/poll.ts';
import { startServer, type RunningServer } from '../local/harness/server.ts';
import { inWorkspace } from '../local/harness/workspace.ts';
import { fetchLive, watchedDuring } from './live-identity.ts';
import { fetchIds, ours, ownSelector, spire } from './peers.ts';
import { createPopNode } from './pop-node.ts';

const programs = { server: ours.server, agent: spire.agent };
const web = 'spiffe://demo.test/web';
const patience = { deadlineMs: 90_000, everyMs: 250 };

suite('a real spire-agent with our server', { concurrency: true }, () => {
  test('its workloads keep a good identity while a CA that lives 40 s makes room for the next by itself', () =>
    inWorkspace(async (workspace) => {
      const settings = ['default_x509_svid_ttl = "10s"', 'agent_ttl = "30s"'];
      const server = await startServer(workspace, { programs, caTtl: '40s', settings });
      const agent = await startAgent(workspace, server, { programs });
      const first = await identity(server, agent);
      const { seen } = await watchedDuring(agent, () =>
        eventually(
          'the next CA signs',
          async () => when((await fetchLive(agent))?.root !== first.root),
          patience,
        ),
      );
      const both = seen.filter(({ roots }) => roots.length > 1);
      assert.ok(
        both.some(({ root }) => root === first.root),
        'the next root came before it signed',
      );
    }));

  test('its workloads get other SVIDs, X.509 and JWT, when an authority is tainted, and lose none when it is revoked', () =>
    inWorkspace(async (workspace) => {
      const server = await startServer(workspace, { programs });
      const agent = await startAgent(workspace, server, { programs });
      const first = await identity(server, agent);
      const kid = await jwtKeyOf(agent);
      const { seen } = await watchedDuring(agent, async () => {
        await replace(server, 'x509', {
          isKnown: async () => when((await fetchLive(agent))?.roots.length === 2),
          isReplaced: async () => when((await fetchLive(agent))?.root !== first.root),
        });
        await eventually(
          'the old CA is gone',
          async () => when((await fetchLive(agent))?.roots.length === 1),
          patience,
        );
        await replace(server, 'jwt', {
          isKnown: () => Promise.resolve(true),
          isReplaced: async () => when(![undefined, kid].includes(await jwtKeyOf(agent))),
        });
        assert.notEqual(await jwtKeyOf(agent), undefined);
      });
      assert.ok(seen.length > 0);
    }));

  test('evicted it attests again; banned it ends and is refused until it is deleted; late it attests again', () =>
    inWorkspace(async (workspace) => {
      const { agentId, nodeAttestor, nodeAttestors } = await createPopNode(workspace);
      const settings = ['agent_ttl = "20s"', 'ratelimit { attestation = false }'];
      const server = await startServer(workspace, { programs, nodeAttestors, settings });
      const agent = await startAgent(workspace, server, { programs, nodeAttestor });
      await identity(server, agent, agentId);
      const { pid } = agent.process;

      const before = await serialOf(server);
      await succeeds(server, 'evict', agentId);
      await eventually(
        'it attested again',
        async () => when(![undefined, before].includes(await serialOf(server))),
        patience,
      );
      await served(agent);
      assert.equal(agent.process.pid, pid);

      await succeeds(server, 'ban', agentId);
      await agent.process.ended(60_000);
      const refused = agent.launch();
      await refused.ended(60_000);
      assert.match(refused.output, /agent is banned|PermissionDenied/);
      await succeeds(server, 'evict', agentId);
      await agent.start();
      await served(agent);

      await agent.process.stop('SIGKILL');
      // Longer than its X509-SVID lives: there is no other way to come late.
      await sleep(21_000);
      await agent.start();
      await served(agent);
    }));
});

/** Makes an entry for this process and waits until it is served. */
async function identity(server: RunningServer, agent: RunningAgent, parentId = agent.nodeId) {
  await server.createEntry({ spiffeId: web, parentId, selectors: [ownSelector] });
  return eventually('the workload has an identity', () => fetchLive(agent), patience);
}

function served(agent: RunningAgent): Promise<true> {
  const isServed = async () => when((await fetchIds(agent)).join() === web);
  return eventually('the workload is served', isServed, patience);
}

/** Prepares another authority, waits until agents know it, activates it, taints and revokes the old one. */
async function replace(
  server: RunningServer,
  kind: 'x509' | 'jwt',
  agent: { isKnown(): Promise<true | undefined>; isReplaced(): Promise<true | undefined> },
): Promise<void> {
  const authority = (verb: string, ...more: readonly string[]) =>
    server.json('localauthority', kind, verb, ...more) as Promise<{
      prepared?: { authority_id: string };
      prepared_authority?: { authority_id: string };
      old?: { authority_id: string };
    }>;
  const id = (await authority('prepare')).prepared_authority?.authority_id ?? '';
  await eventually(`agents know the prepared ${kind} authority`, () => agent.isKnown(), patience);
  await authority('activate', '-authorityID', id);
  const old = (await authority('show')).old?.authority_id ?? '';
  await authority('taint', '-authorityID', old);
  await eventually(`the new ${kind} authority signs`, () => agent.isReplaced(), patience);
  await authority('revoke', '-authorityID', old);
}

/** The key that signed the JWT-SVID which the workload gets now. */
async function jwtKeyOf(agent: RunningAgent): Promise<string | undefined> {
  const fetch = ['api', 'fetch', 'jwt', '-audience', 'somebody', '-output', 'json'];
  const { code, stdout } = await agent.cli(...fetch);
  const [, head] = /([A-Za-z0-9_-]+)\.[A-Za-z0-9_-]+\.[A-Za-z0-9_-]+/.exec(stdout) ?? [];
  if (code !== 0 || head === undefined) return undefined;
  return (JSON.parse(Buffer.from(head, 'base64url').toString()) as { kid: string }).kid;
}

async function serialOf(server: RunningServer): Promise<string | undefined> {
  const { agents } = (await server.json('agent', 'list')) as {
    agents: { x509svid_serial_number: string }[];
  };
  return agents[0]?.x509svid_serial_number;
}

async function succeeds(server: RunningServer, verb: string, agentId: string): Promise<void> {
  const { code, stderr } = await server.cli('agent', verb, '-spiffeID', agentId);
  assert.equal(code, 0, stderr);
}
