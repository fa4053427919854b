import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import test from 'node:test';
import { z } from 'zod';
import { FaultReport } from './config-error.ts';
import { decode } from './decode.ts';
import { loadConfigFile } from './load-config.ts';

function withFile(content: string | Uint8Array, run: (path: string) => void): void {
  const folder = mkdtempSync(join(tmpdir(), 'sigil-config-'));
  const path = join(folder, 'agent.conf');
  try {
    writeFileSync(path, content);
    run(path);
  } finally {
    rmSync(folder, { recursive: true });
  }
}

test('variables are expanded only when asked', () => {
  const schema = z.strictObject({ name: z.string() });
  withFile('name = "$WHO"', (path) => {
    const env = { WHO: 'web' };
    assert.equal(decode(loadConfigFile(path, { env }), schema).name, '$WHO');
    assert.equal(decode(loadConfigFile(path, { expandEnv: true, env }), schema).name, 'web');
  });
});

test('a missing file is told with its absolute path and the flag', () => {
  assert.throws(() => loadConfigFile('/nowhere/agent.conf'), {
    code: 'CONFIG_INVALID',
    message:
      'invalid configuration: could not find config file /nowhere/agent.conf: please use the -config flag',
  });
});

test('a folder, or bytes that are not UTF-8, are refused with the path', () => {
  assert.throws(() => loadConfigFile('/'), /\/: cannot be read: is a directory/);
  withFile(Uint8Array.of(0x61, 0xff), (path) => {
    assert.throws(() => loadConfigFile(path), /agent\.conf: is not UTF-8 text/);
  });
});

test('a syntax error names the file', () => {
  withFile('a = \n', (path) => {
    assert.throws(() => loadConfigFile(path), { message: /agent\.conf:2:1: expected a value/ });
  });
});

test('a report gathers the faults of several steps', () => {
  const schema = z.strictObject({ name: z.string() });
  withFile('name = true\nnme = 1', (path) => {
    const tree = loadConfigFile(path);
    const report = new FaultReport('agent.conf');
    assert.equal(
      report.try(() => decode(tree, schema)),
      undefined,
    );
    report.add({ path: 'plugins', message: 'is required' });
    assert.throws(() => report.end(), { message: /3 faults/ });
    assert.throws(
      () =>
        report.try(() => {
          throw new TypeError('a fault of ours');
        }),
      TypeError,
    );
  });
});
