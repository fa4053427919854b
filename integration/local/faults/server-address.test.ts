import assert from 'node:assert/strict';
import { readFileSync, writeFileSync } from 'node:fs';
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
