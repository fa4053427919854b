import assert from 'node:assert/strict';
import { test } from 'node:test';
import { KubeApiError } from '../../../../common/kube/kube-client.ts';
import { checkCluster } from './check.ts';
import { k8sPsatConfig } from './config.ts';

const user = 'system:serviceaccount:sigil:sigil-server';
const signal = new AbortController().signal;

/** An API server that grants all but what is `denied`, as `verb resource`, and these rules by name. */
function apiServer(
  denied = '',
  review: object = { error: '[invalid bearer token, nonsense]' },
  resourceRules: readonly object[] = [],
) {
  return {
    get: () => Promise.reject(new Error('nothing is read')),
    post: async (path: string, body: unknown) => {
      if (path.endsWith('/selfsubjectreviews')) return { status: { userInfo: { username: user } } };
      if (path.endsWith('/tokenreviews')) return { status: { user: {}, ...review } };
      if (path.endsWith('/selfsubjectrulesreviews')) return { status: { resourceRules } };
      assert.ok(path.endsWith('/selfsubjectaccessreviews'), path);
      const { spec } = body as {
        spec: { resourceAttributes: { verb: string; resource: string; namespace: string } };
      };
      const { verb, resource } = spec.resourceAttributes;
      return { status: { allowed: `${verb} ${resource}` !== denied } };
    },
  };
}

function check(changes: object = {}, api: Parameters<typeof checkCluster>[2] = apiServer()) {
  const cluster = { service_account_allow_list: ['sigil:sigil-agent'], ...changes };
  const { clusters } = k8sPsatConfig.parse({ clusters: { main: cluster } });
  const config = clusters['main'];
  assert.ok(config !== undefined);
  return checkCluster('main', config, api, { signal });
}
const bad = (findings: Awaited<ReturnType<typeof check>>) =>
  findings.filter(({ outcome }) => outcome !== 'ok');

test('a cluster with all rights is fine, and says as whom', async () => {
  const findings = await check();
  assert.deepEqual(bad(findings), []);
  assert.deepEqual(
    findings.map(({ what }) => what),
    [
      `an answer of the API server, to ${user}`,
      'create tokenreviews.authentication.k8s.io',
      'get nodes',
      'get pods in namespace sigil',
      'token reviews refuse what is no token',
      'an audience of its own',
    ],
  );
});

const rights: readonly (readonly [denied: string, fix: string])[] = [
  [
    'create tokenreviews',
    `bind a ClusterRole with the rule {apiGroups: ['authentication.k8s.io'], resources: [tokenreviews], verbs: [create]} to ${user}`,
  ],
  [
    'get nodes',
    `bind a ClusterRole with the rule {apiGroups: [''], resources: [nodes], verbs: [get]} to ${user}`,
  ],
  [
    'get pods',
    `bind a Role in namespace sigil with the rule {apiGroups: [''], resources: [pods], verbs: [get]} to ${user}`,
  ],
];
for (const [denied, fix] of rights) {
  test(`without the right to ${denied} just that is missing, with the rule that grants it`, async () => {
    const [found, second] = bad(await check({}, apiServer(denied)));
    assert.deepEqual([found?.outcome, found?.fix, second], ['missing', fix, undefined]);
  });
}

const enrolled = {
  enrollment_profile: 'agents',
  service_account_allow_list: ['sigil:sigil-agent', 'edge:agent', 'sigil:other'],
};
const inSigil = `bind a Role in namespace sigil with the rule`;

test('a cluster with an enrolment profile needs to read service accounts, DaemonSets and pods of its namespaces too', async () => {
  const plain = (await check()).map(({ what }) => what);
  const more = (await check(enrolled)).map(({ what }) => what);
  assert.deepEqual(
    more.filter((what) => !plain.includes(what)),
    [
      'get pods in namespace edge',
      'get serviceaccounts "sigil-agent" in namespace sigil',
      'get serviceaccounts "other" in namespace sigil',
      'get daemonsets.apps in namespace sigil',
      'list pods in namespace sigil',
      'get serviceaccounts "agent" in namespace edge',
      'get daemonsets.apps in namespace edge',
      'list pods in namespace edge',
    ],
  );
});

const forProfiles: readonly (readonly [denied: string, fix: string])[] = [
  [
    'get serviceaccounts',
    `${inSigil} {apiGroups: [''], resources: [serviceaccounts], resourceNames: [sigil-agent], verbs: [get]} to ${user}`,
  ],
  [
    'get daemonsets',
    `${inSigil} {apiGroups: ['apps'], resources: [daemonsets], verbs: [get]} to ${user}`,
  ],
  ['list pods', `${inSigil} {apiGroups: [''], resources: [pods], verbs: [list]} to ${user}`],
];
for (const [denied, fix] of forProfiles) {
  test(`with a profile the right to ${denied} is missed, without one it is not`, async () => {
    const profile = { enrollment_profile: 'agents' };
    const [found, second] = bad(await check(profile, apiServer(denied)));
    assert.deepEqual([found?.outcome, found?.fix, second], ['missing', fix, undefined]);
    assert.deepEqual(bad(await check({}, apiServer(denied))), []);
  });
}

const byName = (rule: object) => {
  const all = { verbs: ['get'], apiGroups: ['apps'], resources: ['daemonsets'], ...rule };
  return apiServer('get daemonsets', undefined, [all]);
};

test('the right to a DaemonSet by its name will do, and is told with the name', async () => {
  const profile = { enrollment_profile: 'agents' };
  const findings = await check(profile, byName({ resourceNames: ['sigil-agent'] }));
  assert.deepEqual(bad(findings), []);
  const text = 'get daemonsets.apps in namespace sigil, of sigil-agent only';
  assert.ok(findings.some(({ what }) => what === text));
  for (const other of [{ verbs: ['list'] }, { apiGroups: [''] }, { resources: ['deployments'] }]) {
    const rule = { resourceNames: ['sigil-agent'], ...other };
    assert.equal(bad(await check(profile, byName(rule))).length, 1);
  }
});

const settings: readonly (readonly [
  name: string,
  changes: object,
  api: Parameters<typeof checkCluster>[2],
  outcome: string,
  detail: RegExp,
])[] = [
  ['an empty audience', { audience: [] }, apiServer(), 'warning', /^an empty audience means/],
  [
    "the API server's audience",
    { audience: ['https://kubernetes.default.svc'] },
    apiServer(),
    'warning',
    /^audience "https/,
  ],
  [
    'a service account without namespace',
    { service_account_allow_list: ['sigil:sigil-agent', 'sigil/agent'] },
    apiServer(),
    'missing',
    /NAMESPACE:NAME/,
  ],
  [
    'an authenticator that admits anything',
    {},
    apiServer('', { authenticated: true, audiences: ['spire-server'] }),
    'missing',
    /said yes to no token/,
  ],
  [
    'a webhook that is away',
    {},
    apiServer('', { error: 'webhook is away' }),
    'missing',
    /webhook is away/,
  ],
];
for (const [name, changes, api, outcome, detail] of settings) {
  test(`${name} is told of`, async () => {
    const found = bad(await check(changes, api)).filter((one) => detail.test(one.detail));
    assert.deepEqual(
      found.map((one) => [one.outcome, one.fix !== '']),
      [[outcome, true]],
    );
  });
}

const faults: readonly (readonly [name: string, error: Error, what: RegExp])[] = [
  ['refuses the credentials', new KubeApiError(401, 'Unauthorized'), /credentials/],
  ['does not answer', new KubeApiError(undefined, 'connect ECONNREFUSED'), /an answer/],
];
for (const [name, error, what] of faults) {
  test(`an API server that ${name} is all there is to say of a cluster`, async () => {
    const refuse = () => Promise.reject(error);
    const [found, second] = bad(await check({}, { get: refuse, post: refuse }));
    assert.match(found?.what ?? '', what);
    assert.equal(second, undefined);
  });
}
