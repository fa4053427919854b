import assert from 'node:assert/strict';
import { Agent } from 'node:https';
import { test, type TestContext } from 'node:test';
import { KubeApiError } from '../../../../common/kube/kube-client.ts';
import { silentLogger } from '../../../../common/log/logger.ts';
import { Secret } from '../../../../common/secret/secret.ts';
import { noMetrics } from '../../../../common/telemetry/metrics.ts';
import { FakeClock } from '../../../../testkit/fake-clock.ts';
import { memoryDatastore } from '../../../../testkit/memory-datastore.ts';
import { Reviewer, type Credential } from './reviewer.ts';

const agent = new Agent();
const hourMs = 3_600_000;
const signal = new AbortController().signal;

/** What the API server does with each credential, by the text of its file. */
type Answers = Record<string, Error | undefined>;

function setUp(t: TestContext) {
  const clock = new FakeClock();
  const store = memoryDatastore(t);
  const files: Record<string, string | undefined> = { '/current': 'new', '/previous': 'old' };
  const answers: Answers = {};
  const sent: string[] = [];
  const fallbacks: string[] = [];
  const ask = (credential: string | undefined, what: string): Promise<unknown> => {
    sent.push(`${credential}: ${what}`);
    const error = answers[credential ?? ''];
    const status = { authenticated: false, error: 'no' };
    const answer = what.startsWith('POST') ? { by: credential, status } : { by: credential };
    return error === undefined ? Promise.resolve(answer) : Promise.reject(error);
  };
  const credentialWith = (credential: () => string | undefined): Credential => ({
    calls: {
      get: (path) => ask(credential(), `GET ${path}`),
      post: (path) => ask(credential(), `POST ${path}`),
    },
    access: () => {
      const text = credential();
      if (text === undefined) return Promise.reject(new Error('ENOENT'));
      const server = new URL(`https://${text}.test`);
      return Promise.resolve({ server, agent, trust: 'system', headers: new Secret({}) });
    },
  });
  const create = () =>
    new Reviewer({
      cluster: 'prod',
      currentPath: '/current',
      previousPath: '/previous',
      graceMs: hourMs,
      namespace: 'spire',
      open(path) {
        let last: string | undefined;
        return {
          live: credentialWith(() => (last = files[path])),
          kept: credentialWith(() => last),
        };
      },
      openPrevious: (path) => credentialWith(() => files[path]),
      store: store.reviewers,
      clock,
      log: silentLogger,
      metrics: {
        ...noMetrics,
        counter: () => ({ inc: (labels?: object) => void fallbacks.push(JSON.stringify(labels)) }),
      },
      readFile(path) {
        const text = files[path];
        if (text === undefined) throw new Error('ENOENT');
        return Buffer.from(text);
      },
    });
  const reviewer = create();
  /** Who answered; what is sent for it is in `sent`. */
  const by = async (from = reviewer) => {
    sent.length = 0;
    return ((await from.get('/pod', signal)) as { by: string }).by;
  };
  /** Where its calls may go. */
  const hosts = async () => (await reviewer.accesses()).map(({ server }) => server.hostname);
  return {
    ...{ answers, by, clock, create, fallbacks, files, hosts, reviewer, sent },
    store: store.reviewers,
  };
}

const refused = (status: number | undefined) => new KubeApiError(status, `status ${status}`);

test('ENR-28 a credential is validated once before it is used, and is the current one then', async (t) => {
  const { by, sent, store } = setUp(t);
  assert.equal(await by(), 'new');
  assert.deepEqual(sent, [
    'new: POST /apis/authentication.k8s.io/v1/selfsubjectreviews',
    'new: POST /apis/authentication.k8s.io/v1/tokenreviews',
    'new: GET /api/v1/namespaces/spire/pods/sigil-reviewer-probe',
    'new: GET /api/v1/nodes/sigil-reviewer-probe',
    'new: GET /pod',
  ]);
  assert.equal(await by(), 'new');
  assert.deepEqual(sent, ['new: GET /pod']);
  const rows = await store.list();
  assert.equal(rows.filter(({ previousSinceMs }) => previousSinceMs === 0).length, 1);
  assert.match(rows.map(({ version }) => version).join(), /^[0-9a-f]{12},[0-9a-f]{12}$/);
});

const matrix: readonly [
  name: string,
  fault: 'missing' | Error,
  fallsBack: boolean,
  reason: string,
][] = [
  ['a missing file', 'missing', true, 'unreadable'],
  ['401', refused(401), true, 'unauthorized'],
  ['403', refused(403), true, 'forbidden'],
  ['429', refused(429), false, ''],
  ['500', refused(500), false, ''],
  ['503', refused(503), false, ''],
  ['404', refused(404), false, ''],
  ['a time-out', refused(undefined), false, ''],
];
for (const [name, fault, fallsBack, reason] of matrix) {
  test(`ENR-29 ${name} of the current credential ${fallsBack ? 'falls back once' : 'is final'}`, async (t) => {
    const { answers, by, fallbacks, files, sent } = setUp(t);
    await by();
    if (fault === 'missing') files['/current'] = undefined;
    else answers['new'] = fault;
    const outcome = await by().catch(() => 'failed');
    assert.equal(outcome, fallsBack ? 'old' : 'failed');
    assert.equal(sent.filter((line) => line.startsWith('old')).length, fallsBack ? 1 : 0);
    assert.deepEqual(fallbacks, fallsBack ? [JSON.stringify({ cluster: 'prod', reason })] : []);
    answers['old'] = refused(401);
    await assert.rejects(by());
    assert.ok(sent.filter((line) => line.startsWith('old')).length <= 1);
  });
}

test('ENR-29 a token that is not authenticated is an answer and falls back to nothing', async (t) => {
  const { by, create, fallbacks, sent } = setUp(t);
  await by();
  const reviewer = create();
  const answer = await reviewer.post('/tokenreviews', {}, signal);
  assert.deepEqual(answer, { by: 'new', status: { authenticated: false, error: 'no' } });
  assert.deepEqual(fallbacks, []);
  assert.ok(sent.every((line) => line.startsWith('new')));
});

test('ENR-28 an invalid new credential is refused and the one before goes on, file or no file', async (t) => {
  const { answers, by, clock, files, sent, store } = setUp(t);
  await by();
  files['/current'] = 'broken';
  answers['broken'] = refused(401);
  assert.equal(await by(), 'new');
  assert.equal(await by(), 'new');
  assert.deepEqual(sent, ['new: GET /pod']);
  const current = (await store.list()).filter(({ previousSinceMs }) => previousSinceMs === 0);
  assert.equal(current.length, 1);
  answers['broken'] = undefined;
  await clock.advance(30_001);
  assert.equal(await by(), 'broken');
});

test('a first credential that is refused is not validated again for each request', async (t) => {
  const { answers, by, clock, sent } = setUp(t);
  answers['new'] = refused(403);
  assert.equal(await by(), 'old');
  assert.equal(await by(), 'old');
  assert.deepEqual(sent, ['old: GET /pod']);
  answers['new'] = undefined;
  await clock.advance(30_001);
  assert.equal(await by(), 'new');
});

test('a wall clock that is set back does not put off the second look at a credential', async (t) => {
  const { answers, by, clock } = setUp(t);
  answers['new'] = refused(403);
  assert.equal(await by(), 'old');
  clock.jump(-hourMs);
  answers['new'] = undefined;
  await clock.advance(30_001);
  assert.equal(await by(), 'new');
});

test('a first credential that could not be tried is tried again at once', async (t) => {
  const { answers, by } = setUp(t);
  answers['new'] = refused(503);
  await assert.rejects(by(), { message: 'status 503' });
  answers['new'] = undefined;
  assert.equal(await by(), 'new');
});

test('ENR-30 the previous credential is of use within its grace alone, also for a server that restarts', async (t) => {
  const { answers, by, clock, create, files } = setUp(t);
  await by();
  files['/previous'] = 'new';
  files['/current'] = 'newer';
  assert.equal(await by(), 'newer');
  answers['newer'] = refused(401);
  assert.equal(await by(), 'new');
  await clock.advance(hourMs - 1);
  assert.equal(await by(create()), 'new');
  await clock.advance(1);
  await assert.rejects(by(), { message: 'status 401' });
  await assert.rejects(by(create()), { message: 'status 401' });
});

test('ENR-30 a retired previous credential is of no use at once', async (t) => {
  const { answers, by, clock, store } = setUp(t);
  await by();
  answers['new'] = refused(401);
  assert.equal(await by(), 'old');
  assert.equal(await store.retire('prod', clock.now()), 1);
  await assert.rejects(by(), { message: 'status 401' });
});

test('the same file at both paths is one credential', async (t) => {
  const { answers, by, files } = setUp(t);
  files['/previous'] = 'new';
  await by();
  answers['new'] = refused(401);
  await assert.rejects(by(), { message: 'status 401' });
});

test('many requests at once validate a new credential once', async (t) => {
  const { create, sent } = setUp(t);
  const reviewer = create();
  await Promise.all(Array.from({ length: 5 }, () => reviewer.get('/pod', signal)));
  assert.equal(sent.filter((line) => line.includes('selfsubjectreviews')).length, 1);
});

test('ENR-5 calls may go where the current credential leads, and where the previous one does in its grace', async (t) => {
  const { answers, clock, files, hosts } = setUp(t);
  assert.deepEqual(await hosts(), ['new.test', 'old.test']);
  await clock.advance(hourMs + 1);
  assert.deepEqual(await hosts(), ['new.test']);
  // A credential that is not fit is not used, so where it leads does not matter.
  answers['unfit'] = refused(401);
  files['/current'] = 'unfit';
  assert.deepEqual(await hosts(), ['new.test']);
});

test('ENR-5 without a current credential calls go where the previous one leads, or nowhere', async (t) => {
  const { clock, files, hosts } = setUp(t);
  files['/current'] = undefined;
  assert.deepEqual(await hosts(), ['old.test']);
  await clock.advance(hourMs + 1);
  await assert.rejects(hosts(), { code: 'UNAVAILABLE' });
});

test('a look takes a new credential into use while nobody attests, and finds the one before at its path', async (t) => {
  const { by, files, reviewer, store } = setUp(t);
  await by();
  files['/previous'] = 'new';
  files['/current'] = 'newer';
  assert.equal(await reviewer.look(), undefined);
  const rows = await store.list();
  const paths = rows.filter(({ previousSinceMs }) => previousSinceMs > 0).map(({ path }) => path);
  // That of the start, which is at neither path any more, and the one that was current.
  assert.deepEqual(paths.sort(), ['/previous', '/previous']);
  assert.deepEqual(
    rows.filter(({ previousSinceMs }) => previousSinceMs === 0).map(({ path }) => path),
    ['/current'],
  );
});

test('a look says what the API server refuses and what cannot be read, and what is in use goes on', async (t) => {
  const { answers, by, clock, files, reviewer, store } = setUp(t);
  await by();
  const [current] = (await store.list()).filter(({ previousSinceMs }) => previousSinceMs === 0);
  files['/current'] = 'broken';
  answers['broken'] = refused(401);
  const unused = await reviewer.look();
  assert.deepEqual(
    [unused?.state, unused?.path, unused?.detail],
    ['refused', '/current', 'status 401'],
  );
  assert.match(unused?.version ?? '', /^[0-9a-f]{12}$/);
  assert.notEqual(unused?.version, current?.version);
  files['/current'] = undefined;
  const missing = await reviewer.look();
  assert.deepEqual([missing?.state, missing?.version], ['unreadable', '']);
  assert.match(missing?.detail ?? '', /^unable to read reviewer credential "\/current"/);
  files['/current'] = 'broken';
  answers['broken'] = undefined;
  await clock.advance(30_001);
  assert.equal(await reviewer.look(), undefined);
});

test('a look at the first credential says why it is not used', async (t) => {
  const { answers, reviewer } = setUp(t);
  answers['new'] = refused(403);
  assert.equal((await reviewer.look())?.state, 'refused');
});
