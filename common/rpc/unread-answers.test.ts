import assert from 'node:assert/strict';
import { test } from 'node:test';
import { RecordedMetrics } from '../../testkit/envoy-service.ts';
import { parseSpiffeId } from '../spiffe/spiffe-id.ts';
import type { Peer } from './contract.ts';
import { UnreadAnswers } from './unread-answers.ts';

const closed = new AbortController().signal;
const remote = (connectionId: string, path?: string): Peer => ({
  ...{ kind: 'remote', connectionId, address: '192.0.2.1', closed },
  ...(path !== undefined && {
    identity: {
      ...{ spiffeId: parseSpiffeId(`spiffe://a.test${path}`), serialNumber: '1', notAfterMs: 0 },
    },
  }),
});
const limited = { code: 'SPIFFE_ID_LIMIT', message: /limit unread_bytes_per_spiffe_id of 100/ };

test('one SPIFFE ID leaves so many bytes unread on all its connections, until some are read', () => {
  const metrics = new RecordedMetrics();
  const unread = new UnreadAnswers({ maxUnreadBytesPerSpiffeId: 100 }, metrics);
  const read = unread.hold(remote('1', '/agent'), 60);
  unread.hold(remote('2', '/agent'), 40);
  assert.throws(() => unread.hold(remote('3', '/agent'), 1), limited);
  assert.equal(metrics.total('rpc_limited_answers'), 1);
  unread.hold(remote('4', '/other'), 100);
  read();
  unread.hold(remote('3', '/agent'), 60);
});

test('one answer larger than the limit may wait, and nothing beside it', () => {
  const unread = new UnreadAnswers({ maxUnreadBytesPerSpiffeId: 100 });
  const read = unread.hold(remote('1', '/agent'), 1000);
  assert.throws(() => unread.hold(remote('1', '/agent'), 1), limited);
  read();
  unread.hold(remote('1', '/agent'), 1000);
});

test('those without a certificate share one limit, from whatever address', () => {
  const unread = new UnreadAnswers({ maxUnreadBytesPerSpiffeId: 100 });
  unread.hold(remote('1'), 60);
  assert.throws(() => unread.hold(remote('2'), 60), limited);
});
