import assert from 'node:assert/strict';
import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { hasCode } from '../../../../common/errors/spiffe-error.ts';
import { temporaryFolder } from '../../../../testkit/temporary-folder.ts';
import { unix, type UnixHost } from './unix.ts';

const root = temporaryFolder();

/** The facts of SPIRE's own tests: users and groups below 1999 and 2999 have names. */
const host: UnixHost = {
  procPath: root,
  names: {
    findUser: (uid) => Promise.resolve(uid < 1999 ? `u${uid}` : undefined),
    findGroup: (gid) => Promise.resolve(gid < 2999 ? `g${gid}` : undefined),
  },
};

function makeProcess(pid: number, status: string, exe?: string): void {
  mkdirSync(join(root, String(pid)));
  writeFileSync(join(root, String(pid), 'status'), `Name:\tUid:\t7\n${status}\n`);
  if (exe !== undefined) symlinkSync(exe, join(root, String(pid), 'exe'));
}

const ids = (uid: string, gid: string, groups = '') =>
  `Umask:\t0022\nUid:\t${uid}\nGid:\t${gid}\nGroups:\t${groups}`;

async function attest(pid: number, data: object = {}): Promise<string[]> {
  const attestor = await unix.create(unix.config.parse(data), host);
  const selectors = await attestor.attest(pid);
  return selectors.map(({ type, value }) => `${type}:${value}`);
}

test('user and groups become selectors, effective IDs count', async () => {
  const rows: [pid: number, status: string, expected: string[]][] = [
    [101, ids('1000', '2000'), ['uid:1000', 'user:u1000', 'gid:2000', 'group:g2000']],
    [
      102,
      ids('1000\t1100\t1\t2', '2000\t2100\t1\t2'),
      ['uid:1100', 'user:u1100', 'gid:2100', 'group:g2100'],
    ],
    [103, ids('1999', '2000'), ['uid:1999', 'gid:2000', 'group:g2000']],
    [104, ids('1000', '2999'), ['uid:1000', 'user:u1000', 'gid:2999']],
    [
      105,
      ids('1000', '2000', '2000 2100 2999 '),
      [
        'uid:1000',
        'user:u1000',
        'gid:2000',
        'group:g2000',
        'supplementary_gid:2000',
        'supplementary_group:g2000',
        'supplementary_gid:2100',
        'supplementary_group:g2100',
        'supplementary_gid:2999',
      ],
    ],
  ];
  for (const [pid, status, expected] of rows) {
    makeProcess(pid, status);
    assert.deepEqual(
      await attest(pid),
      expected.map((value) => `unix:${value}`),
      String(pid),
    );
  }
});

test('path and hash come from the executable when they are asked for', async () => {
  const exe = join(root, 'exe');
  writeFileSync(exe, 'data');
  makeProcess(201, ids('1000', '2000'), exe);
  const hash = 'sha256:3a6eb0790f39ac87c94f3856b2dd2c5d110e6811602261a9a923d3bb23adc8b7';
  const on = { discover_workload_path: true };
  assert.deepEqual((await attest(201, on)).slice(4), [`unix:path:${exe}`, `unix:${hash}`]);
  assert.deepEqual((await attest(201, { ...on, workload_size_limit: 4 })).slice(5), [
    `unix:${hash}`,
  ]);
  assert.deepEqual((await attest(201, { ...on, workload_size_limit: -1 })).slice(4), [
    `unix:path:${exe}`,
  ]);
  assert.equal((await attest(201)).length, 4);
});

test('an executable that changed is hashed anew', async () => {
  const exe = join(root, 'changing');
  writeFileSync(exe, 'one');
  makeProcess(202, ids('1000', '2000'), exe);
  const attestor = await unix.create(unix.config.parse({ discover_workload_path: true }), host);
  const before = (await attestor.attest(202)).at(-1)?.value;
  writeFileSync(exe, 'two');
  assert.notEqual((await attestor.attest(202)).at(-1)?.value, before);
});

test('what cannot be read fails the attestation with SPIRE’s text', async () => {
  const big = join(root, 'big');
  writeFileSync(big, 'data');
  makeProcess(301, 'nothing here');
  makeProcess(302, 'Uid:\t1\t1');
  makeProcess(303, ids('1000', '2000'));
  makeProcess(304, ids('1000', '2000'), '/nowhere/at/all');
  makeProcess(305, ids('1000', '2000'), big);
  const on = { discover_workload_path: true };
  const rows: [pid: number, data: object, message: string][] = [
    [300, {}, 'UIDs lookup: unable to get UIDs for PID 300'],
    [301, {}, 'UIDs lookup: no UIDs for process'],
    [302, {}, 'GIDs lookup: no GIDs for process'],
    [303, on, 'path lookup: unable to get EXE for PID 303'],
    [304, on, `SHA256 digest: open ${root}/304/exe: no such file or directory`],
    [
      305,
      { ...on, workload_size_limit: 2 },
      `SHA256 digest: workload ${big} exceeds size limit (4 > 2)`,
    ],
  ];
  for (const [pid, data, message] of rows) {
    await assert.rejects(
      attest(pid, data),
      (error) => hasCode(error, 'ATTESTATION_FAILED') && error.message === message,
      message,
    );
  }
});

test('a process name cannot pass for a line of its status', async () => {
  mkdirSync(join(root, '401'));
  writeFileSync(join(root, '401', 'status'), `Name:\tx\\nUid:\t0\n${ids('1000', '2000')}\n`);
  assert.equal((await attest(401))[0], 'unix:uid:1000');
});

test('this very process is attested from the real procfs', async () => {
  const attestor = await unix.create(unix.config.parse({ discover_workload_path: true }), {
    ...host,
    procPath: '/proc',
  });
  const values = (await attestor.attest(process.pid)).map(({ value }) => value);
  assert.equal(values[0], `uid:${process.geteuid?.() ?? -1}`);
  assert.ok(values.includes(`path:${process.execPath}`));
});
