import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { startAgent, type RunningAgent } from '../local/harness/agent.ts';
import type { ManagedProcess } from '../local/harness/managed-process.ts';
import { eventually, when } from '../local/harness/poll.ts';
import { runCli, runCliOrFail } from '../local/harness/programs.ts';
import { startServer, type RunningServer } from '../local/harness/server.ts';
import { inWorkspace, type Workspace } from '../local/harness/workspace.ts';
import { goClient, printedLines } from './go-clients.ts';
import { ours, ownSelector, pairings, spire } from './peers.ts';

interface Line {
  readonly kind: 'x509' | 'jwt';
  readonly id?: string;
  readonly serial?: string;
  readonly hint?: string;
  readonly roots?: number;
  readonly audience?: readonly string[];
  readonly error?: string;
}

const web = 'spiffe://demo.test/web';

async function createWeb(server: RunningServer, agent: RunningAgent, ttl: number): Promise<void> {
  const id = ['-spiffeID', web, '-parentID', agent.nodeId, '-entryID', 'web', '-hint', 'internal'];
  const ttls = ['-x509SVIDTTL', String(ttl), '-jwtSVIDTTL', '60'];
  await server.json('entry', 'create', ...id, '-selector', ownSelector, ...ttls);
}

function linesOf(client: ManagedProcess, kind: Line['kind']): Line[] {
  const lines = printedLines<Line>(client);
  assert.deepEqual(
    lines.filter(({ error }) => error !== undefined),
    [],
  );
  return lines.filter((line) => line.kind === kind);
}

suite('clients of the Workload API', { concurrency: 4 }, () => {
  test('F103, F104: a client that comes before its entry is served when it appears', () =>
    inWorkspace(async (workspace) => {
      const server = await startServer(workspace, { programs: ours });
      const agent = await startAgent(workspace, server, { programs: ours });
      const command = [...spire.agent, 'api', 'fetch', 'x509', '-socketPath', agent.socketPath];
      const early = await runCli(command);
      assert.equal(early.code, 1);
      assert.match(early.stdout + early.stderr, /PermissionDenied.*no identity issued/);
      await createWeb(server, agent, 60);
      await eventually('the identity comes', async () => when((await runCli(command)).code === 0));
      const out = await runCliOrFail(command);
      assert.match(out, /SPIFFE ID:\s+spiffe:\/\/demo.test\/web/);
    }));

  for (const { name, programs } of pairings) {
    test(`F101: go-spiffe, ${name}: its X509Source and JWTSource follow rotations and a new CA`, () =>
      inWorkspace(async (workspace) => {
        const server = await startServer(workspace, { programs });
        const agent = await startAgent(workspace, server, { programs });
        await createWeb(server, agent, 20);
        const address = `unix://${agent.socketPath}`;
        const client = workspace.start('client', [goClient('workloadclient'), address]);
        const first = await eventually('the first identity', () => linesOf(client, 'x509')[0]);
        assert.deepEqual([first.id, first.hint, first.roots], [web, 'internal', 1]);
        const token = await eventually('the first JWT-SVID', () => linesOf(client, 'jwt')[0]);
        assert.deepEqual([token.id, token.audience], [web, ['somebody']]);
        await server.json('localauthority', 'x509', 'prepare');
        await eventually('the bundle has both CAs', () =>
          when(linesOf(client, 'x509').at(-1)?.roots === 2),
        );
        await eventually(
          'the X509-SVID was renewed twice',
          () => when(new Set(linesOf(client, 'x509').map(({ serial }) => serial)).size >= 3),
          { deadlineMs: 60_000 },
        );
        client.assertRunning();
      }));
  }

  test('the real spire-agent api fetches, watches and validates at our socket as at its own', () =>
    inWorkspace(async (workspace) => {
      const server = await startServer(workspace, { programs: ours });
      const [mine, theirs] = await Promise.all(
        (['mine', 'theirs'] as const).map((name) =>
          startAgent(workspace, server, {
            name,
            programs: { server: ours.server, agent: name === 'mine' ? ours.agent : spire.agent },
          }),
        ),
      );
      for (const agent of [mine, theirs]) {
        const id = ['-spiffeID', web, '-parentID', agent?.nodeId ?? ''];
        await server.json('entry', 'create', ...id, '-selector', ownSelector, '-x509SVIDTTL', '20');
      }
      const results = await Promise.all(
        [mine, theirs].map((agent) => useCommands(workspace, agent?.socketPath ?? '')),
      );
      assert.deepEqual(results[0], results[1]);
      assert.deepEqual(results[0]?.codes, { x509: 0, jwt: 0, validate: 0, refused: 1 });
    }));
});

/** Runs each `api` command of the real spire-agent at a socket; what differs by nature is left out. */
async function useCommands(workspace: Workspace, socketPath: string) {
  const socket = ['-socketPath', socketPath];
  const command = [...spire.agent, 'api'];
  await eventually('the identity is there', async () =>
    when((await runCli([...command, 'fetch', 'x509', ...socket])).code === 0),
  );
  const x509 = await runCli([...command, 'fetch', 'x509', ...socket, '-output', 'json']);
  const jwt = await runCli([
    ...command,
    'fetch',
    'jwt',
    ...socket,
    '-audience',
    'a',
    '-output',
    'json',
  ]);
  const [{ svids }] = JSON.parse(jwt.stdout) as [{ svids: { svid: string; spiffe_id: string }[] }];
  const token = svids[0]?.svid ?? '';
  const validate = ['validate', 'jwt', ...socket, '-output', 'json', '-svid', token];
  const valid = await runCli([...command, ...validate, '-audience', 'a']);
  const refused = await runCli([...command, ...validate, '-audience', 'other']);
  const name = `watch ${socketPath.includes('mine') ? 'mine' : 'theirs'}`;
  const watch = workspace.start(name, [...command, 'watch', ...socket]);
  await eventually('the watch shows a renewal', () =>
    when(watch.output.split('SPIFFE ID:').length - 1 >= 2),
  );
  const fetched = JSON.parse(x509.stdout) as { svids: { spiffe_id: string; hint: string }[] };
  return {
    codes: { x509: x509.code, jwt: jwt.code, validate: valid.code, refused: refused.code },
    x509: fetched.svids.map(({ spiffe_id: id, hint }) => ({
      id,
      hint,
      keys: Object.keys(fetched).sort(),
    })),
    jwt: svids.map(({ spiffe_id: id }) => id),
    claims: Object.keys((JSON.parse(valid.stdout) as { claims: object }).claims).sort(),
    watched: new Set(watch.output.match(/spiffe:\/\/\S+/g)),
  };
}
