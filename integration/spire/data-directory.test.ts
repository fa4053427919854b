import { test } from 'node:test';
import { RunningAgent, startAgent } from '../local/harness/agent.ts';
import { eventually, when } from '../local/harness/poll.ts';
import { startServer } from '../local/harness/server.ts';
import { inWorkspace } from '../local/harness/workspace.ts';
import { fetchIds, ours, ownSelector, spire } from './peers.ts';

const served = (agent: RunningAgent, id: string) =>
  eventually(`the workload gets ${id}`, async () => when((await fetchIds(agent))[0] === id));

test("an agent's data directory moves from spire-agent to ours and back without another attestation", () =>
  inWorkspace(async (workspace) => {
    const server = await startServer(workspace, { programs: spire });
    const theirs = await startAgent(workspace, server, { programs: spire });
    const id = 'spiffe://demo.test/web';
    await server.createEntry({ spiffeId: id, parentId: theirs.nodeId, selectors: [ownSelector] });
    await served(theirs, id);
    await theirs.process.stop();

    const replacement = new RunningAgent(workspace, server, {
      programs: { server: spire.server, agent: ours.agent },
    });
    await replacement.start();
    await served(replacement, id);
    await replacement.process.stop();

    await theirs.start();
    await served(theirs, id);
  }));
