import assert from 'node:assert/strict';
import { test } from 'node:test';
import { FakeClock } from '../../testkit/fake-clock.ts';
import { boundedLog } from './bounded-log.ts';
import { silentLogger, type LogFields, type Logger, type LogLevel } from './logger.ts';

function recorded() {
  const lines: (readonly [message: string, fields: LogFields | undefined])[] = [];
  const log: Logger = {
    ...silentLogger,
    error: (message, fields) => void lines.push([message, fields]),
    warn: (message, fields) => void lines.push([message, fields]),
    child: () => log,
  };
  return { lines, log };
}

test('what is said without end becomes a hundred lines, then a few a second that tell of the rest', async () => {
  const { lines, log } = recorded();
  const clock = new FakeClock();
  const bounded = boundedLog(log, clock);
  for (let at = 0; at < 10_000; at++) bounded.warn('Connection refused', { pid: at });
  assert.equal(lines.length, 100);
  bounded.child({ pid: 1 }).warn('Connection refused');
  assert.equal(lines.length, 100, 'a child of it has no budget of its own');
  await clock.advance(1_000);
  for (let at = 0; at < 100; at++) bounded.warn('Connection refused', { pid: at });
  assert.equal(lines.length, 105);
  assert.deepEqual(lines[100], ['Connection refused', { pid: 0, suppressed: 9_901 }]);
  assert.deepEqual(lines[101], ['Connection refused', { pid: 1 }]);
});

test('one message does not silence another', () => {
  const { lines, log } = recorded();
  const bounded = boundedLog(log, new FakeClock());
  for (let at = 0; at < 1_000; at++) bounded.warn('Connection refused');
  bounded.warn('Connection ended');
  assert.equal(lines.at(-1)?.[0], 'Connection ended');
});

const levels: readonly (readonly [flood: LogLevel, rare: 'error' | 'warn'])[] = [
  ['warn', 'error'],
  ['info', 'error'],
  ['debug', 'error'],
  ['debug', 'warn'],
];
for (const [flood, rare] of levels) {
  test(`a flood of a message at ${flood} does not hide the same message at ${rare}`, () => {
    const { lines, log } = recorded();
    const bounded = boundedLog(log, new FakeClock());
    for (let at = 0; at < 1_000; at++) bounded[flood]('Connection refused', { pid: at });
    bounded[rare]('Connection refused', { reason: 'disk full' });
    assert.deepEqual(lines.at(-1), ['Connection refused', { reason: 'disk full' }]);
  });
}
