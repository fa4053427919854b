import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { request } from 'node:https';
import { join } from 'node:path';
import { connect } from 'node:tls';
import { test } from 'node:test';
import { freePort } from '../local/harness/free-port.ts';
import { eventually, when } from '../local/harness/poll.ts';
import { accepts } from '../local/harness/programs.ts';
import { startServer } from '../local/harness/server.ts';
import { createWebPki } from '../local/harness/web-pki.ts';
import { inWorkspace, projectRoot, type Workspace } from '../local/harness/workspace.ts';
import { ours, spire } from './peers.ts';

/** Let's Encrypt's test CA; every fifth nonce is refused, and authorizations are never reused. */
async function startPebble(workspace: Workspace, challengePort: number) {
  const binary = execFileSync('bash', [join(projectRoot, 'scripts/setup-pebble.sh')], {
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'inherit'],
  }).trim();
  const pki = createWebPki(workspace, 'pebble');
  const [port, managementPort] = [await freePort(), await freePort()];
  const configPath = workspace.path('pebble.json');
  const config = {
    listenAddress: `127.0.0.1:${port}`,
    managementListenAddress: `127.0.0.1:${managementPort}`,
    certificate: pki.certPath,
    privateKey: pki.keyPath,
    httpPort: 1,
    tlsPort: challengePort,
  };
  writeFileSync(configPath, JSON.stringify({ pebble: config }));
  const env = {
    PEBBLE_VA_NOSLEEP: '1',
    PEBBLE_WFE_NONCEREJECT: '20',
    PEBBLE_AUTHZREUSE: '0',
  };
  workspace.start('pebble', [binary, '-config', configPath], env);
  await eventually('Pebble accepts connections', async () =>
    when((await accepts(port)) && (await accepts(managementPort))),
  );
  const root = await get(`https://localhost:${managementPort}/roots/0`, pki.rootPath);
  const rootPath = workspace.path('issued-root.pem');
  writeFileSync(rootPath, root);
  return { directoryUrl: `https://localhost:${port}/dir`, serverRootPath: pki.rootPath, rootPath };
}

function get(url: string, caPath: string): Promise<string> {
  return new Promise((resolve, reject) => {
    request(url, { ca: readFileSync(caPath) }, (response) => {
      let body = '';
      response.setEncoding('utf8').on('data', (chunk: string) => (body += chunk));
      response.on('end', () => resolve(body));
    })
      .on('error', reject)
      .end();
  });
}

/** The serial number of what the port shows, when it chains to the root; undefined otherwise. */
function servedSerial(port: number, rootPath: string): Promise<string | undefined> {
  return new Promise((resolve) => {
    const ca = readFileSync(rootPath);
    const socket = connect({ port, host: 'localhost', servername: 'localhost', ca }, () => {
      resolve(socket.getPeerX509Certificate()?.serialNumber);
      socket.destroy();
    });
    socket.on('error', () => resolve(undefined));
  });
}

test('a certificate is got over ACME, a real spire-server trusts it, and it outlives a restart', () =>
  inWorkspace(async (workspace) => {
    const port = await freePort();
    const pebble = await startPebble(workspace, port);
    const server = await startServer(workspace, {
      name: 'two',
      programs: ours,
      trustDomain: 'two.test',
      env: { SSL_CERT_FILE: pebble.serverRootPath },
      settings: [
        `federation { bundle_endpoint { address = "127.0.0.1", port = ${port}
           profile "https_web" { acme {
             directory_url = "${pebble.directoryUrl}", domain_name = "localhost"
             email = "admin@two.test", tos_accepted = true } } } }`,
      ],
    });
    const serial = await eventually('the certificate is served', () =>
      servedSerial(port, pebble.rootPath),
    );
    const follower = await startServer(workspace, {
      name: 'one',
      programs: spire,
      trustDomain: 'one.test',
      env: { SSL_CERT_FILE: pebble.rootPath },
      settings: [
        `federation { federates_with "two.test" {
           bundle_endpoint_url = "https://localhost:${port}", bundle_endpoint_profile "https_web" {} } }`,
      ],
    });
    await eventually('the real spire-server has the bundle', async () => {
      const { code } = await follower.cli('bundle', 'list', '-id', 'two.test');
      return when(code === 0);
    });
    const folder = join(server.dataDir, 'bundle-acme');
    for (const name of ['account.pem', 'certificate.pem']) {
      assert.equal(statSync(join(folder, name)).mode & 0o777, 0o600);
    }
    await server.process.stop();
    await server.start();
    assert.equal(await servedSerial(port, pebble.rootPath), serial);
  }));

test('without accepted terms nothing is asked of the CA, and the log says what to set', () =>
  inWorkspace(async (workspace) => {
    const port = await freePort();
    const pebble = await startPebble(workspace, port);
    const server = await startServer(workspace, {
      programs: ours,
      env: { SSL_CERT_FILE: pebble.serverRootPath },
      settings: [
        `federation { bundle_endpoint { address = "127.0.0.1", port = ${port}
           profile "https_web" { acme {
             directory_url = "${pebble.directoryUrl}", domain_name = "localhost"
             email = "admin@two.test" } } } }`,
      ],
    });
    await eventually('the refusal is in the log', () =>
      when(
        /Terms of Service have not been accepted: .*set tos_accepted/.test(server.process.output),
      ),
    );
    assert.equal(existsSync(join(server.dataDir, 'bundle-acme', 'certificate.pem')), false);
    assert.equal(await servedSerial(port, pebble.rootPath), undefined);
  }));
