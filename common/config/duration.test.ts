import assert from 'node:assert/strict';
import test from 'node:test';
import { hasCode } from '../errors/spiffe-error.ts';
import { formatDuration, parseDuration } from './duration.ts';

test('Go durations become milliseconds', () => {
  const rows: readonly (readonly [string, number])[] = [
    ['0', 0],
    ['+0', 0],
    ['10m', 600_000],
    ['1h30m', 5_400_000],
    ['1.5s', 1500],
    ['.5s', 500],
    ['-2h', -7_200_000],
    ['250ms', 250],
    ['3us', 0.003],
    ['3µs', 0.003],
    ['3\u03bcs', 0.003],
    ['1000000ns', 1],
    ['1h0m0.001s', 3_600_001],
  ];
  for (const [text, ms] of rows) assert.equal(parseDuration(text), ms, text);
});

test('what Go refuses as a duration is refused with its words', () => {
  const rows: readonly (readonly [string, string])[] = [
    ['', 'time: invalid duration ""'],
    ['-', 'time: invalid duration "-"'],
    ['5', 'time: missing unit in duration "5"'],
    ['1d', 'time: unknown unit "d" in duration "1d"'],
    ['1H', 'time: unknown unit "H" in duration "1H"'],
    ['1h 30m', 'time: unknown unit "h " in duration "1h 30m"'],
    ['h', 'time: invalid duration "h"'],
    ['.s', 'time: invalid duration ".s"'],
    ['1.2.3s', 'time: missing unit in duration "1.2.3s"'],
    ['3000000h', 'time: invalid duration "3000000h"'],
    ['1e3s', 'time: unknown unit "e" in duration "1e3s"'],
  ];
  for (const [text, message] of rows) {
    assert.throws(
      () => parseDuration(text),
      (error) => hasCode(error, 'INVALID_ARGUMENT') && error.message === message,
      text,
    );
  }
});

test('durations print as Go prints them', () => {
  const rows: readonly (readonly [number, string])[] = [
    [0, '0s'],
    [5_400_000, '1h30m0s'],
    [600_000, '10m0s'],
    [1500, '1.5s'],
    [20, '20ms'],
    [1.25, '1.25ms'],
    [0.003, '3µs'],
    [0.000_004, '4ns'],
    [-61_000, '-1m1s'],
    [86_400_000, '24h0m0s'],
  ];
  for (const [ms, text] of rows) assert.equal(formatDuration(ms), text);
});
