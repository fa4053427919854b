import assert from 'node:assert/strict';
import { test } from 'node:test';
import { silentLogger } from '../../common/log/logger.ts';
import type { Identity, IdentityView } from '../../common/spiffe/identity-view.ts';
import { parseTrustDomain } from '../../common/spiffe/trust-domain.ts';
import { X509BundlesResponse, X509SVIDResponse } from '../../proto/gen/workload-api.js';
import { createTestCa } from '../../testkit/test-ca.ts';
import { uniqueHints, X509Responses } from './x509-responses.ts';

const ca = await createTestCa({ trustDomain: 'example.org' });
const foreign = await createTestCa({ trustDomain: 'other.org' });

async function identity(entryId: string, hint = '', createdAtMs = 0): Promise<Identity> {
  const svid = await ca.issue(`spiffe://example.org/${entryId}`, { viaIntermediate: true });
  return { entryId, hint, createdAtMs, federatesWith: [], svid };
}

const viewOf = (...identities: Identity[]): IdentityView => ({
  revision: 1,
  identities,
  pending: [],
  bundle: {
    ...ca.bundle,
    x509Authorities: [...ca.bundle.x509Authorities, ...ca.bundle.x509Authorities],
  },
  federatedBundles: new Map([[parseTrustDomain('other.org'), foreign.bundle]]),
});

test('an answer has chain, key and bundle in DER, and the federated bundles by trust domain ID', async () => {
  const one = await identity('a', 'internal');
  const { svids, federated_bundles, crl } = X509SVIDResponse.decode(
    new X509Responses(silentLogger).svids(viewOf(one)),
  );
  const [svid] = svids;
  assert.equal(svid?.spiffe_id, 'spiffe://example.org/a');
  assert.deepEqual(Buffer.from(svid.x509_svid), Buffer.concat(one.svid.chainDer));
  assert.equal(one.svid.chainDer.length, 2);
  assert.deepEqual(Buffer.from(svid.x509_svid_key), Buffer.from(one.svid.privateKeyDer.reveal()));
  assert.deepEqual(Buffer.from(svid.bundle), Buffer.concat([ca.rootDer, ca.rootDer]));
  assert.equal(svid.hint, 'internal');
  assert.deepEqual(Object.keys(federated_bundles), ['spiffe://other.org']);
  assert.deepEqual(crl, []);
});

test('bundles are our own and the federated ones; strangers may get our own', () => {
  const responses = new X509Responses(silentLogger);
  const view = viewOf();
  const decode = (bytes: Uint8Array) => Object.keys(X509BundlesResponse.decode(bytes).bundles);
  assert.deepEqual(decode(responses.bundles(view)), ['spiffe://example.org', 'spiffe://other.org']);
  assert.deepEqual(decode(responses.ownBundle(view)), ['spiffe://example.org']);
});

test('a view is encoded once', async () => {
  const responses = new X509Responses(silentLogger);
  const view = viewOf(await identity('a'));
  assert.equal(responses.svids(view), responses.svids(view));
});

test('of equal hints the entry created first counts, then the lower ID; no hint never collides', () => {
  const rows: [
    name: string,
    given: [id: string, hint: string, created: number][],
    kept: string[],
  ][] = [
    [
      'no hints',
      [
        ['a', '', 0],
        ['b', '', 0],
      ],
      ['a', 'b'],
    ],
    [
      'different hints',
      [
        ['a', 'x', 0],
        ['b', 'y', 0],
      ],
      ['a', 'b'],
    ],
    [
      'the older wins',
      [
        ['a', 'x', 2],
        ['b', 'x', 1],
      ],
      ['b'],
    ],
    [
      'ties go to the lower ID',
      [
        ['b', 'x', 1],
        ['a', 'x', 1],
      ],
      ['a'],
    ],
    [
      'three',
      [
        ['a', 'x', 3],
        ['b', '', 1],
        ['c', 'x', 2],
        ['d', 'x', 9],
      ],
      ['b', 'c'],
    ],
  ];
  for (const [name, given, kept] of rows) {
    const identities = given.map(([entryId, hint, createdAtMs]) => ({
      entryId,
      hint,
      createdAtMs,
    }));
    assert.deepEqual(
      uniqueHints(identities).map(({ entryId }) => entryId),
      kept,
      name,
    );
  }
});
