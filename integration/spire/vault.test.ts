import assert from 'node:assert/strict';
import { execFileSync, spawn } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { request } from 'node:https';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { suite, test, type TestContext } from 'node:test';
import { createKubePki } from '../../testkit/kube-pki.ts';
import { startAgent } from '../local/harness/agent.ts';
import { eventually, when } from '../local/harness/poll.ts';
import type { Programs } from '../local/harness/programs.ts';
import { startServer } from '../local/harness/server.ts';
import { inWorkspace, projectRoot, type Workspace } from '../local/harness/workspace.ts';
import { fetchLive } from './live-identity.ts';
import { ours, ownSelector } from './peers.ts';

const binary = execFileSync('bash', [join(projectRoot, 'scripts/setup-vault.sh')], {
  encoding: 'utf8',
  stdio: ['ignore', 'pipe', 'inherit'],
}).trim();

interface Vault {
  readonly address: string;
  readonly rootToken: string;
  readonly caPath: string;
  readonly clientCertPath: string;
  readonly clientKeyPath: string;
  /** Calls Vault's API as root. */
  readonly call: (method: string, path: string, body?: object) => Promise<Record<string, unknown>>;
}

/** A Vault with a root CA in `pki` and an intermediate below it in `pki_int`. */
async function startVault(t: TestContext, workspace: Workspace): Promise<Vault> {
  const pki = await createKubePki();
  const own = await pki.issue(['127.0.0.1']);
  const client = await pki.issue(['client.test'], { commonName: 'client' });
  const put = (name: string, text: string) => {
    writeFileSync(workspace.path(name), text);
    return workspace.path(name);
  };
  const caPath = put('vault-ca.pem', pki.caPem);
  const files = [put('vault.pem', own.certPem), put('vault.key', own.keyPem)];
  const child = spawn(binary, files, { stdio: ['pipe', 'pipe', 'inherit'] });
  t.after(() => child.kill());
  const [line] = await createInterface(child.stdout)
    [Symbol.asyncIterator]()
    .next()
    .then(({ value }) => [String(value)]);
  const { address, token } = JSON.parse(line ?? '') as { address: string; token: string };
  const vault: Vault = {
    address,
    rootToken: token,
    caPath,
    clientCertPath: put('client.pem', client.certPem),
    clientKeyPath: put('client.key', client.keyPem),
    call: (method, path, body) => callApi(`${address}/v1/${path}`, method, token, caPath, body),
  };
  await fill(vault, pki.caPem);
  return vault;
}

function callApi(
  url: string,
  method: string,
  token: string,
  caPath: string,
  body: object = {},
): Promise<Record<string, unknown>> {
  const { promise, resolve, reject } = Promise.withResolvers<Record<string, unknown>>();
  const headers = { 'x-vault-token': token };
  request(url, { method, headers, ca: readFileSync(caPath) }, (response) => {
    let text = '';
    response.on('data', (chunk: Buffer) => (text += chunk.toString()));
    response.on('end', () => {
      if ((response.statusCode ?? 500) < 300) resolve(JSON.parse(text || '{}') as never);
      else reject(new Error(`${method} ${url}: ${text}`));
    });
  })
    .on('error', reject)
    .end(method === 'GET' ? undefined : JSON.stringify(body));
  return promise;
}

const dataOf = (answer: Record<string, unknown>) => answer['data'] as Record<string, string>;

async function fill({ call }: Vault, clientCaPem: string): Promise<void> {
  const year = { max_lease_ttl: '8760h' };
  await call('POST', 'sys/mounts/pki', { type: 'pki', config: year });
  await call('POST', 'sys/mounts/pki_int', { type: 'pki', config: year });
  await call('POST', 'pki/root/generate/internal', { common_name: 'vault root', ttl: '8000h' });
  const middle = { common_name: 'vault intermediate', ttl: '4000h' };
  const { csr } = dataOf(await call('POST', 'pki_int/intermediate/generate/internal', middle));
  const signed = dataOf(await call('POST', 'pki/root/sign-intermediate', { ...middle, csr }));
  const chain = `${signed['certificate'] ?? ''}\n${signed['issuing_ca'] ?? ''}`;
  await call('POST', 'pki_int/intermediate/set-signed', { certificate: chain });
  const policy = ['pki', 'pki_int']
    .map((mount) => `path "${mount}/root/sign-intermediate" { capabilities = ["update"] }`)
    .join('\n');
  await call('PUT', 'sys/policies/acl/sigil', { policy });
  const granted = { token_policies: 'sigil', token_ttl: `${tokenSeconds}s`, token_max_ttl: '1h' };
  await call('POST', 'sys/auth/approle', { type: 'approle' });
  await call('POST', 'auth/approle/role/sigil', granted);
  await call('POST', 'sys/auth/cert', { type: 'cert' });
  await call('POST', 'auth/cert/certs/sigil', { ...granted, certificate: clientCaPem });
}

/**
 * The lease of a token. We renew after two thirds; the rest, and the lease from its making to our first use, is
 * what a busy machine may take.
 */
const tokenSeconds = 30;

/** Vault's own word that a token of ours lives beyond its first lease. */
async function prolonged({ call }: Vault): Promise<true | undefined> {
  const { keys } = (await call('LIST', 'auth/token/accessors'))['data'] as { keys: string[] };
  for (const accessor of keys) {
    const { policies, issue_time, expire_time } = (
      await call('POST', 'auth/token/lookup-accessor', { accessor })
    )['data'] as { policies: string[]; issue_time: string; expire_time: string };
    const leaseMs = Date.parse(expire_time) - Date.parse(issue_time);
    if (policies.includes('sigil') && leaseMs > (tokenSeconds + 1) * 1000) return true;
  }
  return undefined;
}

type Settings = (vault: Vault) => Promise<string>;

const token: Settings = async ({ call }) => {
  const body = { policies: ['sigil'], ttl: `${tokenSeconds}s`, renewable: true };
  const { client_token: own } = (await call('POST', 'auth/token/create', body))['auth'] as {
    client_token: string;
  };
  return `token_auth { token = "${own}" }`;
};
const approle: Settings = async ({ call }) => {
  const { role_id: id } = dataOf(await call('GET', 'auth/approle/role/sigil/role-id'));
  const { secret_id: secret } = dataOf(await call('POST', 'auth/approle/role/sigil/secret-id'));
  return `approle_auth { approle_id = "${id ?? ''}" approle_secret_id = "${secret ?? ''}" }`;
};
const cert: Settings = ({ clientCertPath, clientKeyPath }) =>
  Promise.resolve(`cert_auth {
    cert_auth_role_name = "sigil"
    client_cert_path = ${JSON.stringify(clientCertPath)}
    client_key_path = ${JSON.stringify(clientKeyPath)}
  }`);

const rows: readonly (readonly [string, Programs, Settings, string, number])[] = [
  ['our server, a token that must be renewed', ours, token, 'pki', 2],
  ['our server, approle, below an intermediate', ours, approle, 'pki_int', 3],
  ['our server, a client certificate', ours, cert, 'pki_int', 3],
];

suite('a real Vault signs the CA', { concurrency: 2 }, () => {
  for (const [name, programs, login, mount, chainLength] of rows) {
    test(name, (t) =>
      inWorkspace(async (workspace) => {
        const vault = await startVault(t, workspace);
        const server = await startServer(workspace, {
          programs,
          plugins: [
            `UpstreamAuthority "vault" { plugin_data {
              vault_addr = "${vault.address}"
              pki_mount_point = "${mount}"
              ca_cert_path = ${JSON.stringify(vault.caPath)}
              ${await login(vault)}
            } }`,
          ],
        });
        const agent = await startAgent(workspace, server, { syncInterval: '1s' });
        const web = { spiffeId: 'spiffe://demo.test/web', parentId: agent.nodeId };
        await server.createEntry({ ...web, selectors: [ownSelector] });
        const live = await eventually('the workload has an identity', () => fetchLive(agent));
        assert.equal(live.chainLength, chainLength);
        await eventually('Vault has prolonged the lease of a token', () => prolonged(vault), {
          deadlineMs: 3 * tokenSeconds * 1000,
          everyMs: 500,
        });
        await server.json('localauthority', 'x509', 'prepare');
        const state = (await server.json('localauthority', 'x509', 'show')) as {
          prepared: { upstream_authority_subject_key_id: string } | null;
        };
        assert.match(state.prepared?.upstream_authority_subject_key_id ?? '', /^[0-9a-f]{40}$/);
        await eventually('the workload keeps its identity', async () =>
          when((await fetchLive(agent)) !== undefined),
        );
      }),
    );
  }
});
