import assert from 'node:assert/strict';
import { join } from 'node:path';
import { test, type TestContext } from 'node:test';
import { runCaptured } from '../../testkit/cli-bench.ts';
import { startTestServer } from '../../testkit/running-server.ts';
import { clientCommands } from './client-commands.ts';
import { creatableOf, entriesFromJson } from './entry-file.ts';

const id = (path: string) => ({ trust_domain: 'zeta.test', path });
/** An entry as `entry show -output json` prints it. */
const exported = (more: object = {}) => ({
  admin: false,
  created_at: '1896033797',
  dns_names: ['web.zeta.test'],
  downstream: false,
  expires_at: '1996033797',
  federates_with: ['b.test'],
  hint: 'main',
  id: '6d7d4cd2-4a4e-4a59-9b3c-6a3c7c7e8d10',
  jwt_svid_ttl: 30,
  parent_id: id('/pool/blue'),
  revision_number: '7',
  selectors: [{ type: 'unix', value: 'uid:33' }],
  spiffe_id: id('/web'),
  store_svid: false,
  x509_svid_ttl: 60,
  additional_attributes: null,
  ...more,
});
const read = (...entries: object[]) =>
  entriesFromJson(JSON.stringify({ entries, next_page_token: '' }), 'entries.json');

/** What is created of these, and what a person hears of it. */
function creatable(...entries: object[]) {
  const notes: string[] = [];
  const stderr = { write: (text: string) => notes.push(text) };
  const names = creatableOf(read(...entries), { stderr }).map(({ spiffeId }) => spiffeId);
  return { names, notes };
}

test('an exported entry keeps all that a file can say, and nothing of what the server says', () => {
  const [only, ...others] = read(exported());
  const { created_at: createdAt, revision_number: revision, ...said } = exported();
  assert.deepEqual([createdAt, revision], ['1896033797', '7']);
  assert.deepEqual(only?.entry, { ...said, expires_at: 1996033797 });
  assert.deepEqual(others, []);
  assert.deepEqual(creatable(exported()).notes, []);
});

const token = id('/spire/agent/join_token/old');
const tokenId = 'spiffe://zeta.test/spire/agent/join_token/old';
const alias = { parent_id: token, selectors: [{ type: 'spiffe_id', value: tokenId }] };

test('what an export has for a join token is left out with a note, a workload below it is noted', () => {
  const { names, notes } = creatable(
    exported({ ...alias, spiffe_id: id('/node') }),
    exported({ parent_id: token, spiffe_id: id('/below') }),
    exported(),
  );
  assert.deepEqual(names, ['spiffe://zeta.test/below', 'spiffe://zeta.test/web']);
  assert.equal(notes.length, 2);
  assert.match(
    notes[0] ?? '',
    /^Note: 1 entry left out, .*: spiffe:\/\/zeta.test\/node; token gen/,
  );
  assert.match(notes[1] ?? '', /^Note: 1 entry with an agent of a join token .*: .*\/below\n$/);
});

test('a note names a few, however many there are', () => {
  const many = Array.from({ length: 40 }, (_, at) =>
    exported({ ...alias, spiffe_id: id(`/${at}`) }),
  );
  const [note = ''] = creatable(...many).notes;
  assert.match(note, /^Note: 40 entries left out.*\/4 and 35 more; /);
});

test('an entry whose IDs are text is taken as it is written, also one for a join token', () => {
  const { names, notes } = creatable({
    ...alias,
    parent_id: tokenId,
    spiffe_id: 'spiffe://zeta.test/node',
  });
  assert.deepEqual([names.length, notes], [1, []]);
});

for (const [name, change, fault] of [
  ['no parent', { parent_id: undefined }, /entries\[0\]\.parent_id: is required/],
  ['a null parent', { parent_id: null }, /entries\[0\]\.parent_id: is required/],
  ['a number', { parent_id: 7 }, /parent_id: expected a SPIFFE ID as text or as a block/],
  ['no path', { spiffe_id: { trust_domain: 'a' } }, /spiffe_id: expected a SPIFFE ID as text/],
  ['a bad name', { spiffe_id: { trust_domain: 'A b', path: '/' } }, /spiffe_id: .*trust domain/],
  [
    'a name with a path',
    { spiffe_id: { trust_domain: 'a.test/evil', path: '/x' } },
    /spiffe_id: trust domain "a\.test\/evil"/,
  ],
  [
    'a path without a slash',
    { spiffe_id: { trust_domain: 'a.test', path: 'x' } },
    /spiffe_id: path must be empty or begin with/,
  ],
  ['a bad path', { spiffe_id: id('/a/../b') }, /spiffe_id: SPIFFE ID .*path/],
  ['a bad federation', { federates_with: ['A!'] }, /federates_with\[0\]: trust domain "A!"/],
  ['two IDs', { entry_id: 'x' }, /entries\[0\]\.id: differs from entry_id/],
  ['two times', { entryExpiry: 5 }, /entries\[0\]\.expires_at: differs from entryExpiry/],
  ['no time', { expires_at: 'soon' }, /expires_at: expected a number, got "soon"/],
] as const) {
  test(`an exported entry with ${name} is refused with field and rule`, () => {
    assert.throws(() => read(exported(change)), fault);
  });
}

test('what entry show exports can be created, applied and updated again, ID by ID', async (t) => {
  const runAll = await serverCommands(t);
  const run = async (line: string, stdin = '') => (await runAll(line, stdin)).out;
  const shown = async () => {
    const { entries } = JSON.parse(await run('entry show -output json')) as {
      entries: { id: string; created_at: string; revision_number: string }[];
    };
    return entries.map(({ revision_number: revision, ...entry }) => ({
      entry: { ...entry, created_at: '' },
      revision,
    }));
  };
  const base = '-parentID spiffe://zeta.test/node -selector unix:uid:1';
  await run(`entry create -spiffeID spiffe://zeta.test/api ${base}`);
  await run(
    `entry create -spiffeID spiffe://zeta.test/web ${base} -hint main -dns web.test -x509SVIDTTL 90 -entryExpiry 4000000000 -jwtSVIDIncludeJTI`,
  );
  const file = await run('entry show -output json');
  const before = await shown();
  await run('entry update -data -', file);
  for (const { entry } of before) await run(`entry delete -entryID ${entry.id}`);
  await run('entry create -data -', file);
  assert.deepEqual(await shown(), before);
  const applied = await run('entry apply -output json -f -', file);
  assert.equal((JSON.parse(applied) as { unchanged: number }).unchanged, 2);
});

test('an export is applied to its own server without a change, whoever owns the entries', async (t) => {
  const run = await serverCommands(t);
  const entry = (name: string, more: object) => ({
    entry_id: name,
    spiffe_id: `spiffe://zeta.test/${name}`,
    parent_id: 'spiffe://zeta.test/node',
    selectors: [{ type: 'unix', value: 'uid:1' }],
    ...more,
  });
  const made = [entry('web', {}), entry('node', { ...alias, parent_id: tokenId })];
  await run('entry apply -owner team -f -', JSON.stringify({ entries: made }));
  const { out: file } = await run('entry show -output json');
  assert.match(file, /"team\.node"/);

  for (const flags of ['-owner team', '']) {
    const { out, err } = await run(`entry apply -output json -f - ${flags}`.trim(), file);
    const { created, deleted, unchanged } = JSON.parse(out) as Record<string, unknown>;
    assert.deepEqual([created, deleted, unchanged, err], [[], [], 2, '']);
  }
  const { err } = await run('entry update -data -', file.replaceAll('"hint":""', '"hint":"new"'));
  assert.equal(err, '');
  assert.equal((await run('entry show -output json')).out.match(/"hint":"new"/g)?.length, 2);
});

/** Commands for a server of the test's own, none of which may fail. */
async function serverCommands(t: TestContext) {
  const running = await startTestServer(t);
  const socket = ['-socketPath', join(running.folder, 'private', 'api.sock')];
  return async (line: string, stdin = '') => {
    const [group = '', verb = '', ...flags] = line.split(' ');
    const result = await runCaptured(clientCommands, [group, verb, ...socket, ...flags], { stdin });
    assert.equal(result.code, 0, result.err);
    return result;
  };
}
