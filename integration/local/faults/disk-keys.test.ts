import assert from 'node:assert/strict';
import { readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { startAgent } from '../harness/agent.ts';
import { startServer } from '../harness/server.ts';
import { inWorkspace } from '../harness/workspace.ts';

test('F114: a truncated key file of the server is a clear error, and the file stays as it is', async () => {
  await inWorkspace(async (workspace) => {
    const server = await startServer(workspace, { keyManager: 'disk' });
    await server.process.stop();
    const damaged = truncate(server.keysPath);

    await assert.rejects(server.start(), /server ended with 1/);

    assert.ok(server.process.output.includes(server.keysPath));
    assert.ok(!server.process.output.includes(damaged.slice(20, 60)), 'no key in the log');
    assert.equal(readFileSync(server.keysPath, 'utf8'), damaged);
  });
});

test('a truncated key file of the agent is a clear error, and the file stays as it is', async () => {
  await inWorkspace(async (workspace) => {
    const server = await startServer(workspace);
    const agent = await startAgent(workspace, server, { keyManager: 'disk' });
    await agent.process.stop();
    const keysPath = keyFileIn(agent.dataDir);
    assert.equal(statSync(keysPath).mode & 0o777, 0o600);
    const damaged = truncate(keysPath);

    const exit = await agent.launch().ended();

    assert.equal(exit.code, 1);
    assert.ok(agent.process.output.includes(keysPath));
    assert.equal(readFileSync(keysPath, 'utf8'), damaged);
  });
});

function keyFileIn(folder: string): string {
  const name = readdirSync(folder).find((one) => /key/.test(one) && one.endsWith('.json'));
  assert.ok(name, `a key file among ${readdirSync(folder).join(', ')}`);
  return join(folder, name);
}

/** Cuts a file in half and returns what is left. */
function truncate(path: string): string {
  const whole = readFileSync(path, 'utf8');
  const half = whole.slice(0, whole.length / 2);
  writeFileSync(path, half);
  return half;
}
