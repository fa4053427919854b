import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { hasCode } from '../../common/errors/spiffe-error.ts';
import { encodeBundleDocument } from '../../common/x509/bundle-document.ts';
import { certificatesToPem, encodePem } from '../../common/x509/pem.ts';
import { createTestCa } from '../../testkit/test-ca.ts';
import { loadTrustBundle, type TrustBundleFormat } from './trust-bundle-source.ts';

const folder = mkdtempSync(join(tmpdir(), 'trust-bundle-'));
after(() => rmSync(folder, { recursive: true }));
const ca = await createTestCa({ trustDomain: 'example.org' });
const path = join(folder, 'bundle');
const { signal } = new AbortController();

function load(text: string, format: TrustBundleFormat = 'pem') {
  writeFileSync(path, text);
  return loadTrustBundle({ kind: 'file', path, format }, ca.trustDomain, signal);
}

test('a bundle is read as PEM and as a SPIFFE document', async () => {
  const pem = await load(`some text\n${certificatesToPem([ca.rootDer, ca.rootDer])}`);
  assert.equal(pem?.x509Authorities.length, 2);
  const document = await load(encodeBundleDocument(ca.bundle), 'spiffe');
  assert.deepEqual(Buffer.from(document?.x509Authorities[0]?.der ?? []), Buffer.from(ca.rootDer));
});

test('insecure bootstrap has no bundle', async () => {
  assert.equal(await loadTrustBundle({ kind: 'insecure' }, ca.trustDomain, signal), undefined);
});

test('what is no bundle is refused', async () => {
  const rows: [name: string, text: string, format: TrustBundleFormat][] = [
    ['nothing', '', 'pem'],
    ['no certificate', encodePem('CERTIFICATE', Uint8Array.of(1, 2, 3)), 'pem'],
    ['a document as PEM', encodeBundleDocument(ca.bundle), 'pem'],
    ['PEM as a document', certificatesToPem([ca.rootDer]), 'spiffe'],
    ['a document without roots', '{"keys":[]}', 'spiffe'],
  ];
  for (const [name, text, format] of rows) await assert.rejects(load(text, format), Error, name);
});

test('a source that cannot be had can be had later', async () => {
  const missing = { kind: 'file', path: join(folder, 'missing'), format: 'pem' } as const;
  const nowhere = { kind: 'url', url: 'https://127.0.0.1:1/', format: 'pem' } as const;
  for (const source of [missing, nowhere]) {
    await assert.rejects(loadTrustBundle(source, ca.trustDomain, signal), (error) =>
      hasCode(error, 'UNAVAILABLE'),
    );
  }
});
