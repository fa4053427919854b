import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer, type Socket } from 'node:net';
import { join } from 'node:path';
import { test } from 'node:test';
import { healthService } from '../rpc/services/health.ts';
import { temporaryFolder } from '../../testkit/temporary-folder.ts';
import { withRpcClient } from './rpc-client.ts';

test('a program that takes the connection and says nothing is told as such, with its socket and the time', async (t) => {
  const socketPath = join(temporaryFolder(), 'silent.sock');
  const taken: Socket[] = [];
  const silent = createServer((socket) => void taken.push(socket)).listen(socketPath);
  await once(silent, 'listening');
  t.after(() => {
    for (const socket of taken) socket.destroy();
    silent.close();
  });
  const options = { socketPath, peer: 'agent', timeoutMs: 50 } as const;
  const text = `rpc error: code = DeadlineExceeded desc = no answer from "${socketPath}" within 50ms; is the agent stopped or overloaded?`;
  await assert.rejects(
    withRpcClient(options, (client) => client.call(healthService.Check, {}, 'unable to ask')),
    { message: `unable to ask: ${text}` },
  );
  await assert.rejects(
    withRpcClient(options, async (client) => {
      for await (const answer of client.stream(healthService.Watch, {})) {
        assert.fail(JSON.stringify(answer));
      }
    }),
    { message: text },
  );
});
