import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { eventually, when } from '../../local/harness/poll.ts';
import { ComposeProject } from '../harness/compose-project.ts';
import { ask, WebTraffic } from '../harness/web-traffic.ts';

const both = {
  status: 200,
  body: '{"frontend":"spiffe://compose.test/frontend","backend":"spiffe://compose.test/backend"}',
};
const mesh = new ComposeProject('sigil-postgres', { envFiles: ['compose/postgres.env'] });
let frontend = '';

before(async () => {
  await mesh.up();
  frontend = `http://${await mesh.addressOf('frontend')}:8080/`;
});

after(async () => {
  assert.deepEqual(await mesh.down(), [], 'something of the project is left behind');
});

test('two servers over PostgreSQL serve the mesh', async () => {
  assert.deepEqual(await ask(frontend), both);
  const names = await mesh.compose(['ps', '--format', '{{.Service}}']);
  for (const name of ['server', 'server-2', 'postgres'])
    assert.ok(names.split('\n').includes(name));
});

for (const lost of ['server', 'server-2']) {
  test(`the loss of ${lost} is no outage: requests go on and new identities are signed`, async () => {
    const traffic = new WebTraffic(frontend);
    await mesh.compose(['kill', lost]);
    // An entry that no agent has seen needs a server to sync from and to sign.
    const survivor = lost === 'server' ? 'server-2' : 'server';
    const entry = `new-${lost}`;
    await mesh.compose([
      ...['exec', '--no-TTY', survivor, 'sigil-server', 'entry', 'create'],
      ...['-socketPath', '/run/sigil/api.sock', '-entryID', entry],
      ...['-parentID', 'spiffe://compose.test/node/agent'],
      ...['-spiffeID', `spiffe://compose.test/${entry}`],
      ...['-selector', 'docker:label:dev.sigil.app:frontend'],
    ]);
    const line = await mesh.logged('agent', new RegExp(`Creating X509-SVID.*entry_id=${entry}`));
    assert.match(line, /level=info/);
    await mesh.compose(['start', lost]);
    await mesh.healthy(lost);
    await eventually('the mesh answers', async () => when((await ask(frontend)).status === 200));
    const { requests, failures } = await traffic.stop();
    assert.deepEqual(failures, []);
    assert.ok(requests > 50, `${requests} requests`);
  });
}
