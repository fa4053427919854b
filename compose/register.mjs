// The init step of docker-compose.yml: hands the agent a join token and the trust bundle, and registers the
// entries of entries.json that the server does not have yet. Runs at every `docker compose up`.
import { execFileSync } from 'node:child_process';
import { readFileSync, renameSync, writeFileSync } from 'node:fs';

const socket = ['-socketPath', '/run/sigil/api.sock'];
const nodeId = 'spiffe://compose.test/node/agent';

const server = (...args) =>
  execFileSync('sigil-server', [...args, ...socket], { encoding: 'utf8' });

// The volume is mounted at a folder of the image that this user owns, and so belongs to it.
const bootstrap = '/var/lib/sigil';

/** Whole or not at all: the agent may be reading. */
function write(name, text) {
  writeFileSync(`${bootstrap}/${name}.new`, text);
  renameSync(`${bootstrap}/${name}.new`, `${bootstrap}/${name}`);
}

write('bundle.pem', server('bundle', 'show'));
const { value } = JSON.parse(server('token', 'generate', '-spiffeID', nodeId, '-output', 'json'));
write('join-token', value);

const { entries: known } = JSON.parse(server('entry', 'show', '-output', 'json'));
const knownIds = new Set(known.map(({ id }) => id));
const { entries } = JSON.parse(readFileSync('/compose/entries.json', 'utf8'));
const missing = entries.filter(({ entry_id }) => !knownIds.has(entry_id));
if (missing.length > 0) {
  writeFileSync('/tmp/entries.json', JSON.stringify({ entries: missing }));
  server('entry', 'create', '-data', '/tmp/entries.json');
}
process.stdout.write(
  `registered ${missing.map(({ spiffe_id }) => spiffe_id).join(', ') || 'nothing new'}\n`,
);
