import assert from 'node:assert/strict';
import { test } from 'node:test';
import { findDebugDoors, findOpenMemory } from './debug-doors.ts';

test('options that open the memory of a process are found on its command line and in its environment', () => {
  const execArgv = ['--inspect=0.0.0.0:9229', '--max-old-space-size=512', '--inspect-brk'];
  const options = '--heapsnapshot-signal=SIGUSR2  --report-on-fatalerror --enable-source-maps';
  assert.deepEqual(findDebugDoors(execArgv, options), [
    '--inspect',
    '--inspect-brk',
    '--heapsnapshot-signal',
    '--report-on-fatalerror',
  ]);
  assert.deepEqual(findDebugDoors(['--heapsnapshot-near-heap-limit=1'], undefined), [
    '--heapsnapshot-near-heap-limit',
  ]);
  assert.deepEqual(findDebugDoors([], ''), []);
  assert.deepEqual(findDebugDoors(['--max-semi-space-size=2'], undefined), []);
});

test('a process that was started with such an option is told which', () => {
  const reason = 'Node was started with --inspect, which shows keys to others';
  assert.equal(findOpenMemory(['--inspect=0'], undefined), reason);
  assert.equal(findOpenMemory([], '--max-old-space-size=64'), undefined);
});
