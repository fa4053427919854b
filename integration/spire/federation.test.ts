import assert from 'node:assert/strict';
import { copyFileSync, writeFileSync } from 'node:fs';
import { suite, test } from 'node:test';
import { startAgent } from '../local/harness/agent.ts';
import { freePort } from '../local/harness/free-port.ts';
import { eventually, when } from '../local/harness/poll.ts';
import type { Programs } from '../local/harness/programs.ts';
import { startServer, type RunningServer } from '../local/harness/server.ts';
import { createWebPki } from '../local/harness/web-pki.ts';
import { inWorkspace, type Workspace } from '../local/harness/workspace.ts';
import { bundleFixtures } from '../../testkit/bundle-fixtures.ts';
import { ours, ownSelector, spire } from './peers.ts';

interface Authority {
  readonly asn1: string;
}

/** The roots that a server has of its own trust domain. */
async function ownRoots(server: RunningServer): Promise<string[]> {
  const bundle = (await server.json('bundle', 'show')) as { x509_authorities: Authority[] };
  return bundle.x509_authorities.map(({ asn1 }) => asn1).sort();
}

/** The roots that a server has of a partner. */
async function rootsOf(server: RunningServer, trustDomain: string): Promise<string[]> {
  const command = ['bundle', 'list', '-id', trustDomain];
  const bundle = (await server.json(...command)) as { x509_authorities: Authority[] };
  return bundle.x509_authorities.map(({ asn1 }) => asn1).sort();
}

async function succeeds(server: RunningServer, ...command: readonly string[]): Promise<string> {
  const { code, stdout, stderr } = await server.cli(...command);
  assert.equal(code, 0, `${command.join(' ')}: ${stdout}${stderr}`);
  return stdout;
}

async function refresh(server: RunningServer, trustDomain: string): Promise<void> {
  assert.equal(
    await succeeds(server, 'federation', 'refresh', '-id', trustDomain),
    'Bundle refreshed\n',
  );
}

/** Prepares another root, which a bundle then has before it signs, and activates it. */
async function prepareRoot(server: RunningServer): Promise<string> {
  const answer = (await server.json('localauthority', 'x509', 'prepare')) as {
    prepared_authority: { authority_id: string };
  };
  return answer.prepared_authority.authority_id;
}

async function startPartner(
  workspace: Workspace,
  name: string,
  programs: Programs,
  settings: { readonly endpoint: string; readonly env?: Record<string, string> },
): Promise<{ readonly server: RunningServer; readonly url: string }> {
  const port = await freePort();
  const server = await startServer(workspace, {
    name,
    programs,
    trustDomain: `${name}.test`,
    ...(settings.env !== undefined && { env: settings.env }),
    settings: [
      `federation { bundle_endpoint { address = "127.0.0.1", port = ${port}, ${settings.endpoint} } }`,
    ],
  });
  return { server, url: `https://localhost:${port}` };
}

/** Exchanges the first bundles by hand, as operators do, and makes a relationship in one direction. */
async function followSpiffe(
  follower: RunningServer,
  partner: { readonly server: RunningServer; readonly url: string },
  path: string,
): Promise<void> {
  const { trustDomain } = partner.server;
  writeFileSync(path, await succeeds(partner.server, 'bundle', 'show', '-format', 'spiffe'));
  await succeeds(follower, 'bundle', 'set', '-id', trustDomain, '-format', 'spiffe', '-path', path);
  await succeeds(
    follower,
    ...['federation', 'create', '-trustDomain', trustDomain, '-bundleEndpointURL', partner.url],
    ...['-bundleEndpointProfile', 'https_spiffe'],
    ...['-endpointSpiffeID', `spiffe://${trustDomain}/spire/server`],
  );
}

const directions: readonly (readonly [string, Programs, Programs])[] = [
  ['our server follows a real spire-server', ours, spire],
  ['a real spire-server follows our server', spire, ours],
];

for (const [direction, followerPrograms, partnerPrograms] of directions) {
  suite(direction, { concurrency: 1 }, () => {
    test('with https_spiffe, through the rotation of the CA that authenticates the endpoint', () =>
      inWorkspace(async (workspace) => {
        const endpoint = 'profile "https_spiffe" {}';
        const [{ server: follower }, partner] = await Promise.all([
          startPartner(workspace, 'one', followerPrograms, { endpoint }),
          startPartner(workspace, 'two', partnerPrograms, { endpoint }),
        ]);
        await followSpiffe(follower, partner, workspace.path('two.json'));
        await refresh(follower, 'two.test');
        assert.deepEqual(await rootsOf(follower, 'two.test'), await ownRoots(partner.server));

        const authority = await prepareRoot(partner.server);
        const both = await ownRoots(partner.server);
        assert.equal(both.length, 2);
        await eventually('the endpoint serves the prepared root', async () => {
          await refresh(follower, 'two.test');
          return when(JSON.stringify(await rootsOf(follower, 'two.test')) === JSON.stringify(both));
        });
        await succeeds(
          partner.server,
          ...['localauthority', 'x509', 'activate', '-authorityID', authority],
        );
        // Taint makes the partner's own X509-SVID, which the endpoint shows, one of the new CA at once.
        const state = (await partner.server.json('localauthority', 'x509', 'show')) as {
          old: { authority_id: string };
        };
        const old = state.old.authority_id;
        await succeeds(partner.server, ...['localauthority', 'x509', 'taint', '-authorityID', old]);
        await eventually('the endpoint shows an X509-SVID of the new CA', async () => {
          await succeeds(
            partner.server,
            ...['localauthority', 'x509', 'revoke', '-authorityID', old],
          );
          return true;
        });
        await eventually('the follower has the new root alone', async () => {
          await refresh(follower, 'two.test');
          return when((await rootsOf(follower, 'two.test')).length === 1);
        });
        await eventually('the endpoint is trusted by the new root alone', async () => {
          await refresh(follower, 'two.test');
          return true;
        });
      }));

    test('with https_web, and files that are replaced while it runs', () =>
      inWorkspace(async (workspace) => {
        const pki = createWebPki(workspace, 'web');
        const next = createWebPki(workspace, 'next');
        const env = { SSL_CERT_FILE: pki.rootPath };
        const partner = await startPartner(workspace, 'two', partnerPrograms, {
          endpoint: `profile "https_web" { serving_cert_file {
            cert_file_path = "${pki.certPath}", key_file_path = "${pki.keyPath}", file_sync_interval = "1s" } }`,
        });
        const follower = await startServer(workspace, {
          name: 'one',
          programs: followerPrograms,
          trustDomain: 'one.test',
          env,
          settings: [
            `federation { federates_with "two.test" {
               bundle_endpoint_url = "${partner.url}/", bundle_endpoint_profile "https_web" {} } }`,
          ],
        });
        await eventually('the first bundle is fetched without being asked for', async () =>
          when((await rootsOf(follower, 'two.test')).length === 1),
        );
        await prepareRoot(partner.server);
        await eventually('the prepared root is fetched', async () => {
          await refresh(follower, 'two.test');
          return when((await rootsOf(follower, 'two.test')).length === 2);
        });
        // From now on the endpoint shows a certificate of an authority that nobody trusts.
        copyFileSync(next.certPath, pki.certPath);
        copyFileSync(next.keyPath, pki.keyPath);
        await eventually('the certificate of a stranger is refused', async () => {
          const { code, stderr } = await follower.cli('federation', 'refresh', '-id', 'two.test');
          return when(code === 1 && stderr.includes('failed to refresh bundle'));
        });
        assert.equal((await rootsOf(follower, 'two.test')).length, 2);
      }));

    test('with the wrong profile the bundle is refused, and what was stored stays', () =>
      inWorkspace(async (workspace) => {
        const endpoint = 'profile "https_spiffe" {}';
        const [{ server: follower }, partner] = await Promise.all([
          startPartner(workspace, 'one', followerPrograms, { endpoint }),
          startPartner(workspace, 'two', partnerPrograms, { endpoint }),
        ]);
        await followSpiffe(follower, partner, workspace.path('two.json'));
        const update = ['federation', 'update', '-trustDomain', 'two.test'];
        const url = ['-bundleEndpointURL', partner.url];
        await succeeds(follower, ...update, ...url, '-bundleEndpointProfile', 'https_web');
        const { code, stderr } = await follower.cli('federation', 'refresh', '-id', 'two.test');
        assert.equal(code, 1);
        assert.match(stderr, /failed to fetch federated bundle from endpoint: /);
        await succeeds(
          follower,
          ...[...update, ...url, '-bundleEndpointProfile', 'https_spiffe'],
          ...['-endpointSpiffeID', 'spiffe://two.test/somebody/else'],
        );
        const mismatch = await follower.cli('federation', 'refresh', '-id', 'two.test');
        assert.equal(mismatch.code, 1);
        assert.match(mismatch.stderr, /failed to fetch federated bundle from endpoint: /);
        assert.equal((await rootsOf(follower, 'two.test')).length, 1);
      }));
  });
}

for (const [name, programs, partnerPrograms] of [
  ['ours federates with SPIRE', ours, spire],
  ['SPIRE federates with ours', spire, ours],
] as const) {
  test(`a workload gets the bundle of a partner that its entry names: ${name}`, () =>
    inWorkspace(async (workspace) => {
      const endpoint = 'profile "https_spiffe" {}';
      const [{ server }, partner] = await Promise.all([
        startPartner(workspace, 'one', programs, { endpoint }),
        startPartner(workspace, 'two', partnerPrograms, { endpoint }),
      ]);
      await followSpiffe(server, partner, workspace.path('two.json'));
      const agent = await startAgent(workspace, server, { programs });
      const entry = ['-spiffeID', 'spiffe://one.test/web', '-parentID', agent.nodeId];
      const create = ['entry', 'create', ...entry, '-selector', ownSelector];
      await succeeds(server, ...create, '-federatesWith', 'two.test');
      const federated = async () => {
        const { code, stdout } = await agent.cli('api', 'fetch', 'x509', '-output', 'json');
        if (code !== 0) return undefined;
        const { federated_bundles: bundles } = JSON.parse(stdout) as {
          federated_bundles: Record<string, string>;
        };
        return bundles['spiffe://two.test'] ?? bundles['two.test'];
      };
      const first = await eventually('the partner is trusted', federated);
      await prepareRoot(partner.server);
      await refresh(server, 'two.test');
      await eventually('the new root of the partner reaches the workload', async () =>
        when((await federated()) !== first),
      );
    }));
}

for (const [name, programs] of [
  ['ours', ours],
  ["SPIRE's", spire],
] as const) {
  test(`F133: bundles of every kind are taken or refused by ${name} as the table of fixtures says`, () =>
    inWorkspace(async (workspace) => {
      const server = await startServer(workspace, { programs });
      const path = workspace.path('bundle');
      const found: [string, boolean][] = [];
      const expected: [string, boolean][] = [];
      for (const fixture of await bundleFixtures('partner.test')) {
        writeFileSync(path, fixture.text);
        const set = ['bundle', 'set', '-id', 'partner.test', '-format', fixture.format];
        const { code } = await server.cli(...set, '-path', path);
        found.push([fixture.name, code === 0]);
        const ourAnswer = fixture.ours !== undefined;
        expected.push([fixture.name, programs === ours ? ourAnswer : fixture.spire]);
      }
      assert.deepEqual(found, expected);
    }));
}
