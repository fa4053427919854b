import assert from 'node:assert/strict';
import { test } from 'node:test';
import { hasCode } from '../../common/errors/spiffe-error.ts';
import { parseSpiffeId } from '../../common/spiffe/spiffe-id.ts';
import type { TrustDomain } from '../../common/spiffe/trust-domain.ts';
import { completeEntry, type EntryFields } from './entry-rules.ts';

const trustDomain = 'zeta.test' as TrustDomain;
const good = {
  parentId: parseSpiffeId('spiffe://zeta.test/spire/agent/join_token/a'),
  spiffeId: parseSpiffeId('spiffe://zeta.test/web'),
  selectors: [{ type: 'unix', value: 'uid:33' }],
};
const id = (text: string) => parseSpiffeId(text);

const refused: readonly [string, EntryFields, string][] = [
  [
    'a parent of another trust domain',
    { parentId: id('spiffe://other.test/x') },
    'invalid parent ID: "spiffe://other.test/x" is not a member of trust domain "zeta.test"',
  ],
  [
    'a parent without a path',
    { parentId: id('spiffe://zeta.test') },
    'invalid parent ID: "spiffe://zeta.test" is not a member of trust domain "zeta.test"; path is empty',
  ],
  [
    'a SPIFFE ID without a path',
    { spiffeId: id('spiffe://zeta.test') },
    'invalid spiffe ID: "spiffe://zeta.test" is not a workload in trust domain "zeta.test"; path is empty',
  ],
  [
    'the server ID',
    { spiffeId: id('spiffe://zeta.test/spire/server') },
    'invalid spiffe ID: "spiffe://zeta.test/spire/server" is not a workload in trust domain "zeta.test"; path is in the reserved namespace',
  ],
  ['no selector', { selectors: [] }, 'selector list is empty'],
  ['a selector without a type', { selectors: [{ type: '', value: 'v' }] }, 'missing selector type'],
  [
    'a selector with a colon in its type',
    { selectors: [{ type: 'a:b', value: 'v' }] },
    "selector type contains ':'",
  ],
  [
    'a selector without a value',
    { selectors: [{ type: 't', value: '' }] },
    'missing selector value',
  ],
  [
    'more selectors than an entry has',
    { selectors: Array.from({ length: 501 }, (_, at) => ({ type: 't', value: String(at) })) },
    'invalid registration entry: 501 selectors, an entry has at most 500',
  ],
  [
    'a selector type that is too long',
    { selectors: [{ type: 't'.repeat(256), value: 'v' }] },
    `invalid registration entry: selector type has 256 bytes, at most 255 are allowed: "${'t'.repeat(32)}"...`,
  ],
  [
    'a selector value that is too long',
    { selectors: [{ type: 't', value: 'ä'.repeat(2049) }] },
    `invalid registration entry: selector value has 4098 bytes, at most 4096 are allowed: "${'ä'.repeat(32)}"...`,
  ],
  [
    'more DNS names than a certificate carries',
    { dnsNames: Array.from({ length: 201 }, (_, at) => `n${at}.test`) },
    'invalid registration entry: 201 DNS names, an entry has at most 200',
  ],
  [
    'more federated trust domains than an entry has',
    { federatesWith: Array.from({ length: 1001 }, (_, at) => `n${at}.test` as TrustDomain) },
    'invalid registration entry: 1001 federated trust domains, an entry has at most 1000',
  ],
  [
    'a bad DNS name',
    { dnsNames: ['a:b.test'] },
    'invalid DNS name: DNS name "a:b.test" labels are limited to letters, numbers, dashes and underscores',
  ],
  [
    'a negative TTL',
    { x509SvidTtlSeconds: -1 },
    'invalid registration entry: X509SvidTtl is less than zero',
  ],
  [
    'a negative JWT TTL',
    { jwtSvidTtlSeconds: -1 },
    'invalid registration entry: JwtSvidTtl is less than zero',
  ],
  [
    'a hint that is too long',
    { hint: 'ä'.repeat(513) },
    'hint is too long, max length is 1024 characters',
  ],
  [
    'stored SVIDs with selectors of two types',
    {
      storeSvid: true,
      selectors: [
        { type: 'a', value: 'v' },
        { type: 'b', value: 'v' },
      ],
    },
    'invalid registration entry: selector types must be the same when store SVID is enabled',
  ],
  [
    'stored SVIDs without prefetch',
    { storeSvid: true, disableX509SvidPrefetch: true },
    'invalid registration entry: disable_x509_svid_prefetch cannot be used when store SVID is enabled',
  ],
];
for (const [what, fields, message] of refused) {
  test(`an entry with ${what} is refused`, () => {
    assert.throws(
      () => completeEntry(trustDomain, 'e', { ...good, ...fields }),
      (error) =>
        hasCode(error, 'INVALID_ARGUMENT', 'SELECTOR_INVALID') && error.message === message,
    );
  });
}

for (const missing of ['parentId', 'spiffeId', 'selectors'] as const) {
  test(`an entry without ${missing} is refused`, () => {
    const rest = Object.fromEntries(Object.entries(good).filter(([name]) => name !== missing));
    assert.throws(() => completeEntry(trustDomain, 'e', rest), { code: 'INVALID_ARGUMENT' });
  });
}

for (const bad of ['a b', 'a/b', 'ä', 'a'.repeat(256)]) {
  test(`the entry ID ${JSON.stringify(bad.slice(0, 8))} of ${bad.length} characters is refused`, () => {
    assert.throws(() => completeEntry(trustDomain, bad, good), { code: 'INVALID_ARGUMENT' });
  });
}

test('a complete entry has defaults, and duplicates are dropped with the DNS order kept', () => {
  const entry = completeEntry(trustDomain, 'A.b_c-1', {
    ...good,
    selectors: [...good.selectors, ...good.selectors],
    dnsNames: ['b.test', 'a.test', 'b.test'],
    federatesWith: ['p.test' as TrustDomain, 'p.test' as TrustDomain],
  });
  assert.deepEqual(entry, {
    ...good,
    id: 'A.b_c-1',
    dnsNames: ['b.test', 'a.test'],
    federatesWith: ['p.test'],
    x509SvidTtlSeconds: 0,
    jwtSvidTtlSeconds: 0,
    admin: false,
    downstream: false,
    storeSvid: false,
    hint: '',
    expiresAtMs: 0,
    disableX509SvidPrefetch: false,
    jwtSvidIncludeJti: false,
  });
});
