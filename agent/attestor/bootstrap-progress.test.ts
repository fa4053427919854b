import assert from 'node:assert/strict';
import { test } from 'node:test';
import { silentLogger } from '../../common/log/logger.ts';
import { RecordedMetrics } from '../../testkit/envoy-service.ts';
import { FakeClock } from '../../testkit/fake-clock.ts';
import { noAgentData, type AgentData } from '../storage/agent-data.ts';
import { BootstrapProgress } from './bootstrap-progress.ts';

function create(data: Partial<AgentData> = {}, isFull = false) {
  const world = { data: { ...noAgentData, ...data } };
  const clock = new FakeClock(Date.UTC(2026, 0, 2, 3, 4, 5, 678));
  const metrics = new RecordedMetrics();
  const storage = {
    get data() {
      return world.data;
    },
    update(changes: Partial<AgentData>) {
      if (isFull) throw new Error('no space left');
      world.data = { ...world.data, ...changes };
    },
  };
  const progress = new BootstrapProgress({ storage, clock, metrics, log: silentLogger });
  return { world, clock, metrics, progress };
}

test('attempts are counted from the first on, stored, and measured under SPIRE’s names', async () => {
  const { clock, metrics, progress, world } = create();
  const startTime = '2026-01-02T03:04:05Z';
  assert.deepEqual(progress.attempt(), { mode: 'bootstrap', attempts: 1, startTime });
  await clock.advance(10_000);
  assert.deepEqual(progress.attempt(), { mode: 'bootstrap', attempts: 2, startTime });
  assert.deepEqual(world.data.bootstrap, { use: 1, attempts: 2, startTime });
  assert.equal(metrics.value('bootstrapped'), 0);
  assert.equal(metrics.value('bootstrap_attempts bootstrap'), 2);
  const seconds = Date.parse(startTime) / 1000;
  assert.equal(metrics.value('bootstrap_seconds bootstrap'), seconds);
});

test('a restart counts on, and success begins anew', () => {
  const startTime = '2026-01-01T00:00:00Z';
  const { metrics, progress } = create({ bootstrap: { use: 1, attempts: 7, startTime } });
  assert.deepEqual(progress.attempt(), { mode: 'bootstrap', attempts: 8, startTime });
  progress.succeeded();
  assert.equal(metrics.value('bootstrapped'), 1);
  assert.equal(metrics.value('bootstrap_attempts rebootstrap'), 0);
  assert.equal(progress.attempt().attempts, 1);
});

test('an agent that had a bundle bootstraps again', () => {
  const { progress } = create({ bundleDer: [Uint8Array.of(1)] });
  assert.equal(progress.attempt().mode, 'rebootstrap');
});

test('a full disk stops no bootstrap', () => {
  const { progress } = create({}, true);
  progress.attempt();
  assert.equal(progress.attempt().attempts, 2);
});
