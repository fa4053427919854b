import type { Clock } from '../../common/clock/clock.ts';
import { SpiffeError } from '../../common/errors/spiffe-error.ts';
import { metricsHostService } from '../../common/rpc/metrics-host-service.ts';
import type { HostServices } from '../../common/rpc/plugin-session.ts';
import { serveUnary } from '../../common/rpc/serve.ts';
import {
  agentStoreService,
  agentStoreServiceName,
  identityProviderService,
  identityProviderServiceName,
} from '../../common/rpc/services/plugin-host-services.ts';
import type { Bundle } from '../../common/spiffe/bundle.ts';
import { parseSpiffeId, type SpiffeId } from '../../common/spiffe/spiffe-id.ts';
import type { Metrics } from '../../common/telemetry/metrics.ts';
import { pkcs8Of, type KeyPair } from '../../common/x509/keys.ts';
import { bundleMessage } from './external/bundle-message.ts';

/** What plugins can ask the server; a part is set as soon as the server has it. */
export interface HostLinks {
  hasAgent?: (id: SpiffeId) => Promise<boolean>;
  identity?: () => ServerIdentity;
}

interface ServerIdentity {
  readonly chainDer: readonly Uint8Array[];
  readonly keyPair: KeyPair;
  readonly bundle: Bundle | undefined;
}

/** The services that a server offers to its external plugins, SPIRE's three. */
export function serverHostServices(links: HostLinks, metrics: Metrics, clock: Clock): HostServices {
  const counting = metricsHostService(metrics, clock);
  return {
    names: [...counting.names, agentStoreServiceName, identityProviderServiceName],
    methods: [
      ...counting.methods,
      serveUnary(agentStoreService.GetAgentInfo, async ({ agent_id: id }) => {
        const { hasAgent } = links;
        if (hasAgent === undefined) throw notReady('AgentStore');
        if (await hasAgent(parseSpiffeId(id))) return { info: { agent_id: id } };
        throw new SpiffeError('NOT_FOUND', 'no such agent');
      }),
      serveUnary(identityProviderService.FetchX509Identity, () => {
        if (links.identity === undefined) throw notReady('IdentityProvider');
        const { bundle, chainDer, keyPair } = links.identity();
        return Promise.resolve({
          identity: { cert_chain: [...chainDer], private_key: pkcs8Of(keyPair.privateKey) },
          ...(bundle !== undefined && { bundle: bundleMessage(bundle) }),
        });
      }),
    ],
  };
}

function notReady(name: string): SpiffeError {
  return new SpiffeError('FAILED_PRECONDITION', `${name} host service has not been initialized`);
}
