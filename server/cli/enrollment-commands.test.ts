import assert from 'node:assert/strict';
import { test } from 'node:test';
import { agentService } from '../../common/rpc/services/agent.ts';
import { fleetService, tokensService } from '../../common/rpc/services/fleet.ts';
import { serverEnrollmentService as service } from '../../common/rpc/services/server-enrollment.ts';
import { serveUnary } from '../../common/rpc/serve.ts';
import { withCliBench } from '../../testkit/cli-bench.ts';
import { FakeClock } from '../../testkit/fake-clock.ts';
import { clientCommands } from './client-commands.ts';

const profile = (name: string, state: string) => ({
  name,
  version: 1,
  state,
  created_at_ms: 1_796_033_787_000,
  spec: { cluster: 'nope', mode: 'kubernetes_token_review' },
});

test('check says by which version, and which other one is staged', async () => {
  const asked: unknown[] = [];
  const answer = { profile: 'agents', passes: true, checks: [{ title: 't', outcome: 'unknown' }] };
  const check = serveUnary(service.CheckPod, async ({ version }) => {
    asked.push(version);
    return version === 2
      ? { ...answer, version: 2, state: 'staged', staged_version: 2 }
      : { ...answer, version: 1, state: 'bound', staged_version: 2 };
  });
  await withCliBench(clientCommands, [check], async ({ run }) => {
    const now = await run('enrollment check $SOCKET -pod a/b');
    assert.equal(now.code, 0);
    assert.match(
      now.out,
      /^Pod a\/b would be enrolled by profile agents version 1; -version 2 checks the staged one\n/,
    );
    const staged = await run('enrollment check $SOCKET -pod a/b -version 2');
    assert.match(
      staged.out,
      /^Pod a\/b would be enrolled by .* version 2 once that is bound\n\n\?/,
    );
    assert.deepEqual(asked, [0, 2]);
    const { code, err } = await run('enrollment check $SOCKET');
    assert.deepEqual([code, err], [1, 'Error: pod is required, as NAMESPACE/NAME\n']);
  });
});

test('warnings of a change go to standard error, and a cluster that is not configured has no reviewer', async () => {
  const create = serveUnary(service.CreateProfile, async () => ({
    effect: 'created',
    profile: profile('agents2', 'staged'),
    warnings: ['cluster "nope" has none'],
  }));
  await withCliBench(clientCommands, [create], async ({ run }) => {
    const { code, err, out } = await run('enrollment profile create $SOCKET -name agents2');
    assert.deepEqual([code, err], [0, 'Warning: cluster "nope" has none\n']);
    assert.match(
      out,
      /Reviewer +: none: the cluster has no enrollment_profile in the configuration/,
    );
    const help = (await run('enrollment profile create -h')).err;
    for (const value of ['kubernetes_token_review', 'spire-server', 'sigil', 'sigil-agent']) {
      assert.match(help, new RegExp(`\\(default "${value}"\\)`));
    }
    assert.doesNotMatch((await run('enrollment profile update -h')).err, /default "sigil/);
  });
});

test('list leaves retired profiles out unless it is asked for them', async () => {
  const list = serveUnary(service.ListProfiles, async () => ({
    profiles: [profile('live', 'staged'), profile('typo', 'retired')],
  }));
  await withCliBench(clientCommands, [list], async ({ run }) => {
    const some = (await run('enrollment profile list $SOCKET')).out;
    assert.match(some, /^Found 1 profile, and 1 retired: -all shows them\n/);
    assert.doesNotMatch(some, /typo/);
    assert.match(
      (await run('enrollment profile list $SOCKET -all')).out,
      /^Found 2 profiles\n[^]*typo/,
    );
    const { out } = await run('enrollment profile list $SOCKET -output json');
    const [shown, ...others] = (JSON.parse(out) as { profiles: object[] }).profiles;
    assert.deepEqual(others, []);
    assert.equal((shown as { created_at_ms: unknown }).created_at_ms, 1_796_033_787_000);
  });
});

test('lifetimes of tokens are seconds or durations, and a fraction counts as a second', async () => {
  const asked: number[] = [];
  const clock = new FakeClock();
  const info = { created_at_ms: clock.now(), expires_at_ms: clock.now() + 60_000 };
  const methods = [
    serveUnary(tokensService.CreateClusterToken, async ({ ttl_seconds: ttl }) => {
      asked.push(ttl);
      return { token: 't', info, warnings: ['nobody admits it'] };
    }),
    serveUnary(agentService.CreateJoinToken, async ({ ttl }) => {
      asked.push(ttl);
      return { value: 't' };
    }),
  ];
  await withCliBench(clientCommands, methods, async ({ run }) => {
    const commands = ['enrollment token create $SOCKET -maxUses 2', 'token generate $SOCKET'];
    for (const command of commands) {
      for (const ttl of ['90', '1m30s', '1500ms']) {
        assert.equal((await run(`${command} -ttl ${ttl}`)).code, 0);
      }
      const { code, err } = await run(`${command} -ttl soon`);
      assert.equal(code, 1);
      assert.match(err, /^invalid value "soon" for flag -ttl: parse error\n/);
    }
    assert.deepEqual(asked, [90, 90, 2, 90, 90, 2]);
    const { err, out } = await run(commands[0] ?? '', { clock });
    assert.equal(err, 'Warning: nobody admits it\n');
    assert.match(out, /Expires +: \S+ \(in 1m0s\)\nCreated +: \S+ \(just now\)\n/);
  });
});

test('the status of an agent that is not there is an error, and so is what is no ID', async () => {
  const id = 'spiffe://lab.test/spire/agent/a';
  const list = serveUnary(fleetService.ListAgentStatuses, async () => ({
    agents: [{ spiffe_id: id }],
  }));
  await withCliBench(clientCommands, [list], async ({ run }) => {
    assert.equal((await run(`agent status $SOCKET -spiffeID ${id}`)).code, 0);
    const silent = await run(`agent status $SOCKET -spiffeID ${id} -silent`);
    assert.deepEqual([silent.code, silent.out], [0, 'Found 0 agents\n']);
    const other = await run(`agent status $SOCKET -spiffeID ${id}x`);
    assert.deepEqual([other.code, other.err], [1, `Error: agent "${id}x" not found\n`]);
    assert.equal((await run('agent status $SOCKET -spiffeID a')).code, 1);
  });
});
