import assert from 'node:assert/strict';
import { createSocket, type Socket } from 'node:dgram';
import { once } from 'node:events';
import { test } from 'node:test';
import { startAgent } from '../local/harness/agent.ts';
import { freePort } from '../local/harness/free-port.ts';
import { eventually, when } from '../local/harness/poll.ts';
import type { Programs } from '../local/harness/programs.ts';
import { startServer } from '../local/harness/server.ts';
import { inWorkspace } from '../local/harness/workspace.ts';
import { fetchIds, ours, ownSelector, spire } from './peers.ts';

interface Measured {
  /** Names of series without quantiles and buckets, each with the names of its labels. */
  readonly prometheus: ReadonlySet<string>;
  /** Keys of statsd lines with their type; of plain statsd the label values are part of the key. */
  readonly statsd: ReadonlySet<string>;
  readonly dogstatsd: ReadonlySet<string>;
}

/** What a life of a few seconds leaves in each sink of an agent. */
function measure(programs: Programs): Promise<Measured> {
  return inWorkspace(async (workspace) => {
    const [statsd, dogstatsd] = await Promise.all([receiver(), receiver()]);
    workspace.defer(() => [statsd, dogstatsd].forEach(({ socket }) => socket.close()));
    const port = await freePort();
    const server = await startServer(workspace, { programs });
    const agent = await startAgent(workspace, server, {
      programs,
      sections: [
        `telemetry {
          Prometheus { host = "127.0.0.1" port = ${port} }
          Statsd = [{ address = "127.0.0.1:${statsd.socket.address().port}" }]
          DogStatsd = [{ address = "127.0.0.1:${dogstatsd.socket.address().port}" }]
          EnableHostnameLabel = false
          EnableTrustDomainLabel = true
        }`,
      ],
    });
    // Of plain statsd the status is part of the name: each agent refuses once, whatever their timing.
    assert.deepEqual(await fetchIds(agent), []);
    const id = 'spiffe://demo.test/web';
    await server.createEntry({ spiffeId: id, parentId: agent.nodeId, selectors: [ownSelector] });
    await eventually('the workload is served', async () => when((await fetchIds(agent))[0] === id));
    const jwt = await agent.cli('api', 'fetch', 'jwt', '-audience', 'somebody');
    assert.equal(jwt.code, 0, jwt.stderr);
    await server.cli('entry', 'delete', '-entryID', 'nobody');
    await eventually('the sinks have heard of the JWT-SVID', () =>
      when(
        [statsd, dogstatsd].every(({ lines }) =>
          [...lines].some((line) => line.includes('jwtsvid')),
        ),
      ),
    );
    const scrape = async () => seriesOf(await (await fetch(`http://127.0.0.1:${port}/`)).text());
    const first = await scrape();
    // An agent that comes back looks for its stored keys.
    await agent.process.stop();
    await agent.start();
    const prometheus = first.union(await scrape());
    return { prometheus, statsd: statsd.lines, dogstatsd: dogstatsd.lines };
  });
}

async function receiver(): Promise<{ readonly socket: Socket; readonly lines: Set<string> }> {
  const socket = createSocket('udp4');
  socket.bind(0, '127.0.0.1');
  await once(socket, 'listening');
  const lines = new Set<string>();
  socket.on('message', (packet) => {
    for (const line of packet.toString().split('\n')) {
      // The value, and values of tags, differ from run to run.
      const [, key = '', type = '', tags = ''] =
        /^([^:]+):[^|]*\|([^|]*)(?:\|#(.*))?$/.exec(line) ?? [];
      const names = tags.replaceAll(/:[^,]*/g, '');
      if (key !== '') lines.add(names === '' ? `${key}|${type}` : `${key}|${type}|${names}`);
    }
  });
  return { socket, lines };
}

/** Summaries there, histograms here: both have a count and a sum. */
function seriesOf(text: string): Set<string> {
  const series = text
    .split('\n')
    .filter((line) => line.startsWith('spire_agent_') && !/_bucket\{|quantile="/.test(line))
    .map((line) => {
      const [, name = '', labels = ''] = /^([a-z0-9_]+)(?:\{(.*)\})? /.exec(line) ?? [];
      const names = [...labels.matchAll(/(\w+)="/g)].map(([, label]) => label).sort();
      return `${name}{${names.join()}}`;
    });
  return new Set(series);
}

test('every metric of a real spire-agent is ours too: in Prometheus, statsd and DogStatsD, with its labels', async () => {
  const [theirs, mine] = await Promise.all([
    measure({ server: ours.server, agent: spire.agent }),
    measure({ server: ours.server, agent: ours.agent }),
  ]);
  assert.deepEqual(missing(theirs.prometheus, mine.prometheus), []);
  assert.deepEqual(missing(theirs.dogstatsd, mine.dogstatsd), []);
  // The version is part of a name there.
  const unversioned = (lines: ReadonlySet<string>) =>
    new Set(
      [...lines].map((line) =>
        line.replace(/\.started\.[\w.-]*?\.demo_test/, '.started.V.demo_test'),
      ),
    );
  assert.deepEqual(missing(unversioned(theirs.statsd), unversioned(mine.statsd)), []);
});

/** Of Go itself and its statsd library there is nothing to measure; stores of SVIDs are another matter. */
function missing(theirs: ReadonlySet<string>, mine: ReadonlySet<string>): string[] {
  assert.ok(theirs.size > 15, `${theirs.size} metrics`);
  const known = /^spire_agent[._](?!runtime|store[._]store_svid_updates)/;
  return [...theirs].filter((name) => known.test(name) && !mine.has(name)).sort();
}
