import assert from 'node:assert/strict';
import { test } from 'node:test';
import { SpiffeError } from '../../common/errors/spiffe-error.ts';
import { parseSpiffeId } from '../../common/spiffe/spiffe-id.ts';
import { FakeClock } from '../../testkit/fake-clock.ts';
import type { AgentReport } from '../datastore/token-store.ts';
import { fleetRoutes } from './fleet-endpoint.ts';

const agentId = parseSpiffeId('spiffe://zeta.test/spire/agent/n');

function setUp() {
  const clock = new FakeClock();
  const reports: AgentReport[] = [];
  const refuse = { error: undefined as Error | undefined };
  const routes = fleetRoutes({
    config: { heartbeatIntervalMs: 5_000 },
    tokens: {
      report(_token, report) {
        if (refuse.error !== undefined) return Promise.reject(refuse.error);
        reports.push(report);
        return Promise.resolve(agentId);
      },
    },
    clock,
  });
  const send = async (changes: object = {}, path = '/v1/heartbeat') =>
    routes[path]!({
      method: 'POST',
      path,
      query: '',
      host: '',
      address: '192.0.2.1',
      authorization: 'Bearer sigil-node.x.y',
      body: Buffer.from('{}'),
      ...changes,
    });
  return { clock, reports, refuse, send };
}

test('each path takes its own kind of report, and the answer says how often', async () => {
  const { reports, send } = setUp();
  const { body, status } = await send({ body: Buffer.from('{"envoys":2}') });
  assert.deepEqual([status, body], [200, '{"heartbeat_interval_ms":5000}']);
  await send({ body: Buffer.from('{"kernel":"6"}') }, '/v1/evidence');
  const events = '{"events":[{"at_ms":1,"kind":"nack","text":"no"}]}';
  await send({ body: Buffer.from(events) }, '/v1/events');
  assert.deepEqual(
    reports.map((report) => Object.keys(report)),
    [['heartbeat'], ['evidence'], ['events']],
  );
});

const bad = [
  ['GET', { method: 'GET' }, 405],
  ['no token', { authorization: '' }, 401],
  ['a password', { authorization: 'Basic dXNlcjpwYXNz' }, 401],
  ['a token with a space', { authorization: 'Bearer a b' }, 401],
  ['a token of 513 characters', { authorization: `Bearer ${'x'.repeat(513)}` }, 401],
  ['no JSON', { body: Buffer.from('{') }, 400],
  ['a wrong field', { body: Buffer.from('{"envoys":-1}') }, 400],
] as const;
for (const [name, change, status] of bad) {
  test(`${name} is answered with ${status} and stores nothing`, async () => {
    const { reports, send } = setUp();
    assert.equal((await send(change)).status, status);
    assert.deepEqual(reports, []);
  });
}

test('a refused token is answered with 401, and what fails inside is thrown to be logged', async () => {
  const { refuse, send } = setUp();
  refuse.error = new SpiffeError('UNAUTHENTICATED', 'token refused: ask for another one');
  assert.equal((await send()).status, 401);
  refuse.error = new SpiffeError('STORAGE_UNAVAILABLE', 'database is away');
  assert.equal((await send()).status, 503);
  refuse.error = new SpiffeError('STORAGE_FAILED', 'database is away');
  await assert.rejects(send(), { message: 'database is away' });
});

test('one token is limited, others of its address go on, and it may again later', async () => {
  const { clock, send } = setUp();
  const statuses = [];
  for (let at = 0; at < 21; at++) statuses.push((await send()).status);
  assert.deepEqual(statuses, [...Array<number>(20).fill(200), 429]);
  assert.equal((await send({ authorization: 'Bearer other' })).status, 200);
  await clock.advance(2_000);
  assert.equal((await send()).status, 200);
});

test('one address is limited, whatever it sends', async () => {
  const { send } = setUp();
  const answers = await Promise.all(
    Array.from({ length: 1_001 }, () => send({ authorization: '' })),
  );
  assert.equal(answers.filter(({ status }) => status === 429).length, 1);
  assert.equal((await send({ address: '192.0.2.2' })).status, 200);
});

test('the addresses of one IPv6 network are limited as one', async () => {
  const { send } = setUp();
  const answers = await Promise.all(
    Array.from({ length: 1_001 }, (_, at) =>
      send({ authorization: '', address: `2001:db8::${at.toString(16)}` }),
    ),
  );
  assert.equal(answers.filter(({ status }) => status === 429).length, 1);
  assert.equal((await send({ address: '2001:db8:0:1::1' })).status, 200);
});
