import assert from 'node:assert/strict';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { temporaryFolder } from '../../testkit/temporary-folder.ts';
import { findShare, shareOfCgroup } from './cgroup-share.ts';

const P1 = '11111111-2222-3333-4444-555555555555';
const P2 = '66666666-7777-8888-9999-000000000000';
const C1 = 'a1'.repeat(32);
const C2 = 'b2'.repeat(32);
const ofP1 = `/kubepods/burstable/pod${P1}`;

const rows: readonly [what: string, lines: readonly string[], share: string | undefined][] = [
  ['cgroup v1', [`11:hugetlb:${ofP1}/${C1}`, `4:memory:${ofP1}/${C1}`], `pod ${P1}`],
  ['another container of the pod', [`0::${ofP1}/${C2}`], `pod ${P1}`],
  [
    'cgroup v2 under systemd',
    [`0::/kubepods.slice/kubepods-pod${P1.replaceAll('-', '_')}.slice/cri-containerd-${C1}.scope`],
    `pod ${P1}`,
  ],
  [
    'v1 and v2 at once',
    ['0::/system.slice/containerd.service', `4:cpu:${ofP1}/${C1}`],
    `pod ${P1}`,
  ],
  ['Docker', [`0::/system.slice/docker-${C1}.scope`], `container ${C1}`],
  ['Docker under cgroupfs', [`4:memory:/docker/${C1}`, '0::/'], `container ${C1}`],
  ['a container in a container', [`0::/docker/${C1}/docker/${C2}`], `container ${C1}`],
  ['a pod of a node that is a container', [`0::/docker/${C1}/kubelet${ofP1}/${C2}`], `pod ${P1}`],
  ['a cgroup that a pod named after another', [`0::${ofP1}/${C1}/pod${P2}/${C2}`], `pod ${P1}`],
  ['a pod that is not in a container yet', [`0::${ofP1}`], `pod ${P1}`],
  ['a service of the host', ['0::/system.slice/sshd.service'], undefined],
  ['the watcher of a container', [`0::/machine.slice/libpod-conmon-${C1}.scope`], undefined],
  [
    'what a user of the host named after a container',
    [`0::/user.slice/user-1000.slice/user@1000.service/docker-${C1}.scope`],
    undefined,
  ],
  [
    'what a user of the host named after a pod',
    [`0::/user.slice/user-1000.slice/kubepods/pod${P2}/${C1}`],
    undefined,
  ],
  ['a cgroup that a pod named user.slice', [`0::${ofP1}/${C1}/user.slice`], `pod ${P1}`],
  [
    'a session in a container that runs systemd',
    [`0::/system.slice/docker-${C1}.scope/user.slice/user-0.slice/session-1.scope`],
    `container ${C1}`,
  ],
  ['the root', ['0::/'], undefined],
  ['nothing', [], undefined],
  ['no cgroup file at all', ['\0\xff::::', 'x', ':'], undefined],
];
for (const [what, lines, share] of rows) {
  test(`${what} uses the share of ${share ?? 'its user'}`, () => {
    assert.equal(shareOfCgroup(lines.map((line) => `${line}\n`).join('')), share);
  });
}

test('a process whose cgroup cannot be read uses the share of its user', () => {
  const folder = temporaryFolder();
  const processes: readonly [pid: number, cgroup: string | undefined][] = [
    [1, `0::${ofP1}/${C1}\n`],
    [2, undefined],
    [3, `0::${ofP1}/${C1}\n`.repeat(5_000)],
  ];
  for (const [pid, cgroup] of processes) {
    mkdirSync(join(folder, String(pid)));
    const file = join(folder, String(pid), 'cgroup');
    // A folder in its place cannot be read, also not by root.
    if (cgroup === undefined) mkdirSync(file);
    else writeFileSync(file, cgroup);
  }
  const shares = [1, 2, 3, 4].map((pid) => findShare(folder, pid));
  assert.deepEqual(shares, [`pod ${P1}`, undefined, undefined, undefined]);
});
