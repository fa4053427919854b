import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { RegistrationEntry } from '../../common/spiffe/registration-entry.ts';
import { parseSelector } from '../../common/spiffe/selector.ts';
import { sdsConfigSchema } from '../../sds/config.ts';
import { aBundle, anIdentity, aView } from '../../testkit/envoy-views.ts';
import { entryOf } from '../../testkit/registration.ts';
import type { PodTrace } from '../pods/pod-trace.ts';
import { explain, type Subject, type Surroundings } from './explain.ts';

const rules = sdsConfigSchema.parse({ aliases: { front: { hint: 'external' } } });
const around = (entries: readonly RegistrationEntry[], more: Partial<Surroundings> = {}) => ({
  entries,
  rules,
  flavour: 'spiffe' as const,
  unready: '',
  ...more,
});

function entry(id: string, selectors: readonly string[], more: Partial<RegistrationEntry> = {}) {
  const spiffeId = `spiffe://domain.test/${id}`;
  return { ...entryOf(id, { spiffeId, selectors: selectors.map(parseSelector) }), ...more };
}

function subject(selectors: readonly string[], more: Partial<Subject> = {}): Subject {
  return {
    pids: [7],
    selectors: selectors.map(parseSelector),
    complete: true,
    view: aView(),
    asked: [],
    ...more,
  };
}

function trace(reason: string): PodTrace {
  const nothing = { cgroup: [], named: [], chosen: undefined, waitedMs: undefined };
  return { ...nothing, pod: '', container: '', source: 'pods_api', reason };
}

const web = entry('web', ['k8s:ns:shop', 'k8s:pod-label:app:web']);
const pod = ['k8s:ns:shop', 'k8s:pod-label:app:api', 'k8s:pod-label:tier:back'];

const verdicts: readonly [
  name: string,
  subject: Subject,
  around: Surroundings,
  verdict: string | RegExp,
][] = [
  [
    'the agent serves nobody yet',
    subject(pod),
    around([web], { unready: 'the agent is not attested yet' }),
    'the agent is not attested yet',
  ],
  [
    'an entry matches and is served',
    subject(['unix:uid:1'], {
      view: aView({ identities: [anIdentity('spiffe://domain.test/a', { entryId: 'a' })] }),
    }),
    around([entry('a', ['unix:uid:1'])]),
    '',
  ],
  [
    'an entry matches and its certificate is on the way',
    subject(['unix:uid:1'], {
      view: aView({
        pending: [{ entryId: 'a', spiffeId: 'spiffe://domain.test/a', reason: 'not signed yet' }],
      }),
    }),
    around([entry('a', ['unix:uid:1'])]),
    'spiffe://domain.test/a is not served: not signed yet',
  ],
  [
    'an entry matches that is not for workloads',
    subject(['unix:uid:1']),
    around([entry('a', ['unix:uid:1'], { storeSvid: true })]),
    'spiffe://domain.test/a is not served: the entry is for an SVID store, not for workloads',
  ],
  [
    'one label is another one',
    subject(pod),
    around([web]),
    'no registration entry matches; the nearest, spiffe://domain.test/web, also needs k8s:pod-label:app:web',
  ],
  ['no attestor knows it', subject([]), around([web]), 'no workload attestor knows the process'],
  [
    'an attestor failed',
    subject([], { complete: false }),
    around([web]),
    /^workload attestation failed/,
  ],
  [
    'its cgroup is one of no known pod',
    subject([], { trace: trace('pods_api lists no such pod') }),
    around([web]),
    'no workload attestor knows the process: pods_api lists no such pod',
  ],
  [
    'an attestor failed and it is known why',
    subject([], { complete: false, trace: trace('two pods found with same container Id') }),
    around([web]),
    /^workload attestation failed, see the log of the agent: two pods found with same container Id$/,
  ],
  [
    'the container of a pod does not run',
    subject([], { pids: [], trace: trace('no process of the container runs') }),
    around([web]),
    'no process of the container runs',
  ],
  ['there is no entry', subject(pod), around([]), /^the agent has no registration entry/],
  [
    'nothing is alike',
    subject(['unix:uid:1']),
    around([web]),
    'none of the 1 registration entries of this agent comes near',
  ],
];

for (const [name, who, what, verdict] of verdicts) {
  test(`the verdict says it when ${name}`, () => {
    const actual = explain(who, what).verdict;
    if (typeof verdict === 'string') assert.equal(actual, verdict);
    else assert.match(actual, verdict);
  });
}

test('near entries come with what the workload has instead, the nearest first', () => {
  const entries = [
    web,
    entry('far', ['k8s:ns:shop', 'k8s:sa:far', 'k8s:pod-label:app:far']),
    entry('foreign', ['docker:label:app:web']),
    entry('other-ns', ['k8s:ns:other']),
  ];
  const { near, matching } = explain(subject(pod), around(entries));
  assert.deepEqual(matching, []);
  assert.deepEqual(
    near.map(({ entryId, missing }) => [entryId, missing]),
    [
      ['web', [{ selector: 'k8s:pod-label:app:web', instead: ['k8s:pod-label:app:api'] }]],
      ['other-ns', [{ selector: 'k8s:ns:other', instead: ['k8s:ns:shop'] }]],
      [
        'far',
        [
          { selector: 'k8s:sa:far', instead: [] },
          { selector: 'k8s:pod-label:app:far', instead: ['k8s:pod-label:app:api'] },
        ],
      ],
    ],
  );
});

test('a long list of near entries is cut, and says by how much', () => {
  const entries = Array.from({ length: 14 }, (_, at) =>
    entry(`e${at}`, ['k8s:ns:shop', 'k8s:sa:x']),
  );
  const { near, moreNear } = explain(subject(pod), around(entries));
  assert.deepEqual([near.length, moreNear], [10, 4]);
});

test('the SDS names are those configured, those of the entries and those that are asked for', () => {
  const view = aView({
    identities: [anIdentity('spiffe://domain.test/a', { entryId: 'a' })],
    pending: [{ entryId: 'b', spiffeId: 'spiffe://domain.test/b', reason: 'not signed yet' }],
    federated: [aBundle('zeta.test')],
  });
  const who = subject(['unix:uid:1'], { view, asked: ['default', 'kubernetes://tls'] });
  const entries = [entry('a', ['unix:uid:1']), entry('b', ['unix:uid:1'])];
  const { sdsNames } = explain(who, around(entries));
  assert.deepEqual(
    sdsNames.map(({ name, outcome, reason, spiffeIds }) => [name, outcome, reason || spiffeIds]),
    [
      ['default', 'certificate', ['spiffe://domain.test/a']],
      ['ROOTCA', 'bundle', ['spiffe://domain.test']],
      ['ALL', 'bundle', ['spiffe://domain.test', 'spiffe://zeta.test']],
      ['front', 'waiting', 'no registration entry of the workload has this hint'],
      ['spiffe://domain.test', 'bundle', ['spiffe://domain.test']],
      ['spiffe://zeta.test', 'bundle', ['spiffe://zeta.test']],
      ['spiffe://domain.test/a', 'certificate', ['spiffe://domain.test/a']],
      ['spiffe://domain.test/b', 'coming', 'not signed yet'],
      [
        'kubernetes://tls',
        'unservable',
        'neither a SPIFFE ID, a trust domain ID nor a configured name',
      ],
    ],
  );
  assert.deepEqual(explain({ ...who, view: undefined }, around(entries)).sdsNames, []);
});
