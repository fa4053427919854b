import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { forbidCoreDumps } from './core-dumps.ts';

const module = new URL('core-dumps.ts', import.meta.url).href;
/** Where a core file comes into the working folder, it is looked for; elsewhere the kernel is asked. */
const isLocal = /^core/.test(readFileSync('/proc/sys/kernel/core_pattern', 'utf8'));

function crash(prepare: string): { readonly signal: string | null; readonly files: string[] } {
  const folder = mkdtempSync(join(tmpdir(), 'sigil-core-'));
  const script = `import { forbidCoreDumps } from '${module}'; ${prepare} process.kill(process.pid, 'SIGSEGV'); setInterval(() => {}, 1000);`;
  const command = `ulimit -c unlimited; exec "$0" --input-type=module -e "$1"`;
  try {
    const { signal } = spawnSync('bash', ['-c', command, process.execPath, script], {
      cwd: folder,
      timeout: 20_000,
    });
    return { signal, files: readdirSync(folder) };
  } finally {
    rmSync(folder, { recursive: true });
  }
}

test('a process that crashes leaves a core file behind, one that forbade it does not', () => {
  const usual = crash('');
  const private_ = crash('forbidCoreDumps({ warn() { process.exit(1); } });');
  assert.equal(usual.signal, 'SIGSEGV');
  assert.equal(private_.signal, 'SIGSEGV');
  assert.equal(usual.files.length, isLocal ? 1 : 0);
  assert.deepEqual(private_.files, []);
});

test('a machine where it cannot be forbidden is told in the log, and runs', () => {
  const messages: string[] = [];
  const log = { warn: (message: string) => void messages.push(message) };
  forbidCoreDumps(log, () => {
    throw new Error('no native module');
  });
  const refusing = { load: () => ({ func: () => () => -1 }) };
  forbidCoreDumps(log, () => refusing);
  assert.deepEqual(messages, Array(2).fill('Core dumps of this process cannot be forbidden'));
});
