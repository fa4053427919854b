import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { startAgent, type RunningAgent } from '../harness/agent.ts';
import { eventually, when } from '../harness/poll.ts';
import { RotationWatch } from '../harness/rotations.ts';
import { startServer, type RunningServer } from '../harness/server.ts';
import { introduced, startPair, type SidecarPair } from '../harness/sidecar-pair.ts';
import { Traffic } from '../harness/traffic.ts';
import { Workspace } from '../harness/workspace.ts';

/** How long a component stays away; shorter than what is left of an SVID when it is renewed. */
const outageMs = 2_000;
const patient = { deadlineMs: 60_000 };

let workspace: Workspace;
let server: RunningServer;
let agent: RunningAgent;
let pair: SidecarPair;

before(async () => {
  workspace = new Workspace();
  server = await startServer(workspace);
  agent = await startAgent(workspace, server);
  pair = await startPair(workspace, server, agent, { ttlSeconds: 20 });
  await introduced(pair, 60_000);
});
after(() => workspace.dispose());

const victims: readonly (readonly [name: string, killAndRestart: () => Promise<void>])[] = [
  [
    'server',
    async () => {
      await server.process.stop('SIGKILL');
      await sleep(outageMs);
      await server.start();
    },
  ],
  [
    'agent',
    async () => {
      await agent.process.stop('SIGKILL');
      await sleep(outageMs);
      await agent.start();
    },
  ],
];

for (const [name, killAndRestart] of victims) {
  test(`the ${name} is killed and restarted under traffic: no request fails, and rotations go on`, async () => {
    const traffic = new Traffic(pair.ports);
    const trustedBefore = await trusted();
    await rotationsOfBoth(1);

    await killAndRestart();
    await rotationsOfBoth(2);

    const report = await traffic.stop();
    assert.deepEqual([report.failed, report.failures], [0, []]);
    assert.ok(report.requests > 300, `${report.requests} requests`);
    assert.deepEqual(await trusted(), trustedBefore, 'the CA survived');
    for (const { admin } of [pair.web, pair.orders]) {
      assert.equal(await admin.sum('^sds\\..*\\.update_rejected$'), 0);
      assert.equal(await admin.sum('\\.ssl\\.fail_verify_'), 0);
    }
  });
}

test('an agent that starts while the server is away serves what it kept, and catches up later', async () => {
  await agent.process.stop('SIGTERM');
  await server.process.stop('SIGTERM');
  const launched = agent.launch();
  await sleep(outageMs);
  launched.assertRunning();

  await server.start();
  await rotationsOfBoth(1);
  launched.assertRunning();
});

/** Waits for so many changes of the certificates of both Envoys, from now on. */
async function rotationsOfBoth(count: number): Promise<void> {
  const watch = new RotationWatch({ web: pair.web, orders: pair.orders });
  try {
    await eventually(`${count} rotations`, () => when(watch.completed() >= count), patient);
  } finally {
    await watch.stop();
  }
}

/** The serial numbers of the CAs that the Envoys trust. */
async function trusted(): Promise<string[]> {
  const held = [
    ...(await pair.web.admin.certificates()),
    ...(await pair.orders.admin.certificates()),
  ];
  return [...new Set(held.flatMap((one) => one.ca_cert.map((ca) => ca.serial_number)))];
}
