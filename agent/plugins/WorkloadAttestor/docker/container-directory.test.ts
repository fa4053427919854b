import assert from 'node:assert/strict';
import { test } from 'node:test';
import { SpiffeError } from '../../../../common/errors/spiffe-error.ts';
import { silentLogger } from '../../../../common/log/logger.ts';
import { FakeClock, settle } from '../../../../testkit/fake-clock.ts';
import { ContainerDirectory } from './container-directory.ts';

const id = 'a1'.repeat(32);
const away = new SpiffeError('UNAVAILABLE', 'away');

/** An engine whose next answers are these; the last one stays. */
function directoryOf(...answers: unknown[]) {
  const clock = new FakeClock();
  const asked: string[] = [];
  const engine = {
    address: 'unix:///engine.sock',
    inspectContainer: (name: string) => {
      asked.push(name);
      const answer = answers.length > 1 ? answers.shift() : answers[0];
      return answer instanceof Error ? Promise.reject(answer) : Promise.resolve(answer);
    },
    inspectImage: () => Promise.reject(away),
  };
  return { clock, asked, directory: new ContainerDirectory({ engine, clock, log: silentLogger }) };
}

const described = (label: string) => ({
  Id: id,
  State: { Pid: 7 },
  Config: { Labels: { label } },
});

test('an answer is used for 30 seconds', async () => {
  const { clock, asked, directory } = directoryOf(described('web'));
  await directory.find(id);
  await clock.advance(29_999);
  await directory.find(id);
  assert.equal(asked.length, 1);
  await clock.advance(1);
  await directory.find(id);
  assert.equal(asked.length, 2);
});

test('all who ask at once share a request', async () => {
  const { asked, directory } = directoryOf(described('web'));
  await Promise.all(Array.from({ length: 100 }, () => directory.find(id)));
  assert.equal(asked.length, 1);
});

test('an engine that fails is asked again after 100, 200 and 400 ms', async () => {
  const { clock, asked, directory } = directoryOf(away, away, away, described('web'));
  const found = directory.find(id);
  for (const [waitMs, attempts] of [
    [99, 1],
    [1, 2],
    [200, 3],
    [400, 4],
  ] as const) {
    await clock.advance(waitMs);
    assert.equal(asked.length, attempts);
  }
  assert.deepEqual((await found)?.labels, [['label', 'web']]);
});

test('an engine that stays away fails with its last reason', async () => {
  const { clock, directory } = directoryOf(away);
  const failing = assert.rejects(directory.find(id), { code: 'UNAVAILABLE', message: 'away' });
  await clock.advance(700);
  await failing;
});

test('a container that is gone is not asked for again and again', async () => {
  const { asked, directory } = directoryOf(undefined);
  assert.equal(await directory.find(id), undefined);
  assert.equal(asked.length, 1);
});

test('while the engine is away what it said before counts, at once', async () => {
  const { clock, directory } = directoryOf(described('web'), away);
  await directory.find(id);
  await clock.advance(3_600_000);
  assert.deepEqual((await directory.find(id))?.labels, [['label', 'web']]);
});

test('a container that the engine removed is forgotten', async () => {
  const { clock, directory } = directoryOf(described('web'), undefined, away);
  await directory.find(id);
  await clock.advance(30_000);
  assert.equal(await directory.find(id), undefined);
  const failing = assert.rejects(directory.find(id), { message: 'away' });
  await clock.advance(700);
  await failing;
});

const bad: readonly (readonly [what: string, answer: unknown])[] = [
  ['no object', 'text'],
  ['no state', { Id: id, Config: {} }],
  ['a pid that is no number', { ...described('a'), State: { Pid: '7' } }],
  ['a negative pid', { ...described('a'), State: { Pid: -1 } }],
  ['labels that are no text', { ...described('a'), Config: { Labels: { a: 1 } } }],
  ['an environment that is no list', { ...described('a'), Config: { Env: 'A=1' } }],
];
for (const [what, answer] of bad) {
  test(`an answer with ${what} is refused`, async () => {
    const { clock, directory } = directoryOf(answer);
    const failing = assert.rejects(directory.find(id), {
      code: 'UNAVAILABLE',
      message: /in a way that is not understood/,
    });
    await settle();
    await clock.advance(700);
    await failing;
  });
}
