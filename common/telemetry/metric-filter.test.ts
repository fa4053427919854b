import assert from 'node:assert/strict';
import { test } from 'node:test';
import { RecordedMetrics } from '../../testkit/envoy-service.ts';
import { fanOut } from './fan-out.ts';
import { filtered, type MetricFilter } from './metric-filter.ts';

const nothing: MetricFilter = {
  AllowedPrefixes: [],
  BlockedPrefixes: [],
  AllowedLabels: [],
  BlockedLabels: [],
};

test('without a filter the sink itself is used', () => {
  const sink = new RecordedMetrics();
  assert.equal(filtered(fanOut([sink]), 'p', nothing), sink);
});

test('of two prefixes that fit the longer counts, and what none names passes', () => {
  const sink = new RecordedMetrics();
  const metrics = filtered(sink, 'spire_agent', {
    ...nothing,
    AllowedPrefixes: ['spire_agent.rpc.workload_api'],
    BlockedPrefixes: ['spire_agent.rpc'],
  });
  for (const name of ['rpc.workload_api.fetch_x509svid', 'rpc.debug.get_info', 'started']) {
    metrics.counter(name, 'h').inc();
    metrics.histogram(`${name}.elapsed_time`, 'h', [1]).observe(1);
    metrics.gauge(`${name}.now`, 'h').set(7);
  }
  assert.equal(sink.value('rpc_workload_api_fetch_x509svid'), 1);
  assert.equal(sink.value('rpc_workload_api_fetch_x509svid_elapsed_time'), 1);
  assert.equal(sink.value('rpc_debug_get_info'), 0);
  assert.equal(sink.value('rpc_debug_get_info_now'), 0);
  assert.equal(sink.value('started_now'), 7);
});

test('labels that are not allowed are left out', () => {
  for (const filter of [
    { ...nothing, BlockedLabels: ['attestor'] },
    { ...nothing, AllowedLabels: ['status'] },
  ]) {
    const sink = new RecordedMetrics();
    const calls = filtered(sink, 'p', filter).counter('calls', 'h', ['attestor', 'status']);
    calls.inc({ attestor: 'unix', status: 'OK' });
    assert.equal(sink.value('calls OK'), 1);
  }
});

test('every sink hears of everything', () => {
  const sinks = [new RecordedMetrics(), new RecordedMetrics()];
  const metrics = fanOut(sinks);
  metrics.counter('a', 'h', ['l']).inc({ l: 'x' }, 2);
  metrics.gauge('b', 'h').set(3);
  metrics.histogram('c', 'h', [1]).observe(4);
  for (const sink of sinks) {
    assert.deepEqual([sink.value('a x'), sink.value('b'), sink.value('c')], [2, 3, 1]);
  }
});
