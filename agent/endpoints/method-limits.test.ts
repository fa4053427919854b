import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createPrometheusMetrics } from '../../common/telemetry/prometheus.ts';
import { FakePeer } from '../../testkit/envoy-client.ts';
import { FakeClock } from '../../testkit/fake-clock.ts';
import { MethodLimits } from './method-limits.ts';

test('a selector set has its rate for each method, and the agent’s own calls go free', async () => {
  const clock = new FakeClock();
  const metrics = createPrometheusMetrics({ prefix: 'spire_agent' });
  const rates = { fetch_x509_svid: 2, fetch_jwt_svid: 0 };
  const limits = new MethodLimits(rates, clock, metrics, 99);
  const { peer } = new FakePeer(7);
  limits.check('fetch_x509_svid', peer, 'web');
  limits.check('fetch_x509_svid', peer, 'web');
  assert.throws(() => limits.check('fetch_x509_svid', peer, 'web'), {
    code: 'RATE_LIMITED',
    message: 'rate limit exceeded for fetch_x509_svid',
  });
  limits.check('fetch_x509_svid', peer, 'db');
  for (let call = 0; call < 5; call++) {
    limits.check('fetch_x509_svid', new FakePeer(99).peer, 'web');
    // Neither a rate of 0 nor one that is not set limits.
    limits.check('fetch_jwt_svid', peer, 'web');
    limits.check('fetch_x509_bundles', peer, 'web');
  }
  await clock.advance(1000);
  limits.check('fetch_x509_svid', peer, 'web');
  assert.match(await metrics.render(), /rate_limit_exceeded\{method="fetch_x509_svid"\} 1/);
});
