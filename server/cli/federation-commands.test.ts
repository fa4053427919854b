import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { SpiffeError } from '../../common/errors/spiffe-error.ts';
import { serveUnary } from '../../common/rpc/serve.ts';
import { agentService } from '../../common/rpc/services/agent.ts';
import { localAuthorityService } from '../../common/rpc/services/local-authority.ts';
import { trustDomainService } from '../../common/rpc/services/trust-domain.ts';
import { certificatesToPem } from '../../common/x509/pem.ts';
import { encodeBundleDocument } from '../../common/x509/bundle-document.ts';
import type { spire } from '../../proto/gen/spire-api.js';
import { withCliBench } from '../../testkit/cli-bench.ts';
import { FakeClock } from '../../testkit/fake-clock.ts';
import { createTestCa } from '../../testkit/test-ca.ts';
import { clientCommands } from './client-commands.ts';

type Relationship = spire.api.types.FederationRelationship;
const ok = { code: 0, message: 'OK' };
const partner = await createTestCa({ trustDomain: 'partner.test' });

/** Creates what it is sent, but refuses trust domains that begin with `bad`. */
function creates(seen: Relationship[] = []) {
  return serveUnary(trustDomainService.BatchCreateFederationRelationship, async (request) => {
    seen.push(...request.federation_relationships);
    const results = request.federation_relationships.map((one) =>
      one.trust_domain.startsWith('bad')
        ? { status: { code: 3, message: 'refused' } }
        : { status: ok, federation_relationship: one },
    );
    return { results };
  });
}

test('a relationship is printed as it was made, with its profile', async () => {
  await withCliBench(clientCommands, [creates()], async ({ run }) => {
    const create =
      'federation create $SOCKET -trustDomain partner.test -bundleEndpointURL https://p';
    assert.deepEqual(
      await run(
        `${create} -bundleEndpointProfile https_spiffe -endpointSpiffeID spiffe://partner.test/e`,
      ),
      {
        code: 0,
        out: `
Trust domain              : partner.test
Bundle endpoint URL       : https://p
Bundle endpoint profile   : https_spiffe
Endpoint SPIFFE ID        : spiffe://partner.test/e
`,
        err: '',
      },
    );
  });
});

test('relationships are read from a file with their bundles, and those refused are told', async () => {
  const seen: Relationship[] = [];
  await withCliBench(clientCommands, [creates(seen)], async ({ run }) => {
    const web = { bundleEndpointURL: 'https://w', bundleEndpointProfile: 'https_web' };
    const pem = certificatesToPem([partner.rootDer]);
    const document: unknown = JSON.parse(encodeBundleDocument(partner.bundle));
    const file = {
      federationRelationships: [
        { ...web, trustDomain: 'a', trustDomainBundle: pem, trustDomainBundleFormat: 'pem' },
        {
          ...web,
          trustDomain: 'b',
          trustDomainBundle: document,
          trustDomainBundleFormat: 'spiffe',
        },
        { ...web, trustDomain: 'bad' },
      ],
    };
    const result = await run('federation create $SOCKET -data -', { stdin: JSON.stringify(file) });
    assert.equal(result.code, 1);
    assert.equal(result.out.match(/^Trust domain/gm)?.length, 2);
    assert.match(
      result.err,
      /^Failed to create the following federation relationship \(code: InvalidArgument, msg: "refused"\):\nTrust domain {14}: bad\n/,
    );
    const roots = seen.map((one) => one.trust_domain_bundle?.x509_authorities[0]?.asn1);
    assert.deepEqual(
      roots.slice(0, 2).map((der) => Buffer.from(der ?? [])),
      [Buffer.from(partner.rootDer), Buffer.from(partner.rootDer)],
    );
  });
});

const faults: readonly (readonly [string, string])[] = [
  ['', 'trust domain is required'],
  ['-trustDomain p', 'bundle endpoint URL is required'],
  ['-trustDomain p -bundleEndpointURL u', 'unknown bundle endpoint profile type: ""'],
  [
    '-trustDomain p -bundleEndpointURL u -bundleEndpointProfile https_spiffe',
    "endpoint SPIFFE ID is required if 'https_spiffe' endpoint profile is set",
  ],
  [
    '-trustDomain p -data -',
    "cannot use other flags to specify relationship fields when 'data' flag is set",
  ],
  [
    '-trustDomain p -bundleEndpointURL u -bundleEndpointProfile https_web -trustDomainBundlePath /nowhere',
    'cannot read bundle file: open /nowhere: no such file or directory',
  ],
];
for (const [flags, message] of faults) {
  test(`nothing is sent: ${message}`, async () => {
    await withCliBench(clientCommands, [], async ({ run }) => {
      const { code, out, err } = await run(`federation create $SOCKET ${flags}`.trim());
      assert.deepEqual({ code, out, err }, { code: 1, out: '', err: `Error: ${message}\n` });
    });
  });
}

test('a bundle file that is no bundle is told, and nothing is sent', async () => {
  await withCliBench(clientCommands, [], async ({ folder, run }) => {
    const path = join(folder, 'bundle.pem');
    writeFileSync(path, 'rubbish');
    const { code, err } = await run(`bundle set $SOCKET -id p.test -path ${path}`);
    assert.equal(code, 1);
    assert.match(err, /^Error: unable to parse bundle data: /);
    const document = await run(`bundle set $SOCKET -id p.test -format spiffe -path ${path}`);
    assert.match(document.err, /^Error: unable to parse to spiffe bundle: .*is not JSON/);
  });
});

test('a refresh without a relationship, and one that fails, are told apart', async () => {
  const refresh = serveUnary(trustDomainService.RefreshBundle, ({ trust_domain: name }) =>
    Promise.reject(
      name === 'none'
        ? new SpiffeError('NOT_FOUND', 'no relationship')
        : new SpiffeError('INTERNAL', 'failed to refresh bundle: away'),
    ),
  );
  await withCliBench(clientCommands, [refresh], async ({ run }) => {
    assert.equal(
      (await run('federation refresh $SOCKET -id none')).err,
      'Error: there is no federation relationship with trust domain "none"\n',
    );
    assert.match(
      (await run('federation refresh $SOCKET -id some')).err,
      /^Error: failed to refresh bundle: rpc error: code = Internal desc = .*away\n$/,
    );
  });
});

test('agents that expired long ago are purged, those that cannot be are told, others stay', async () => {
  const clock = new FakeClock();
  const seconds = Math.floor(clock.now() / 1000);
  const agentOf = (path: string, age: number) => ({
    id: { trust_domain: 'lab.test', path },
    x509svid_expires_at: seconds - age,
  });
  const pages = [[agentOf('/old', 7200), agentOf('/new', 1800)], [agentOf('/stuck', 7200)], []];
  const deleted: string[] = [];
  const methods = [
    serveUnary(agentService.ListAgents, async ({ page_token: token, filter }) => {
      assert.equal(filter?.by_can_reattest?.value, true);
      const at = Number(token);
      return { agents: pages[at] ?? [], next_page_token: at < 2 ? String(at + 1) : '' };
    }),
    serveUnary(agentService.DeleteAgent, async ({ id }) => {
      if (id?.path === '/stuck') throw new SpiffeError('INTERNAL', 'no');
      deleted.push(id?.path ?? '');
      return {};
    }),
  ];
  await withCliBench(clientCommands, methods, async ({ run }) => {
    const dry = await run('agent purge $SOCKET -expiredFor 1h -dryRun', { clock });
    assert.equal(
      dry.out,
      'Found 2 expired agents\n\n\nAgents that can be purged:\nSPIFFE ID         : spiffe://lab.test/old\nSPIFFE ID         : spiffe://lab.test/stuck\n',
    );
    assert.deepEqual(deleted, []);
    const real = await run('agent purge $SOCKET -expiredFor 1h', { clock });
    assert.equal(
      real.out,
      `Found 2 expired agents

Agents purged:
SPIFFE ID         : spiffe://lab.test/old
Agents not purged:
SPIFFE ID         : spiffe://lab.test/stuck
Error             : rpc error: code = Internal desc = no
`,
    );
    assert.deepEqual(deleted, ['/old']);
  });
});

test('upstream authorities are tainted and revoked by their subject key', async () => {
  const methods = [
    serveUnary(
      localAuthorityService.TaintX509UpstreamAuthority,
      async ({ subject_key_id: id }) => ({
        upstream_authority_subject_key_id: id,
      }),
    ),
    serveUnary(
      localAuthorityService.RevokeX509UpstreamAuthority,
      async ({ subject_key_id: id }) => ({
        upstream_authority_subject_key_id: id,
      }),
    ),
  ];
  await withCliBench(clientCommands, methods, async ({ run }) => {
    for (const [verb, done] of [
      ['taint', 'Tainted'],
      ['revoke', 'Revoked'],
    ] as const) {
      assert.deepEqual(await run(`upstreamauthority ${verb} $SOCKET -subjectKeyID ab`), {
        code: 0,
        out: `${done} X.509 upstream authority:\n  Subject Key ID: ab\n`,
        err: '',
      });
    }
  });
});
