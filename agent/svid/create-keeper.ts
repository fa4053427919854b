import type { Clock } from '../../common/clock/clock.ts';
import type { Logger } from '../../common/log/logger.ts';
import { attestNode } from '../attestor/attest.ts';
import { BootstrapProgress } from '../attestor/bootstrap-progress.ts';
import { loadTrustBundle } from '../attestor/trust-bundle-source.ts';
import type { AgentPlugins } from '../catalog/catalog.ts';
import { dialServer } from '../client/dial.ts';
import type { ServerClient } from '../client/server-client.ts';
import type { ServerWatch } from '../client/server-watch.ts';
import type { AgentConfig } from '../config.ts';
import type { Heartbeat } from '../heartbeat/heartbeat.ts';
import type { Manager } from '../manager/manager.ts';
import type { Serving } from '../serving.ts';
import type { Storage } from '../storage/storage.ts';
import type { SpireMetrics } from '../telemetry/spire-metrics.ts';
import { AgentSvidKeeper } from './keeper.ts';

interface KeeperParts {
  readonly client: ServerClient;
  readonly clock: Clock;
  readonly heartbeat: Heartbeat;
  readonly log: Logger;
  readonly manager: Manager;
  readonly plugins: AgentPlugins;
  readonly serverWatch: ServerWatch;
  readonly serving: Serving;
  readonly spire: SpireMetrics;
  /** Called each time the agent becomes active. */
  readonly startManager: () => void;
  readonly storage: Storage;
  readonly version: string;
}

/** The keeper of the agent's own SVID, which attests, renews, and connects what asks the server. */
export function createKeeper(config: AgentConfig, parts: KeeperParts): AgentSvidKeeper {
  const { client, clock, manager, plugins, serverWatch, serving, spire, startManager, storage } =
    parts;
  const { availabilityTargetMs: target, rebootstrap, server, trustBundle, trustDomain } = config;
  const log = parts.log.child({ subsystem_name: 'attestor' });
  const progress = new BootstrapProgress({ storage, clock, log, metrics: spire.metrics });
  const address = { ...server, trustDomain, clock };
  return new AgentSvidKeeper({
    trustDomain,
    storage,
    keys: spire.keys(plugins.keys),
    attest: async (csrDer, bundle, signal) => {
      const channel = dialServer({ ...address, bundle: () => bundle });
      try {
        const again = serving.state.kind !== 'attesting';
        return await spire.nodeAttestation(plugins.nodeAttestor.type, again, () =>
          attestNode(channel, plugins.nodeAttestor, csrDer, signal),
        );
      } finally {
        channel.close();
      }
    },
    loadBundle: (signal) =>
      loadTrustBundle(trustBundle, trustDomain, { ...progress.attempt(), server }, signal),
    dial: ({ chainDer, key }, bundle) =>
      dialServer({
        ...address,
        bundle,
        identity: { chainDer, keyPair: key.keyPair() },
        onConnected: () => {
          serverWatch.reconnected();
          parts.heartbeat.reconnected();
        },
      }),
    client: {
      use: (channel) => client.use(channel),
      renewAgent: (csrDer, signal) => spire.renewal(() => client.renewAgent(csrDer, signal)),
    },
    rebootstrap,
    ...(target === undefined ? {} : { availabilityTargetMs: target }),
    clock,
    log,
    onActive: (bundle) => {
      progress.succeeded();
      manager.setBundle(bundle);
      startManager();
      manager.serverChanged();
      serverWatch.connected();
      parts.heartbeat.connected();
      client.postStatus(parts.version, AbortSignal.timeout(30_000)).catch((error: unknown) => {
        // Older servers do not have it; nothing depends on it.
        log.debug('Failed to post the status of the agent', { error });
      });
    },
    onState: (state) => serving.enter(state),
  });
}
