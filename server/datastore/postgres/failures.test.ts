import assert from 'node:assert/strict';
import { test } from 'node:test';
import { messageWithCauses } from '../../../common/errors/spiffe-error.ts';
import { unreachable } from './failures.ts';

test('a database without TLS is told with the key that goes without', () => {
  // What pg says when the answer to its SSLRequest is "N".
  const failure = unreachable(new Error('The server does not support SSL connections'));
  assert.equal(failure.code, 'STORAGE_UNAVAILABLE');
  assert.equal(
    messageWithCauses(failure),
    'database is not reachable: it takes no TLS; sslmode=disable in connection_string goes without',
  );
});
