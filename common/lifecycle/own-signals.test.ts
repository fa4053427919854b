import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { test } from 'node:test';
import { promisify } from 'node:util';

const run = promisify(execFile);
const bounds = { timeout: 30_000 };
const here = (path: string) => new URL(path, import.meta.url).href;

/** What the child prints about the inspector before and after both signals. */
async function lookAround(execArgv: readonly string[]): Promise<unknown> {
  const script = `
    import { once } from 'node:events';
    import inspector from 'node:inspector';
    const { ownSignals } = await import(${JSON.stringify(here('own-signals.ts'))});
    inspector.open(0, '127.0.0.1');
    ownSignals({ execArgv: ${JSON.stringify(execArgv)}, env: {} });
    const before = inspector.url() !== undefined;
    const alive = setInterval(() => {}, 1_000);
    const heard = ['SIGUSR1', 'SIGUSR2'].map((name) => once(process, name));
    for (const name of ['SIGUSR1', 'SIGUSR2']) process.kill(process.pid, name);
    await Promise.all(heard);
    clearInterval(alive);
    console.log(JSON.stringify({ before, after: inspector.url() !== undefined }));`;
  const { stdout } = await run(process.execPath, ['--input-type=module', '-e', script], bounds);
  return JSON.parse(stdout);
}

test('an inspector that SIGUSR1 opened too early is closed, and neither signal does anything by itself', async () => {
  for (const options of [[], ['--report-on-signal', '--cpu-prof']]) {
    assert.deepEqual(await lookAround(options), { before: false, after: false });
  }
});

test('an inspector that was asked for stays open', async () => {
  assert.deepEqual(await lookAround(['--inspect=0']), { before: true, after: true });
});

for (const program of ['agent', 'server']) {
  test(`the ${program} begins by closing what a signal opened before it ran`, async () => {
    const preload = `
      import inspector from 'node:inspector';
      inspector.open(0, '127.0.0.1');
      process.on('exit', () => console.log(inspector.url() ?? 'closed'));`;
    const preloaded = `data:text/javascript,${encodeURIComponent(preload)}`;
    const main = new URL(`../../${program}/main.ts`, import.meta.url).pathname;
    const { stdout } = await run(process.execPath, ['--import', preloaded, main, '-h'], bounds);
    assert.equal(stdout, 'closed\n');
  });
}
