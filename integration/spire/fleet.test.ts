import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { test } from 'node:test';
import { RunningAgent, startAgent } from '../local/harness/agent.ts';
import { freePort } from '../local/harness/free-port.ts';
import { eventually, when } from '../local/harness/poll.ts';
import { startServer } from '../local/harness/server.ts';
import { inWorkspace } from '../local/harness/workspace.ts';
import { fetchIds, ours, ownSelector, spire } from './peers.ts';

test('a real spire-server takes no reports, which costs our agent one question and no alarm', () =>
  inWorkspace(async (workspace) => {
    const programs = { server: spire.server, agent: ours.agent };
    const server = await startServer(workspace, { programs });
    const agent = await startAgent(workspace, server, { programs });
    await eventually('the agent knows that there is nowhere to report', () =>
      when(agent.process.output.includes('The server takes no reports')),
    );
    assert.doesNotMatch(agent.process.output, /level=(error|warn).*subsystem_name=heartbeat/);
  }));

test('a real spire-agent comes with a cluster token, gets a random ID, and is shown as silent', () =>
  inWorkspace(async (workspace) => {
    writeFileSync(workspace.path('k1'), 'k'.repeat(32));
    const programs = { server: ours.server, agent: spire.agent };
    const server = await startServer(workspace, {
      programs,
      settings: [
        `token_pepper { write = "k1" keys { k1 = ${JSON.stringify(workspace.path('k1'))} } }`,
        `fleet { bind_address = "127.0.0.1" bind_port = ${await freePort()} }`,
      ],
    });
    const agent = new RunningAgent(workspace, server, { programs });
    writeFileSync(agent.bundlePath, await server.bundlePem());
    const made = ['enrollment', 'token', 'create', '-maxUses', '2', '-spiffeID', agent.nodeId];
    const { token } = (await server.json(...made)) as { token: string };
    await agent.start(token);
    const web = {
      spiffeId: 'spiffe://demo.test/web',
      parentId: agent.nodeId,
      selectors: [ownSelector],
    };
    await server.createEntry(web);
    await eventually('its workload is served', async () =>
      when((await fetchIds(agent)).join() === web.spiffeId),
    );
    const { agents } = (await server.json('agent', 'status')) as {
      agents: { spiffe_id: string; silent: boolean }[];
    };
    assert.equal(agents.length, 1);
    assert.match(
      agents[0]!.spiffe_id,
      /^spiffe:\/\/demo\.test\/spire\/agent\/join_token\/[0-9a-f-]{36}$/,
    );
    assert.equal(agents[0]?.silent, true);
  }));
