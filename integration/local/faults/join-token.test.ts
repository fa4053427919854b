import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { test } from 'node:test';
import { RunningAgent } from '../harness/agent.ts';
import { eventually } from '../harness/poll.ts';
import { startServer } from '../harness/server.ts';
import { inWorkspace } from '../harness/workspace.ts';

const racers = ['first', 'second', 'third'];

test('a join token that several agents use at the same moment admits exactly one', async () => {
  await inWorkspace(async (workspace) => {
    const server = await startServer(workspace);
    const bundle = await server.bundlePem();
    const agents = racers.map((name) => new RunningAgent(workspace, server, { name }));
    const token = await server.joinToken('spiffe://demo.test/node/shared');

    for (const agent of agents) writeFileSync(agent.bundlePath, bundle);
    for (const agent of agents) agent.launch('-joinToken', token);

    const refused = await eventually('all but one are refused', () => {
      const told = agents.filter((one) => /join token .*(used|not)/i.test(one.process.output));
      return told.length >= racers.length - 1 ? told : undefined;
    });
    assert.equal(refused.length, racers.length - 1);
    const admitted = agents.filter((one) => !refused.includes(one));
    assert.equal(admitted.length, 1);
    await eventually('the one is healthy', async () =>
      (await admitted[0]!.cli('healthcheck')).code === 0 ? true : undefined,
    );
    const list = (await server.json('agent', 'list')) as { agents: unknown[] };
    assert.equal(list.agents.length, 1);
  });
});
