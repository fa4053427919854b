import { arch, release } from 'node:os';
import type { Clock } from '../../common/clock/clock.ts';
import type { Logger } from '../../common/log/logger.ts';
import type { StreamRegistry } from '../../sds/registry.ts';
import type { AgentPlugins } from '../catalog/catalog.ts';
import type { ServerClient } from '../client/server-client.ts';
import type { AgentConfig } from '../config.ts';
import type { Manager } from '../manager/manager.ts';
import { Heartbeat } from './heartbeat.ts';
import { reportFacts } from './report-facts.ts';
import { endpointAt, reportSender } from './send-report.ts';

interface HeartbeatParts {
  readonly client: ServerClient;
  readonly manager: Manager;
  readonly plugins: AgentPlugins;
  readonly streams: StreamRegistry;
  readonly version: string;
  readonly clock: Clock;
  readonly log: Logger;
}

/** The loop that reports to the server how this agent is. */
export function createHeartbeat(
  { server, trustDomain }: Pick<AgentConfig, 'server' | 'trustDomain'>,
  { client, clock, log, manager, plugins, streams, version }: HeartbeatParts,
): Heartbeat {
  return new Heartbeat({
    issue: async (signal) => {
      const issued = await client.issueNodeToken(signal);
      return { ...issued, endpoint: endpointAt(issued.endpoint, server.host) };
    },
    send: reportSender({ trustDomain, bundle: () => manager.bundle, clock }),
    facts: reportFacts({
      version,
      evidence: {
        agent_version: version,
        kernel: release(),
        architecture: arch(),
        node_attestor: plugins.nodeAttestor.type,
        workload_attestors: plugins.workloadAttestors.map(({ name }) => name).join(' '),
      },
      streams,
      used: () => manager.outageFacts().used,
    }),
    clock,
    log: log.child({ subsystem_name: 'heartbeat' }),
  });
}
