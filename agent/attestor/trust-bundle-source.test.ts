import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { hasCode } from '../../common/errors/spiffe-error.ts';
import { encodeBundleDocument } from '../../common/x509/bundle-document.ts';
import { certificatesToPem, encodePem } from '../../common/x509/pem.ts';
import { createTestCa } from '../../testkit/test-ca.ts';
import { temporaryFolder } from '../../testkit/temporary-folder.ts';
import { createServer } from 'node:http';
import { systemClock } from '../../common/clock/clock.ts';
import { silentLogger } from '../../common/log/logger.ts';
import { createPeerTracker } from '../../common/peertracker/peer-tracker.ts';
import { createRpcServer } from '../../common/rpc/rpc-server.ts';
import { serveStream } from '../../common/rpc/serve.ts';
import { workloadService } from '../../common/rpc/services/workload.ts';
import { X509BundlesResponse } from '../../proto/gen/workload-api.js';
import { loadTrustBundle, type TrustBundleFormat } from './trust-bundle-source.ts';

const folder = temporaryFolder();
const ca = await createTestCa({ trustDomain: 'example.org' });
const path = join(folder, 'bundle');
const { signal } = new AbortController();
const attempt = {
  mode: 'rebootstrap',
  attempts: 3,
  startTime: '2026-01-02T03:04:05Z',
  server: { host: 'sigil-server', port: 8081 },
} as const;

function load(text: string, format: TrustBundleFormat = 'pem') {
  writeFileSync(path, text);
  return loadTrustBundle({ kind: 'file', path, format }, ca.trustDomain, attempt, signal);
}

test('a bundle is read as PEM and as a SPIFFE document', async () => {
  const pem = await load(`some text\n${certificatesToPem([ca.rootDer, ca.rootDer])}`);
  assert.equal(pem?.x509Authorities.length, 2);
  const document = await load(encodeBundleDocument(ca.bundle), 'spiffe');
  assert.deepEqual(Buffer.from(document?.x509Authorities[0]?.der ?? []), Buffer.from(ca.rootDer));
});

test('insecure bootstrap has no bundle', async () => {
  assert.equal(
    await loadTrustBundle({ kind: 'insecure' }, ca.trustDomain, attempt, signal),
    undefined,
  );
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

test('what is no bundle is named, so that its key can be mended', async () => {
  for (const format of ['pem', 'spiffe'] as const) {
    await assert.rejects(load('root:x:0:0', format), (error) => {
      assert.ok(hasCode(error, 'INVALID_ARGUMENT'));
      assert.ok(
        error.message.startsWith(`could not parse trust bundle "${path}": `),
        error.message,
      );
      return true;
    });
  }
});

test('a source that cannot be had can be had later', async () => {
  const missing = { kind: 'file', path: join(folder, 'missing'), format: 'pem' } as const;
  const nowhere = { kind: 'url', url: 'https://127.0.0.1:1/', format: 'pem' } as const;
  for (const source of [missing, nowhere]) {
    await assert.rejects(loadTrustBundle(source, ca.trustDomain, attempt, signal), (error) =>
      hasCode(error, 'UNAVAILABLE'),
    );
  }
});

test('a program behind a Unix socket serves the bundle, and hears what the agent is about to do', async (t) => {
  const asked: string[] = [];
  let answer = { status: 200, body: certificatesToPem([ca.rootDer]) };
  const server = createServer((request, response) => {
    asked.push(request.url ?? '');
    response.writeHead(answer.status).end(answer.body);
  });
  const socketPath = join(folder, 'helper.sock');
  await new Promise<void>((resolve) => server.listen(socketPath, resolve));
  t.after(() => server.close());
  const url = 'http://helper/bundle?kind=pem';
  const source = { kind: 'unix_url', url, socketPath, format: 'pem' } as const;
  const bundle = await loadTrustBundle(source, ca.trustDomain, attempt, signal);
  assert.equal(bundle?.x509Authorities.length, 1);
  const { pathname, searchParams } = new URL(asked[0] ?? '', 'http://helper');
  assert.equal(pathname, '/bundle');
  assert.deepEqual(Object.fromEntries(searchParams), {
    kind: 'pem',
    'spire-attest-mode': 'rebootstrap',
    'spire-connection-attempts': '3',
    'spire-attest-start-time': '2026-01-02T03:04:05Z',
    'spire-server-address': 'sigil-server',
    'spire-server-port': '8081',
    'spiffe-trust-domain': 'example.org',
  });
  for (const [bad, expected] of [
    [{ status: 503, body: 'x' }, /over .*helper.sock: answered 503$/],
    [{ status: 200, body: 'x'.repeat(5 * 1024 * 1024) }, /more than 4194304 bytes$/],
  ] as const) {
    answer = bad;
    await assert.rejects(loadTrustBundle(source, ca.trustDomain, attempt, signal), (error) => {
      assert.ok(hasCode(error, 'UNAVAILABLE'), String(error));
      assert.match(error.message, expected);
      return true;
    });
  }
});

test('the Workload API of another agent gives the bundle of our trust domain, or none', async (t) => {
  let bundles: Record<string, Uint8Array> = {};
  const rpc = createRpcServer({
    methods: [
      serveStream(workloadService.FetchX509Bundles, async (stream) => {
        assert.deepEqual(stream.metadata.get('workload.spiffe.io'), ['true']);
        await stream.send(X509BundlesResponse.encode({ bundles }).finish());
      }),
    ],
    log: silentLogger,
    clock: systemClock,
  });
  t.after(() => rpc.close({ graceMs: 0 }));
  const socket = join(folder, 'other.sock');
  await rpc.listenUnix({ path: socket, mode: 0o700, trackPeers: createPeerTracker() });
  const source = { kind: 'workload_api', address: `unix://${socket}` } as const;
  const load = () => loadTrustBundle(source, ca.trustDomain, attempt, signal);
  await assert.rejects(load(), (error) => {
    assert.ok(hasCode(error, 'UNAVAILABLE'), String(error));
    assert.match(error.message, /other.sock: the Workload API has no bundle for trust domain "ex/);
    return true;
  });
  bundles = { 'spiffe://example.org': Buffer.concat([ca.rootDer, ca.rootDer]) };
  const bundle = await load();
  assert.equal(bundle?.x509Authorities.length, 2);
  assert.deepEqual(Buffer.from(bundle.x509Authorities[1]?.der ?? []), Buffer.from(ca.rootDer));
});
