import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { rmSync, mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { systemClock } from '../../../common/clock/clock.ts';
import { SpiffeError } from '../../../common/errors/spiffe-error.ts';
import { silentLogger } from '../../../common/log/logger.ts';
import { createPeerTracker } from '../../../common/peertracker/peer-tracker.ts';
import { createRpcServer } from '../../../common/rpc/rpc-server.ts';
import { serveStream, serveUnary } from '../../../common/rpc/serve.ts';
import { ask, chat, textOf, watch } from '../../../testkit/suites/transport-parts.ts';
import { findPythonWithGrpcio } from './python-grpcio.ts';

const found = findPythonWithGrpcio();
const skip = 'missing' in found ? found.missing : false;

const methods = [
  serveUnary(ask, async (body, { signal, metadata }) => {
    const text = body.length < 20 ? textOf(body) : '';
    if (text === 'refuse') throw new SpiffeError('NOT_FOUND', 'no “x”\n100%');
    if (text === 'wait') await new Promise((resolve) => signal.addEventListener('abort', resolve));
    if (text === 'metadata') {
      return Buffer.from(`${metadata.get('x-test').join()} ${metadata.get('y-bin').join()}`);
    }
    return body;
  }),
  serveStream(chat, async (stream) => {
    for await (const one of stream.messages) await stream.send(one);
  }),
  serveStream(watch, async (stream) => {
    for await (const size of stream.messages) {
      for (let round = 0; round < 2; round++) await stream.send(Buffer.alloc(Number(textOf(size))));
    }
  }),
];

test(
  'grpcio is served by our own transport in all that it asks for',
  { skip, timeout: 120_000 },
  async (context) => {
    const folder = mkdtempSync(join(tmpdir(), 'sigil-python-'));
    context.after(() => rmSync(folder, { recursive: true, force: true }));
    const path = join(folder, 'api.sock');
    let server = await serve(path);
    const python = 'python' in found ? found.python : '';
    const script = fileURLToPath(new URL('./client.py', import.meta.url));
    const child = spawn(python, [script, path], { stdio: ['pipe', 'pipe', 'inherit'] });
    context.after(() => child.kill('SIGKILL'));
    const exited = once(child, 'exit');
    const held: string[] = [];
    for await (const line of createInterface({ input: child.stdout })) {
      held.push(line);
      if (line !== 'restart') continue;
      await server.close({ graceMs: 0 });
      server = await serve(path);
      child.stdin.write('\n');
    }
    assert.deepEqual(await exited, [0, null]);
    await server.close({ graceMs: 0 });
    assert.equal(held.at(-1), 'reconnect');
    assert.equal(held.length, 17);
  },
);

async function serve(path: string) {
  const server = createRpcServer({
    methods,
    log: silentLogger,
    clock: systemClock,
    unixTransport: 'own',
  });
  await server.listenUnix({ path, mode: 0o700, trackPeers: createPeerTracker() });
  return server;
}
