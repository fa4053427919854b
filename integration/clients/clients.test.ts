import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { suite, test } from 'node:test';
import { startAgent } from '../local/harness/agent.ts';
import { startServer } from '../local/harness/server.ts';
import { transportUnderTest } from '../local/harness/transport.ts';
import { inWorkspace } from '../local/harness/workspace.ts';
import { serveEcho } from './echo-service.ts';
import { foreignClients, RunningClient, type ForeignClient } from './foreign-clients.ts';

const deadline = { timeout: 120_000 };
const soundAuthorities = ['localhost', 'spire_agent', 'a%2Fb'];
/** What our own transport serves too (F091). */
const oddAuthorities = ['/run/api.sock', ''];
const expected = [
  ...['answer', 'empty', 'large', 'ten-megabytes', 'chat', 'cancel', 'deadline', 'status'],
  ...['unimplemented', 'authority', 'reconnect'],
];

for (const transport of ['own', 'grpc-js'] as const) {
  suite(`clients of other languages on ${transport}`, { concurrency: 2 }, () => {
    const served = foreignClients.filter(
      ({ notOnGrpcJs }) => transport === 'own' || notOnGrpcJs === undefined,
    );
    for (const client of served) {
      test(`${client.name} gets all that it asks for`, deadline, async ({ signal }) => {
        const wanted = [...soundAuthorities, ...(transport === 'own' ? oddAuthorities : [])];
        const authorities = wanted.filter((one) => !client.unspeakable.includes(one));
        const held = await runChecks(client, transport, authorities, signal);
        assert.deepEqual(
          expected.filter((check) => !held.includes(check)),
          [],
        );
        assert.equal(held.filter((check) => check === 'authority').length, authorities.length);
      });
    }
  });
}

test(
  'workloads of all languages fetch an X509-SVID, and again when the agent comes back',
  deadline,
  () =>
    inWorkspace(async (workspace) => {
      const server = await startServer(workspace);
      const agent = await startAgent(workspace, server);
      const spiffeId = `spiffe://${server.trustDomain}/client`;
      const selectors = [`unix:uid:${process.getuid?.() ?? 0}`];
      await server.createEntry({ spiffeId, parentId: agent.nodeId, selectors });
      const able = foreignClients.filter(
        ({ notOnGrpcJs }) => transportUnderTest() === 'own' || notOnGrpcJs === undefined,
      );
      const clients = able.map((one) => new RunningClient(one, ['x509', agent.socketPath]));
      try {
        for (const client of clients) client.goOn();
        assert.deepEqual(
          await Promise.all(clients.map((one) => one.next())),
          clients.map(() => spiffeId),
        );
        await agent.process.stop();
        await agent.start();
        for (const client of clients) client.goOn();
        assert.deepEqual(
          await Promise.all(clients.map((one) => one.next())),
          clients.map(() => spiffeId),
        );
      } finally {
        for (const client of clients) client.stop();
      }
    }),
);

/** The checks that held, in order; the client ends at the first that does not. */
async function runChecks(
  client: ForeignClient,
  transport: 'own' | 'grpc-js',
  authorities: readonly string[],
  signal: AbortSignal,
): Promise<readonly string[]> {
  const folder = mkdtempSync(join(tmpdir(), 'sigil-clients-'));
  const path = join(folder, 'api.sock');
  let server = await serveEcho(path, transport);
  const running = new RunningClient(client, ['checks', path, ...authorities]);
  // One that hangs must not keep the suite from its end.
  signal.addEventListener('abort', () => running.stop());
  try {
    const held: string[] = [];
    while (held.at(-1) !== 'reconnect') {
      held.push(await running.next());
      if (held.at(-1) !== 'restart') continue;
      await server.close({ graceMs: 0 });
      server = await serveEcho(path, transport);
      running.goOn();
    }
    return held;
  } finally {
    running.stop();
    await server.close({ graceMs: 0 });
    rmSync(folder, { recursive: true, force: true });
  }
}
