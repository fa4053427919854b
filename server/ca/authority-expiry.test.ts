import assert from 'node:assert/strict';
import { test } from 'node:test';
import { silentLogger } from '../../common/log/logger.ts';
import { createPrometheusMetrics } from '../../common/telemetry/prometheus.ts';
import { FakeClock } from '../../testkit/fake-clock.ts';
import { watchAuthorityExpiry } from './authority-expiry.ts';

test('the expiry of the active authority follows its rotation, and its watch ends', async () => {
  const clock = new FakeClock();
  const ending = new AbortController();
  const metrics = createPrometheusMetrics({ prefix: 'spire_server' });
  let notAfterMs = 5_000;
  const active = (kind: string) => (kind === 'x509' ? { notAfterMs } : undefined);
  let isFailing = false;
  const options = { active, isFailing: () => isFailing, clock, log: silentLogger, metrics };
  watchAuthorityExpiry(options, ending.signal);
  const name = 'spire_server_ca_manager_authority_expiry_timestamp_seconds';
  assert.match(await metrics.render(), new RegExp(`${name}\\{type="x509"\\} 5\n`));
  assert.match(await metrics.render(), /spire_server_ca_manager_rotation_failing 0\n/);
  notAfterMs = 9_000;
  isFailing = true;
  await clock.advance(30_000);
  assert.match(await metrics.render(), new RegExp(`${name}\\{type="x509"\\} 9\n`));
  assert.match(await metrics.render(), /spire_server_ca_manager_rotation_failing 1\n/);
  ending.abort();
  assert.equal(clock.pending, 0);
});
