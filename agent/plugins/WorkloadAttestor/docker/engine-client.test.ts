import assert from 'node:assert/strict';
import { afterEach, beforeEach, test } from 'node:test';
import { FakeDockerEngine } from '../../../../testkit/docker-engine.ts';
import { FakeClock, settle } from '../../../../testkit/fake-clock.ts';
import { findApiVersion } from './api-version.ts';
import { EngineClient } from './engine-client.ts';

const id = 'a1'.repeat(32);
let engine: FakeDockerEngine;
let clock: FakeClock;
let client: EngineClient;

beforeEach(async () => {
  engine = await new FakeDockerEngine().start();
  engine.put({ id, pid: 7 });
  clock = new FakeClock();
  client = new EngineClient({ socketPath: engine.socketPath, version: undefined, clock });
});

afterEach(async () => {
  client.close();
  await engine.remove();
});

const versions: readonly (readonly [offered: string | undefined, spoken: string])[] = [
  ['1.24', '1.24'],
  ['1.41', '1.41'],
  ['1.44', '1.44'],
  ['1.99', '1.51'],
  [undefined, '1.24'],
];
for (const [offered, spoken] of versions) {
  test(`an engine that offers ${offered ?? 'nothing'} is spoken to in ${spoken}`, async () => {
    engine.apiVersion = offered;
    await client.inspectContainer(id);
    await client.inspectContainer(id);
    const path = `/v${spoken}/containers/${id}/json`;
    assert.deepEqual(engine.requests, ['/_ping', path, path]);
  });
}

for (const offered of ['1.23', '2.0', '', 'x']) {
  test(`an engine that offers "${offered}" is refused`, async () => {
    engine.apiVersion = offered;
    await assert.rejects(client.inspectContainer(id), {
      code: 'UNAVAILABLE',
      message: `the engine speaks API version "${offered}"; expected 1.24 or newer`,
    });
  });
}

test('a version that is configured is not negotiated', async () => {
  const fixed = new EngineClient({
    socketPath: engine.socketPath,
    version: findApiVersion('1.40'),
    clock,
  });
  await fixed.inspectContainer(id);
  fixed.close();
  assert.deepEqual(engine.requests, [`/v1.40/containers/${id}/json`]);
});

test('an engine that was replaced by an older one is negotiated with again', async () => {
  await client.inspectContainer(id);
  engine.apiVersion = '1.30';
  engine.faults.push({ status: 400, body: '{"message":"client version 1.41 is too new"}' });
  await assert.rejects(client.inspectContainer(id), {
    code: 'UNAVAILABLE',
    message: `container engine at ${engine.address}: answered 400: client version 1.41 is too new`,
  });
  await client.inspectContainer(id);
  assert.equal(engine.requests.at(-1), `/v1.30/containers/${id}/json`);
});

test('what the engine does not have is no error', async () => {
  assert.equal(await client.inspectContainer('b2'.repeat(32)), undefined);
  assert.equal(await client.inspectImage('none'), undefined);
});

test('a container ID cannot lead to another page', async () => {
  assert.equal(await client.inspectContainer('../../images/x'), undefined);
  assert.equal(engine.requests.at(-1), '/v1.41/containers/..%2F..%2Fimages%2Fx/json');
});

test('an engine that is away is named with the reason', async () => {
  await engine.stop();
  await assert.rejects(client.inspectContainer(id), {
    code: 'UNAVAILABLE',
    message: `container engine at ${engine.address}: connect ENOENT ${engine.socketPath}`,
  });
  await engine.start();
  assert.notEqual(await client.inspectContainer(id), undefined);
});

test('an engine that does not answer is left after 5 seconds', async () => {
  engine.faults.push('hang');
  const asked = client.inspectContainer(id);
  const failing = assert.rejects(asked, { message: /: no answer within 5000 ms$/ });
  while (engine.requests.length === 0) await settle();
  await clock.advance(5_000);
  await failing;
  assert.equal(clock.pending, 0);
});

test('an answer that is no JSON, or too long, is refused', async () => {
  await client.inspectContainer(id);
  engine.faults.push({ status: 200, body: '<html>' });
  await assert.rejects(client.inspectContainer(id), { code: 'UNAVAILABLE', message: /no JSON$/ });
  engine.faults.push({ status: 200, body: ' '.repeat(9 * 1024 * 1024) });
  await assert.rejects(client.inspectContainer(id), {
    code: 'UNAVAILABLE',
    message: /exceeds the limit of 8388608 bytes$/,
  });
});

test('an error page is quoted, but not at any length', async () => {
  await client.inspectContainer(id);
  engine.faults.push({ status: 503, body: 'x'.repeat(5000) });
  await assert.rejects(client.inspectContainer(id), ({ message }: Error) => {
    assert.match(message, /answered 503: x{1024}$/);
    return true;
  });
});
