import assert from 'node:assert/strict';
import { test } from 'node:test';
import { SpiffeError } from '../../common/errors/spiffe-error.ts';
import { silentLogger, type LogFields, type Logger } from '../../common/log/logger.ts';
import type { InterceptedCall } from '../../common/rpc/contract.ts';
import { AuditLog } from './audit.ts';

function setUp() {
  const lines: LogFields[] = [];
  const log: Logger = {
    ...silentLogger,
    info(message, fields = {}) {
      assert.equal(message, 'API accessed');
      lines.push(fields);
    },
  };
  const closed = new AbortController().signal;
  const call: InterceptedCall = {
    path: '/spire.api.server.entry.v1.Entry/BatchCreateEntry',
    peer: { kind: 'local', connectionId: 'c', pid: 7, uid: 1, gid: 2, isAlive: () => true, closed },
    metadata: { get: () => [] },
    signal: closed,
    whenOver: () => undefined,
  };
  return { audit: new AuditLog(log), call, lines };
}

test('a call is written once with caller, method and status', async () => {
  const { audit, call, lines } = setUp();
  await audit.interceptor(call, () => {
    audit.authorized(call, { as: 'local', via: 'transport' });
    audit.add(call, { spiffe_id: 'spiffe://zeta.test/a' });
    return Promise.resolve();
  });
  const [{ request_id: requestId, ...line } = {}, ...more] = lines;
  assert.equal(more.length, 0);
  assert.match(String(requestId), /^[0-9a-f-]{36}$/);
  assert.deepEqual(line, {
    type: 'audit',
    service: 'spire.api.server.entry.v1.Entry',
    method: 'BatchCreateEntry',
    spiffe_id: 'spiffe://zeta.test/a',
    caller_uid: 1,
    caller_gid: 2,
    pid: 7,
    authorized_as: 'local',
    authorized_via: 'transport',
    status: 'success',
  });
});

test('a refused call is written too, and still refused', async () => {
  const { audit, call, lines } = setUp();
  const refusal = new SpiffeError('PERMISSION_DENIED', 'authorization denied for method /x');
  await assert.rejects(
    audit.interceptor(call, () => Promise.reject(refusal)),
    refusal,
  );
  assert.equal(lines.length, 1);
  assert.equal(lines[0]?.status_code, 'PERMISSION_DENIED');
  assert.equal(lines[0].authorized_as, 'nobody');
});

test('each item of a batch has a line of its own, under one request ID', async () => {
  const { audit, call, lines } = setUp();
  await audit.interceptor(call, () => {
    audit.addItem(call, { fields: { entry_id: 'a' } });
    const error = new SpiffeError('ALREADY_EXISTS', 'similar entry already exists');
    audit.addItem(call, { fields: { entry_id: 'b' }, error });
    return Promise.resolve();
  });
  assert.deepEqual(
    lines.map((line) => [line.entry_id, line.status, line.status_code]),
    [
      ['a', 'success', undefined],
      ['b', 'error', 'ALREADY_EXISTS'],
    ],
  );
  assert.equal(lines[0]?.request_id, lines[1]?.request_id);
});

test('the text of an unexpected fault is not written', async () => {
  const { audit, call, lines } = setUp();
  await assert.rejects(audit.interceptor(call, () => Promise.reject(new Error('secret detail'))));
  assert.equal(lines[0]?.status_message, 'internal error');
});

test('what a caller wrote is cut, in the fields and in the refusal', async () => {
  const { audit, call, lines } = setUp();
  const long = 'x'.repeat(1_000_000);
  const work = () => {
    audit.add(call, { attestor: long });
    return Promise.reject(new SpiffeError('INVALID_ARGUMENT', `no such cluster: ${long}`));
  };
  await assert.rejects(audit.interceptor(call, work));
  assert.ok(JSON.stringify(lines).length < 10_000);
  assert.match(String(lines[0]?.status_message), /^no such cluster: x+$/);
});
