import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Init, ServedMethod } from '../../common/rpc/contract.ts';
import { serveUnary } from '../../common/rpc/serve.ts';
import {
  agentOperatorService,
  type ExplainRequest,
  type ExplainResponse,
  type GetStatusResponse,
  type ListSdsStreamsResponse,
} from '../../common/rpc/services/agent-operator.ts';
import { runCaptured, withCliBench } from '../../testkit/cli-bench.ts';
import { FakeClock } from '../../testkit/fake-clock.ts';
import { clientCommands } from './client-commands.ts';

const clock = new FakeClock();
const at = (seconds: number) => ({ seconds: clock.now() / 1000 + seconds, nanos: 0 });

async function outputOf(method: ServedMethod, line: string) {
  let result = { code: -1, out: '', err: '' };
  await withCliBench(clientCommands, [method], async ({ run }) => {
    result = await run(`${line} $SOCKET`, { clock });
  });
  return result;
}

const listing: Init<ListSdsStreamsResponse> = {
  streams: [
    {
      pid: 12,
      uid: 1,
      gid: 2,
      protocol: 'delta',
      node_id: 'web-1',
      node_cluster: 'shop',
      envoy_version: '1.40.0',
      opened_at: at(-60),
      stalled: true,
      last_nack: { text: 'bad key', class: 'key_mismatch', at: at(-5), names: ['default'] },
      names: [
        {
          name: 'default',
          kind: 'certificate',
          standing: 'served',
          since: at(-60),
          version_sent: `${'abcdef'.repeat(5)}01-2`,
          version_acked: 'abb',
          expires_at: at(3570),
          quarantined: true,
        },
        { name: 'ROOTCA', standing: 'waiting', since: at(-60), reason: 'no bundle' },
      ],
    },
    { pid: 13, protocol: 'sotw' },
  ],
};

test('sds list prints each stream with its names, its last NACK and what it waits for', async () => {
  const method = serveUnary(agentOperatorService.ListSdsStreams, async () => listing);
  assert.deepEqual(await outputOf(method, 'sds list'), {
    code: 0,
    err: '',
    out: `2 SDS streams

pid 12, uid 1, gid 2
  Node      web-1, cluster shop
  Envoy     1.40.0, delta
  Opened    2025-12-31T23:59:00Z (1m0s ago)
  State     stalled: a response was not answered in time
  Last NACK 2025-12-31T23:59:55Z (5s ago), key_mismatch: bad key
            refused with default
  NAME     STANDING             SENT            ACKNOWLEDGED  EXPIRES                           REASON
  default  served, quarantined  abcdefabcdef-2  abb           2026-01-01T00:59:30Z (in 59m30s)
  ROOTCA   waiting              -               -             -                                 no bundle, since 2025-12-31T23:59:00Z (1m0s ago)

pid 13, uid 0, gid 0
  Node      (none yet), cluster (none)
  Envoy     (unknown version), state of the world
  No names asked for yet
`,
  });
});

test('the JSON form has every field and times in RFC 3339', async () => {
  const method = serveUnary(agentOperatorService.ListSdsStreams, async () => listing);
  const { out } = await outputOf(method, 'sds list -output json');
  const { streams } = JSON.parse(out) as { streams: Record<string, unknown>[] };
  const [stream = {}, bare = {}] = streams;
  assert.equal(stream['opened_at'], '2025-12-31T23:59:00.000Z');
  assert.deepEqual((stream['names'] as unknown[])[1], {
    name: 'ROOTCA',
    kind: '',
    standing: 'waiting',
    reason: 'no bundle',
    since: '2025-12-31T23:59:00.000Z',
    version_sent: '',
    version_acked: '',
    serial_number: '',
    quarantined: false,
  });
  assert.deepEqual([bare['stalled'], bare['names'], 'last_nack' in bare], [false, [], false]);
  assert.equal(out.trimEnd().split('\n').length, 1);
});

const statusAnswer: Init<GetStatusResponse> = {
  version: '1',
  state: 'active',
  agent_id: 'spiffe://domain.test/agent',
  agent_svid_expires_at: at(60),
  uptime: { seconds: 3600, nanos: 4e8 },
  last_sync: at(-3),
  sync_age: { seconds: 3, nanos: 0 },
  sync_error: 'the server is away',
  entries: 4,
  horizons: [
    {
      trust_domain: 'domain.test',
      identity_lost_at: at(1800),
      spiffe_id: 'spiffe://domain.test/web',
      identities: 3,
      trust_lost_at: at(7200),
    },
    { trust_domain: 'zeta.test' },
  ],
};

test('status says when the first workload loses its identity', async () => {
  const method = serveUnary(agentOperatorService.GetStatus, async () => statusAnswer);
  const { code, out } = await outputOf(method, 'status');
  assert.equal(code, 0);
  assert.equal(
    out,
    `Version             : 1
State               : active
Attested as         : spiffe://domain.test/agent
Agent SVID expires  : 2026-01-01T00:01:00Z (in 1m0s)
Uptime              : 1h0m0s
Last sync           : 3s ago
Sync error          : the server is away
Entries             : 4
X509-SVIDs          : 0
JWT-SVIDs           : 0
Attested callers    : 0
SDS streams         : 0

If the server went away now:
  domain.test
    the first workload loses its identity at 2026-01-01T00:30:00Z (in 30m0s)
    it is spiffe://domain.test/web, of 3 identities in use
    its peers are trusted until 2026-01-01T02:00:00Z (in 2h0m0s)
  zeta.test
    no authority is known: its peers are not trusted
`,
  );
  const json = JSON.parse((await outputOf(method, 'status -output json')).out) as object;
  assert.deepEqual(
    Object.entries(json).filter(([key]) => key === 'uptime' || key === 'sync_age'),
    [
      ['uptime', '3600.4s'],
      ['sync_age', '3s'],
    ],
  );
});

const explanation: Init<ExplainResponse> = {
  explanations: [
    {
      pids: [12, 13],
      selectors: ['unix:uid:1'],
      incomplete: true,
      matching: [
        {
          entry_id: 'a',
          spiffe_id: 'spiffe://domain.test/a',
          hint: 'h',
          served: true,
          expires_at: at(60),
        },
        { entry_id: 'b', spiffe_id: 'spiffe://domain.test/b', reason: 'not signed yet' },
      ],
      near: [
        {
          entry_id: 'c',
          spiffe_id: 'spiffe://domain.test/c',
          matched: ['unix:uid:1'],
          missing: [
            { selector: 'unix:gid:2', instead: ['unix:gid:3'] },
            { selector: 'unix:path:/c' },
          ],
        },
      ],
      more_near: 2,
      sds_names: [
        { name: 'default', outcome: 'certificate', spiffe_ids: ['spiffe://domain.test/a'] },
        { name: '', outcome: 'unservable', reason: 'no such name' },
      ],
    },
  ],
};

test('explain prints what matches, what nearly does, and what becomes of each SDS name', async () => {
  const asked: ExplainRequest[] = [];
  const method = serveUnary(agentOperatorService.Explain, async (request) => {
    asked.push(request);
    return explanation;
  });
  const { out, code } = await outputOf(method, 'explain -uid 0');
  assert.deepEqual([code, asked[0]?.target, asked[0]?.uid], [0, 'uid', 0]);
  assert.equal(
    out,
    `Processes 12, 13
  It gets an identity.
  A workload attestor failed: selectors may be missing; see the log of the agent.

  Selectors
    unix:uid:1

  Entries that match
    spiffe://domain.test/a (entry a, hint "h")
      served until 2026-01-01T00:01:00Z (in 1m0s)
    spiffe://domain.test/b (entry b)
      not served: not signed yet

  Entries that nearly match
    spiffe://domain.test/c (entry c)
      has    unix:uid:1
      lacks  unix:gid:2, but has unix:gid:3
      lacks  unix:path:/c
    and 2 more

  SDS names
    NAME     GETS         DETAIL
    default  certificate  spiffe://domain.test/a
    ""       unservable   no such name
`,
  );
});

test('explain -pod prints each container: its cgroup, the pair that decides, source and waits', async () => {
  const asked: ExplainRequest[] = [];
  const method = serveUnary(agentOperatorService.Explain, async (request) => {
    asked.push(request);
    const outer = { pod_uid: 'u1', container_id: 'c1' };
    const shared = { pod: 'shop/web', source: 'pods_api' };
    return {
      explanations: [
        {
          pids: [12],
          attested_in: { nanos: 2_400_000 },
          pod_trace: {
            ...shared,
            cgroup: ['1:cpu:/kubepods/podu1/c1/podu2/c2', '0::/'],
            named: [outer, { pod_uid: 'u2', container_id: 'c2' }],
            chosen: outer,
            container: 'app',
            waited: { nanos: 15_000_000 },
          },
        },
        { verdict: 'it waits', pod_trace: { ...shared, container: 'late', reason: 'it waits' } },
      ],
    };
  });
  const { out, code } = await outputOf(method, 'explain -pod shop/web');
  assert.deepEqual([code, asked[0]?.target, asked[0]?.pod], [0, 'pod', 'shop/web']);
  assert.equal(
    out,
    `Process 12: container app of pod shop/web
  It gets an identity.

  Attestation
    took    2ms
    cgroup  1:cpu:/kubepods/podu1/c1/podu2/c2
    cgroup  0::/
    names   container c1 of pod u1
    names   container c2 of pod u2
    chosen  container c1 of pod u1
    source  pods_api
    waited  15ms, when it came

  Selectors
    (none)

  Entries that match
    (none)

No process: container late of pod shop/web
  It gets no identity: it waits.

  Attestation
    source  pods_api
    reason  it waits

  Selectors
    (none)

  Entries that match
    (none)
`,
  );
});

test('explain wants exactly one target that can be a process or a user', async () => {
  for (const [line, message] of [
    ['explain', 'exactly one of -pid, -pod and -uid is required'],
    ['explain -pid 1 -uid 2', 'exactly one of -pid, -pod and -uid is required'],
    ['explain -pod a/b -uid 2', 'exactly one of -pid, -pod and -uid is required'],
    ['explain -pod web', '-pod must be NAMESPACE/NAME, got "web"'],
    ['explain -pod a/b/c', '-pod must be NAMESPACE/NAME, got "a/b/c"'],
    ['explain -uid -1', '-uid must be a number from 0 to 4294967295'],
    ['explain -pid 4294967296', '-pid must be a number from 0 to 4294967295'],
  ] as const) {
    const { code, err, out } = await runCaptured(clientCommands, line.split(' '));
    assert.deepEqual([code, out], [1, ''], line);
    assert.match(err, new RegExp(`^${message}\nUsage of explain`), line);
  }
});

test('a command on the wrong socket says which one it wants', async () => {
  await withCliBench(clientCommands, [], async ({ run }) => {
    for (const [line, place] of [
      ['status', 'admin'],
      ['sds list', 'admin'],
      ['explain -pid 1', 'admin'],
      ['logger get', 'admin'],
      ['debug getinfo', 'admin'],
      ['api fetch x509', 'public'],
      ['healthcheck', 'public'],
    ] as const) {
      const [head, ...flags] = line.split(' -');
      const { code, err } = await run([`${head} $SOCKET`, ...flags].join(' -'));
      assert.equal(code, 1, line);
      const hint = `Unimplemented desc = .*; does -socketPath name the ${place} socket of `;
      assert.match(err, new RegExp(hint), line);
    }
  });
});

const loose = `static_resources:
  clusters: []
node: { id: a, cluster: b }
`;

test('envoy lint reads a file or standard input and exits with 1 when something is to fix', async () => {
  const lint = (words: string, stdin = '') =>
    runCaptured(clientCommands, ['envoy', 'lint', ...words.split(' ')], { stdin });
  assert.deepEqual(await lint('-', loose), { code: 0, out: 'Nothing to fix in stdin.\n', err: '' });
  const file = 'envoy/testdata/google-grpc.yaml';
  const { code, out } = await lint(file);
  assert.equal(code, 1);
  assert.match(
    out,
    /^envoy\/testdata\/google-grpc\.yaml:\d+: google-grpc\n {2}Risk: \S.*\n {2}Fix: {2}\S/,
  );
  assert.match(out, /\n2 things to fix in envoy\/testdata\/google-grpc\.yaml\.\n$/);
  const json = await lint(`${file} -output json`);
  assert.equal(json.code, 1);
  const { findings } = JSON.parse(json.out) as { findings: Record<string, unknown>[] };
  assert.deepEqual(Object.keys(findings[0] ?? {}), ['rule', 'line', 'risk', 'fix']);
  const bad = await lint('-', '{{{');
  assert.deepEqual([bad.code, bad.out], [1, '']);
  assert.match(bad.err, /^Error: stdin: line 1: /);
  const wrong = await lint('package.json');
  assert.deepEqual([wrong.code, wrong.out], [1, '']);
  assert.match(wrong.err, /^Error: package\.json: line 2: unknown key "name"/);
  const none = await runCaptured(clientCommands, ['envoy', 'lint']);
  assert.match(none.err, /^FILE is required\nUsage of envoy lint FILE:/);
});
