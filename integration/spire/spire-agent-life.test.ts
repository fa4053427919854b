// A real spire-agent with what the contract suite cannot ask of the server's port.
import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { suite, test } from 'node:test';
import { startAgent, type RunningAgent } from '../local/harness/agent.ts';
import { freePort } from '../local/harness/free-port.ts';
import { eventually, when } from '../local/harness/poll.ts';
import { startServer, type RunningServer } from '../local/harness/server.ts';
import { inWorkspace, type Workspace } from '../local/harness/workspace.ts';
import { fetchIds, fetchSvids, ours, ownSelector, spire } from './peers.ts';

const programs = { server: ours.server, agent: spire.agent };

suite('a real spire-agent with our server', { concurrency: true }, () => {
  test('F135: attests, follows 20,000 entries of more than 4 MiB, and outlives kill -9 of the server', () =>
    inWorkspace(async (workspace) => {
      const settings = ['ratelimit { signing = false }'];
      const server = await startServer(workspace, { programs, settings, logLevel: 'INFO' });
      const agent = await startAgent(workspace, server, { programs, logLevel: 'INFO' });
      await createCrowd(workspace, server, agent.nodeId);
      const web = ['-spiffeID', webId, '-parentID', agent.nodeId];
      const create = ['entry', 'create', '-entryID', 'zz-web', ...web, '-selector'] as const;
      await server.json(...create, ownSelector);
      await served(agent, [webId]);

      await server.json('entry', 'update', '-entryID', 'zz-web', ...web, '-selector', stranger);
      await served(agent, []);
      await server.json('entry', 'delete', '-entryID', 'zz-web');
      await server.process.stop('SIGKILL');
      await server.start();
      await server.json(...create, ownSelector);
      await served(agent, [webId]);
    }));

  test('renews its own X509-SVID and those of workloads, and ends when it is evicted', () =>
    inWorkspace(async (workspace) => {
      const settings = ['agent_ttl = "30s"'];
      const server = await startServer(workspace, { programs, settings });
      const agent = await startAgent(workspace, server, { programs });
      await server.createEntry({
        ...{ spiffeId: webId, parentId: agent.nodeId, selectors: [ownSelector] },
        ttlSeconds: 20,
      });
      await served(agent, [webId]);
      const before = { svid: await svidOf(agent), serial: (await onlyAgent(server)).serial };
      await eventually('the workload has another X509-SVID', () =>
        changed(svidOf(agent), before.svid),
      );
      await eventually('the agent has another X509-SVID', async () =>
        changed(
          onlyAgent(server).then(({ serial }) => serial),
          before.serial,
        ),
      );
      await served(agent, [webId]);

      const { id } = await onlyAgent(server);
      assert.equal((await server.cli('agent', 'evict', '-spiffeID', id)).code, 0);
      // SPIRE 1.15: an evicted agent that cannot attest again (its token is used up) ends.
      await agent.process.ended();
    }));

  test('hands its workloads the bundle of a SPIRE server, and the next one after a rotation', () =>
    inWorkspace(async (workspace) => {
      const port = await freePort();
      const endpoint = (of: number) =>
        `federation { bundle_endpoint { address = "127.0.0.1", port = ${of}, profile "https_spiffe" {} } }`;
      const [server, partner] = await Promise.all([
        startServer(workspace, {
          name: 'one',
          trustDomain: 'one.test',
          programs,
        }),
        startServer(workspace, {
          ...{ name: 'two', trustDomain: 'two.test', programs: spire },
          settings: [endpoint(port)],
        }),
      ]);
      const path = workspace.path('two.json');
      const shown = await partner.cli('bundle', 'show', '-format', 'spiffe');
      writeFileSync(path, shown.stdout);
      const set = ['bundle', 'set', '-id', 'two.test', '-format', 'spiffe', '-path', path];
      await succeeds(server, ...set);
      await succeeds(
        server,
        ...[
          'federation',
          'create',
          '-trustDomain',
          'two.test',
          '-bundleEndpointProfile',
          'https_spiffe',
        ],
        ...['-bundleEndpointURL', `https://localhost:${port}`],
        ...['-endpointSpiffeID', 'spiffe://two.test/spire/server'],
      );
      const agent = await startAgent(workspace, server, { programs });
      const entry = ['-spiffeID', 'spiffe://one.test/web', '-parentID', agent.nodeId];
      const create = ['entry', 'create', ...entry, '-selector', ownSelector];
      await succeeds(server, ...create, '-federatesWith', 'two.test');
      const first = await eventually('the partner is trusted', () => federatedBundle(agent));
      await succeeds(partner, 'localauthority', 'x509', 'prepare');
      await eventually('the new root of the partner reaches the workload', async () => {
        await succeeds(server, 'federation', 'refresh', '-id', 'two.test');
        return when(![undefined, first].includes(await federatedBundle(agent)));
      });
    }));
});

const webId = 'spiffe://demo.test/web';
const stranger = 'unix:uid:4294967000';

/** Entries of nobody here; without prefetch, as 20,000 signatures are not what is looked at. */
async function createCrowd(
  workspace: Workspace,
  server: RunningServer,
  parent_id: string,
): Promise<void> {
  const selectors = ['a', 'b', 'c'].map((one) => ({ type: 'k8s', value: `pod-label:app:${one}` }));
  for (let from = 0; from < 20_000; from += 5000) {
    const entries = Array.from({ length: 5000 }, (_, at) => ({
      entry_id: `bystander-${from + at}`,
      spiffe_id: `spiffe://demo.test/bystander/of/the/crowd/number/${from + at}`,
      additional_attributes: { disable_x509_svid_prefetch: true },
      ...{ parent_id, selectors: [...selectors, { type: 'unix', value: 'uid:4294967000' }] },
    }));
    const path = workspace.path('entries.json');
    writeFileSync(path, JSON.stringify({ entries }));
    await server.json('entry', 'create', '-data', path);
  }
}

function served(agent: RunningAgent, ids: readonly string[]): Promise<true> {
  return eventually(`the workload gets ${ids.join(' ') || 'nothing'}`, async () =>
    when(JSON.stringify(await fetchIds(agent)) === JSON.stringify(ids)),
  );
}

async function svidOf(agent: RunningAgent): Promise<string | undefined> {
  return (await fetchSvids(agent))[0]?.x509_svid;
}

async function onlyAgent(server: RunningServer): Promise<{ id: string; serial: string }> {
  const { agents } = (await server.json('agent', 'list')) as {
    agents: { id: { trust_domain: string; path: string }; x509svid_serial_number: string }[];
  };
  const [one] = agents;
  assert.ok(one !== undefined);
  return {
    id: `spiffe://${one.id.trust_domain}${one.id.path}`,
    serial: one.x509svid_serial_number,
  };
}

async function changed<T>(now: Promise<T | undefined>, before: T): Promise<true | undefined> {
  const value = await now;
  return when(value !== undefined && value !== before);
}

async function federatedBundle(agent: RunningAgent): Promise<string | undefined> {
  const { code, stdout } = await agent.cli('api', 'fetch', 'x509', '-output', 'json');
  if (code !== 0) return undefined;
  const { federated_bundles: bundles } = JSON.parse(stdout) as {
    federated_bundles: Record<string, string>;
  };
  return bundles['spiffe://two.test'];
}

async function succeeds(server: RunningServer, ...command: readonly string[]): Promise<void> {
  const { code, stdout, stderr } = await server.cli(...command);
  assert.equal(code, 0, `${command.join(' ')}: ${stdout}${stderr}`);
}
