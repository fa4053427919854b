import assert from 'node:assert/strict';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { runCaptured } from '../../testkit/cli-bench.ts';
import { startTestServer } from '../../testkit/running-server.ts';
import { loadCommands } from './commands.ts';

/** In a command `$F` is the folder of the test: with a file `file`, a folder `empty`, and `server.conf`. */
const rows = [
  [
    'backup -config $F/server.conf -to $F/none/b',
    /"\$F\/none" does not exist: -to makes only the last/,
  ],
  [
    'backup -config $F/server.conf -to $F/file/b',
    /"\$F\/file" is no folder: -to makes only the last/,
  ],
  [
    'backup -config $F/server.conf -to /proc/b',
    /unable to make "\/proc\/b\.unfinished": no such file/,
  ],
  ['backup -config $F/server.conf -to $F/empty', /"\$F\/empty" exists; nothing was written/],
  ['backup -config $F/server.conf -to $F/b', /database "\$F\/d\/data" does not exist/],
  ['backup -config $F/none -to $F/b', /could not find config file \$F\/none/],
  ['backup -config $F/empty -to $F/b', /\$F\/empty: cannot be read: is a directory/],
  [
    'restore -config $F/server.conf -from $F/none',
    /"\$F\/none" does not exist: -from must be a folder/,
  ],
  [
    'restore -config $F/server.conf -from $F/file',
    /"\$F\/file" is no folder: -from must be a folder/,
  ],
  ['restore -config $F/server.conf -from $F/file/x', /"\$F\/file\/x" does not exist: -from must/],
  [
    'restore -config $F/server.conf -from $F/empty',
    /"\$F\/empty" is not usable: manifest\.json cannot be read: no such file or directory/,
  ],
  ['validate -config $F/file/x', /\$F\/file\/x: cannot be read: not a directory/],
  ['run -config $F/empty', /\$F\/empty: cannot be read: is a directory/],
  ['entry create -data $F/none', /open \$F\/none: no such file or directory/],
  ['entry update -data $F/empty', /open \$F\/empty: is a directory/],
  ['entry apply -f $F/file/x', /open \$F\/file\/x: not a directory/],
  ['federation create -data $F/empty', /open \$F\/empty: is a directory/],
  ['bundle set -id a.test -path $F/none', /open \$F\/none: no such file or directory/],
  [
    'x509 mint $S -spiffeID spiffe://zeta.test/a -write $F/none',
    /unable to write ".*": no such file/,
  ],
  ['x509 mint $S -spiffeID spiffe://zeta.test/a -write $F/file', /unable to write ".*": not a dir/],
  [
    'jwt mint $S -spiffeID spiffe://zeta.test/a -audience b -write $F/empty',
    /unable to write "\$F\/empty"/,
  ],
] as const;

test('a file that cannot be read or written is told with flag or path and the reason', async (t) => {
  const { folder } = await startTestServer(t);
  mkdirSync(join(folder, 'empty'));
  writeFileSync(join(folder, 'file'), 'text');
  writeFileSync(join(folder, 'server.conf'), config(folder));
  const socket = `-socketPath ${join(folder, 'private', 'api.sock')}`;
  const commands = await loadCommands('backup', {
    version: '1',
    stdout: process.stdout,
    execArgv: [],
  });
  for (const [line, expected] of rows) {
    const words = line.replace('$S', socket).replaceAll('$F', folder).split(' ');
    const { code, err } = await runCaptured(commands, words);
    const told = err.replaceAll(folder, '$F');
    assert.equal(code, 1, line);
    assert.match(told, expected, line);
    assert.doesNotMatch(told, /\bE[A-Z]{4,}\b/, line);
  }
});

function config(folder: string): string {
  return `
server { trust_domain = "zeta.test" data_dir = "${folder}/d" socket_path = "${folder}/other.sock" }
plugins {
  DataStore "sql" {
    plugin_data { database_type = "sqlite3" connection_string = "${folder}/d/data" }
  }
  KeyManager "disk" { plugin_data { keys_path = "${folder}/d/keys.json" } }
}`;
}
