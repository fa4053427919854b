import assert from 'node:assert/strict';
import { join } from 'node:path';
import { test, type TestContext } from 'node:test';
import { agentService } from '../../common/rpc/services/agent.ts';
import { runCaptured } from '../../testkit/cli-bench.ts';
import { attestWithToken, startTestServer } from '../../testkit/running-server.ts';
import { clientCommands } from './client-commands.ts';

/** A real server with one agent, `…/join_token/node-a`, whose alias is `spiffe://zeta.test/node`. */
async function setUp(t: TestContext) {
  const running = await startTestServer(t);
  const request = {
    ttl: 60,
    token: 'node-a',
    agent_id: { trust_domain: 'zeta.test', path: '/node' },
  };
  await running.admin.unary(agentService.CreateJoinToken, request, { timeoutMs: 10_000 });
  await attestWithToken(running, 'node-a');
  const socket = join(running.folder, 'private', 'api.sock');
  return (line: string, stdin = '') => {
    const words = line.split(' ');
    const at = words.findIndex((word) => word.startsWith('-'));
    const head = at === -1 ? words : words.slice(0, at);
    const rest = at === -1 ? [] : words.slice(at);
    return runCaptured(clientCommands, [...head, '-socketPath', socket, ...rest], { stdin });
  };
}

const entry = (path: string, more: object = {}) => ({
  spiffe_id: `spiffe://zeta.test${path}`,
  parent_id: 'spiffe://zeta.test/node',
  selectors: [{ type: 'unix', value: 'uid:1' }],
  ...more,
});
const file = (...entries: object[]) => JSON.stringify({ entries });

interface Applied {
  readonly created: readonly { readonly id: string }[];
  readonly updated: readonly { readonly id: string; readonly fields: object }[];
  readonly deleted: readonly { readonly id: string }[];
  readonly unchanged: number;
  readonly agents?: readonly {
    readonly agent_id: string;
    readonly gains: readonly { readonly spiffe_id: string }[];
    readonly changes: readonly { readonly spiffe_id: string }[];
    readonly loses: readonly { readonly spiffe_id: string }[];
  }[];
}

test('a file is applied once; a second time nothing changes, and what left the file is deleted', async (t) => {
  const run = await setUp(t);
  const apply = async (content: string, flags = '') => {
    const { code, out, err } = await run(
      `entry apply -f - -owner team -output json${flags}`,
      content,
    );
    assert.equal(code, 0, err);
    return JSON.parse(out) as Applied;
  };
  const both = file(entry('/web', { entry_id: 'web' }), entry('/api'));
  const first = await apply(both);
  assert.equal(first.created.length, 2);
  assert.equal(first.created[0]?.id, 'team.web');
  assert.match(first.created[1]?.id ?? '', /^team\.[0-9a-f]{32}$/);
  const second = await apply(both);
  assert.deepEqual([second.created, second.updated, second.deleted], [[], [], []]);
  assert.equal(second.unchanged, 2);
  const third = await apply(file(entry('/web', { entry_id: 'web', x509_svid_ttl: 60 })));
  assert.deepEqual(third.updated[0]?.fields, { x509_svid_ttl: [0, 60] });
  assert.deepEqual(
    third.deleted,
    [first.created[1]].map((one) => ({ ...one })),
  );
  // The alias of the join token has another owner, or none.
  assert.equal((await run('entry count')).out, '2 registration entries\n');
});

test('without an owner nothing is deleted, and an entry without an ID is found by what it is', async (t) => {
  const run = await setUp(t);
  await run('entry apply -f -', file(entry('/web'), entry('/api')));
  const { out } = await run('entry apply -f -', file(entry('/web', { hint: 'h' })));
  assert.match(
    out,
    /^Created 0 entries\nUpdated 1 entry\n {2}~ \S+ spiffe:\/\/zeta\.test\/web below /,
  );
  assert.match(out, /\n {6}hint: "" -> "h"\nDeleted 0 entries\nUnchanged: 0 entries\n$/);
  assert.equal((await run('entry count')).out, '3 registration entries\n');
});

test('a dry run shows what each agent would serve, and changes nothing', async (t) => {
  const run = await setUp(t);
  await run(
    'entry apply -owner o -f -',
    file(entry('/old', { entry_id: 'old' }), entry('/web', { entry_id: 'web' })),
  );
  const next = file(
    entry('/web', { entry_id: 'web', hint: 'h' }),
    entry('/new'),
    entry('/elsewhere', { parent_id: 'spiffe://zeta.test/other' }),
  );
  const { out } = await run('entry apply -owner o -dry-run -output json -f -', next);
  const { agents = [] } = JSON.parse(out) as Applied;
  const ids = (some: readonly { spiffe_id: string }[] = []) => some.map((one) => one.spiffe_id);
  assert.deepEqual(
    agents.map(({ agent_id: id, gains, changes, loses }) => [
      id,
      ids(gains),
      ids(changes),
      ids(loses),
    ]),
    [
      [
        'spiffe://zeta.test/spire/agent/join_token/node-a',
        ['spiffe://zeta.test/new'],
        ['spiffe://zeta.test/web'],
        ['spiffe://zeta.test/old'],
      ],
    ],
  );
  const pretty = await run('entry apply -owner o -dry-run -f -', next);
  assert.match(pretty.out, /^Would create 2 entries\n/);
  assert.match(pretty.out, /\nWould change what 1 agent serves\n/);
  assert.match(pretty.out, /\n {2}- spiffe:\/\/zeta\.test\/old for workloads with unix:uid:1\n/);
  assert.equal((await run('entry count')).out, '3 registration entries\n');
});

test('the file may be YAML, and its faults are told before anything is sent', async (t) => {
  const run = await setUp(t);
  const yaml = `# entries of a team
entries:
  - spiffe_id: spiffe://zeta.test/web
    parent_id: spiffe://zeta.test/node
    selectors: [{ type: unix, value: "uid:1" }]
`;
  assert.match((await run('entry apply -f -', yaml)).out, /^Created 1 entry\n/);
  const rows: readonly (readonly [string, RegExp])[] = [
    [file({ ...entry('/x'), spiffe_id: 'x' }), /entries\[0\]\.spiffe_id: SPIFFE ID "x"/],
    ['entries: [', /^Error: -: /],
    [
      yaml.replace('{ type: unix, value: "uid:1" }', 'unix:uid:1'),
      /^Error: invalid configuration: -:5:17: entries\[0\]\.selectors\[0\]: expected a block, got a string\n$/,
    ],
    [
      yaml.replace('    parent_id: spiffe://zeta.test/node\n', ''),
      /^Error: invalid configuration: -:3:5: entries\[0\]\.parent_id: is required\n$/,
    ],
    [file(entry('/x'), entry('/x')), /entry "spiffe:\/\/zeta\.test\/x" is in the file twice/],
  ];
  for (const [content, message] of rows) {
    const { code, err } = await run('entry apply -f -', content);
    assert.equal(code, 1);
    assert.match(err, message);
  }
  assert.match((await run('entry apply')).err, /a file \(-f\) is required/);
  assert.match((await run('entry apply -f - -owner a.b', yaml)).err, /owner "a\.b" must have/);
});

test('when an entry is refused nothing is deleted, and the exit code is 1', async (t) => {
  const run = await setUp(t);
  await run('entry apply -owner o -f -', file(entry('/old')));
  const bad = file(entry('/web', { federates_with: ['nobody.test'] }), entry('/good'));
  const { code, err } = await run('entry apply -owner o -f -', bad);
  assert.equal(code, 1);
  assert.match(
    err,
    /failed to apply 1 entries:\n {2}create o\.\S+ \(code: Internal, msg: ".*nobody\.test/,
  );
  assert.equal((await run('entry count')).out, '3 registration entries\n');
});

test('an agent is asked for what it may serve, through its alias', async (t) => {
  const run = await setUp(t);
  await run(
    'entry apply -f -',
    file(entry('/web'), entry('/x', { parent_id: 'spiffe://zeta.test/y' })),
  );
  const agent = '-spiffeID spiffe://zeta.test/spire/agent/join_token/node-a';
  const { out } = await run(`agent authorized-entries ${agent}`);
  assert.match(out, /^Found 2 entries\n/);
  assert.match(out, /SPIFFE ID {15}: spiffe:\/\/zeta\.test\/web\n/);
  assert.doesNotMatch(out, /zeta\.test\/x\n/);
  const unknown = await run(
    'agent authorized-entries -spiffeID spiffe://zeta.test/spire/agent/a/b',
  );
  assert.match(unknown.err, /code = NotFound desc = agent not found/);
});

test('an entry is explained: who serves it, and everything that is in the way', async (t) => {
  const run = await setUp(t);
  await run(
    'entry apply -f -',
    file(
      entry('/web', { entry_id: 'web' }),
      entry('/x', { entry_id: 'x', parent_id: 'spiffe://zeta.test/y' }),
      entry('/pool', {
        entry_id: 'pool',
        parent_id: 'spiffe://zeta.test/spire/server',
        selectors: [{ type: 'pool', value: 'blue' }],
      }),
      entry('/in-pool', { entry_id: 'in', parent_id: 'spiffe://zeta.test/pool' }),
    ),
  );
  const agent = 'spiffe://zeta.test/spire/agent/join_token/node-a';
  const web = await run('entry explain -entryID web -selector unix:uid:1');
  assert.match(web.out, new RegExp(`\\n  may be served by ${agent} through \\S+\\n$`));
  const missing = await run(`entry explain -entryID web -agentID ${agent} -selector unix:uid:2`);
  assert.match(missing.out, /\n {2}but the workload does not have selector unix:uid:1\n$/);
  const rows: readonly (readonly [string, RegExp])[] = [
    [
      'x',
      /is served by no agent\n {2}but parent ID spiffe:\/\/zeta\.test\/y is neither an attested agent nor the SPIFFE ID of an entry\n$/,
    ],
    ['in', /but no attested agent has all selectors of node alias pool: pool:blue\n$/],
    ['pool', /but it is a node alias: .*\n {2}but no attested agent has all of its selectors\n$/],
  ];
  for (const [id, text] of rows)
    assert.match((await run(`entry explain -entryID ${id}`)).out, text);
  await run(`agent ban -spiffeID ${agent}`);
  const json = await run('entry explain -spiffeID spiffe://zeta.test/web -output json');
  const { entries } = JSON.parse(json.out) as { entries: { obstacles: string[] }[] };
  assert.deepEqual(entries[0]?.obstacles, [`agent ${agent} is banned`]);
  assert.match((await run('entry explain -entryID none')).err, /no such entry is registered/);
  assert.match((await run('entry explain')).err, /one of -entryID and -spiffeID is required/);
});

test('what was created is printed with the ID that the server gave it', async (t) => {
  const run = await setUp(t);
  const content = file(entry('/web'));
  assert.match((await run('entry apply -f - -dry-run', content)).out, /\+ \(new ID\) spiffe:/);
  const { out } = await run('entry apply -f -', content);
  assert.match(out, /^Created 1 entry\n {2}\+ [0-9a-f-]{36} spiffe:\/\/zeta\.test\/web below /);
});
