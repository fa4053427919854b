import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Writable } from 'node:stream';
import { test } from 'node:test';
import { createLog } from '../../../common/log/pino-logger.ts';
import { agentService } from '../../../common/rpc/services/agent.ts';
import { entryService } from '../../../common/rpc/services/entry.ts';
import { reviewersService } from '../../../common/rpc/services/fleet.ts';
import { serverEnrollmentService as service } from '../../../common/rpc/services/server-enrollment.ts';
import { createPrometheusMetrics } from '../../../common/telemetry/prometheus.ts';
import {
  agentSpecMessage,
  bindAgents,
  enrol,
  startFakeCluster,
} from '../../../testkit/enrolled-cluster.ts';
import { startTestServer } from '../../../testkit/running-server.ts';

test('ENR-27 ENR-31 an enrolment token and a reviewer credential that went every way is in no database, log, audit line, answer or metric', async (t) => {
  const cluster = await startFakeCluster(t);
  const lines: string[] = [];
  const stdout = new Writable({
    write(chunk: Buffer, _encoding, done) {
      lines.push(chunk.toString());
      done();
    },
  });
  const metrics = createPrometheusMetrics({ prefix: 'sigil' });
  const server = await startTestServer(t, {
    log: createLog({ level: 'DEBUG', format: 'json', stdout }).logger,
    metrics,
    // A credential that is validated and has its versions in the database.
    plugins: cluster.plugin.replace(/kube_config_file = (".*")/, 'reviewer { current_path = $1 }'),
    server: 'audit_log_enabled = true',
  });
  const answers: unknown[] = [];
  const noted = async (work: Promise<unknown>) => {
    answers.push(await work.catch((error: unknown) => String(error)));
  };

  const [good, bad, second] = ['good', 'bad', 'second'].map((name) => cluster.addAgent(name));
  assert.ok(good !== undefined && bad !== undefined && second !== undefined);
  const madeUp = `e30.${Buffer.from('{"aud":["spire-server"]}').toString('base64url')}.${'y'.repeat(86)}`;
  await noted(enrol(server, good));
  await bindAgents(server.admin);
  const agent = await enrol(server, good);
  // A review that quotes the token, and one that finds nobody; a refusal, and that from memory.
  await noted(enrol(server, madeUp));
  cluster.api.tokens.set(madeUp, { username: '', audiences: [], error: `bad token ${madeUp}` });
  await noted(enrol(server, madeUp));
  cluster.api.objects.set('namespaces/spire/pods/bad', { metadata: { uid: 'bad-uid' } });
  await noted(enrol(server, bad));
  const pod = cluster.api.objects.get('namespaces/spire/pods/second') as unknown as {
    spec: object;
  };
  Object.assign(pod.spec, { serviceAccountName: 'other' });
  await noted(enrol(server, second));
  await noted(enrol(server, second));
  cluster.api.faults.push({ status: 403 });
  await noted(enrol(server, good));
  const bearer = { metadata: { authorization: `Bearer ${good}` }, timeoutMs: 5_000 };
  await noted(server.dial().unary(entryService.GetAuthorizedEntries, {}, bearer));
  await noted(server.dial(agent).unary(entryService.GetAuthorizedEntries, {}, bearer));
  const update = { name: 'agents', version: 1, spec: { ...agentSpecMessage, replay_limit: true } };
  await noted(server.admin.unary(service.UpdateProfile, update));
  await noted(enrol(server, good));
  const looks = [
    server.admin.unary(service.GetProfile, { name: 'agents' }),
    server.admin.unary(service.ListDrift, {}),
    server.admin.unary(service.CheckPod, { namespace: 'spire', pod: 'second' }),
    server.admin.unary(agentService.ListAgents, {}),
  ];
  await Promise.all(looks.map(noted));

  await noted(server.admin.unary(reviewersService.ListReviewers, {}));

  const data = join(server.folder, 'data');
  const log = lines.join('');
  const rendered = await metrics.render();
  const stored = readdirSync(data)
    .map((name) => readFileSync(join(data, name)).toString('latin1'))
    .join('');
  const sinks = [stored, JSON.stringify(answers), log, rendered];
  // Each has something of it, or looking proves nothing.
  assert.ok(stored.includes('good-node-uid') && stored.includes(cluster.kubeConfigFile));
  assert.ok(JSON.stringify(answers).includes(cluster.kubeConfigFile));
  assert.match(log, /"enrollment_code":"ENR_POD_SA_MISMATCH"/);
  assert.match(log, /bad token \[redacted\]/);
  assert.match(rendered, /sigil_enrollment_decisions\{[^}]*ENR_POD_SA_MISMATCH[^}]*\} 2/);
  assert.ok(JSON.stringify(answers).includes('enrolment refused'));
  for (const token of [good, bad, second, madeUp, cluster.reviewerToken]) {
    const secret = token.slice(-24);
    for (const [at, sink] of sinks.entries()) assert.ok(!sink.includes(secret), `sink ${at}`);
  }
});
