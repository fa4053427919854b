// Bootstrap tokens under an enrolment profile: real agents, ours and SPIRE's, against a real API server.
import assert from 'node:assert/strict';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, suite, test } from 'node:test';
import { RunningAgent, type AgentOptions } from '../local/harness/agent.ts';
import { freePort } from '../local/harness/free-port.ts';
import { eventually, when } from '../local/harness/poll.ts';
import { fromSources } from '../local/harness/programs.ts';
import { RunningServer, type ServerOptions } from '../local/harness/server.ts';
import { Workspace } from '../local/harness/workspace.ts';
import { fetchIds, ownSelector, spire } from '../spire/peers.ts';
import { reasonToSkip } from './cluster/cluster.ts';
import { EnrolledCluster } from './enrolled-cluster.ts';

interface ClusterToken {
  readonly token: string;
  readonly info: { readonly id: string };
}

suite('bootstrap tokens under a profile', { skip: reasonToSkip(), timeout: 300_000 }, () => {
  let k8s: EnrolledCluster;
  let workspace: Workspace;
  let server: RunningServer;
  let metricsPort: number;
  let configured: ServerOptions;
  let bundle: string;
  const pepper = { k1: 'p'.repeat(32), k2: 'q'.repeat(32) };
  const secrets: string[] = Object.values(pepper);

  before(async () => {
    workspace = new Workspace();
    [k8s, metricsPort] = await Promise.all([EnrolledCluster.start(), freePort()]);
    for (const [id, key] of Object.entries(pepper)) writeFileSync(workspace.path(id), key);
    const block = `"real" = {
      service_account_allow_list = ["spire:spire-agent"]
      audience = ["sigil"]
      kube_config_file = ${JSON.stringify(k8s.reviewerPath)}
      enrollment_profile = "real"
    }`;
    configured = {
      programs: fromSources,
      settings: [
        'ratelimit { attestation = false }',
        'audit_log_enabled = true',
        'enrollment { production = true }',
      ],
      plugins: [`NodeAttestor "k8s_psat" { plugin_data { clusters = { ${block} } } }`],
      sections: [`telemetry { Prometheus { host = "127.0.0.1", port = ${metricsPort} } }`],
    };
    server = serverWith(await freePort(), 'write = "k1"', ['k1']);
    await server.start();
    bundle = await server.bundlePem();
    const names = '-namespace spire -serviceAccount spire-agent -daemonSet spire-agent';
    const create = `create -mode bootstrap_token -audience sigil ${names} -container agent`;
    await profile(create);
    await profile('bind -yes');
  });
  after(async () => {
    await workspace.dispose();
    await k8s.stop();
  });

  /** The server on its data, with these keys of the pepper. */
  function serverWith(port: number, rules: string, keys: readonly (keyof typeof pepper)[]) {
    const files = keys.map((id) => `${id} = ${JSON.stringify(workspace.path(id))}`).join('\n');
    const settings = [
      ...(configured.settings ?? []),
      `token_pepper { ${rules} keys { ${files} } }`,
    ];
    return new RunningServer(workspace, { ...configured, settings }, port);
  }

  /** Ends the server and starts it with other keys; rejects when it does not start. */
  async function restartWith(...[rules, keys]: [string, ('k1' | 'k2')[]]): Promise<void> {
    await server.process.stop();
    server = serverWith(server.port, rules, keys);
    await server.start();
  }

  async function profile(line: string): Promise<string> {
    const [verb = '', ...flags] = line.split(' ');
    const words = ['enrollment', 'profile', verb, '-name', 'real', ...flags];
    const { code, stdout, stderr } = await server.cli(...words);
    assert.equal(code, 0, `${line}: ${stdout}${stderr}`);
    return stdout;
  }

  async function clusterToken(...flags: readonly string[]): Promise<ClusterToken> {
    const made = (await server.json(
      ...['enrollment', 'token', 'create', '-profile', 'real', '-maxUses', '2', ...flags],
    )) as ClusterToken;
    // Kind and ID, which are no secret, stand at the beginning.
    secrets.push(made.token.slice(-40));
    return made;
  }

  async function stored({ info }: ClusterToken) {
    const { tokens } = (await server.json('enrollment', 'token', 'list')) as {
      tokens: { id: string; uses: number; expires_at_ms: string }[];
    };
    const found = tokens.find(({ id }) => id === info.id);
    assert.ok(found !== undefined);
    return found;
  }

  const usesOf = async (token: ClusterToken) => (await stored(token)).uses;

  function agentNamed(name: string, options: AgentOptions = {}): RunningAgent {
    const agent = new RunningAgent(workspace, server, { programs: fromSources, ...options, name });
    writeFileSync(agent.bundlePath, bundle);
    return agent;
  }

  /** An agent that attests by the token of a pod. */
  async function psatAgent(name: string, pod: string, options: AgentOptions = {}) {
    const path = workspace.path(`${name}-token`);
    writeFileSync(path, await k8s.token(pod));
    const data = `cluster = "real", token_path = ${JSON.stringify(path)}`;
    const nodeAttestor = `"k8s_psat" { plugin_data { ${data} } }`;
    return { agent: agentNamed(name, { nodeAttestor, ...options }), path };
  }

  const lines = (...texts: readonly string[]) =>
    server.process.output.split('\n').filter((line) => texts.every((text) => line.includes(text)));
  /** Waits until the server has logged one line more with all of these texts. */
  async function logged(texts: readonly string[], cause: () => unknown): Promise<void> {
    const had = lines(...texts).length;
    await cause();
    await eventually(texts.join(' '), () => when(lines(...texts).length > had));
  }
  const hears = (agent: RunningAgent, text: string) =>
    eventually(`the agent hears ${text}`, () => when(agent.process.output.includes(text)));

  test('ENR-1 a cluster token for two enrols an agent of ours and a real spire-agent, and refuses a third', async () => {
    const made = await clusterToken();
    const [first, theirs] = [agentNamed('first'), agentNamed('spire', { programs: spire })];
    await Promise.all([first, theirs].map((agent) => agent.start(made.token)));
    const third = agentNamed('third');
    await logged(['Bootstrap token refused', made.info.id, 'token_used_up'], () =>
      third.launch('-joinToken', made.token),
    );
    await hears(third, 'already been used');
    assert.equal(await usesOf(made), 2);
    assert.match(await profile('show'), /^Agents +: 2$/m);
    assert.equal((await first.cli('healthcheck')).code, 0);
    assert.doesNotMatch(first.process.output, /The memory of the agent is open/);
    await Promise.all([first, theirs, third].map((agent) => agent.process.stop()));
  });

  test('ENR-1 the token of a pod is refused in mode bootstrap_token', async () => {
    await k8s.pod('agent-1');
    const { agent } = await psatAgent('pod-token', 'agent-1');
    await logged(['Refused an enrolment', 'ENR_MODE_MISMATCH'], () => agent.launch());
    await hears(agent, 'enrolment refused (reference ');
    await agent.process.stop();
  });

  test('a token that was revoked or has expired admits nobody, and who came with it before stays', async () => {
    const [revoked, short] = await Promise.all([clusterToken(), clusterToken('-ttl', '1s')]);
    const before = agentNamed('before');
    await before.start(revoked.token);
    const { code } = await server.cli('enrollment', 'token', 'revoke', '-id', revoked.info.id);
    assert.equal(code, 0);
    const { expires_at_ms: endsAtMs } = await stored(short);
    await eventually('the short one is over', () => when(Date.now() > Number(endsAtMs)));
    const refusals = [
      ['revoked', revoked, 'token_revoked', 'failed to attest: join token does not exist'],
      ['expired', short, 'token_expired', 'join token expired'],
    ] as const;
    await Promise.all(
      refusals.map(async ([name, { token, info }, reason, text]) => {
        const agent = agentNamed(name);
        await logged(['Bootstrap token refused', info.id, reason], () =>
          agent.launch('-joinToken', token),
        );
        await hears(agent, text);
        await agent.process.stop();
      }),
    );
    assert.deepEqual(await Promise.all([usesOf(revoked), usesOf(short)]), [1, 0]);
    assert.equal((await before.cli('healthcheck')).code, 0);
    await before.process.stop();
    const metrics = await (await fetch(`http://127.0.0.1:${metricsPort}/metrics`)).text();
    for (const reason of ['token_revoked', 'token_expired', 'token_used_up']) {
      assert.match(
        metrics,
        new RegExp(`bootstrap_token_refusals\\{[^}]*"${reason}"[^}]*\\} [1-9]`),
      );
    }
  });

  test('ENR-23 ENR-24 ENR-25 the key of the pepper is rotated under tokens that are in use; what still needs the old one is told before it goes', async () => {
    const [used, idle] = await Promise.all([clusterToken('-maxUses', '9'), clusterToken()]);
    const tokensUnder = async (key: string) => {
      const { keys } = (await server.json('enrollment', 'pepper', 'status')) as {
        keys: { id: string; cluster_tokens: string }[];
      };
      return Number(keys.find(({ id }) => id === key)?.cluster_tokens);
    };
    const before = await tokensUnder('k1');
    await restartWith('write = "k2"', ['k1', 'k2']);
    assert.deepEqual([await tokensUnder('k1'), await tokensUnder('k2')], [before, 0]);
    // The row moves to the new key with the first use of its token.
    const agent = agentNamed('rotated');
    await agent.start(used.token);
    assert.deepEqual([await tokensUnder('k1'), await tokensUnder('k2')], [before - 1, 1]);
    await assert.rejects(restartWith('write = "k2"', ['k2']));
    assert.match(
      server.process.output,
      /token_pepper.keys lacks keys that are in use: \\"k1\\" \(1 cluster token\)/,
    );
    // Forgotten all the same: its tokens are deleted, refused and counted; those that moved are good.
    await restartWith('write = "k2" forget = ["k1"]', ['k2']);
    const late = agentNamed('late');
    await logged(['Bootstrap token refused', idle.info.id, 'token_unknown'], () =>
      late.launch('-joinToken', idle.token),
    );
    await agentNamed('rotated-2').start(used.token);
    const metrics = await (await fetch(`http://127.0.0.1:${metricsPort}/metrics`)).text();
    assert.match(metrics, /bootstrap_token_refusals\{[^}]*"token_unknown"[^}]*\} [1-9]/);
    await restartWith('write = "k2"', ['k1', 'k2']);
    await Promise.all([agent, late].map(({ process }) => process.stop()));
  });

  test('ENR-2 ENR-21 after a new version an agent comes with its bootstrap token again, which is one more use, unless the version asks for tokens of pods', async () => {
    const made = await clusterToken('-maxUses', '9');
    const agent = agentNamed('switched');
    await agent.start(made.token);
    await logged(['attestation request completed', 'join_token'], () =>
      profile('update -replayLimit=true'),
    );
    assert.equal(await usesOf(made), 2);
    await profile('update -mode kubernetes_token_review');
    await logged(['ENR_FALLBACK_NOT_ALLOWED'], () => profile('bind -yes'));
    await hears(agent, 'enrolment refused (reference ');
    assert.equal(await usesOf(made), 2);
    await agent.process.stop();
  });

  test('ENR-2 a real agent is not let in by its bootstrap token, also while the API server is away, until the fallback is allowed', async () => {
    const named = ['enrollment', 'token', 'create', '-profile', 'real', '-maxUses', '2'];
    assert.match((await server.cli(...named)).stderr, /profile "real" admits no tokens: its mode/);
    const made = await clusterToken('-profile', '');
    const refusedAgent = async (name: string) => {
      const agent = agentNamed(name);
      await logged(['Refused an enrolment', 'ENR_FALLBACK_NOT_ALLOWED'], () =>
        agent.launch('-joinToken', made.token),
      );
      await hears(agent, 'enrolment refused (reference ');
      await agent.process.stop();
    };
    await refusedAgent('fallback-1');
    await k8s.cluster.withoutApiServer(async () => {
      await refusedAgent('fallback-2');
      assert.equal(await usesOf(made), 0);
      await profile('update -bootstrapFallback=true');
      const noted = ['level=warning', 'Enrolled an agent by its bootstrap token', 'fallback'];
      await logged(noted, () => agentNamed('fallback-3').start(made.token));
    });
    assert.equal(await usesOf(made), 1);
    await profile('update -bootstrapFallback=false');
  });

  test('ENR-3 ENR-4 SA-4 an enrolled agent lives by its X509-SVID alone, and is of the node that the cluster says', async () => {
    const claims = ['MY_NODE_NAME=n3', 'KUBERNETES_SERVICE_HOST=203.0.113.1', 'POD_UID=x'];
    const open = 'NODE_OPTIONS=--report-on-fatalerror';
    const agentCommand = ['/usr/bin/env', open, ...claims, ...fromSources.agent];
    const programs = { ...fromSources, agent: agentCommand };
    const { agent, path } = await psatAgent('svid', 'agent-1', { programs });
    await agent.start();
    assert.match(agent.process.output, /The memory of the agent is open.*--report-on-fatalerror/);
    writeFileSync(path, 'no token any more');
    const node = await k8s.kubectl('get', 'node', 'n1', '-o', 'jsonpath={.metadata.uid}');
    const nodeId = `spiffe://demo.test/spire/agent/k8s_psat/real/${node}`;
    await server.createEntry({
      spiffeId: 'spiffe://demo.test/late',
      parentId: nodeId,
      selectors: [ownSelector],
    });
    await eventually('a later entry arrives', async () =>
      when((await fetchIds(agent)).includes('spiffe://demo.test/late')),
    );
    // A new version asks for a token again: there is none, and then there is one.
    await logged(['unable to validate token with TokenReview API'], () =>
      profile('update -assert hostPID=true'),
    );
    writeFileSync(path, await k8s.token('agent-1'));
    await logged(['attestation request completed', nodeId], () => undefined);
  });

  test('ENR-22 no bootstrap token and no pepper is in the database, a log, an answer or a metric', async () => {
    const files = readdirSync(server.dataDir).filter((name) => /sqlite3/.test(name));
    const stored = files.map((name) => readFileSync(join(server.dataDir, name), 'latin1'));
    const metrics = await (await fetch(`http://127.0.0.1:${metricsPort}/metrics`)).text();
    const lists = [
      ['enrollment', 'token', 'list'],
      ['enrollment', 'profile', 'show', '-name', 'real', '-all'],
      ['agent', 'list'],
    ];
    const answers = await Promise.all(
      lists.map(async (words) => (await server.cli(...words)).stdout),
    );
    const logs = workspace.processes.map(({ output }) => output);
    assert.ok(stored.length > 0 && secrets.length > 4 && logs.length > 8);
    assert.match(server.process.output, /API accessed/);
    for (const secret of [...secrets, ...k8s.tokens.map((token) => token.split('.')[2] ?? '')]) {
      assert.ok(secret.length >= 32, secret);
      for (const sink of [...stored, ...answers, ...logs, metrics]) {
        assert.ok(!sink.includes(secret));
      }
    }
  });
});
