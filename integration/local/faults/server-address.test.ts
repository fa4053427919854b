import assert from 'node:assert/strict';
import { readFileSync, writeFileSync } from 'node:fs';
import { networkInterfaces } from 'node:os';
import { test } from 'node:test';
import { startAgent, type RunningAgent } from '../harness/agent.ts';
import { eventually, when } from '../harness/poll.ts';
import { fromSources } from '../harness/programs.ts';
import { startServer } from '../harness/server.ts';
import { inWorkspace } from '../harness/workspace.ts';

const host = 'server.sigil.test';

/** Runs a program with a hosts file of its own, whose content may change meanwhile. */
function withHosts(path: string, program: readonly string[]): readonly string[] {
  const rights = process.getuid?.() === 0 ? [] : ['--user', '--map-root-user'];
  const mount = 'mount --bind "$0" /etc/hosts && exec "$@"';
  return ['unshare', '--mount', ...rights, 'sh', '-c', mount, path, ...program];
}

function serves(agent: RunningAgent, id: string): Promise<true> {
  return eventually(`the agent serves ${id}`, async () => {
    const { stdout } = await agent.cli('api', 'fetch', 'x509', '-output', 'json');
    return when(stdout.includes(id));
  });
}

test('F117: a server that comes back at another address of its name is found again', () =>
  inWorkspace(async (workspace) => {
    const hosts = workspace.path('hosts');
    writeFileSync(hosts, `127.0.0.1 ${host}\n`);
    const server = await startServer(workspace);
    const agent = await startAgent(workspace, server, {
      programs: { ...fromSources, agent: withHosts(hosts, fromSources.agent) },
      serverAddress: host,
    });
    const selectors = [`unix:uid:${process.getuid?.() ?? 0}`];
    const entry = { parentId: agent.nodeId, selectors };
    await server.createEntry({ ...entry, spiffeId: 'spiffe://demo.test/before' });
    await serves(agent, 'spiffe://demo.test/before');

    await server.process.stop('SIGKILL');
    const config = readFileSync(server.configPath, 'utf8');
    assert.ok(config.includes('bind_address = "127.0.0.1"'));
    writeFileSync(server.configPath, config.replace('"127.0.0.1"', '"127.0.0.2"'));
    writeFileSync(hosts, `127.0.0.2 ${host}\n`);
    server.launch();
    await eventually('the server is healthy', async () =>
      when((await server.cli('healthcheck')).code === 0),
    );
    await server.createEntry({ ...entry, spiffeId: 'spiffe://demo.test/after' });
    await serves(agent, 'spiffe://demo.test/after');
  }));

const hasIpv6 = Object.values(networkInterfaces())
  .flat()
  .some((one) => one?.address === '::1');
const skip = hasIpv6 ? false : 'this machine has no ::1';

test(
  'F151: agents reach a server over IPv6 by ::1, by [::1] and by a name that has nothing else',
  { skip },
  () =>
    inWorkspace(async (workspace) => {
      const hosts = workspace.path('hosts');
      writeFileSync(hosts, `::1 ${host}\n`);
      const server = await startServer(workspace, { bindAddress: '[::1]' });
      const agents = await Promise.all(
        ['::1', '[::1]', host].map((serverAddress, at) =>
          startAgent(workspace, server, {
            programs: { ...fromSources, agent: withHosts(hosts, fromSources.agent) },
            ...{ name: `agent-${at}`, serverAddress },
          }),
        ),
      );
      const selectors = [`unix:uid:${process.getuid?.() ?? 0}`];
      for (const { nodeId: parentId } of agents) {
        await server.createEntry({ spiffeId: 'spiffe://demo.test/web', parentId, selectors });
      }
      await Promise.all(agents.map((agent) => serves(agent, 'spiffe://demo.test/web')));
    }),
);
