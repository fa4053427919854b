import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { test } from 'node:test';
import { chooseContainer, locateContainer, type ContainerRef } from './cgroup.ts';

const U1 = '7b1f0c2a-94d3-4e58-a6b7-1d2c3e4f5a60';
const U2 = 'c0ffee00-1234-4abc-9def-0123456789ab';
const U1_ = U1.replaceAll('-', '_');
const S1 = '5e'.repeat(16);
const C1 = 'a1'.repeat(32);
const C2 = 'b2'.repeat(32);
const C3 = 'c3'.repeat(32);
const H1 = 'd4'.repeat(32);

const burstable = `/kubepods/burstable/pod${U1}/${C1}`;
const kindLine = `13:name=systemd:/docker/${H1}/kubepods/besteffort/pod${U1}/${C1}`;
const kindUnified = `0::/docker/${H1}/system.slice/containerd.service`;
const crio = `/kubepods.slice/kubepods-besteffort.slice/kubepods-besteffort-pod${U1_}.slice/crio-${C1}.scope`;

/** `[name, lines, pod UID, container ID, UIDs that the kubelet knows]` */
type Row = readonly [string, readonly string[], string, string, (readonly string[])?];
const rows: readonly Row[] = [
  ['cgroupfs v1, Burstable', [`11:hugetlb:${burstable}`, `4:memory:${burstable}`], U1, C1],
  ['cgroupfs v1, BestEffort', [`9:pids:/kubepods/besteffort/pod${U1}/${C1}`], U1, C1],
  ['cgroupfs v1, Guaranteed', [`5:memory:/kubepods/pod${U1}/${C1}`], U1, C1],
  ['co-mounted controllers', [`4:cpu,cpuacct:${burstable}`], U1, C1],
  ['a named hierarchy', [`1:name=systemd:${burstable}`], U1, C1],
  ['an unmanaged hierarchy after', [`11:hugetlb:${burstable}`, '3:rdma:/'], U1, C1],
  ['an unmanaged hierarchy before', ['3:rdma:/', `11:hugetlb:${burstable}`], U1, C1],
  [
    'hybrid, the runtime has its own line',
    [`11:hugetlb:${burstable}`, '0::/system.slice/containerd.service'],
    U1,
    C1,
  ],
  ['hybrid, runc 1.1', [`11:hugetlb:${burstable}`, `0::${burstable}`], U1, C1],
  ['underscores under cgroupfs', [`0::/kubepods/pod${U1_}/${C1}`], U1, C1],
  [
    'systemd, containerd, Burstable',
    [
      `0::/kubepods.slice/kubepods-burstable.slice/kubepods-burstable-pod${U1_}.slice/cri-containerd-${C1}.scope`,
    ],
    U1,
    C1,
  ],
  [
    'systemd, containerd, Guaranteed',
    [`0::/kubepods.slice/kubepods-pod${U1_}.slice/cri-containerd-${C1}.scope`],
    U1,
    C1,
  ],
  [
    'systemd, Docker',
    [
      `4:cpu:/kubepods.slice/kubepods-burstable.slice/kubepods-burstable-pod${U1}.slice/docker-${C1}.scope`,
    ],
    U1,
    C1,
  ],
  [
    'F001 systemd, libpod',
    [`4:cpu:/kubepods.slice/kubepods-besteffort-pod${U1_}.slice/libpod-${C1}.scope`],
    U1,
    C1,
  ],
  [
    'F001 systemd, no prefix',
    [`4:cpu:/kubepods.slice/kubepods-besteffort-pod${U1_}.slice/${C1}.scope`],
    U1,
    C1,
  ],
  ['systemd, CRI-O', [`0::${crio}`], U1, C1],
  ['CRI-O, mixed v1', [`4:cpu:${crio}`, '3:rdma:/', '0::/system.slice/crio.service'], U1, C1],
  [
    'CRI-O v2 sub-cgroup',
    [`0::/kubepods.slice/kubepods-pod${U1_}.slice/crio-${C1}.scope/container`],
    U1,
    C1,
  ],
  [
    'systemd inside the container',
    [`0::/kubepods.slice/kubepods-pod${U1_}.slice/cri-containerd-${C1}.scope/init.scope`],
    U1,
    C1,
  ],
  ['colon form', [`0::/kubepods-besteffort-pod${U1_}.slice:cri-containerd:${C1}`], U1, C1],
  [
    'colon form below a service',
    [
      `0::/system.slice/containerd.service/kubepods-besteffort-pod${U1_}.slice:cri-containerd:${C1}`,
    ],
    U1,
    C1,
  ],
  [
    'a kubelet cgroup root',
    [
      `0::/kubelet.slice/kubelet-kubepods.slice/kubelet-kubepods-pod${U1_}.slice/cri-containerd-${C1}.scope`,
    ],
    U1,
    C1,
  ],
  ['F009 a prefix of the kubelet', [`0::/kubelet/kubepods/besteffort/pod${U1}/${C1}`], U1, C1],
  ['F009 a prefix of the runtime', [`0::/k8s.io/kubepods/besteffort/pod${U1}/${C1}`], U1, C1],
  ['not under kubepods', [`0::/something/pod${U1}/${C1}`], U1, C1],
  ['minimal', [`0::/pod${U1}/${C1}`], U1, C1],
  ['F002 kind, v1', [kindLine], U1, C1],
  ['F002 kind, v1 and unified line', [kindLine, kindUnified], U1, C1],
  ['F002 kind, reversed', [kindUnified, kindLine], U1, C1],
  [
    'kind, v2 seen from the host',
    [
      `0::/system.slice/docker-${H1}.scope/kubelet.slice/kubelet-kubepods.slice/kubelet-kubepods-besteffort.slice/kubelet-kubepods-besteffort-pod${U1_}.slice/cri-containerd-${C1}.scope`,
    ],
    U1,
    C1,
  ],
  ['k3d', [`0::/docker/${H1}/kubepods/besteffort/pod${U1}/${C1}`], U1, C1],
  ['k3s', [`0::/kubepods/besteffort/pod${U1}/${C1}`], U1, C1],
  [
    'minikube, Docker driver',
    [`4:cpu:/docker/${H1}/kubepods.slice/kubepods-pod${U1_}.slice/docker-${C1}.scope`],
    U1,
    C1,
  ],
  ['minikube, CRI-O', [`9:devices:${crio}`], U1, C1],
  ['cgroup namespace, other pod of the QoS class', [`0::/../../pod${U1}/${C1}`], U1, C1],
  ['cgroup namespace, other QoS class', [`0::/../../../burstable/pod${U1}/${C1}`], U1, C1],
  [
    'cgroup namespace, systemd',
    [`0::/../../kubepods-besteffort-pod${U1_}.slice/cri-containerd-${C1}.scope`],
    U1,
    C1,
  ],
  ['same pod as the agent', [`0::/../${C1}`], '', C1],
  ['F005 CRI-O, no pod in the path', [`0::/../crio-${C1}.scope`], '', C1],
  ['same container as the agent (F007)', ['0::/'], '', ''],
  ['same pod, v1, one hierarchy unmanaged', [`4:memory:/../${C1}`, '3:rdma:/'], '', C1],
  ['F015 static pod', [`0::/kubepods/burstable/pod${S1}/${C1}`], S1, C1],
  [
    'F015 static pod, systemd',
    [
      `0::/kubepods.slice/kubepods-burstable.slice/kubepods-burstable-pod${S1}.slice/cri-containerd-${C1}.scope`,
    ],
    S1,
    C1,
  ],
  [
    'static pod, v1, one hierarchy unmanaged',
    [`4:memory:/kubepods/burstable/pod${S1}/${C1}`, '3:rdma:/'],
    S1,
    C1,
  ],
  [
    'static pod in kind with unified line',
    [`4:memory:/docker/${H1}/kubepods/pod${S1}/${C1}`, kindUnified],
    S1,
    C1,
  ],
  ['sandbox process', [`0::/kubepods/besteffort/pod${U1}/${C2}`], U1, C2],
  ['Kata, cgroupfs', [`4:cpu:/kubepods/burstable/pod${U1}/kata_${C2}`], '', ''],
  ['Kata, systemd', [`4:cpu:/kubepods-burstable-pod${U1_}.slice:kata:${C2}`], U1, C2],
  [
    'Docker in Docker in a pod',
    [`0::/kubepods/burstable/pod${U1}/${C1}/docker/${C2}`],
    U1,
    C1,
    [U1],
  ],
  [
    'kind inside a pod, outer agent',
    [`0::/kubepods/pod${U1}/${C1}/kubelet/kubepods/besteffort/pod${U2}/${C2}`],
    U1,
    C1,
    [U1],
  ],
  [
    'kind inside a pod, inner agent',
    [`0::/kubepods/pod${U1}/${C1}/kubelet/kubepods/besteffort/pod${U2}/${C2}`],
    U2,
    C2,
    [U2],
  ],
  [
    'a forged child cgroup, both pods known',
    [`0::/kubepods/besteffort/pod${U1}/${C1}/pod${U2}/${C2}`],
    U1,
    C1,
    [U1, U2],
  ],
  ['conmon', [`12:pids:/system.slice/crio-conmon-${C1}.scope`, '11:hugetlb:/'], '', ''],
  ['plain Docker on the node', [`0::/system.slice/docker-${C3}.scope`], '', C3],
  [
    'rootless Podman',
    [`0::/user.slice/user-1000.slice/user@1000.service/user.slice/libpod-${C3}.scope/container`],
    '',
    C3,
  ],
  [
    'a login session',
    ['1:name=systemd:/user.slice/user-1000.slice/session-2.scope', '2:cpu:/'],
    '',
    '',
  ],
  ['a host daemon', ['0::/system.slice/kubelet.service'], '', ''],
  ['the cgroup of the pod itself', [`0::/kubepods/pod${U1}`], '', ''],
  ['a container without pod', [`0::/kubepods/${C1}`], '', C1],
  [
    'a pod-less second line with another ID',
    [
      `1:cpu:/kubelet-kubepods-pod${U1_}.slice/cri-containerd-${C1}.scope`,
      `2:x:/x/cri-containerd-${C2}.scope`,
    ],
    U1,
    C1,
  ],
  ['63 digits', [`0::/kubepods/pod${U1}/${C1.slice(1)}`], '', ''],
  ['65 digits', [`0::/kubepods/pod${U1}/${C1}a`], '', ''],
  ['upper-case digits', [`0::/kubepods/pod${U1}/${C1.toUpperCase()}`], U1, C1.toUpperCase()],
  ['an empty file', [], '', ''],
  ['ECS Fargate', [`9:pids:/ecs/${S1}/${S1}-1234567890`], '', ''],
  [
    'a host user with a delegated cgroup',
    [`0::/user.slice/user-1000.slice/user@1000.service/pod${U1}/${C1}`],
    '',
    '',
  ],
  ['a path with colons and blanks', [`0::/a b:c/pod${U1}/${C1}`], U1, C1],
  ['F018 no final newline and carriage returns', [`4:cpu:/kubepods/pod${U1}/${C1}\r`], U1, C1],
];

for (const [name, lines, podUid, containerId, known = []] of rows) {
  test(`cgroup shape "${name}" names the right container`, () => {
    const { chains } = locateContainer(lines.join('\n'));
    const picked = chooseContainer(chains, (ref) => known.includes(ref.podUid));
    const none: ContainerRef = { podUid: '', containerId: '' };
    assert.deepEqual(picked ?? none, { podUid, containerId });
  });
}

const conflicts: readonly (readonly [string, readonly string[], string])[] = [
  [
    'two containers',
    [`4:cpu:/kubepods/pod${U1}/${C1}`, `5:pids:/kubepods/besteffort/pod${U1}/${C2}`],
    `multiple container IDs found ("${C1}", "${C2}")`,
  ],
  [
    'two pods',
    [`4:cpu:/kubepods/pod${U1}/${C1}`, `5:pids:/kubepods/pod${U2}/${C1}`],
    `multiple pod UIDs found ("${U1}", "${U2}")`,
  ],
];

for (const [name, lines, message] of conflicts) {
  test(`hierarchies that name ${name} are refused`, () => {
    const { chains } = locateContainer(lines.join('\n'));
    assert.throws(() => chooseContainer(chains, () => true), {
      code: 'FAILED_PRECONDITION',
      message,
    });
  });
}

const broken: readonly (readonly [string, string, string, RegExp])[] = [
  ['a removed cgroup', `0::/kubepods/pod${U1}/${C1} (deleted)`, 'ATTESTATION_FAILED', /going away/],
  [
    'F018 a line with one colon',
    '11:hugetlb',
    'INTERNAL',
    /^unable to obtain cgroups: invalid cgroup entry, contains 2 colon separated fields but expected at least 3: "11:hugetlb"$/,
  ],
  ['F018 a NUL byte', `0::/kubepods/pod${U1}/${C1}\0`, 'INTERNAL', /NUL/],
];

for (const [name, text, code, message] of broken) {
  test(`a cgroup file with ${name} is refused`, () => {
    assert.throws(() => locateContainer(text), { code, message });
  });
}

test('only paths that no kubelet makes are foreign', () => {
  const isForeign = (path: string) => locateContainer(`0::${path}`).foreign;
  assert.equal(isForeign(`/system.slice/docker-${C3}.scope`), true);
  assert.equal(isForeign('/user.slice/user-1000.slice/session-2.scope'), true);
  assert.equal(isForeign(`/../crio-${C1}.scope`), false);
  assert.equal(isForeign(`/kubepods/${C1}`), false);
  assert.equal(isForeign(burstable), false);
});

test('configured pods roots replace the rule about user.slice', () => {
  const rootless = '/user.slice/user-1000.slice/k3s/kubepods';
  const rules = { podsRoots: [rootless] };
  assert.deepEqual(locateContainer(`0::${rootless}/besteffort/pod${U1}/${C1}`, rules).chains, [
    [{ podUid: U1, containerId: C1 }],
  ]);
  assert.deepEqual(locateContainer(`0::/elsewhere/pod${U1}/${C1}`, rules).chains, []);
  assert.deepEqual(locateContainer(`0::${rootless}-too/pod${U1}/${C1}`, rules).chains, []);
});

const recorded = new URL('../../testkit/vectors/kubernetes/v1.37.2/', import.meta.url);
for (const file of readdirSync(recorded).filter((name) => name.startsWith('cgroup-'))) {
  test(`the recorded ${file} of a real node agrees with the kubelet's own list`, () => {
    const pods = readFileSync(new URL('kubelet-pods.json', recorded), 'utf8');
    const { chains, foreign } = locateContainer(readFileSync(new URL(file, recorded), 'utf8'));
    const picked = chooseContainer(chains, () => true);
    assert.ok(pods.includes(`"uid":"${String(picked?.podUid)}"`));
    assert.ok(pods.includes(`containerd://${String(picked?.containerId)}`));
    assert.equal(foreign, false);
  });
}
