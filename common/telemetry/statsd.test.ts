import assert from 'node:assert/strict';
import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import { test, type TestContext } from 'node:test';
import { silentLogger, type LogFields } from '../log/logger.ts';
import { createStatsdMetrics, type StatsdForm } from './statsd.ts';

async function receiver(t: TestContext) {
  const socket = createSocket('udp4');
  socket.bind(0, '127.0.0.1');
  await once(socket, 'listening');
  t.after(() => socket.close());
  const lines: string[] = [];
  let wake = () => {};
  socket.on('message', (packet) => {
    assert.ok(packet.length <= 1400, `${packet.length} bytes`);
    lines.push(...packet.toString().split('\n').filter(Boolean));
    wake();
  });
  return {
    port: socket.address().port,
    async lines(count: number) {
      while (lines.length < count) await new Promise<void>((resolve) => (wake = resolve));
      return lines;
    },
  };
}

function create(form: StatsdForm, port: number, host = '127.0.0.1') {
  const labels = { trust_domain: 'example.org', host: 'node-1' };
  const log = silentLogger;
  return createStatsdMetrics({ form, host, port, prefix: 'spire_agent', labels, log });
}

for (const [form, expected] of [
  [
    'statsd',
    [
      'spire_agent.rpc.workload_api.fetch_x509svid.OK.example_org.node_1:1|c',
      'spire_agent.rpc.workload_api.fetch_x509svid.elapsed_time.OK.example_org.node_1:2.5|ms',
      'spire_agent.started.1_15_3.example_org.node_1:1|g',
      'spire_agent.sds_push.example_org.node_1:250|ms',
    ],
  ],
  [
    'dogstatsd',
    [
      'spire_agent.rpc.workload_api.fetch_x509svid:1|c|#status:OK,trust_domain:example_org,host:node_1',
      'spire_agent.rpc.workload_api.fetch_x509svid.elapsed_time:2.5|ms|#status:OK,trust_domain:example_org,host:node_1',
      'spire_agent.started:1|g|#version:1_15_3,trust_domain:example_org,host:node_1',
      'spire_agent.sds_push:250|ms|#trust_domain:example_org,host:node_1',
    ],
  ],
] as const) {
  test(`${form} gets SPIRE’s names and its form of labels`, async (t) => {
    const server = await receiver(t);
    const metrics = create(form, server.port);
    t.after(() => metrics.close());
    const calls = metrics.counter('rpc.workload_api.fetch_x509svid', 'h', ['status']);
    calls.inc({ status: 'OK' });
    const elapsed = 'rpc.workload_api.fetch_x509svid.elapsed_time';
    metrics.histogram(elapsed, 'h', [1], ['status']).observe(2.5, { status: 'OK' });
    metrics.gauge('started', 'h', ['version']).set(1, { version: '1.15.3' });
    metrics.histogram('sds_push_seconds', 'h', [1]).observe(0.25);
    assert.deepEqual(await server.lines(4), expected);
  });
}

test('many metrics come in packets that fit, and all of them before the sink is closed', async (t) => {
  const server = await receiver(t);
  const metrics = create('statsd', server.port);
  const counter = metrics.counter('calls', 'h');
  for (let at = 0; at < 500; at++) counter.inc();
  await metrics.close();
  assert.equal((await server.lines(500)).length, 500);
});

test('a host that cannot be found is told in one line without a stack', async () => {
  const told = Promise.withResolvers<LogFields>();
  const warn = (_: string, fields: LogFields = {}) => told.resolve(fields);
  const log = { ...silentLogger, warn };
  const host = 'no-such-host.invalid';
  const options = { form: 'statsd', host, port: 9, prefix: 'p', labels: {}, log } as const;
  const metrics = createStatsdMetrics(options);
  metrics.counter('calls', 'h').inc();
  const { error } = await told.promise;
  await metrics.close();
  assert.ok(typeof error === 'string');
  assert.match(error, /^getaddrinfo E[A-Z_]+ no-such-host\.invalid$/);
});

test('nobody at the address costs nothing: no error, no waiting', async () => {
  for (const host of ['127.0.0.1', 'no-such-host.invalid']) {
    const metrics = createStatsdMetrics({
      form: 'statsd',
      host,
      port: 9,
      prefix: 'p',
      labels: {},
      log: silentLogger,
    });
    const counter = metrics.counter('calls', 'h');
    for (let at = 0; at < 100; at++) counter.inc();
    await metrics.close();
  }
});

test('a server is found by its name', async (t) => {
  const server = await receiver(t);
  const metrics = create('statsd', server.port, 'localhost');
  t.after(() => metrics.close());
  metrics.gauge('started', 'h').set(1);
  assert.deepEqual(await server.lines(1), ['spire_agent.started.example_org.node_1:1|g']);
});
