import assert from 'node:assert/strict';
import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { suite, test } from 'node:test';
import { startAgent } from '../local/harness/agent.ts';
import { eventually, when } from '../local/harness/poll.ts';
import { startServer, type RunningServer } from '../local/harness/server.ts';
import { inWorkspace, projectRoot } from '../local/harness/workspace.ts';
import { fetchIds, ours, ownSelector, spire } from './peers.ts';

const hook = join(projectRoot, 'integration/spire/die-at-write.js');
const [node = '', ...main] = ours.agent;

/** Of the X509-SVID that the agent used last. */
async function serialAt(server: RunningServer): Promise<string> {
  const { agents } = (await server.json('agent', 'list')) as {
    agents: { x509svid_serial_number: string }[];
  };
  return agents[0]?.x509svid_serial_number ?? assert.fail('no agent');
}

suite('kill -9 between the answer to a renewal and the write of it', { concurrency: 2 }, () => {
  for (const [name, server] of [
    ['a real spire-server', spire.server],
    ['our server', ours.server],
  ] as const) {
    test(`the agent comes back with what it had, and renews at ${name}, without another token`, () =>
      inWorkspace(async (workspace) => {
        const armed = workspace.path('armed');
        const agent = ['env', `SIGIL_TEST_DIE_ARMED=${armed}`, node, '--import', hook, ...main];
        const programs = { server, agent };
        const settings = ['agent_ttl = "30s"'];
        const running = await startServer(workspace, { programs, settings });
        const life = await startAgent(workspace, running, { programs });
        const entry = { parentId: life.nodeId, selectors: [ownSelector] };
        await running.createEntry({ ...entry, spiffeId: 'spiffe://demo.test/before' });

        const serial = await serialAt(running);
        writeFileSync(armed, '');
        await eventually('it dies at its renewal', () => when(!existsSync(armed)));
        await life.process.stop('SIGKILL');
        await life.start();

        await running.createEntry({ ...entry, spiffeId: 'spiffe://demo.test/after' });
        const served = async () => when((await fetchIds(life)).length === 2);
        await eventually('both entries are served', served);
        const renewed = async () => when((await serialAt(running)) !== serial);
        await eventually('it has renewed', renewed);
        await eventually('both entries are served still', served);
      }));
  }
});
