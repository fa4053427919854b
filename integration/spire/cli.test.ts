import assert from 'node:assert/strict';
import { test } from 'node:test';
import { startAgent } from '../local/harness/agent.ts';
import { eventually, when } from '../local/harness/poll.ts';
import { runCli, type CliResult } from '../local/harness/programs.ts';
import { startServer } from '../local/harness/server.ts';
import { inWorkspace } from '../local/harness/workspace.ts';
import { fetchIds, ours, ownSelector, spire } from './peers.ts';

/** Commands whose output must be the same, label by label, whichever program prints it. */
const commands: readonly (readonly string[])[] = [
  ['healthcheck'],
  ['entry', 'show'],
  ['entry', 'show', '-output', 'json'],
  ['entry', 'show', '-selector', ownSelector],
  ['entry', 'show', '-spiffeID', 'spiffe://demo.test/none'],
  ['entry', 'count'],
  ['entry', 'count', '-output', 'json'],
  ['agent', 'list'],
  ['agent', 'list', '-output', 'json'],
  ['agent', 'count'],
  ['bundle', 'show'],
  ['bundle', 'show', '-format', 'spiffe'],
  ['bundle', 'count'],
  ['entry', 'delete', '-entryID', 'none'],
  ['entry', 'create', '-spiffeID', 'spiffe://demo.test/x'],
  ['agent', 'evict', '-spiffeID', 'spiffe://demo.test/spire/agent/join_token/none'],
];

for (const [name, programs] of [
  ['our server', ours],
  ['a real spire-server', spire],
] as const) {
  test(`both command lines print the same about ${name}, with the same exit codes`, () =>
    inWorkspace(async (workspace) => {
      const server = await startServer(workspace, { programs });
      const agent = await startAgent(workspace, server, { programs });
      const entry = [
        'entry',
        'create',
        '-parentID',
        agent.nodeId,
        '-spiffeID',
        'spiffe://demo.test/web',
      ];
      const flags = [
        '-selector',
        ownSelector,
        '-dns',
        'web.demo.test',
        '-x509SVIDTTL',
        '60',
        '-hint',
        'main',
        '-admin',
      ];
      await server.json(...entry, ...flags);
      await server.json(
        ...entry.slice(0, 4),
        '-spiffeID',
        'spiffe://demo.test/api',
        '-selector',
        'unix:uid:7',
        '-downstream',
      );
      for (const command of commands) {
        const [mine, theirs] = await Promise.all(
          [ours, spire].map((one) =>
            runCli([...one.server, ...socketAfter(command, server.socketPath)]),
          ),
        );
        assert.equal(
          mine?.code,
          theirs?.code,
          `${command.join(' ')}: exit code, ours says ${mine?.stderr}`,
        );
        assert.equal(mine?.stdout, theirs?.stdout, command.join(' '));
      }
    }));

  test(`both command lines fetch the same identity from the agent of ${name}`, () =>
    inWorkspace(async (workspace) => {
      const server = await startServer(workspace, { programs });
      const agent = await startAgent(workspace, server, { programs });
      const id = 'spiffe://demo.test/web';
      await server.createEntry({ spiffeId: id, parentId: agent.nodeId, selectors: [ownSelector] });
      await eventually('the entry is served', async () => when((await fetchIds(agent))[0] === id));
      const socket = ['-socketPath', agent.socketPath];
      for (const output of ['json', 'pretty']) {
        const command = ['api', 'fetch', 'x509', ...socket, '-output', output];
        const [mine, theirs] = await Promise.all(
          [ours, spire].map((one) => runCli([...one.agent, ...command])),
        );
        assert.equal(mine?.code, 0);
        assert.equal(withoutDuration(mine), withoutDuration(theirs));
      }
      for (const one of [ours, spire]) {
        const { code, stdout } = await runCli([...one.agent, 'healthcheck', ...socket]);
        assert.deepEqual([code, stdout], [0, 'Agent is healthy.\n']);
      }
    }));
}

function socketAfter([...words]: readonly string[], socketPath: string): string[] {
  const at = words.findIndex((word) => word.startsWith('-'));
  const flags = at === -1 ? [] : words.splice(at);
  return [...words, '-socketPath', socketPath, ...flags];
}

/** `Received 1 svid after 1.2ms`: the only part that differs from run to run. */
function withoutDuration(result: CliResult | undefined): string | undefined {
  return result?.stdout.replace(/ after .*/, '');
}
