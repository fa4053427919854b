// F166: server, agent, registration entry and Envoy come in any order, and nothing has to be started twice.
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { startAgent, type RunningAgent } from '../harness/agent.ts';
import { envoyUnderOwnName } from '../harness/envoy.ts';
import { eventually, when } from '../harness/poll.ts';
import { startServer, type RunningServer } from '../harness/server.ts';
import { register } from '../harness/sidecar-pair.ts';
import { Workspace } from '../harness/workspace.ts';
import { startTlsEnvoy, type TlsEnvoy } from './tls-envoy.ts';

type Part = 'server' | 'agent' | 'entry' | 'Envoy';

/** Each part comes last once and first once; an entry that comes before its server is there from earlier. */
const orders: readonly (readonly Part[])[] = [
  ['Envoy', 'agent', 'server', 'entry'],
  ['entry', 'Envoy', 'agent', 'server'],
  ['server', 'entry', 'Envoy', 'agent'],
  ['agent', 'server', 'entry', 'Envoy'],
];
const gapMs = 500;
const longestMs = 40_000;

describe('F166 the parts of a mesh start in any order', () => {
  let workspace: Workspace;
  let server: RunningServer;
  let agent: RunningAgent;

  before(async () => {
    workspace = new Workspace();
    server = await startServer(workspace);
    agent = await startAgent(workspace, server);
  });
  after(() => workspace.dispose());

  for (const order of orders) {
    test(`${order.join(', ')}: the Envoy has its certificate soon after the last`, async (t) => {
      const name = `after-${order.join('-').toLowerCase()}`;
      const binary = envoyUnderOwnName(workspace, name);
      const enroll = () => register(server, agent, name, binary, 3600);
      const isFirst = order[0] === 'entry';
      if (isFirst) await enroll();
      await agent.process.stop();
      await server.process.stop();

      let envoy: TlsEnvoy | undefined;
      const begin: Readonly<Record<Part, () => Promise<unknown>>> = {
        server: () => server.start(),
        agent: async () => void agent.launch(),
        entry: async () => (isFirst ? undefined : enroll()),
        Envoy: async () => {
          const { socketPath } = agent;
          envoy = await startTlsEnvoy(workspace, { name, socketPath, binary, apiType: 'GRPC' });
        },
      };
      for (const part of order) {
        await begin[part]();
        await sleep(gapMs);
      }
      const lastMs = performance.now();
      const leaf = await eventually('the certificate', () => envoy?.admin.leaf(), {
        deadlineMs: longestMs,
      });
      t.diagnostic(`${Math.round(performance.now() - lastMs)} ms after the last`);
      assert.deepEqual(leaf.subject_alt_names, [{ uri: `spiffe://demo.test/${name}` }]);
      await eventually('it is live', async () => when((await envoy?.admin.state()) === 'LIVE'));
      await envoy?.process.stop();
    });
  }
});
