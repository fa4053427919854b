import assert from 'node:assert/strict';
import { readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, suite, test } from 'node:test';
import { DatabaseSync } from 'node:sqlite';
import { hasCode } from '../../common/errors/spiffe-error.ts';
import { RunningAgent } from '../local/harness/agent.ts';
import { eventually, when } from '../local/harness/poll.ts';
import { fromSources, runCli } from '../local/harness/programs.ts';
import { projectRoot } from '../local/harness/project.ts';
import { startServer, type RunningServer } from '../local/harness/server.ts';
import { Workspace } from '../local/harness/workspace.ts';
import { freePort } from '../local/harness/free-port.ts';
import { spire } from '../spire/peers.ts';
import { reasonToSkip } from './cluster/cluster.ts';
import { attestOnce, callWithBearer, syncOnce, type Enrolled } from './enrol.ts';
import { account, approved, EnrolledCluster, type PodOptions } from './enrolled-cluster.ts';
import { codeOf as refusalCodeOf, costOf } from './refusals.ts';

const waiting: PodOptions = { state: { waiting: { reason: 'CrashLoopBackOff' } } };
const ended: PodOptions = { state: { terminated: { exitCode: 0 } } };
const otherImage = `sha256:${'b2'.repeat(32)}`;
const unowned: PodOptions = { owned: false, imageId: otherImage };
const faulty: PodOptions = { ...unowned, account: 'other' };
const mustReattest = { code: 'AGENT_MUST_REATTEST' };

suite('enrolment profiles on a real API server', { skip: reasonToSkip(), timeout: 600_000 }, () => {
  let k8s: EnrolledCluster;
  let workspace: Workspace;
  let server: RunningServer;
  let metricsPort: number;
  const answers: string[] = [];

  before(async () => {
    workspace = new Workspace();
    const starting = EnrolledCluster.start();
    [k8s, metricsPort] = await Promise.all([starting, freePort()]);
    server = await startServer(workspace, {
      programs: fromSources,
      settings: [
        'ratelimit { attestation = false }',
        'audit_log_enabled = true',
        'enrollment { production = true, drift_interval = "1s" }',
      ],
      plugins: [clusterBlock()],
      sections: [`telemetry { Prometheus { host = "127.0.0.1", port = ${metricsPort} } }`],
    });
  });
  after(async () => {
    await workspace.dispose();
    await k8s.stop();
  });

  function clusterBlock(): string {
    const cluster = (name: string) => `"${name}" = {
      service_account_allow_list = ["spire:spire-agent", "spire:other"]
      audience = ["sigil"]
      kube_config_file = ${JSON.stringify(k8s.reviewerPath)}
      enrollment_profile = "${name}"
    }`;
    return `NodeAttestor "k8s_psat" { plugin_data { clusters = {
      ${cluster('real')}
      ${cluster('second')}
    } } }`;
  }

  /** Runs a command of the server; what it prints is searched for tokens at the end. */
  async function run(line: string) {
    const result = await server.cli(...line.split(' '));
    answers.push(result.stdout, result.stderr);
    return result;
  }

  async function ok(line: string): Promise<string> {
    const { code, stdout, stderr } = await run(line);
    assert.equal(code, 0, `${line}: ${stdout}${stderr}`);
    return stdout;
  }

  const update = (flags: string) => ok(`enrollment profile update -name real ${flags}`);

  function attest(token: string, more: object = {}): Promise<Enrolled> {
    return attestOnce(server, 'k8s_psat', JSON.stringify({ cluster: 'real', token, ...more }));
  }

  /** What the agent heard is searched for tokens at the end. */
  function codeOf(attempt: Promise<unknown>): Promise<string> {
    const noted = attempt.catch((error: unknown) => {
      answers.push(String(error));
      throw error;
    });
    return refusalCodeOf(server, noted);
  }

  /** A pod of its own on a node of its own, so that no other agent is in its way. */
  async function attemptBy(name: string, options: PodOptions = {}, audiences?: string[]) {
    await k8s.pod(name, { node: name, withNode: true, ...options });
    return attest(await k8s.token(name, options.account, audiences));
  }

  test('ENR-5 nobody enrols before there is a profile, nor while it is staged', async () => {
    await k8s.pod('first');
    const token = await k8s.token('first');
    assert.equal(await codeOf(attest(token)), 'ENR_PROFILE_UNKNOWN heals');
    const flags =
      '-audience sigil -namespace spire -serviceAccount spire-agent -daemonSet spire-agent';
    const all = `${flags} -container agent`;
    const dry = await ok(`enrollment profile create -name real -cluster real ${all} -dry-run`);
    assert.match(dry, /dry run: nothing was written/);
    assert.equal(await codeOf(attest(token)), 'ENR_PROFILE_UNKNOWN heals');
    const made = await ok(`enrollment profile create -name real -cluster real ${all}`);
    assert.match(made, /State +: staged\nReady +: no, missing: service account UID, DaemonSet UID/);
    await ok(`enrollment profile create -name second -cluster second ${all} -replayLimit`);
    assert.equal(await codeOf(attest(token)), 'ENR_PROFILE_NOT_READY heals');
  });

  test('ENR-26 a profile with an audience of the API server is not saved', async () => {
    for (const audience of ['https://kubernetes.default.svc', 'HTTPS://kubernetes.default.svc/']) {
      const line = `enrollment profile update -name real -audience ${audience}`;
      const { code, stderr } = await run(line);
      assert.equal(code, 1);
      assert.match(stderr, /is one of the API server; enrolment needs one of its own/);
    }
  });

  test('ENR-6 ENR-7 bind shows what it read from the cluster, writes nothing unless confirmed, and then all of it, for good', async () => {
    const dry = await ok('enrollment profile bind -name real -dry-run');
    const [sa, ds] = [await k8s.uidOf('sa', 'spire-agent'), await k8s.uidOf('ds', 'spire-agent')];
    assert.ok(
      dry.includes(sa) && dry.includes(ds) && dry.includes(`config:sha256:${approved}`),
      dry,
    );
    const unconfirmed = await run('enrollment profile bind -name real');
    assert.equal(unconfirmed.code, 1);
    assert.match(unconfirmed.stderr, /not confirmed, nothing was bound/);
    assert.match(await ok('enrollment profile show -name real'), /State +: staged/);
    assert.match(
      await ok('enrollment profile bind -name real -yes'),
      /State +: bound\nReady +: yes/,
    );
    const bound = await ok('enrollment profile show -name real');
    const again = await run('enrollment profile bind -name real -yes');
    assert.match(again.stderr, /FailedPrecondition desc = profile "real" has no staged version/);
    assert.equal(await ok('enrollment profile show -name real'), bound);
  });

  test('ENR-4 SA-7 what an agent says of itself beside cluster and token changes nothing', async () => {
    const token = await k8s.token('first');
    const forged = {
      api_server: 'https://evil.test',
      node_name: 'n3',
      service_account_uid: 'x',
      daemon_set_uid: 'x',
    };
    const { agentId } = await attest(token, forged);
    const nodeUid = await k8s.kubectl('get', 'node', 'n1', '-o', 'jsonpath={.metadata.uid}');
    assert.equal(agentId, `spiffe://demo.test/spire/agent/k8s_psat/real/${nodeUid}`);
    assert.match(server.process.output, /Ignored members of an attestation payload.*api_server/);
    assert.doesNotMatch(await ok('enrollment profile show -name real -all'), /: x$/m);
  });

  test('ENR-3 SA-3 an enrolment token opens nothing but enrolment', async () => {
    for (const error of await callWithBearer(server, await k8s.token('first'))) {
      // As SPIRE 1.15, which says UNAUTHENTICATED to nobody.
      assert.ok(hasCode(error, 'PERMISSION_DENIED'), String(error));
      assert.match(error.message, /^authorization denied for method/);
    }
  });

  // Of several things that are wrong (ENR-33), one less each time, the first in the order of the checks decides.
  const refusals: readonly (readonly [string, string, string, PodOptions, string[]?])[] = [
    ['ENR-8 SA-9', 'ENR_AUDIENCE_MISMATCH', 'of a token for two audiences', {}, ['sigil', 'vault']],
    ['ENR-9', 'ENR_SUBJECT_MISMATCH', 'of another service account', { account: 'other' }],
    ['ENR-13', 'ENR_CONTAINER_NOT_RUNNING heals', 'whose container waits', waiting],
    ['ENR-13', 'ENR_CONTAINER_NOT_RUNNING heals', 'whose container has ended', ended],
    ['ENR-13', 'ENR_CONTAINER_NOT_RUNNING heals', 'without a status', { reported: false }],
    ['ENR-16', 'ENR_OWNER_MISMATCH', 'that nobody controls', { owned: false }],
    ['ENR-17', 'ENR_DIGEST_MISMATCH', 'with another image', { imageId: otherImage }],
    ['ENR-17', 'ENR_DIGEST_UNKNOWN heals', 'without an image ID', { imageId: '' }],
    [
      'ENR-33',
      'ENR_AUDIENCE_MISMATCH',
      'with all faults',
      { ...faulty, ...waiting },
      ['sigil', 'x'],
    ],
    ['ENR-33', 'ENR_SUBJECT_MISMATCH', 'with all but the first', { ...faulty, ...waiting }],
    ['ENR-33', 'ENR_CONTAINER_NOT_RUNNING heals', 'with all but two', { ...unowned, ...waiting }],
    ['ENR-33', 'ENR_OWNER_MISMATCH', 'with all but three', unowned],
  ];
  suite('refusals, each of a pod of its own', { concurrency: 4 }, () => {
    for (const [at, [id, code, what, options, audiences]] of refusals.entries()) {
      test(`${id} ${code}: a pod ${what}`, async () => {
        const name = `refused-${at}`;
        assert.equal(await codeOf(attemptBy(name, options, audiences)), code);
        await k8s.remove(name);
      });
    }
  });

  test('ENR-17 the digest of a manifest is approved by its digits, as containerd and as Docker report it', async () => {
    for (const [at, prefix] of ['repo/agent@', 'docker-pullable://repo/agent@'].entries()) {
      await attemptBy(`shape-${at}`, { imageId: `${prefix}sha256:${approved}` });
      await k8s.remove(`shape-${at}`);
    }
  });

  test('ENR-13 F2 a pod in its grace is refused although the review still says yes', async () => {
    await attemptBy('grace');
    await k8s.inNamespace('delete', 'pod', 'grace', '--wait=false');
    assert.equal(await codeOf(attest(await k8s.token('grace'))), 'ENR_POD_TERMINATING');
    await k8s.remove('grace');
  });

  test('ENR-12 the token of a pod that was recreated under its name is refused', async () => {
    await attemptBy('reborn');
    const token = await k8s.token('reborn');
    // From now on a cached review says yes for some seconds.
    await attest(token);
    await k8s.remove('reborn');
    await k8s.pod('reborn', { node: 'reborn' });
    await assert.rejects(attest(token), { message: /pod UID mismatch for pod "reborn"/ });
    await k8s.remove('reborn');
  });

  test('ENR-14 SA-1 a node that was made again under its name is another node', async () => {
    await attemptBy('moved');
    const token = await k8s.token('moved');
    await k8s.kubectl('delete', 'node', 'moved');
    await k8s.cluster.apply({ apiVersion: 'v1', kind: 'Node', metadata: { name: 'moved' } });
    assert.equal(await codeOf(attest(token)), 'ENR_NODE_MISMATCH');
    await k8s.remove('moved');
  });

  test('SA-8 the token of a Secret, which is bound to no pod, is refused', async () => {
    await k8s.cluster.apply({
      apiVersion: 'v1',
      kind: 'Secret',
      type: 'kubernetes.io/service-account-token',
      metadata: {
        name: 'legacy',
        namespace: 'spire',
        annotations: { 'kubernetes.io/service-account.name': 'spire-agent' },
      },
    });
    const unbound = ['create', 'token', 'spire-agent', '--audience', 'sigil'];
    const token = (
      await k8s.inNamespace(
        ...unbound,
        '--bound-object-kind',
        'Secret',
        '--bound-object-name',
        'legacy',
      )
    ).trim();
    k8s.tokens.push(token);
    await assert.rejects(attest(token), { code: 'INTERNAL', message: /missing pod name$/ });
  });

  test('ENR-19 a second pod of a node is refused while the first is there, and accepted once it is gone', async () => {
    const first = await attemptBy('node-a', { node: 'node-a' });
    await k8s.pod('node-a-2', { node: 'node-a' });
    const attempt = async () => attest(await k8s.token('node-a-2'));
    assert.equal(await codeOf(attempt()), 'ENR_NODE_OCCUPIED heals');
    await syncOnce(server, first);
    // As in a rolling update: the old one ends, and the new one need not wait for its end.
    await k8s.inNamespace('delete', 'pod', 'node-a', '--wait=false');
    assert.equal((await attempt()).agentId, first.agentId);
    await assert.rejects(syncOnce(server, first), { code: 'AGENT_NOT_ACTIVE' });
    await k8s.remove('node-a');
  });

  test('ENR-19 an operator who evicts the agent frees its node at once', async () => {
    const { agentId } = await attemptBy('node-b', { node: 'node-b' });
    await k8s.pod('node-b-2', { node: 'node-b' });
    const attempt = async () => attest(await k8s.token('node-b-2'));
    assert.equal(await codeOf(attempt()), 'ENR_NODE_OCCUPIED heals');
    await ok(`agent evict -spiffeID ${agentId}`);
    await attempt();
    await Promise.all([k8s.remove('node-b'), k8s.remove('node-b-2')]);
  });

  test('ENR-15 ENR-20 ENR-21 descriptions and added digests change nothing for agents; a required label makes them attest again', async () => {
    const agent = await attemptBy('bumped', { labels: { tier: 'gold' } });
    await update('-description new');
    await update(`-addDigest manifest:sha256:${'c3'.repeat(32)}`);
    await syncOnce(server, agent);
    const dry = await update('-requiredLabel tier=gold -dry-run');
    assert.match(dry, /A new version is in force \(dry run[^\n]*\n\d+ agents must attest again/);
    await syncOnce(server, agent);
    await update('-requiredLabel tier=gold');
    await assert.rejects(syncOnce(server, agent), mustReattest);
    await syncOnce(server, await attest(await k8s.token('bumped')));
    // Each check is made at each attestation.
    await k8s.inNamespace('label', 'pod', 'bumped', 'tier-');
    assert.equal(await codeOf(attest(await k8s.token('bumped'))), 'ENR_LABEL_MISMATCH');
    await update('-noLabels');
    await k8s.remove('bumped');
  });

  test('ENR-18 a pinned setting is kept to', async () => {
    await update('-assert hostPID=true');
    assert.equal(await codeOf(attemptBy('unpinned', { hostPID: false })), 'ENR_POD_SPEC_MISMATCH');
    await k8s.remove('unpinned');
    await update('-noAsserts');
  });

  test('ENR-8 two audiences pass a profile that does not ask for exactly one', async () => {
    await update('-exactAudience=false');
    await attemptBy('two-audiences', {}, ['sigil', 'vault']);
    await k8s.remove('two-audiences');
    await update('-exactAudience=true');
  });

  test('ENR-32 the same token makes no second agent in another cluster of the configuration', async () => {
    await k8s.pod('twice', { node: 'n2' });
    await ok('enrollment profile bind -name second -yes');
    await update('-replayLimit=true');
    const token = await k8s.token('twice');
    const { agentId } = await attest(token);
    assert.equal((await attest(token)).agentId, agentId);
    const elsewhere = JSON.stringify({ cluster: 'second', token });
    const attempt = attestOnce(server, 'k8s_psat', elsewhere);
    assert.equal(await codeOf(attempt), 'ENR_TOKEN_REPLAYED');
    await k8s.remove('twice');
  });

  test('ENR-2 a join token is refused and not used up, also while the API server is away, until the fallback is allowed', async () => {
    const token = await server.joinToken('spiffe://demo.test/node/fallback');
    const attempt = () => attestOnce(server, 'join_token', token);
    assert.equal(await codeOf(attempt()), 'ENR_FALLBACK_NOT_ALLOWED');
    await k8s.cluster.withoutApiServer(async () => {
      assert.equal(await codeOf(attempt()), 'ENR_FALLBACK_NOT_ALLOWED');
      await update('-bootstrapFallback=true');
      await ok('enrollment profile update -name second -bootstrapFallback=true');
      await syncOnce(server, await attempt());
    });
    await assert.rejects(attempt(), { code: 'INVALID_ARGUMENT' });
    await update('-bootstrapFallback=false');
    await ok('enrollment profile update -name second -bootstrapFallback=false');
  });

  test('ENR-31 SA-5 the audit log says by identifiers who was refused and why, and who was let in', async () => {
    await attemptBy('audited');
    const uid = await k8s.uidOf('pod', 'audited');
    await k8s.report('audited', { imageId: `sha256:${'d4'.repeat(32)}` });
    await codeOf(attest(await k8s.token('audited')));
    const lines = server.process.output
      .split('\n')
      .filter((line) => line.includes('API accessed') && line.includes(uid));
    assert.equal(lines.length, 2);
    for (const field of ['service_account_uid', 'node_uid', 'profile_version', 'credential_id']) {
      for (const line of lines) assert.ok(line.includes(field), `${field} in ${line}`);
    }
    assert.match(lines[0] ?? '', /decision=accepted/);
    assert.match(lines[1] ?? '', /decision=refused.*ENR_DIGEST_MISMATCH|ENR_DIGEST_MISMATCH/);
  });

  test('drift lists the agent whose image changed, counts it, and stops nobody', async () => {
    const json = JSON.parse(await ok('enrollment drift -output json')) as {
      drifts: { pod: string; code: string; agent_id: string }[];
    };
    const found = json.drifts.filter(({ pod }) => pod === 'audited');
    assert.ok(
      found.some(({ code }) => code === 'ENR_DIGEST_MISMATCH'),
      JSON.stringify(found),
    );
    assert.match(found[0]?.agent_id ?? '', /k8s_psat\/real\//);
    await eventually('the metric counts it', async () => {
      const text = await (await fetch(`http://127.0.0.1:${metricsPort}/metrics`)).text();
      answers.push(text);
      return when(/enrollment_drift\{[^}]*profile="real"[^}]*\} [1-9]/.test(text));
    });
    await k8s.remove('audited');
  });

  test('check explains a live pod: what passes, what fails, and what to do', async () => {
    await k8s.pod('explained', { owned: false, node: 'n3' });
    const { code, stdout } = await run('enrollment check -profile real -pod spire/explained');
    assert.equal(code, 1);
    assert.match(stdout, /^Pod spire\/explained would be refused by profile real version \d+\n/);
    assert.match(
      stdout,
      /FAIL ENR-16 +controlling DaemonSet +ENR_OWNER_MISMATCH\n +found[^]*?to do:/,
    );
    assert.match(stdout, /ok +ENR-17 +image digest/);
    const missing = await run('enrollment check -profile real -pod spire/nobody');
    assert.match(missing.stderr, /there is no pod "spire\/nobody"/);
    await k8s.remove('explained');
  });

  const programs = [
    ['ours', 'n1', fromSources],
    ['spire', 'n2', spire],
  ] as const;
  test('agents of ours and of SPIRE enrol, and attest again by themselves within a sync after a new version', async () => {
    await k8s.remove('first');
    const start = async ([name, node, program]: (typeof programs)[number]) => {
      await k8s.pod(name, { node });
      const tokenPath = workspace.path(`${name}-token`);
      writeFileSync(tokenPath, await k8s.token(name));
      const nodeAttestor = `"k8s_psat" { plugin_data { cluster = "real", token_path = "${tokenPath}" } }`;
      const agent = new RunningAgent(workspace, server, { nodeAttestor, name, programs: program });
      writeFileSync(agent.bundlePath, await server.bundlePem());
      await agent.start();
      return { agent, uid: await k8s.uidOf('pod', name) };
    };
    const agents = await Promise.all(programs.map(start));
    const attested = (uid: string) =>
      server.process.output
        .split('\n')
        .filter((line) => line.includes('attestation request completed') && line.includes(uid))
        .length;
    const before = agents.map(({ uid }) => attested(uid));
    await update('-requiredLabel app=agent');
    // Half of what an agent's X509-SVID lives by default, when it would renew, is far longer than anybody waits here.
    await Promise.all(
      agents.map(({ uid }, at) =>
        eventually('it attests again', () => when(attested(uid) > Number(before[at]))),
      ),
    );
    for (const { agent } of agents) assert.equal((await agent.cli('healthcheck')).code, 0);
    await Promise.all(agents.map(({ agent }) => agent.process.stop()));
  });

  test('ENR-10 SA-1 a service account and a DaemonSet that were made again do not pass until they are bound anew', async () => {
    await k8s.inNamespace('delete', 'serviceaccount', 'spire-agent');
    await k8s.cluster.apply(account('spire-agent'));
    assert.equal(await codeOf(attemptBy('new-account')), 'ENR_SA_UID_MISMATCH');
    await update('-rebind');
    assert.equal(await codeOf(attest(await k8s.token('new-account'))), 'ENR_SA_UID_MISMATCH');
    await ok('enrollment profile bind -name real -yes');
    await attest(await k8s.token('new-account'));
    await k8s.recreateDaemonSet();
    assert.equal(await codeOf(attemptBy('new-set')), 'ENR_OWNER_MISMATCH');
  });

  test('an enrolment costs one token review, one pod and one node; one that is refused again costs nothing', async () => {
    const token = await k8s.token('new-account');
    const refused = await k8s.token('new-set');
    assert.deepEqual(await costOf(k8s, () => attest(token)), { reviews: 1, pods: 1, nodes: 1 });
    const attempt = () => codeOf(attest(refused));
    assert.equal(await attempt(), 'ENR_OWNER_MISMATCH');
    assert.deepEqual(await costOf(k8s, attempt), { reviews: 0, pods: 0, nodes: 0 });
  });

  test('retiring a profile ends its agents and admits nobody', async () => {
    const agent = await attest(await k8s.token('new-account'));
    await ok('enrollment profile retire -name real');
    await assert.rejects(syncOnce(server, agent), mustReattest);
    assert.equal(await codeOf(attest(await k8s.token('new-account'))), 'ENR_PROFILE_RETIRED');
  });

  test('no signal opens the inspector or writes the heap, and in production no option of Node does', async () => {
    const { pid } = server.process;
    for (const signal of ['SIGUSR1', 'SIGUSR2'] as const) process.kill(pid, signal);
    await ok('healthcheck');
    assert.doesNotMatch(server.process.output, /Debugger listening/);
    await assert.rejects(fetch('http://127.0.0.1:9229/json/version'));
    assert.deepEqual(
      readdirSync(projectRoot).filter((name) => /\.(heapsnapshot|heapprofile)$|^core/.test(name)),
      [],
    );
    const command = [process.execPath, '--heapsnapshot-signal=SIGUSR2', 'server/main.ts', 'run'];
    const opened = await runCli([...command, '-config', server.configPath]);
    assert.equal(opened.code, 1);
    assert.match(opened.stdout, /Node was started with --heapsnapshot-signal, which shows keys/);
  });

  test('ENR-31 no token is in the database, the log, an answer or a metric', async () => {
    const files = readdirSync(server.dataDir).map((name) => join(server.dataDir, name));
    const stored = files
      .filter((path) => statSync(path).isFile() && !path.endsWith('keys.json'))
      .map((path) => readFileSync(path).toString('latin1'));
    const metrics = await (await fetch(`http://127.0.0.1:${metricsPort}/metrics`)).text();
    const sinks = [...stored, server.process.output, ...answers, metrics];
    assert.ok(stored.length >= 1 && k8s.tokens.length > 20);
    for (const token of k8s.tokens) {
      // The signature is secret; header and claims of several tokens begin alike.
      const secret = token.split('.')[2] ?? '';
      assert.ok(secret.length > 100);
      assert.ok(sinks.every((sink) => !sink.includes(secret)));
    }
  });

  test('ENR-26 in production the server does not start when an audience was changed by hand in the database', async () => {
    await server.process.stop();
    const database = new DatabaseSync(join(server.dataDir, 'datastore.sqlite3'));
    database.exec('DROP TRIGGER enrollment_profiles_fixed');
    database.exec(
      `UPDATE enrollment_profiles SET spec = replace(spec, '"sigil"', '"https://kubernetes.default.svc"')`,
    );
    database.close();
    await assert.rejects(server.start());
    assert.match(
      server.process.output,
      /enrolment audience is one of the API server: \\?"https:\/\/kubernetes\.default\.svc\\?" of \\?"second\\?"/,
    );
  });
});
