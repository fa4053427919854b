import assert from 'node:assert/strict';
import { test } from 'node:test';
import { KubeApiError } from '../../common/kube/kube-client.ts';
import { checkConfigMap } from './config-map-check.ts';

const signal = new AbortController().signal;

interface Situation {
  readonly status: number;
  readonly rights: readonly string[];
  readonly isMade: boolean;
}

async function check({ status, rights, isMade }: Situation) {
  const api = {
    get: async () => {
      if (status !== 200) throw new KubeApiError(status, 'no');
      return {};
    },
    post: async (path: string, body: unknown) => {
      if (path.endsWith('/selfsubjectreviews')) return {};
      const { spec } = body as { spec: { resourceAttributes: { verb: string } } };
      return { status: { allowed: rights.includes(spec.resourceAttributes.verb) } };
    },
  };
  const map = { about: 'publisher', namespace: 'sigil', name: 'sigil-bundle', isMade };
  const findings = await checkConfigMap(map, api, { signal });
  return findings.map(({ outcome, what, fix }) => [outcome, what, fix]);
}

const patch = 'patch configmaps "sigil-bundle" in namespace sigil';
const object = 'ConfigMap sigil/sigil-bundle';
const make = 'kubectl -n sigil create configmap sigil-bundle';
const rows: readonly (readonly [string, Situation, unknown])[] = [
  [
    'there and may be written',
    { status: 200, rights: ['patch'], isMade: true },
    [
      ['ok', patch, ''],
      ['ok', object, ''],
    ],
  ],
  [
    'there and may not be written',
    { status: 200, rights: [], isMade: true },
    [
      [
        'missing',
        patch,
        "bind a Role in namespace sigil with the rule {apiGroups: [''], resources: [configmaps], resourceNames: [sigil-bundle], verbs: [patch]} to nobody that the API server knows",
      ],
      ['ok', object, ''],
    ],
  ],
  [
    'absent and will be made',
    { status: 404, rights: ['patch', 'create'], isMade: true },
    [
      ['ok', patch, ''],
      ['ok', `${object}, which will be made`, ''],
    ],
  ],
  [
    'absent and may not be made',
    { status: 404, rights: ['patch'], isMade: true },
    [
      ['ok', patch, ''],
      ['missing', object, make],
    ],
  ],
  [
    'absent and is never made',
    { status: 404, rights: ['patch', 'create'], isMade: false },
    [
      ['ok', patch, ''],
      ['missing', object, make],
    ],
  ],
  [
    'hidden',
    { status: 403, rights: ['patch'], isMade: true },
    [
      ['ok', patch, ''],
      ['warning', object, `grant get on it, or make sure of it: ${make}`],
    ],
  ],
  [
    'at an API server that fails',
    { status: 500, rights: ['patch'], isMade: true },
    [
      [
        'missing',
        'an answer of the API server',
        'check address and CA, and that network policies let this process reach the API server',
      ],
    ],
  ],
];
for (const [name, situation, findings] of rows) {
  test(`a ConfigMap that is ${name} is found to be so`, async () => {
    assert.deepEqual(await check(situation), findings);
  });
}
