import assert from 'node:assert/strict';
import { test } from 'node:test';
import { FakeClock } from '../testkit/fake-clock.ts';
import { News } from './news.ts';

function news(mostNames = 512) {
  const clock = new FakeClock();
  const forgotten: string[] = [];
  const options = {
    clock,
    mostNames,
    onForgotten: (_: string, name: string) => forgotten.push(name),
  };
  return { clock, forgotten, desk: new News(options) };
}

test('a reason is news once for each process and name, and again after ten minutes', async () => {
  const { clock, desk } = news();
  assert.equal(desk.isNews('7', 'web', 'no entry'), true);
  assert.equal(desk.isNews('7', 'web', 'no entry'), false);
  assert.equal(desk.isNews('8', 'web', 'no entry'), true);
  assert.equal(desk.isNews('7', 'api', 'no entry'), true);
  await clock.advance(599_999);
  assert.equal(desk.isNews('7', 'web', 'no entry'), false);
  await clock.advance(1);
  assert.equal(desk.isNews('7', 'web', 'no entry'), true);
});

test('another reason for the same name is news', () => {
  const { desk } = news();
  desk.isNews('7', 'web', 'no entry');
  assert.equal(desk.isNews('7', 'web', 'expired'), true);
  assert.equal(desk.isNews('7', 'web', 'no entry'), true);
});

test('a process that waits for too many names forgets the one unused for longest', () => {
  const { desk, forgotten } = news(2);
  for (const name of ['a', 'b', 'a', 'c']) desk.isNews('7', name, 'no entry');
  assert.deepEqual(forgotten, ['b']);
  assert.equal(desk.isNews('7', 'a', 'no entry'), false);
});

test('no more than 1,024 processes are remembered', () => {
  const { desk } = news();
  for (let pid = 0; pid <= 1024; pid++) desk.isNews(String(pid), 'web', 'no entry');
  assert.equal(desk.isNews('1024', 'web', 'no entry'), false);
  assert.equal(desk.isNews('0', 'web', 'no entry'), true);
});
