import assert from 'node:assert/strict';
import { once } from 'node:events';
import { statSync } from 'node:fs';
import { connect } from 'node:net';
import { join } from 'node:path';
import { test, type TestContext } from 'node:test';
import { connect as connectTls } from 'node:tls';
import type { RpcChannel } from '../common/rpc/rpc-channel.ts';
import { RpcError } from '../common/rpc/rpc-error.ts';
import { agentService } from '../common/rpc/services/agent.ts';
import { bundleService } from '../common/rpc/services/bundle.ts';
import { entryService } from '../common/rpc/services/entry.ts';
import { healthService } from '../common/rpc/services/health.ts';
import { serverDebugService } from '../common/rpc/services/server-debug.ts';
import { svidService } from '../common/rpc/services/svid.ts';
import type { Init } from '../common/rpc/contract.ts';
import { silentLogger, type LogFields, type Logger } from '../common/log/logger.ts';
import { parseCertificate } from '../common/x509/certificate.ts';
import { createCsr } from '../common/x509/csr.ts';
import { generateKeyPair } from '../common/x509/keys.ts';
import type { spire } from '../proto/gen/spire-api.js';
import type { Datastore } from './datastore/datastore.ts';
import {
  attestWithToken,
  startTestServer,
  type ClientIdentity,
  type TestServer,
  type TestServerOptions,
} from '../testkit/running-server.ts';
import { createTestCa } from '../testkit/test-ca.ts';

const domain = 'zeta.test';
const timeoutMs = 10_000;
const webKey = await generateKeyPair('ec-p256');

function agentPath(token: string): string {
  return `/spire/agent/join_token/${token}`;
}

function webEntry(parentPath: string, more: Init<spire.api.types.Entry> = {}) {
  return {
    spiffe_id: { trust_domain: domain, path: '/web' },
    parent_id: { trust_domain: domain, path: parentPath },
    selectors: [{ type: 'unix', value: 'uid:33' }],
    ...more,
  };
}

/** A server with one attested agent `a` and one entry `web` below it. */
async function setUp(t: TestContext, options: TestServerOptions = {}) {
  const running = await startTestServer(t, options);
  await running.admin.unary(agentService.CreateJoinToken, { ttl: 60, token: 'a' }, { timeoutMs });
  const identity = await attestWithToken(running, 'a');
  const agent = running.dial(identity);
  await createEntries(running, [webEntry(agentPath('a'), { id: 'web' })]);
  return { running, identity, agent };
}

async function createEntries({ admin }: TestServer, entries: Init<spire.api.types.Entry>[]) {
  const { results } = await admin.unary(entryService.BatchCreateEntry, { entries }, { timeoutMs });
  return results.map((result) => result.status?.code);
}

async function sync(channel: RpcChannel) {
  const stream = channel.open(entryService.SyncAuthorizedEntries, { timeoutMs });
  await stream.send({ output_mask: { spiffe_id: true, selectors: true, revision_number: true } });
  const ids: string[] = [];
  const revisions: string[] = [];
  let asked = false;
  for await (const page of stream.messages) {
    revisions.push(...page.entry_revisions.map((revision) => revision.id));
    ids.push(...page.entries.map((entry) => entry.id));
    if (page.more || revisions.length === 0) continue;
    if (ids.length === revisions.length) stream.end();
    if (asked) continue;
    asked = true;
    await stream.send({ ids: revisions });
  }
  return { ids, revisions };
}

async function sign(channel: RpcChannel, entryId: string, csr = createCsr(webKey)) {
  const params = [{ entry_id: entryId, csr }];
  const { results } = await channel.unary(svidService.BatchNewX509SVID, { params }, { timeoutMs });
  return results[0];
}

function rejectsWith(call: Promise<unknown>, code: string, message?: string | RegExp) {
  return assert.rejects(call, (error) => {
    assert.ok(error instanceof RpcError, String(error));
    assert.equal(error.code, code, error.message);
    if (typeof message === 'string') assert.equal(error.message, message);
    else if (message !== undefined) assert.match(error.message, message);
    return true;
  });
}

test('an agent attests, syncs its entries and gets an X509-SVID for a workload', async (t) => {
  const { identity, agent } = await setUp(t);
  assert.equal(identity.reattestable, false);
  const [leaf] = identity.chainDer.map(parseCertificate);
  assert.deepEqual(leaf?.uris, [`spiffe://${domain}${agentPath('a')}`]);
  assert.deepEqual((await sync(agent)).ids, ['web']);
  const { entries } = await agent.unary(entryService.GetAuthorizedEntries, {}, { timeoutMs });
  assert.deepEqual(
    entries.map((entry) => entry.id),
    ['web'],
  );
  const result = await sign(agent, 'web');
  assert.deepEqual([result?.status?.code, result?.status?.message], [0, 'OK']);
  const workload = parseCertificate(result?.svid?.cert_chain[0] ?? new Uint8Array());
  assert.deepEqual(workload.uris, [`spiffe://${domain}/web`]);
  const bundle = await agent.unary(bundleService.GetBundle, {}, { timeoutMs });
  assert.equal(bundle.trust_domain, domain);
  assert.equal(bundle.x509_authorities.length, 1);
});

test('a CSR that lies about its SPIFFE ID gets the ID of the entry, and a bad one gets nothing', async (t) => {
  const { agent } = await setUp(t);
  const lying = createCsr({ ...webKey, uri: `spiffe://${domain}/admin`, dnsNames: ['evil.test'] });
  const result = await sign(agent, 'web', lying);
  const { uris, dnsNames } = parseCertificate(result?.svid?.cert_chain[0] ?? new Uint8Array());
  assert.deepEqual([uris, dnsNames], [[`spiffe://${domain}/web`], []]);
  const rubbish = await sign(agent, 'web', Buffer.from('rubbish'));
  assert.equal(rubbish?.status?.code, 3);
  assert.match(rubbish.status.message, /^malformed CSR: /);
  assert.equal(rubbish.svid, null);
  const foreign = await sign(agent, 'other');
  assert.deepEqual(
    [foreign?.status?.code, foreign?.status?.message],
    [5, 'entry not found or not authorized'],
  );
});

test('two simultaneous uses of one token over the network: exactly one agent', async (t) => {
  const running = await startTestServer(t);
  await running.admin.unary(
    agentService.CreateJoinToken,
    { ttl: 60, token: 'once' },
    { timeoutMs },
  );
  const uses = await Promise.allSettled([1, 2, 3, 4].map(() => attestWithToken(running, 'once')));
  assert.equal(uses.filter((use) => use.status === 'fulfilled').length, 1);
  const refused = uses.filter((use) => use.status === 'rejected');
  for (const { reason } of refused) {
    assert.equal(
      (reason as Error).message,
      'failed to attest: join token does not exist or has already been used',
    );
  }
});

test('a renewed agent SVID takes over at its first use, and the old one is told why it ended', async (t) => {
  const { running, identity, agent } = await setUp(t);
  const csr = createCsr(webKey);
  const { svid } = await agent.unary(agentService.RenewAgent, { params: { csr } }, { timeoutMs });
  await agent.unary(agentService.PostStatus, { agent_version: '1.0' }, { timeoutMs });
  const renewed = running.dial({ chainDer: svid?.cert_chain ?? [], keyPair: webKey });
  assert.deepEqual((await sync(renewed)).ids, ['web']);
  const old = running.dial(identity);
  await rejectsWith(sync(old), 'AGENT_NOT_ACTIVE', /expected to have serial number/);
});

test('an evicted agent is not attested any more, a banned one is banned; both see the reason', async (t) => {
  const { running, identity, agent } = await setUp(t);
  const id = { trust_domain: domain, path: agentPath('a') };
  const { admin } = running;
  const listed = await admin.unary(agentService.ListAgents, {}, { timeoutMs });
  assert.deepEqual(
    listed.agents.map((one) => one.id?.path),
    [agentPath('a')],
  );
  await admin.unary(agentService.BanAgent, { id }, { timeoutMs });
  await rejectsWith(
    sync(agent),
    'AGENT_BANNED',
    `agent "spiffe://${domain}${agentPath('a')}" is banned`,
  );
  await admin.unary(agentService.DeleteAgent, { id }, { timeoutMs });
  await rejectsWith(sync(running.dial(identity)), 'AGENT_NOT_ATTESTED');
  await rejectsWith(
    admin.unary(agentService.DeleteAgent, { id }, { timeoutMs }),
    'NOT_FOUND',
    'agent not found',
  );
});

test('after a restart the agent goes on with its SVID, and the root is the same', async (t) => {
  const { running, identity, agent } = await setUp(t);
  const before = await agent.unary(bundleService.GetBundle, {}, { timeoutMs });
  await running.restart();
  const again = running.dial(identity);
  assert.deepEqual((await sync(again)).ids, ['web']);
  const after = await again.unary(bundleService.GetBundle, {}, { timeoutMs });
  assert.deepEqual(
    after.x509_authorities.map((authority) => Buffer.from(authority.asn1)),
    before.x509_authorities.map((authority) => Buffer.from(authority.asn1)),
  );
  assert.equal((await sign(again, 'web'))?.status?.code, 0);
});

for (const count of [0, 1, 500, 501, 1201]) {
  test(`${count} entries are synced whole, each once`, async (t) => {
    const { running, agent } = await setUp(t);
    const entries = Array.from({ length: count }, (_, at) =>
      webEntry(agentPath('a'), {
        id: `e${at}`,
        spiffe_id: { trust_domain: domain, path: `/w${at}` },
      }),
    );
    assert.ok((await createEntries(running, entries)).every((code) => code === 0));
    await running.admin.unary(entryService.BatchDeleteEntry, { ids: ['web'] }, { timeoutMs });
    const { ids, revisions } = await sync(agent);
    assert.equal(new Set(ids).size, count);
    assert.equal(ids.length, count);
    assert.equal(revisions.length, count > 500 ? count : 0);
  });
}

const badFirstRequests = [
  [{ ids: ['web'] }, 'specifying IDs on initial request is not supported'],
  [{ output_mask: { spiffe_id: true } }, 'revision number cannot be masked'],
] as const;
for (const [request, message] of badFirstRequests) {
  test(`a sync is refused: ${message}`, async (t) => {
    const { agent } = await setUp(t);
    const stream = agent.open(entryService.SyncAuthorizedEntries, { timeoutMs });
    await stream.send(request);
    const first = stream.messages[Symbol.asyncIterator]().next();
    await rejectsWith(first, 'INVALID_ARGUMENT', message);
  });
}

test('a sync without changes costs no query', async (t) => {
  let queries = 0;
  const counting = <T extends object>(part: T): T =>
    new Proxy(part, {
      get(target, name) {
        const value: unknown = Reflect.get(target, name);
        if (typeof value !== 'function') return value;
        return (...values: unknown[]) => {
          queries++;
          return value.apply(target, values) as unknown;
        };
      },
    });
  const wrapStore = (store: Datastore): Datastore => ({
    ...store,
    entries: counting(store.entries),
    agents: counting(store.agents),
    bundles: counting(store.bundles),
    close: () => store.close(),
  });
  const { agent } = await setUp(t, { wrapStore });
  await sync(agent);
  assert.ok(queries > 0);
  queries = 0;
  await sync(agent);
  await agent.unary(bundleService.GetBundle, {}, { timeoutMs });
  await sign(agent, 'web');
  assert.equal(queries, 0);
});

test('who is nobody gets the bundle and may attest, nothing else', async (t) => {
  const { running, agent } = await setUp(t);
  const nobody = running.dial();
  assert.equal(
    (await nobody.unary(bundleService.GetBundle, {}, { timeoutMs })).trust_domain,
    domain,
  );
  for (const channel of [nobody, agent]) {
    await rejectsWith(
      channel.unary(agentService.ListAgents, {}, { timeoutMs }),
      'PERMISSION_DENIED',
      'authorization denied for method /spire.api.server.agent.v1.Agent/ListAgents',
    );
  }
  await rejectsWith(sync(nobody), 'PERMISSION_DENIED');
  await rejectsWith(sync(running.admin), 'PERMISSION_DENIED');
});

test('an admin entry lets its SPIFFE ID administer over TCP, until it is deleted', async (t) => {
  const { running, agent } = await setUp(t);
  await createEntries(running, [
    webEntry(agentPath('a'), {
      id: 'ops',
      spiffe_id: { trust_domain: domain, path: '/ops' },
      admin: true,
    }),
  ]);
  const signed = await sign(agent, 'ops');
  const ops = running.dial({ chainDer: signed?.svid?.cert_chain ?? [], keyPair: webKey });
  const list = () => ops.unary(agentService.ListAgents, {}, { timeoutMs });
  assert.equal((await list()).agents.length, 1);
  await running.admin.unary(entryService.BatchDeleteEntry, { ids: ['ops'] }, { timeoutMs });
  await rejectsWith(list(), 'PERMISSION_DENIED');
});

test("a client certificate that another CA signed ends the connection, and nobody else's", async (t) => {
  const { running, agent } = await setUp(t);
  const foreignCa = await createTestCa({ trustDomain: domain });
  const { chainDer, privateKeyDer } = await foreignCa.issue(`spiffe://${domain}${agentPath('a')}`);
  const { createPrivateKey } = await import('node:crypto');
  const key = Buffer.from(privateKeyDer.reveal());
  const privateKey = createPrivateKey({ key, format: 'der', type: 'pkcs8' });
  const forged: ClientIdentity = { chainDer, keyPair: { privateKey } };
  await rejectsWith(
    running.dial(forged).unary(bundleService.GetBundle, {}, { timeoutMs }),
    'UNAVAILABLE',
  );
  assert.deepEqual((await sync(agent)).ids, ['web']);
});

test('garbage on the port, before and after the handshake, costs nobody else their service', async (t) => {
  const { running, agent } = await setUp(t);
  const { host, port } = running.server.address;
  const plain = connect(port, host);
  plain.on('error', () => undefined);
  plain.write('GET / HTTP/1.1\r\n\r\n'.repeat(100));
  const tls = connectTls({ host, port, rejectUnauthorized: false, ALPNProtocols: ['h2'] });
  tls.on('error', () => undefined);
  await once(tls, 'secureConnect');
  tls.write(Buffer.alloc(10_000, 0xff));
  assert.deepEqual((await sync(agent)).ids, ['web']);
  assert.equal((await sign(agent, 'web'))?.status?.code, 0);
  plain.destroy();
  tls.destroy();
});

test('the admin socket is for its group alone and has what the port has not', async (t) => {
  const { running } = await setUp(t);
  const socket = join(running.folder, 'private', 'api.sock');
  assert.equal(statSync(socket).mode & 0o777, 0o770);
  assert.equal(statSync(join(running.folder, 'private')).mode & 0o777, 0o750);
  const health = await running.admin.unary(healthService.Check, {}, { timeoutMs });
  assert.equal(health.status, 1);
  const info = await running.admin.unary(serverDebugService.GetInfo, {}, { timeoutMs });
  assert.deepEqual([info.agents_count, info.entries_count, info.svid_chain.length], [1, 1, 1]);
  await rejectsWith(running.dial().unary(healthService.Check, {}, { timeoutMs }), 'UNIMPLEMENTED');
});

test('a method that is not served yet says so by name', async (t) => {
  const { admin } = await startTestServer(t);
  await rejectsWith(
    admin.unary(svidService.MintWITSVID, {}, { timeoutMs }),
    'UNIMPLEMENTED',
    'method /spire.api.server.svid.v1.SVID/MintWITSVID is not served by this server',
  );
});

test('no join token is in the log or, before its use, in the database', async (t) => {
  const lines: string[] = [];
  const write = (message: string, fields?: LogFields) =>
    lines.push(JSON.stringify([message, fields]));
  const log: Logger = { ...silentLogger, info: write, warn: write, error: write, child: () => log };
  const running = await startTestServer(t, { log, server: 'audit_log_enabled = true' });
  const request = { ttl: 60, token: 'hush', agent_id: { trust_domain: domain, path: '/node' } };
  await running.admin.unary(agentService.CreateJoinToken, request, { timeoutMs });
  await assert.rejects(attestWithToken(running, 'hush-not'));
  assert.ok(lines.some((line) => line.includes('CreateJoinToken')));
  assert.ok(lines.some((line) => line.includes('AttestAgent')));
  assert.equal(lines.filter((line) => line.includes('hush')).length, 0);
  const { entries } = await running.admin.unary(entryService.ListEntries, {}, { timeoutMs });
  assert.equal(entries.length, 0);
  await attestWithToken(running, 'hush');
  const after = await running.admin.unary(entryService.ListEntries, {}, { timeoutMs });
  assert.deepEqual(
    after.entries.map((entry) => entry.spiffe_id?.path),
    ['/node'],
  );
});

test('the health checks are ready on a running server', async (t) => {
  const { server } = await startTestServer(t);
  const states = await Promise.all(
    Object.entries(server.checks).map(async ([name, check]) => [name, (await check()).ready]),
  );
  assert.deepEqual(Object.fromEntries(states), {
    server: true,
    'server.ca': true,
    'server.ca.rotator': true,
    'catalog.datastore': true,
  });
});
