import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
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
  ['agent', 'purge', '-dryRun'],
  ['agent', 'purge', '-output', 'json'],
  ['agent', 'authorized'],
  ['bundle', 'list'],
  ['bundle', 'count', '-output', 'json'],
  ['bundle', 'set', '-id', 'partner.test', '-path', '/nowhere.pem'],
  ['bundle', 'set'],
  ['bundle', 'delete'],
  ['bundle', 'delete', '-id', 'partner.test', '-mode', 'gone'],
  ['bundle', 'delete', '-id', 'partner.test'],
  ['bundle', 'delete', '-id', 'partner.test', '-output', 'json'],
  ['federation', 'list'],
  ['federation', 'list', '-output', 'json'],
  ['federation', 'show'],
  ['federation', 'show', '-trustDomain', 'partner.test'],
  ['federation', 'create'],
  ['federation', 'create', '-trustDomain', 'partner.test'],
  ['federation', 'create', '-trustDomain', 'p.test', '-bundleEndpointURL', 'https://p.test'],
  ['federation', 'delete'],
  ['federation', 'delete', '-id', 'partner.test'],
  ['federation', 'delete', '-id', 'partner.test', '-output', 'json'],
  ['federation', 'refresh'],
  ['federation', 'refresh', '-id', 'partner.test'],
  ['upstreamauthority', 'taint'],
  ['upstreamauthority', 'taint', '-subjectKeyID', 'none'],
  ['upstreamauthority', 'revoke', '-subjectKeyID', 'none'],
];

const bundleEndpoint = ['-bundleEndpointURL', 'https://127.0.0.1:1/'];
const spiffeProfile = [
  ...['-bundleEndpointProfile', 'https_spiffe'],
  ...['-endpointSpiffeID', 'spiffe://partner.test/spire/server'],
];
const relationship = ['-trustDomain', 'partner.test', ...bundleEndpoint];
const createPartner = ['federation', 'create', ...relationship, ...spiffeProfile];
const deletePartner = ['federation', 'delete', '-id', 'partner.test'];
const setBundle = ['bundle', 'set', '-id', 'partner.test', '-path', 'BUNDLE'];
const deleteBundle = ['bundle', 'delete', '-id', 'partner.test'];

/** Commands that change something, between what makes and unmakes the ground for each of them. */
const changes: readonly {
  readonly before?: readonly (readonly string[])[];
  readonly command: readonly string[];
  readonly after?: readonly (readonly string[])[];
}[] = [
  { command: createPartner, after: [deletePartner] },
  { command: [...createPartner, '-output', 'json'], after: [deletePartner] },
  {
    command: ['federation', 'create', ...relationship, '-bundleEndpointProfile', 'https_web'],
    after: [deletePartner],
  },
  {
    command: [...createPartner, '-trustDomainBundlePath', 'BUNDLE', '-output', 'json'],
    after: [deletePartner, deleteBundle],
  },
  { command: ['federation', 'create', '-data', 'RELATIONSHIPS'], after: [deletePartner] },
  {
    before: [createPartner],
    command: ['federation', 'update', ...relationship, '-bundleEndpointProfile', 'https_web'],
    after: [deletePartner],
  },
  {
    before: [createPartner],
    command: ['federation', 'show', '-trustDomain', 'partner.test'],
    after: [deletePartner],
  },
  {
    before: [createPartner, setBundle],
    command: ['federation', 'show', '-trustDomain', 'partner.test', '-output', 'json'],
    after: [deletePartner, deleteBundle],
  },
  { before: [createPartner], command: ['federation', 'list'], after: [deletePartner] },
  { before: [createPartner], command: deletePartner },
  { before: [createPartner], command: [...deletePartner, '-output', 'json'] },
  { command: setBundle, after: [deleteBundle] },
  { command: [...setBundle, '-output', 'json'], after: [deleteBundle] },
  {
    before: [setBundle],
    command: ['bundle', 'list', '-format', 'spiffe'],
    after: [deleteBundle],
  },
  { before: [setBundle], command: ['bundle', 'list'], after: [deleteBundle] },
  { before: [setBundle], command: deleteBundle },
];

for (const [name, programs] of [
  ['our server', ours],
  ['a real spire-server', spire],
] as const) {
  test(`F160: both command lines print the same about ${name}, with the same exit codes`, () =>
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

  test(`F160: both command lines change the same of ${name}, and say the same`, () =>
    inWorkspace(async (workspace) => {
      const server = await startServer(workspace, { programs });
      const bundlePath = workspace.path('partner.pem');
      writeFileSync(bundlePath, await server.bundlePem());
      const relationshipsPath = workspace.path('relationships.json');
      writeFileSync(relationshipsPath, JSON.stringify(relationshipsFile));
      const named = (command: readonly string[]) =>
        command.map((word) =>
          word === 'BUNDLE' ? bundlePath : word === 'RELATIONSHIPS' ? relationshipsPath : word,
        );
      const prepare = async (steps: readonly (readonly string[])[] = []) => {
        for (const step of steps) {
          const { code, stderr } = await server.cli(...named(step));
          assert.equal(code, 0, `${step.join(' ')}: ${stderr}`);
        }
      };
      for (const { before, command, after } of changes) {
        const results: CliResult[] = [];
        for (const one of [ours, spire]) {
          await prepare(before);
          const words = socketAfter(named(command), server.socketPath);
          results.push(await runCli([...one.server, ...words]));
          await prepare(after);
        }
        assert.deepEqual(results[0], results[1], command.join(' '));
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

test('what a real spire-server exports is registered at ours, as docs/migrating-from-spire.md has it', () =>
  inWorkspace(async (workspace) => {
    const [old, server] = await Promise.all(
      [spire, ours].map((programs, at) =>
        startServer(workspace, { programs, name: `server-${at}` }),
      ),
    );
    assert.ok(old !== undefined && server !== undefined);
    const node = 'spiffe://demo.test/node';
    const entry = ['entry', 'create', '-parentID', node, '-selector', ownSelector];
    await old.json(...entry, '-spiffeID', 'spiffe://demo.test/web', ...everyEntryFlag);
    await old.json(...entry, '-spiffeID', 'spiffe://demo.test/api', '-entryID', 'chosen');
    const before = await old.json('entry', 'show');
    await old.json('token', 'generate', '-spiffeID', node);
    const path = workspace.path('entries.json');
    writeFileSync(path, (await old.cli('entry', 'show', '-output', 'json')).stdout);

    const { code, stdout, stderr } = await server.cli('entry', 'create', '-data', path);
    assert.equal(code, 0, stderr);
    assert.equal(stdout.match(/^Entry ID/gm)?.length, 2);
    assert.match(
      stderr,
      /^Note: 1 entry left out, .*: spiffe:\/\/demo\.test\/node; token generate/,
    );
    assert.deepEqual(withoutTimes(await server.json('entry', 'show')), withoutTimes(before));
    const again = await server.json('entry', 'apply', '-f', path);
    assert.equal((again as { unchanged: number }).unchanged, 2);
  }));

const everyEntryFlag = [
  ...['-dns', 'web.demo.test', '-hint', 'main', '-admin', '-downstream', '-jwtSVIDIncludeJTI'],
  ...['-x509SVIDTTL', '60', '-jwtSVIDTTL', '30', '-entryExpiry', '4000000000'],
];

/** An entry is as old as its server knows it. */
function withoutTimes(shown: unknown): unknown {
  const { entries } = shown as { readonly entries: readonly object[] };
  return entries.map((entry) => ({ ...entry, created_at: '' }));
}

/** One relationship that is made, and one that the server refuses. */
const relationshipsFile = {
  federationRelationships: [
    {
      trustDomain: 'partner.test',
      bundleEndpointURL: 'https://partner.test/bundle',
      bundleEndpointProfile: 'https_web',
    },
    {
      trustDomain: 'demo.test',
      bundleEndpointURL: 'https://demo.test/bundle',
      bundleEndpointProfile: 'https_web',
    },
  ],
};

function socketAfter([...words]: readonly string[], socketPath: string): string[] {
  const at = words.findIndex((word) => word.startsWith('-'));
  const flags = at === -1 ? [] : words.splice(at);
  return [...words, '-socketPath', socketPath, ...flags];
}

/** `Received 1 svid after 1.2ms`: the only part that differs from run to run. */
function withoutDuration(result: CliResult | undefined): string | undefined {
  return result?.stdout.replace(/ after .*/, '');
}
