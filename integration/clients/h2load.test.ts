// h2load is nghttp2's: many streams on many connections, all at once, from a peer that shares no code with ours.
import assert from 'node:assert/strict';
import { readdirSync } from 'node:fs';
import { test } from 'node:test';
import { eventually, when } from '../local/harness/poll.ts';
import { inWorkspace } from '../local/harness/workspace.ts';
import { runH2load, startLoadedAgent, type Load } from './h2load.ts';

const rows: readonly (readonly [call: 'health' | 'secret', load: Load, leastBytesEach: number])[] =
  [
    ['health', { requests: 20_000, connections: 100, streams: 100 }, 5],
    ['health', { requests: 10_000, connections: 2, streams: 1000 }, 5],
    // A certificate and its key: an error has no body at all.
    ['secret', { requests: 10_000, connections: 50, streams: 20 }, 1000],
  ];

test(
  'h2load: of thousands of calls none fails, and the agent is as it was',
  { timeout: 120_000 },
  () =>
    inWorkspace(async (workspace) => {
      const agent = await startLoadedAgent(workspace);
      const { pid } = agent.process;
      const descriptors = () => readdirSync(`/proc/${pid}/fd`).length;
      await runH2load(workspace, agent.socketPath, 'secret', {
        requests: 1,
        connections: 1,
        streams: 1,
      });
      const before = descriptors();
      for (const [call, load, leastBytesEach] of rows) {
        const { data, failed, errored, succeeded, timeout } = await runH2load(
          workspace,
          agent.socketPath,
          call,
          load,
        );
        assert.deepEqual([succeeded, failed, errored, timeout], [load.requests, 0, 0, 0], call);
        assert.ok(data >= load.requests * leastBytesEach, `${call}: ${data} bytes`);
      }
      await eventually('the connections are given back', () => when(descriptors() <= before));
      assert.equal((await agent.cli('healthcheck')).code, 0);
      assert.doesNotMatch(agent.process.output, /level=(warning|error)/);
    }),
);
