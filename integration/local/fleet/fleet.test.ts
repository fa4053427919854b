import assert from 'node:assert/strict';
import { readFileSync, writeFileSync } from 'node:fs';
import { test } from 'node:test';
import { RunningAgent } from '../harness/agent.ts';
import { freePort } from '../harness/free-port.ts';
import { eventually } from '../harness/poll.ts';
import { startServer, type RunningServer } from '../harness/server.ts';
import { inWorkspace, type Workspace } from '../harness/workspace.ts';

interface Status {
  readonly spiffe_id: string;
  readonly version: string;
  readonly last_heartbeat_at_ms: string;
  readonly silent: boolean;
  readonly evidence: Readonly<Record<string, string>>;
}

async function fleetBlock(): Promise<string> {
  return `fleet { bind_address = "127.0.0.1" bind_port = ${await freePort()} heartbeat_interval = "1s" }`;
}

async function startFleetServer(workspace: Workspace, fleet?: string): Promise<RunningServer> {
  for (const key of ['k1', 'k2'])
    writeFileSync(workspace.path(key), `canary-pepper-${key}`.repeat(3));
  return startServer(workspace, {
    settings: [
      `token_pepper { write = "k1" keys { k1 = ${JSON.stringify(workspace.path('k1'))} } }`,
      fleet ?? (await fleetBlock()),
      'audit_log_enabled = true',
    ],
  });
}

async function statuses(server: RunningServer): Promise<readonly Status[]> {
  return ((await server.json('agent', 'status')) as { agents: Status[] }).agents;
}

const reporting = (server: RunningServer, count: number) =>
  eventually(`${count} agents report`, async () => {
    const heard = (await statuses(server)).filter(({ silent }) => !silent);
    return heard.length === count ? heard : undefined;
  });

test('agents of one cluster token report, and an evicted one is refused at once', async () => {
  await inWorkspace(async (workspace) => {
    const server = await startFleetServer(workspace);
    const made = ['enrollment', 'token', 'create', '-maxUses', '2', '-ttl', '10m'];
    const { token } = (await server.json(...made)) as { token: string };
    const bundle = await server.bundlePem();
    const agents = ['a', 'b', 'c'].map((name) => new RunningAgent(workspace, server, { name }));
    for (const agent of agents) writeFileSync(agent.bundlePath, bundle);
    await Promise.all(agents.slice(0, 2).map((agent) => agent.start(token)));
    agents[2]!.launch('-joinToken', token);

    const heard = await reporting(server, 2);
    for (const { evidence, last_heartbeat_at_ms: at, version } of heard) {
      assert.notEqual(version, '');
      assert.ok(Math.abs(Number(at) - Date.now()) < 60_000, at);
      assert.equal(evidence['node_attestor'], 'join_token');
    }
    await eventually('the third is told that the token is used up', () =>
      agents[2]!.process.output.includes('already been used') ? true : undefined,
    );
    const pretty = await server.cli('agent', 'status');
    assert.match(pretty.stdout, /^Found 2 agents\n\nSPIFFE ID .*\n.*\nVersion/);

    const [gone] = heard;
    const { code } = await server.cli('agent', 'evict', '-spiffeID', gone!.spiffe_id);
    assert.equal(code, 0);
    await eventually('the report of the evicted one is refused', () =>
      server.process.output.includes('Report of an agent refused') ? true : undefined,
    );
    assert.equal((await statuses(server)).length, 1);
    assert.equal(agents[0]!.process.output.includes(token.slice(-20)), false);
    assert.equal(server.process.output.includes(token.slice(-20)), false);
    assert.equal(server.process.output.includes('canary-pepper'), false);
  });
});

test('a pepper key is replaced under a running agent, and cannot go before its time', async () => {
  await inWorkspace(async (workspace) => {
    const server = await startFleetServer(workspace);
    const { token } = (await server.json('enrollment', 'token', 'create', '-maxUses', '9')) as {
      token: string;
    };
    const agent = new RunningAgent(workspace, server, {});
    writeFileSync(agent.bundlePath, await server.bundlePem());
    await agent.start(token);
    await reporting(server, 1);

    const paths = ['k1', 'k2'].map((key) => `${key} = ${JSON.stringify(workspace.path(key))}`);
    const restart = async (write: string, keys: string) => {
      await server.process.stop();
      const block = `token_pepper { write = "${write}" keys { ${keys} } }`;
      const text = readFileSync(server.configPath, 'utf8');
      writeFileSync(server.configPath, text.replace(/^ {2}token_pepper .*$/m, `  ${block}`));
      await server.start();
    };
    // The cluster token was used under k1 alone, so k1 must stay readable.
    await assert.rejects(restart('k2', paths[1]!), /./);
    assert.match(server.process.output, /lacks keys that are in use/);
    await restart('k2', paths.join(' '));
    await eventually('the agent reports after the rotation', async () => {
      const [status] = await statuses(server);
      return Number(status?.last_heartbeat_at_ms) > Date.now() - 1_500 ? true : undefined;
    });
    const second = new RunningAgent(workspace, server, { name: 'second' });
    writeFileSync(second.bundlePath, await server.bundlePem());
    await second.start(token);
    await reporting(server, 2);
    const { keys } = (await server.json('enrollment', 'pepper', 'status')) as {
      keys: { id: string; role: string; cluster_tokens: string; node_tokens: string }[];
    };
    assert.deepEqual(
      keys.map((key) => [key.id, key.role, Number(key.cluster_tokens)]),
      [
        ['k2', 'write', 1],
        ['k1', 'read', 0],
      ],
    );
    assert.equal(Number(keys[1]?.node_tokens), 0);
  });
});

test('an agent that is connected reports once the server has the block, and again when its port moved', async () => {
  await inWorkspace(async (workspace) => {
    const server = await startFleetServer(workspace, '# fleet');
    const agent = new RunningAgent(workspace, server, {});
    writeFileSync(agent.bundlePath, await server.bundlePem());
    await agent.start(await server.joinToken('spiffe://demo.test/node'));
    await eventually('the agent asked in vain', () =>
      agent.process.output.includes('The server takes no reports') ? true : undefined,
    );
    for (const before of [/# fleet/, /fleet \{.*\}/]) {
      await server.process.stop();
      const text = readFileSync(server.configPath, 'utf8');
      writeFileSync(server.configPath, text.replace(before, await fleetBlock()));
      const restartedMs = Date.now();
      await server.start();
      await eventually('the agent reports', async () => {
        const [status] = await statuses(server);
        return Number(status?.last_heartbeat_at_ms) > restartedMs ? true : undefined;
      });
    }
  });
});
