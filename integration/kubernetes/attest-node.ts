/**
 * Runs on a node: attests every process of a pod with the k8s plugin and prints one JSON line for each,
 * then the source that pods were known from.
 *
 * usage: attest-node.ts PLUGIN_DATA_JSON
 */
import { readdirSync, readFileSync } from 'node:fs';
import { k8s } from '../../agent/plugins/WorkloadAttestor/k8s/k8s.ts';
import { systemClock } from '../../common/clock/clock.ts';
import { messageOf } from '../../common/errors/spiffe-error.ts';
import { silentLogger } from '../../common/log/logger.ts';
import { noMetrics } from '../../common/telemetry/metrics.ts';

const config = k8s.config.parse(JSON.parse(process.argv[2] ?? '{}'));
const attestor = await k8s.create(config, {
  procPath: '/proc',
  env: process.env,
  signal: new AbortController().signal,
  clock: systemClock,
  log: silentLogger,
  metrics: noMetrics,
});
// Time for a push source to come into sync.
await systemClock.sleep(500);
for (const name of readdirSync('/proc').filter((entry) => /^\d+$/.test(entry))) {
  const command = read(`/proc/${name}/cmdline`).split('\0')[0] ?? '';
  if (!read(`/proc/${name}/cgroup`).includes('/kubepods') || command === '/pause') continue;
  const pid = Number(name);
  const startedMs = systemClock.monotonic();
  const result = await attestor.attest(pid, AbortSignal.timeout(5_000)).then(
    (selectors) => ({ selectors: selectors.map(({ value }) => value) }),
    (error: unknown) => ({ error: messageOf(error) }),
  );
  print({ pid, command, ms: systemClock.monotonic() - startedMs, ...result });
}
print({ source: attestor.explainer?.trace(process.pid).source });
attestor.close();

function read(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    // The process ended meanwhile.
    return '';
  }
}

function print(value: unknown): void {
  process.stdout.write(`${JSON.stringify(value)}\n`);
}
