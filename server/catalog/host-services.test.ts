import assert from 'node:assert/strict';
import { join } from 'node:path';
import { test, type TestContext } from 'node:test';
import { createTestCa } from '../../testkit/test-ca.ts';
import { temporaryFolder } from '../../testkit/temporary-folder.ts';
import { systemClock } from '../../common/clock/clock.ts';
import { hasCode } from '../../common/errors/spiffe-error.ts';
import { silentLogger } from '../../common/log/logger.ts';
import { createCallerReader } from '../../common/peertracker/peer-tracker.ts';
import { dialUnix } from '../../common/rpc/rpc-channel.ts';
import { createRpcServer } from '../../common/rpc/rpc-server.ts';
import {
  agentStoreService,
  identityProviderService,
  metricsService,
} from '../../common/rpc/services/plugin-host-services.ts';
import { createPrometheusMetrics } from '../../common/telemetry/prometheus.ts';
import { generateKeyPair, pkcs8Of } from '../../common/x509/keys.ts';
import { serverHostServices, type HostLinks } from './host-services.ts';

async function serve(t: TestContext, links: HostLinks) {
  const metrics = createPrometheusMetrics({ prefix: 'test' });
  const { methods, names } = serverHostServices(links, metrics, systemClock);
  const server = createRpcServer({ methods, log: silentLogger, clock: systemClock });
  const path = join(temporaryFolder(), 'host.sock');
  await server.listenUnix({ path, mode: 0o600, trackPeers: createCallerReader() });
  const channel = dialUnix(path);
  t.after(async () => {
    channel.close();
    await server.close({ graceMs: 0 });
  });
  return { channel, metrics, names };
}

const within = { timeoutMs: 10_000 };

test('a server offers the three services of SPIRE, and says which is not ready', async (t) => {
  const { channel, names } = await serve(t, {});
  assert.deepEqual(names, [
    'spire.hostservice.common.metrics.v1.Metrics',
    'spire.hostservice.server.agentstore.v1.AgentStore',
    'spire.hostservice.server.identityprovider.v1.IdentityProvider',
  ]);
  await assert.rejects(
    channel.unary(agentStoreService.GetAgentInfo, { agent_id: 'spiffe://a.test/b' }, within),
    (error) =>
      hasCode(error, 'FAILED_PRECONDITION') &&
      error.message === 'AgentStore host service has not been initialized',
  );
  await assert.rejects(
    channel.unary(identityProviderService.FetchX509Identity, {}, within),
    (error) =>
      hasCode(error, 'FAILED_PRECONDITION') &&
      error.message === 'IdentityProvider host service has not been initialized',
  );
});

test('a plugin learns which agents have attested', async (t) => {
  const known = 'spiffe://a.test/spire/agent/x';
  const hasAgent = (id: string) => Promise.resolve(id === known);
  const { channel } = await serve(t, { hasAgent });
  const ask = (id: string) =>
    channel.unary(agentStoreService.GetAgentInfo, { agent_id: id }, within);
  assert.equal((await ask(known)).info?.agent_id, known);
  await assert.rejects(ask('spiffe://a.test/other'), (error) => hasCode(error, 'NOT_FOUND'));
  await assert.rejects(ask('no ID'), (error) => hasCode(error, 'INVALID_ARGUMENT'));
});

test('a plugin borrows the identity of the server with its bundle', async (t) => {
  const { bundle } = await createTestCa({ trustDomain: 'a.test' });
  const keyPair = await generateKeyPair('ec-p256');
  const identity = () => ({ chainDer: [Buffer.from('leaf')], keyPair, bundle });
  const { channel } = await serve(t, { identity });
  const found = await channel.unary(identityProviderService.FetchX509Identity, {}, within);
  const { bundle: told, identity: lent } = found;
  assert.ok(lent !== null && told !== null);
  assert.equal(Buffer.concat(lent.cert_chain).toString(), 'leaf');
  assert.deepEqual(Buffer.from(lent.private_key), Buffer.from(pkcs8Of(keyPair.privateKey)));
  assert.equal(told.trust_domain, 'a.test');
  assert.equal(told.x509_authorities.length, 1);
});

test('a plugin counts into the metrics of its host; what does not fit is dropped, not an error', async (t) => {
  const { channel, metrics } = await serve(t, {});
  const { AddSample, EmitKey, IncrCounter, MeasureSince, SetGauge } = metricsService;
  const labels = [{ name: 'cluster', value: 'one' }];
  await channel.unary(IncrCounter, { key: ['vault', 'calls'], val: 2, labels }, within);
  await channel.unary(SetGauge, { key: ['vault', 'open'], val: 7 }, within);
  await channel.unary(AddSample, { key: ['vault.size'], val: 3 }, within);
  await channel.unary(
    MeasureSince,
    { key: ['vault', 'time'], time: systemClock.now() * 1e6 },
    within,
  );
  await channel.unary(EmitKey, { key: ['vault', 'event'], val: 1 }, within);
  // Another form, a bad name, bad labels.
  await channel.unary(SetGauge, { key: ['vault', 'calls'], val: 1 }, within);
  await channel.unary(SetGauge, { key: ['9'], val: 1 }, within);
  const bad = [{ name: 'no name', value: '' }];
  await channel.unary(SetGauge, { key: ['vault', 'bad'], val: 1, labels: bad }, within);
  const text = await metrics.render();
  assert.match(text, /^test_vault_calls\{cluster="one"\} 2$/m);
  assert.match(text, /^test_vault_open 7$/m);
  assert.match(text, /^test_vault_size_count 1$/m);
  assert.match(text, /^test_vault_time_count 1$/m);
  assert.doesNotMatch(text, /vault_bad|vault_event/);
});

test('the series of a plugin are limited in number', async (t) => {
  const { channel, metrics } = await serve(t, {});
  for (let at = 0; at < 600; at++) {
    const labels = [{ name: 'id', value: String(at) }];
    await channel.unary(metricsService.IncrCounter, { key: ['many'], val: 1, labels }, within);
  }
  assert.equal((await metrics.render()).match(/^test_many\{/gm)?.length, 500);
});
