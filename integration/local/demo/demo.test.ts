import assert from 'node:assert/strict';
import { mkdirSync, readdirSync } from 'node:fs';
import { after, before, test } from 'node:test';
import type { ManagedProcess } from '../harness/managed-process.ts';
import { Workspace } from '../harness/workspace.ts';

let workspace: Workspace;
before(() => {
  workspace = new Workspace();
});
after(() => workspace.dispose());

test('the demo tells its story, fails no request, and leaves nothing behind', async () => {
  const demo = startDemo('told', '--json');

  const exit = await demo.ended(120_000);

  assert.deepEqual(exit, { code: 0, signal: null }, demo.output.slice(-3000));
  const last = JSON.parse(demo.output.trim().split('\n').at(-1) ?? '') as Record<string, unknown>;
  const { requests, rotations, seconds, ...rest } = last;
  assert.deepEqual(rest, {
    failed: 0,
    identities: ['spiffe://demo.test/web', 'spiffe://demo.test/orders'],
    unregistered: 'refused',
  });
  assert.ok(Number(requests) >= 500, `${String(requests)} requests`);
  assert.ok(Number(rotations) >= 5, `${String(rotations)} rotations`);
  assert.ok(Number(seconds) > 0, `${String(seconds)} s`);
  assert.match(demo.output, /was called by +spiffe:\/\/demo\.test\/web\n/);
  assert.match(demo.output, /was answered by +spiffe:\/\/demo\.test\/orders\n/);
  assert.deepEqual(readdirSync(temporaryFolder('told')), []);
});

test('Ctrl-C ends every process of the demo and removes its folder', async () => {
  const demo = startDemo('interrupted');
  await demo.printed(/The first request went through/, { deadlineMs: 60_000 });
  const pids = [...demo.output.matchAll(/ pid (\d+)/g)].map((match) => Number(match[1]));
  assert.equal(pids.length, 2);
  assert.equal(readdirSync(temporaryFolder('interrupted')).length, 1);

  const exit = await demo.stop('SIGINT');

  assert.deepEqual(exit, { code: 130, signal: null });
  for (const pid of pids) assert.throws(() => process.kill(pid, 0), { code: 'ESRCH' });
  assert.deepEqual(readdirSync(temporaryFolder('interrupted')), []);
  assert.ok(!demo.output.includes('failed:'), demo.output.slice(-2000));
});

test('an unknown option is refused before anything starts', async () => {
  const demo = startDemo('refused', '--fast');
  const exit = await demo.ended();
  assert.equal(exit.code, 1);
  assert.match(demo.output, /--fast/);
  assert.deepEqual(readdirSync(temporaryFolder('refused')), []);
});

function startDemo(name: string, ...flags: readonly string[]): ManagedProcess {
  mkdirSync(temporaryFolder(name));
  const command = [process.execPath, 'integration/local/demo/main.ts', ...flags];
  return workspace.start(`demo-${name}`, command, { TMPDIR: temporaryFolder(name) });
}

/** The demo's own place for temporary folders, so that what it leaves is seen. */
function temporaryFolder(name: string): string {
  return workspace.path(name);
}
