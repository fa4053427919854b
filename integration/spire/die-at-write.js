// Loaded into an agent with --import: kills it, as the machine would, at the moment when it has the server's
// answer and is about to put it in place of the stored one. Armed by a file, which goes with the shot.
import fs from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
import process from 'node:process';

const armed = process.env['SIGIL_TEST_DIE_ARMED'] ?? '';
const { renameSync } = fs;
fs.renameSync = (from, to) => {
  if (String(to).endsWith('/agent-data.json') && fs.existsSync(armed)) {
    fs.unlinkSync(armed);
    process.kill(process.pid, 'SIGKILL');
  }
  renameSync(from, to);
};
syncBuiltinESMExports();
