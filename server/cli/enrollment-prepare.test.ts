import assert from 'node:assert/strict';
import { test } from 'node:test';
import { SpiffeError } from '../../common/errors/spiffe-error.ts';
import { serverEnrollmentService as service } from '../../common/rpc/services/server-enrollment.ts';
import { serveUnary } from '../../common/rpc/serve.ts';
import { withCliBench, type CliBench } from '../../testkit/cli-bench.ts';
import { FakeClock } from '../../testkit/fake-clock.ts';
import { clientCommands } from './client-commands.ts';

const hex = (digit: string) => digit.repeat(64);
const binding = {
  service_account_uid: 'sa-uid',
  daemon_set_uid: 'ds-uid',
  digests: [`config:sha256:${hex('a')}`],
};
const spec = { cluster: 'main', mode: 'kubernetes_token_review' };
const profileIn = (state: string) => ({ name: 'agents', version: 1, state, spec });

/** A server with one profile, if any, which writes down what it is asked to change. */
function scripted(state: string, { unready = [] as readonly string[], created = 'staged' } = {}) {
  let now = state;
  const changes: [string, unknown][] = [];
  const reasons = [...unready];
  const methods = [
    serveUnary(service.GetProfile, async () => {
      if (now === '') throw new SpiffeError('NOT_FOUND', 'profile "agents" does not exist');
      return { versions: [profileIn(now)] };
    }),
    serveUnary(service.CreateProfile, async (request) => {
      changes.push(['create', request.spec?.service_account]);
      now = created;
      if (created === 'taken') {
        now = 'staged';
        throw new SpiffeError('ALREADY_EXISTS', 'it exists');
      }
      return { effect: 'created', profile: profileIn(now) };
    }),
    serveUnary(service.ReadBinding, async () => {
      const reason = reasons.shift();
      if (reason !== undefined) throw new SpiffeError('FAILED_PRECONDITION', reason);
      return { version: 1, binding, spec, pods: [{ name: 'agent-1', node: 'n1', digest: 'd' }] };
    }),
    serveUnary(service.BindProfile, async ({ confirmed, confirmed_spec: rules }) => {
      changes.push(['bind', [confirmed?.digests, rules?.cluster]]);
      return { effect: 'bound', profile: profileIn('bound') };
    }),
    serveUnary(service.UpdateProfile, async (request) => {
      changes.push(['add', request.add_digests]);
      return { effect: 'digests_added', profile: profileIn('bound') };
    }),
  ];
  const use = (steps: (run: CliBench['run']) => Promise<void>) =>
    withCliBench(clientCommands, methods, ({ run }) => steps(run));
  return { use, changes };
}

/** Time passes only while somebody sleeps. */
class ImpatientClock extends FakeClock {
  override sleep(ms: number): Promise<void> {
    return this.advance(ms);
  }
}

const prepare = 'enrollment profile prepare $SOCKET -name agents';

test('a profile that is not there is created, read, shown, and not bound', async () => {
  const { use, changes } = scripted('');
  await use(async (run) => {
    const { code, out } = await run(prepare);
    assert.equal(code, 0);
    assert.match(
      out,
      /^Profile agents version 1 would be bound to\n\nService account UID +: sa-uid/,
    );
    assert.match(out, /Cluster +: main[^]*read from 1 pod\n\nNothing was bound\. If that is what/);
  });
  assert.deepEqual(changes, [['create', 'sigil-agent']]);
});

test('a second run changes nothing, nor does one beside another', async () => {
  const staged = scripted('staged');
  await staged.use(async (run) => assert.equal((await run(prepare)).code, 0));
  assert.deepEqual(staged.changes, []);
  const raced = scripted('', { created: 'taken' });
  await raced.use(async (run) => assert.match((await run(prepare)).out, /Nothing was bound/));
});

test('a profile in force is left alone, also when digests are named', async () => {
  const { use, changes } = scripted('bound');
  await use(async (run) => {
    const { code, out } = await run(`${prepare} -bindDigest config:sha256:${hex('b')}`);
    assert.equal(code, 0);
    assert.match(out, /^It is in force\n\nProfile +: agents version 1\n/);
  });
  assert.deepEqual(changes, []);
});

test('a profile that somebody retired is not made again', async () => {
  const { use, changes } = scripted('retired');
  await use(async (run) => {
    const reason = /profile "agents" was retired; enrollment profile create makes it anew/;
    const asJob = await run(prepare);
    assert.equal(asJob.code, 0);
    assert.match(asJob.out, reason);
    // Who wants it bound must not take it for done.
    const binding = await run(`${prepare} -bindDigest config:sha256:${hex('a')}`);
    assert.equal(binding.code, 1);
    assert.match(binding.err, reason);
  });
  assert.deepEqual(changes, []);
});

test('it waits while agents are still to come, tells each reason once, and ends with the last one', async () => {
  const reasons = ['no DaemonSet', 'no DaemonSet', 'no running container'];
  const clock = new ImpatientClock();
  const waiting = scripted('staged', { unready: reasons });
  await waiting.use(async (run) => {
    const startMs = clock.now();
    const { code, out } = await run(prepare, { clock });
    assert.deepEqual([code, clock.now() - startMs], [0, 6_000]);
    assert.equal(out.match(/Waiting up to 5m0s: /g)?.length, 2);
    assert.match(out, /desc = no DaemonSet\nWaiting[^\n]* no running container\nProfile agents/);
  });
  const tired = scripted('staged', { unready: reasons });
  await tired.use(async (run) => {
    const { code, err } = await run(`${prepare} -wait 5s`, { clock });
    assert.equal(code, 1);
    assert.match(err, /failed to read the cluster: .*desc = no running container/);
  });
});

test('it binds without asking what runs the named images alone, by their digits, and approves those to come', async () => {
  const { use, changes } = scripted('staged');
  const other = `manifest:sha256:${hex('c')}`;
  await use(async (run) => {
    const line = `${prepare} -bindDigest manifest:sha256:${hex('a')} -bindDigest ${other}`;
    const { code, out } = await run(`${line} -output json`);
    assert.equal(code, 0);
    assert.equal((JSON.parse(out) as { profile: { state: string } }).profile.state, 'bound');
  });
  assert.deepEqual(changes, [
    ['bind', [binding.digests, 'main']],
    ['add', [other]],
  ]);
});

const refused: readonly (readonly [string, RegExp])[] = [
  [`config:sha256:${hex('b')}`, /nothing was bound: the agents run config:sha256:a{64}, which/],
  [hex('a'), /bindDigest "a{64}" must have the form manifest:sha256:HEX or config:sha256:HEX/],
  ['config:sha256:', /bindDigest "config:sha256:" must have the form/],
];
for (const [digest, message] of refused) {
  test(`with -bindDigest ${digest.slice(0, 20)} nothing is bound`, async () => {
    const { use, changes } = scripted('staged');
    await use(async (run) => {
      const { code, err } = await run(`${prepare} -bindDigest ${digest}`);
      assert.equal(code, 1);
      assert.match(err, message);
    });
    assert.deepEqual(changes, []);
  });
}

test('without a name nothing is asked', async () => {
  await scripted('').use(async (run) => {
    assert.match((await run('enrollment profile prepare $SOCKET')).err, /a name is required/);
  });
});
