import assert from 'node:assert/strict';
import { realpathSync } from 'node:fs';
import { suite, test } from 'node:test';
import { startAgent, type RunningAgent } from '../local/harness/agent.ts';
import type { ManagedProcess } from '../local/harness/managed-process.ts';
import { eventually, when } from '../local/harness/poll.ts';
import { runCliOrFail } from '../local/harness/programs.ts';
import { startServer, type RunningServer } from '../local/harness/server.ts';
import { inWorkspace } from '../local/harness/workspace.ts';
import { goClient, printedLines } from './go-clients.ts';
import { pairings } from './peers.ts';

interface Line {
  readonly ids: readonly string[];
  readonly federatesWith?: readonly string[];
  readonly keys?: number;
  readonly domains?: readonly string[];
  readonly code?: string;
  readonly text?: string;
}

const quickReload = 'experimental { cache_reload_interval = "1s" }';
const nobodys = 'unix:uid:4294967000';
const id = (name: string) => `spiffe://demo.test/${name}`;

/** Entries of this agent that this process makes; `more` are flags. */
async function createEntry(
  server: RunningServer,
  agent: RunningAgent,
  name: string,
  selector: string,
  ...more: readonly string[]
): Promise<void> {
  const names = ['-spiffeID', id(name), '-parentID', agent.nodeId, '-entryID', name];
  await server.json('entry', 'create', ...names, '-selector', selector, ...more);
}

function last(client: ManagedProcess): Line | undefined {
  return printedLines<Line>(client).at(-1);
}

suite('Delegated Identity API', { concurrency: 2 }, () => {
  for (const { name, programs } of pairings) {
    test(`${name}: a delegate gets the identities of others by selectors and by pid, and nobody else does`, () =>
      inWorkspace(async (workspace) => {
        const server = await startServer(workspace, { programs, settings: [quickReload] });
        const agent = await startAgent(workspace, server, {
          programs,
          settings: [`authorized_delegates = [${JSON.stringify(id('delegate'))}]`],
        });
        const program = realpathSync(goClient('delegatedclient'));
        const command = [program, agent.adminSocketPath];
        const ask = async (...words: readonly string[]) =>
          JSON.parse((await runCliOrFail([...command, ...words])).split('\n')[0] ?? '') as Line;

        assert.deepEqual(await ask('jwt', nobodys), {
          ids: null,
          code: 'PermissionDenied',
          text: 'no identity issued',
        });
        await createEntry(server, agent, 'other', `unix:path:${program}`);
        await eventually('a caller with another identity is told so', async () =>
          when(
            (await ask('jwt', nobodys)).text === 'caller not configured as an authorized delegate',
          ),
        );
        await createEntry(server, agent, 'delegate', `unix:path:${program}`);
        await createEntry(server, agent, 'one', nobodys);
        await createEntry(server, agent, 'admin', nobodys, '-admin');
        await createEntry(server, agent, 'downstream', nobodys, '-downstream');
        await eventually('the delegate is known', async () =>
          when(JSON.stringify((await ask('jwt', nobodys)).ids) === JSON.stringify([id('one')])),
        );

        for (const words of [[], [nobodys, 'pid:1']]) {
          for (const method of ['svids', 'jwt']) {
            const { code, text } = await ask(method, ...words);
            assert.equal(code, 'InvalidArgument');
            assert.equal(text, 'must provide either selectors or non-zero PID, but not both');
          }
        }

        const svids = workspace.start('svids', [...command, 'svids', nobodys]);
        const holds = (...names: readonly string[]) =>
          eventually(`the subscription holds ${names.join() || 'nothing'}`, () =>
            when(JSON.stringify(last(svids)?.ids) === JSON.stringify(names.map(id))),
          );
        await holds('one');
        await createEntry(server, agent, 'two', nobodys);
        await holds('one', 'two');
        await server.cli('entry', 'delete', '-entryID', 'one');
        await server.cli('entry', 'delete', '-entryID', 'two');
        await holds();

        const sleeper = workspace.start('sleeper', ['/bin/sleep', '1000']);
        await createEntry(server, agent, 'sleeper', `unix:path:${realpathSync('/bin/sleep')}`);
        const byPid = workspace.start('by pid', [...command, 'svids', `pid:${sleeper.pid}`]);
        await eventually('the process is served by its pid', () =>
          when(last(byPid)?.ids.join() === id('sleeper')),
        );
        assert.deepEqual((await ask('jwt', `pid:${sleeper.pid}`)).ids, [id('sleeper')]);

        const own = 'spiffe://demo.test';
        const bundles = await Promise.all([
          bundlesOf(workspace.start('bundles', [...command, 'bundles'])),
          bundlesOf(workspace.start('jwt bundles', [...command, 'jwtbundles'])),
        ]);
        assert.deepEqual(
          bundles.map(({ domains, keys }) => ({ domains, keys })),
          [
            { domains: [own], keys: 1 },
            { domains: [own], keys: 1 },
          ],
        );
      }));
  }
});

function bundlesOf(client: ManagedProcess): Promise<Line> {
  return eventually('the bundles come', () => printedLines<Line>(client)[0]);
}
