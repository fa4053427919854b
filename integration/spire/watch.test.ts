import assert from 'node:assert/strict';
import { test } from 'node:test';
import { startAgent } from '../local/harness/agent.ts';
import { eventually, when } from '../local/harness/poll.ts';
import { startServer } from '../local/harness/server.ts';
import { inWorkspace } from '../local/harness/workspace.ts';
import { fetchIds, ours, ownSelector, spire } from './peers.ts';

const served = 'spiffe://demo.test/web';

function count(output: string, text: string): number {
  return output.split(text).length - 1;
}

test('a real spire-server is polled, is asked once whether it tells of changes, and nobody is alarmed', () =>
  inWorkspace(async (workspace) => {
    const programs = { server: spire.server, agent: ours.agent };
    const server = await startServer(workspace, { programs });
    const agent = await startAgent(workspace, server, { programs });
    const web = { spiffeId: served, parentId: agent.nodeId, selectors: [ownSelector] };
    const entryId = await server.createEntry(web);
    const gets = (ids: readonly string[]) =>
      eventually(`the workload gets ${ids.length}`, async () =>
        when((await fetchIds(agent)).join() === ids.join()),
      );
    await gets([served]);
    assert.equal((await server.cli('entry', 'delete', '-entryID', entryId)).code, 0);
    await gets([]);
    await server.createEntry(web);
    await gets([served]);
    const { output } = agent.process;
    assert.equal(count(output, 'The server does not tell of changes; polling'), 1);
    assert.equal(count(output, 'Watching the server for changes'), 0);
    // A workload that comes while there is no entry is an error of its own.
    const alarms = output
      .split('\n')
      .filter((line) => /level=(error|warn)/.test(line) && !line.includes('No identity issued'));
    assert.deepEqual(alarms, []);
    assert.doesNotMatch(server.process.output, /level=(error|warning).*sigil/i);
  }));

test('after an outage a real spire-server is asked again: it may have been replaced by ours', () =>
  inWorkspace(async (workspace) => {
    const programs = { server: spire.server, agent: ours.agent };
    const server = await startServer(workspace, { programs });
    const agent = await startAgent(workspace, server, { programs });
    const asked = 'The server does not tell of changes; polling';
    await eventually('the agent knows that it has to poll', () =>
      when(count(agent.process.output, asked) === 1),
    );
    await server.process.stop('SIGKILL');
    await eventually('the agent misses its server', () =>
      when(agent.process.output.includes('Synchronization failed')),
    );
    await server.start();
    await eventually('the agent asks again', () => when(count(agent.process.output, asked) === 2));
  }));
