import assert from 'node:assert/strict';
import test from 'node:test';
import { silentLogger } from '../log/logger.ts';
import { servePrometheus } from './prometheus-listener.ts';
import { createPrometheusMetrics } from './prometheus.ts';

test('counters, gauges and histograms are scraped under the prefix, on any path', async () => {
  const metrics = createPrometheusMetrics({ prefix: 'spire_agent', labels: { host: 'node-1' } });
  const calls = metrics.counter('rpc.sds.v3.stream_secrets', 'Streams', ['status']);
  calls.inc({ status: 'OK' });
  calls.inc({ status: 'OK' }, 2);
  metrics.gauge('started', 'Started').set(1);
  metrics.histogram('sync-seconds', 'Sync', [0.1, 1]).observe(0.5);
  const server = await servePrometheus(metrics, { host: '127.0.0.1', port: 0 }, silentLogger);
  try {
    const response = await fetch(`http://127.0.0.1:${server.port}/whatever`);
    assert.match(response.headers.get('content-type') ?? '', /^text\/plain/);
    const lines = (await response.text()).split('\n');
    for (const line of [
      'spire_agent_rpc_sds_v3_stream_secrets{status="OK",host="node-1"} 3',
      'spire_agent_started{host="node-1"} 1',
      'spire_agent_sync_seconds_bucket{le="1",host="node-1"} 1',
      'spire_agent_sync_seconds_bucket{le="0.1",host="node-1"} 0',
    ]) {
      assert.ok(lines.includes(line), `${line} not in ${lines.join('\n')}`);
    }
  } finally {
    await server.close();
  }
});

test('two that ask for the same metric share it, and another form is refused', async () => {
  const metrics = createPrometheusMetrics({ prefix: 'p' });
  metrics.counter('hits', 'Hits').inc();
  metrics.counter('hits', 'Hits').inc();
  assert.match(await metrics.render(), /^p_hits 2$/m);
  assert.throws(() => metrics.gauge('hits', 'Hits'), /p_hits exists as counter/);
  assert.throws(() => metrics.counter('hits', 'Hits', ['a']), /p_hits exists as counter/);
});

test('two registries know nothing of each other', async () => {
  const one = createPrometheusMetrics({ prefix: 'p', processMetrics: true });
  const other = createPrometheusMetrics({ prefix: 'p' });
  one.counter('hits', 'Hits').inc();
  assert.match(await one.render(), /^process_cpu_seconds_total /m);
  assert.doesNotMatch(await other.render(), /p_hits|process_/);
});
