import assert from 'node:assert/strict';
import { test, type TestContext } from 'node:test';
import { agentService } from '../../../common/rpc/services/agent.ts';
import { serverEnrollmentService as service } from '../../../common/rpc/services/server-enrollment.ts';
import { attestWithToken, startTestServer } from '../../../testkit/running-server.ts';

const spec = {
  cluster: 'prod',
  mode: 'kubernetes_token_review',
  audience: 'sigil',
  exact_audience: true,
  namespace: 'spire',
  service_account: 'spire-agent',
  daemon_set: 'spire-agent',
  container: 'agent',
  required_labels: [{ key: 'app', value: 'agent' }],
  pod_spec_assertions: [{ name: 'hostPID', value: true }],
};

const created = async (t: TestContext) => {
  const server = await startTestServer(t);
  await server.admin.unary(service.CreateProfile, { name: 'agents', spec });
  return server;
};

test('a profile is shown as it was created, and a dry run leaves nothing behind', async (t) => {
  const { admin } = await startTestServer(t);
  const request = { name: 'agents', description: 'ours', spec };
  const dry = await admin.unary(service.CreateProfile, { ...request, dry_run: true });
  assert.deepEqual([dry.effect, dry.dry_run], ['created', true]);
  assert.deepEqual((await admin.unary(service.ListProfiles, {})).profiles, []);
  await admin.unary(service.CreateProfile, request);
  const [profile] = (await admin.unary(service.GetProfile, { name: 'agents' })).versions;
  assert.deepEqual(profile?.spec, dry.profile?.spec);
  assert.equal(profile?.state, 'staged');
  assert.equal(profile.description, 'ours');
  assert.equal(profile.workload_identity_ready, false);
  assert.deepEqual(profile.missing, [
    'service account UID',
    'DaemonSet UID',
    'image digest',
    'API server',
  ]);
});

const bad: readonly (readonly [string, object, RegExp])[] = [
  ['no spec', { spec: null }, /spec is required/],
  ['another mode', { spec: { ...spec, mode: 'x' } }, /mode "x" must be one of/],
  [
    'no cluster',
    { spec: { ...spec, cluster: '' } },
    /cluster is required: no cluster .* has enrollment_profile "agents"/,
  ],
  ['no audience', { spec: { ...spec, audience: '' } }, /audience must not be empty/],
  [
    'an audience of the API server',
    { spec: { ...spec, audience: 'https://kubernetes.default.svc.cluster.local' } },
    /is one of the API server/,
  ],
  ['a namespace that is a path', { spec: { ...spec, namespace: '../x' } }, /namespace/],
  ['a bad label', { spec: { ...spec, required_labels: [{ key: ' ', value: '' }] } }, /label key/],
  [
    'an unknown setting',
    { spec: { ...spec, pod_spec_assertions: [{ name: 'privileged', value: true }] } },
    /pod_spec_assertions "privileged" must be one of hostNetwork/,
  ],
  ['a name that is none', { name: 'A B' }, /name "A B" is not a DNS label/],
];
for (const [what, change, message] of bad) {
  test(`a profile with ${what} is refused, naming the field`, async (t) => {
    const { admin } = await startTestServer(t);
    const request = { name: 'agents', spec, ...change };
    await assert.rejects(admin.unary(service.CreateProfile, request), {
      code: 'INVALID_ARGUMENT',
      message,
    });
    assert.deepEqual((await admin.unary(service.ListProfiles, {})).profiles, []);
  });
}

test('a name is taken once, and what does not exist is said to', async (t) => {
  const { admin } = await created(t);
  await assert.rejects(admin.unary(service.CreateProfile, { name: 'agents', spec }), {
    code: 'ALREADY_EXISTS',
  });
  const name = 'other';
  for (const attempt of [
    () => admin.unary(service.GetProfile, { name }),
    () => admin.unary(service.ReadBinding, { name }),
    () =>
      admin.unary(service.BindProfile, { name, version: 1, confirmed: {}, confirmed_spec: spec }),
    () => admin.unary(service.UpdateProfile, { name, version: 1, spec }),
    () => admin.unary(service.RetireProfile, { name }),
  ]) {
    await assert.rejects(attempt(), {
      code: 'NOT_FOUND',
      message: /profile "other" does not exist/,
    });
  }
});

test('a profile without a cluster is for the one whose configuration names it', async (t) => {
  const kubeConfig = '/nonexistent/reviewer.conf';
  const { admin } = await startTestServer(t, {
    plugins: `NodeAttestor "k8s_psat" { plugin_data { clusters = { "berlin" = {
      service_account_allow_list = ["spire:spire-agent"]
      kube_config_file = "${kubeConfig}"
      enrollment_profile = "agents"
    } } } }`,
  });
  const unnamed = { ...spec, cluster: '' };
  const { profile } = await admin.unary(service.CreateProfile, { name: 'agents', spec: unnamed });
  assert.equal(profile?.spec?.cluster, 'berlin');
  await assert.rejects(admin.unary(service.CreateProfile, { name: 'others', spec: unnamed }), {
    message: /cluster is required: no cluster .* has enrollment_profile "others"/,
  });
});

test('a profile that no cluster of the configuration names is created with a warning', async (t) => {
  const { admin } = await startTestServer(t, {
    plugins: `NodeAttestor "k8s_psat" { plugin_data { clusters = { "berlin" = {
      service_account_allow_list = ["spire:spire-agent"]
      kube_config_file = "/nonexistent/reviewer.conf"
      enrollment_profile = "agents"
    } } } }`,
  });
  const create = async (name: string, cluster: string) => {
    const request = { name, spec: { ...spec, cluster }, dry_run: true };
    const { profile, warnings } = await admin.unary(service.CreateProfile, request);
    return [profile?.cluster_configured, ...warnings];
  };
  assert.deepEqual(await create('agents', 'berlin'), [true]);
  assert.deepEqual(await create('agents2', 'berlin'), [
    true,
    'cluster "berlin" has enrollment_profile "agents" in the configuration of k8s_psat: nobody enrols by profile "agents2" before it names this one',
  ]);
  assert.deepEqual(await create('agents', 'nope'), [
    false,
    'cluster "nope" has no enrollment_profile in the configuration of k8s_psat: nobody enrols by profile "agents" before it names this one',
  ]);
});

test('what a cluster alone can say is refused while the configuration names none', async (t) => {
  const { admin } = await created(t);
  const reason = /cluster "prod" names no enrollment_profile/;
  await assert.rejects(admin.unary(service.ReadBinding, { name: 'agents' }), { message: reason });
  const asked = { profile: 'agents', namespace: 'spire', pod: 'x' };
  await assert.rejects(admin.unary(service.CheckPod, asked), { message: reason });
  await assert.rejects(admin.unary(service.CheckPod, { ...asked, profile: '' }), {
    message: /no cluster names a profile/,
  });
  assert.deepEqual((await admin.unary(service.ListDrift, {})).drifts, []);
});

test('a profile for bootstrap tokens has nothing to read from a cluster, and is in force once it is bound', async (t) => {
  const { admin } = await startTestServer(t);
  const request = { name: 'edge', spec: { cluster: 'edge', mode: 'bootstrap_token' } };
  await admin.unary(service.CreateProfile, request);
  const read = await admin.unary(service.ReadBinding, { name: 'edge' });
  const bind = {
    name: 'edge',
    version: read.version,
    confirmed: read.binding,
    confirmed_spec: read.spec,
  };
  await assert.rejects(admin.unary(service.BindProfile, { ...bind, confirmed: null }), {
    code: 'INVALID_ARGUMENT',
  });
  const other = { ...bind, confirmed: { daemon_set_uid: 'made up' } };
  await assert.rejects(admin.unary(service.BindProfile, other), {
    code: 'FAILED_PRECONDITION',
    message: /other values than those that were confirmed/,
  });
  const { profile } = await admin.unary(service.BindProfile, bind);
  assert.deepEqual([profile?.state, profile?.workload_identity_ready], ['bound', true]);
  await assert.rejects(admin.unary(service.BindProfile, bind), { code: 'FAILED_PRECONDITION' });
});

test('a retired profile is shown, and its name can be used again', async (t) => {
  const { admin } = await created(t);
  const change = await admin.unary(service.RetireProfile, { name: 'agents' });
  assert.deepEqual([change.effect, change.profile?.state], ['retired', 'retired']);
  await admin.unary(service.CreateProfile, { name: 'agents', spec });
  const { versions } = await admin.unary(service.GetProfile, { name: 'agents' });
  assert.deepEqual(
    versions.map(({ version, state }) => [version, state]),
    [
      [1, 'retired'],
      [2, 'staged'],
    ],
  );
});

test('no agent and nobody without an identity may see or change a profile', async (t) => {
  const server = await created(t);
  const token = await server.admin.unary(agentService.CreateJoinToken, { ttl: 60 });
  const agent = await attestWithToken(server, token.value);
  for (const channel of [server.dial(), server.dial(agent)]) {
    for (const method of [service.ListProfiles, service.RetireProfile, service.BindProfile]) {
      await assert.rejects(channel.unary(method as typeof service.ListProfiles, {}), {
        code: 'PERMISSION_DENIED',
      });
    }
  }
});
