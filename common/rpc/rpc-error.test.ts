import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Metadata, status } from '@grpc/grpc-js';
import { rpcErrorFrom } from './rpc-error.ts';

for (const [details, expected] of [
  [
    'round_robin: No connection established. Last error: No connection established. Last error: Error: connect ECONNREFUSED 127.0.0.1:1. Resolution note: ',
    'cannot connect: connect ECONNREFUSED 127.0.0.1:1',
  ],
  [
    'No connection established. Last error: Error: read ECONNRESET. Resolution note: x',
    'cannot connect: read ECONNRESET',
  ],
  [
    'round_robin: No connection established. Last error: No connection established. Last error: null. Resolution note: ',
    'cannot connect: the last attempt failed, the next is not due yet',
  ],
  [
    'round_robin: No connection established. Last error: null',
    'cannot connect: the last attempt failed, the next is not due yet',
  ],
  ['Name resolution failed for target dns:a:1', 'Name resolution failed for target dns:a:1'],
  ['the server is stopping', 'the server is stopping'],
] as const) {
  test(`people are told ${JSON.stringify(expected)}`, () => {
    const faults = { find: () => undefined };
    const error = rpcErrorFrom(
      { code: status.UNAVAILABLE, details, metadata: new Metadata() },
      faults,
    );
    assert.deepEqual([error.code, error.message], ['UNAVAILABLE', expected]);
  });
}
