import assert from 'node:assert/strict';
import { copyFileSync } from 'node:fs';
import { test, type TestContext } from 'node:test';
import { hasCode } from '../../../common/errors/spiffe-error.ts';
import { silentLogger, type LogFields } from '../../../common/log/logger.ts';
import { agentService } from '../../../common/rpc/services/agent.ts';
import { entryService } from '../../../common/rpc/services/entry.ts';
import { rawCodec, unary } from '../../../common/rpc/services/method.ts';
import { serverEnrollmentService as service } from '../../../common/rpc/services/server-enrollment.ts';
import {
  agentSpecMessage,
  bindAgents,
  enrol,
  startFakeCluster,
  type FakeCluster,
} from '../../../testkit/enrolled-cluster.ts';
import {
  attestWithToken,
  startTestServer,
  type TestServer,
} from '../../../testkit/running-server.ts';
import { allowedCallers } from '../../authorization/methods.ts';

const timeoutMs = 10_000;

async function setUp(t: TestContext, settings = '') {
  const cluster = await startFakeCluster(t);
  const refusals: LogFields[] = [];
  const warn = (text: string, fields: LogFields = {}) => {
    if (text === 'Refused an enrolment') refusals.push(fields);
  };
  const server = await startTestServer(t, {
    plugins: cluster.plugin,
    server: settings,
    log: { ...silentLogger, warn, child: () => ({ ...silentLogger, warn }) },
  });
  const codes = () => refusals.splice(0).map((fields) => fields.enrollment_code);
  return { cluster, server, codes };
}

async function joinToken({ admin }: TestServer): Promise<string> {
  return (await admin.unary(agentService.CreateJoinToken, { ttl: 60 }, { timeoutMs })).value;
}

test('ENR-1 only the way of its mode makes an agent under a profile', async (t) => {
  const { cluster, server, codes } = await setUp(t);
  const token = cluster.addAgent('agent-1');
  await bindAgents(server.admin);
  const ways = async () => {
    const joining = await joinToken(server);
    const results = await Promise.allSettled([
      enrol(server, token),
      attestWithToken(server, joining),
    ]);
    return results.map(({ status }) => status);
  };
  assert.deepEqual(await ways(), ['fulfilled', 'rejected']);
  assert.deepEqual(codes(), ['ENR_FALLBACK_NOT_ALLOWED']);
  const name = 'agents';
  const spec = { ...agentSpecMessage, mode: 'bootstrap_token' };
  await server.admin.unary(service.UpdateProfile, { name, version: 1, spec }, { timeoutMs });
  const read = await server.admin.unary(service.ReadBinding, { name }, { timeoutMs });
  const confirmed = { confirmed: read.binding, confirmed_spec: read.spec };
  await server.admin.unary(service.BindProfile, { name, version: 2, ...confirmed }, { timeoutMs });
  assert.deepEqual(await ways(), ['rejected', 'fulfilled']);
  assert.deepEqual(codes(), ['ENR_MODE_MISMATCH']);
});

test('ENR-3 an enrolment token is no credential for any method of agents', async (t) => {
  const { cluster, server } = await setUp(t);
  const token = cluster.addAgent('agent-1');
  const options = { timeoutMs, metadata: { authorization: `Bearer ${token}` } };
  const channel = server.dial();
  const methods = [...allowedCallers].filter(([, callers]) => callers.includes('agent'));
  const denied: string[] = [];
  for (const [path] of methods) {
    const method = unary(path.slice(1), rawCodec, rawCodec);
    const call = channel.unary(method, new Uint8Array(), options);
    const error = await call.then(() => assert.fail(`${path} was served`), String);
    if (error.includes('authorization denied for method')) denied.push(path.split('/')[2] ?? '');
    else assert.match(error, /unknown (service|method)/, path);
  }
  assert.deepEqual(denied.sort(), [
    'BatchNewWITSVID',
    'BatchNewX509SVID',
    'GetAuthorizedEntries',
    'GetFederatedBundle',
    'NewJWTSVID',
    'PostStatus',
    'RenewAgent',
    'SyncAuthorizedEntries',
    'WatchChanges',
  ]);
});

test('an enrolment costs one token review, one pod and one node, and the first one a probe', async (t) => {
  const { cluster, server } = await setUp(t);
  const token = cluster.addAgent('agent-1');
  await bindAgents(server.admin);
  const costs = async () => {
    const before = cluster.api.requests.length;
    await enrol(server, token);
    return cluster.api.requests.slice(before).map(({ method, path }) => `${method} ${path}`);
  };
  const review = 'POST /apis/authentication.k8s.io/v1/tokenreviews';
  const reads = ['GET /api/v1/namespaces/spire/pods/agent-1', 'GET /api/v1/nodes/agent-1-node'];
  assert.deepEqual(await costs(), [review, ...reads, review]);
  assert.deepEqual(await costs(), [review, ...reads]);
});

test('a banned agent in a loop, whose token is good, does not reach the API server without end', async (t) => {
  const { cluster, server } = await setUp(t, 'enrollment { refusals_per_second = 1 }');
  const token = cluster.addAgent('agent-1');
  await bindAgents(server.admin);
  await enrol(server, token);
  const path = '/spire/agent/k8s_psat/prod/agent-1-node-uid';
  const id = { trust_domain: 'zeta.test', path };
  await server.admin.unary(agentService.BanAgent, { id }, { timeoutMs });
  const before = cluster.api.requests.length;
  const results = await Promise.allSettled(Array.from({ length: 60 }, () => enrol(server, token)));
  assert.ok(results.every(({ status }) => status === 'rejected'));
  // Three requests each, for 25 and the few whose place came back meanwhile.
  const requests = cluster.api.requests.length - before;
  assert.ok(requests >= 60 && requests < 60 * 3, String(requests));
});

test('ENR-5 a token is not shown to another API server that the reviewer was pointed at', async (t) => {
  const { cluster, server, codes } = await setUp(t);
  const token = cluster.addAgent('agent-1');
  await bindAgents(server.admin);
  const agent = server.dial(await enrol(server, token));
  const other = await startFakeCluster(t);
  other.addAgent('agent-1');
  copyFileSync(other.kubeConfigFile, cluster.kubeConfigFile);
  await assert.rejects(enrol(server, token), { code: 'FAILED_PRECONDITION' });
  assert.deepEqual(codes(), ['ENR_API_SERVER_MISMATCH']);
  assert.deepEqual(other.api.requests, []);
  // Who is enrolled goes on; operators see what was bound, and that it is another one now.
  await agent.unary(entryService.GetAuthorizedEntries, {}, { timeoutMs });
  const { drifts } = await server.admin.unary(service.ListDrift, {}, { timeoutMs });
  assert.deepEqual(
    drifts.map(({ code, pod }) => [code, pod]),
    [['ENR_API_SERVER_MISMATCH', '']],
  );
  const shown = await server.admin.unary(service.GetProfile, { name: 'agents' }, { timeoutMs });
  const binding = shown.versions[0]?.binding;
  assert.equal(binding?.api_server, `https://127.0.0.1:${cluster.api.port}`);
  assert.match(binding.api_server_cas.join(), /^sha256:[0-9a-f]{64}$/);
});

test('ENR-19 two pods of one node: the second is refused under a profile, and takes over without one', async (t) => {
  const { cluster, server, codes } = await setUp(t);
  const tokens = ['agent-1', 'agent-2'].map((name) => cluster.addAgent(name, 'shared'));
  await bindAgents(server.admin);
  const [first, second] = tokens.map((token) => () => enrol(server, token));
  await first!();
  await assert.rejects(second!(), { code: 'FAILED_PRECONDITION' });
  assert.deepEqual(codes(), ['ENR_NODE_OCCUPIED']);
  const plugins = cluster.plugin.replace(/enrollment_profile = ".*"/, '');
  const plain = await startTestServer(t, { plugins });
  for (const token of tokens) await enrol(plain, token);
});

interface Race {
  readonly what: string;
  /** What is asked of the API server when it happens. */
  readonly at: RegExp;
  readonly happens: (server: TestServer, cluster: FakeCluster) => unknown;
  readonly code: string;
  /** What the attempt after it comes to. */
  readonly then: string;
}

const rules = { ...agentSpecMessage, required_labels: [{ key: 'app', value: 'agent' }] };
const anotherUid = (cluster: FakeCluster, path: string) => {
  const object = cluster.api.objects.get(path);
  Object.assign(object?.metadata ?? assert.fail(path), { uid: 'made-again' });
};
const races: readonly Race[] = [
  {
    what: 'ENR-21 another version comes into force while the token is reviewed',
    at: /tokenreviews$/,
    happens: ({ admin }) =>
      admin.unary(service.UpdateProfile, { name: 'agents', version: 1, spec: rules }),
    code: 'UNAVAILABLE',
    then: 'enrolled',
  },
  {
    what: 'ENR-21 the profile is retired while the pod is read',
    at: /pods\/agent-1$/,
    happens: ({ admin }) => admin.unary(service.RetireProfile, { name: 'agents' }),
    code: 'UNAVAILABLE',
    then: 'PERMISSION_DENIED',
  },
  {
    what: 'ENR-12 the pod is made again under its name while the token is reviewed',
    at: /tokenreviews$/,
    happens: (_, cluster) => {
      anotherUid(cluster, 'namespaces/spire/pods/agent-1');
    },
    code: 'PERMISSION_DENIED',
    then: 'PERMISSION_DENIED',
  },
  {
    what: 'ENR-14 the node is made again under its name while the pod is read',
    at: /pods\/agent-1$/,
    happens: (_, cluster) => {
      anotherUid(cluster, 'nodes/agent-1-node');
    },
    code: 'PERMISSION_DENIED',
    then: 'PERMISSION_DENIED',
  },
];
for (const { what, at, happens, code, then } of races) {
  test(`${what}: nobody is enrolled by what held before`, async (t) => {
    const { cluster, server } = await setUp(t);
    const token = cluster.addAgent('agent-1');
    await bindAgents(server.admin);
    cluster.api.meanwhile = async (path) => {
      if (!at.test(path)) return;
      cluster.api.meanwhile = undefined;
      await happens(server, cluster);
    };
    await assert.rejects(enrol(server, token), { code });
    const { agents } = await server.admin.unary(agentService.ListAgents, {});
    assert.deepEqual(agents, []);
    const outcome = await enrol(server, token).then(
      () => 'enrolled',
      (error: unknown) => (hasCode(error, 'PERMISSION_DENIED') ? error.code : String(error)),
    );
    assert.equal(outcome, then);
  });
}

test('ENR-26 in production a server does not start while the API server takes the enrolment audience for its own', async (t) => {
  const { cluster, server } = await setUp(t, 'enrollment { production = true }');
  cluster.addAgent('agent-1');
  await bindAgents(server.admin);
  const own = { username: 'system:serviceaccount:sigil:sigil-server' };
  const api = [cluster.api.ownAudience];
  cluster.api.tokens.set(cluster.reviewerToken, { ...own, audiences: api });
  await server.restart();
  cluster.api.tokens.set(cluster.reviewerToken, { ...own, audiences: [...api, 'spire-server'] });
  await assert.rejects(server.restart(), {
    code: 'FAILED_PRECONDITION',
    message: /^enrolment audience is one of the API server: "spire-server" of "agents"/,
  });
});
