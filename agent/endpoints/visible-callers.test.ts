import assert from 'node:assert/strict';
import { Socket } from 'node:net';
import { test } from 'node:test';
import { SpiffeError } from '../../common/errors/spiffe-error.ts';
import { silentLogger, type Logger } from '../../common/log/logger.ts';
import { HiddenCallerError } from '../../common/peertracker/peer-tracker.ts';
import { VisibleCallers } from './visible-callers.ts';

function trackerThat(throws: () => Error) {
  const lines: unknown[] = [];
  const log: Logger = {
    ...silentLogger,
    error: (message: string, fields?: object) => lines.push([message, fields]),
  };
  const track = () => {
    throw throws();
  };
  return { lines, visible: new VisibleCallers({ track }, log) };
}

test('F024 an agent that cannot see its callers refuses each, says so once with the remedy, and stays at fault', () => {
  const { lines, visible } = trackerThat(() => new HiddenCallerError());
  assert.equal(visible.fault, undefined);
  for (let at = 0; at < 3; at++)
    assert.throws(() => visible.track(new Socket()), HiddenCallerError);
  assert.equal(lines.length, 1);
  assert.match(JSON.stringify(lines), /hostPID: true/);
  assert.match(String(visible.fault), /needs the host pid namespace/);
});

test('a caller that cannot be identified for another reason is no fault of the agent', () => {
  const { lines, visible } = trackerThat(() => new SpiffeError('UNAUTHENTICATED', 'it is gone'));
  assert.throws(() => visible.track(new Socket()), /it is gone/);
  assert.deepEqual([visible.fault, lines], [undefined, []]);
});
