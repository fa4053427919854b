import type { PluginCalls } from '../../../common/catalog/external/plugin-calls.ts';
import { svidStoreService } from '../../../common/rpc/services/agent-plugins.ts';
import type { SvidStore } from '../../svidstore/svid-store.ts';

const callMs = 60_000;

/** Calls an SVIDStore plugin that runs in a process of its own. */
export function externalSvidStore(plugin: PluginCalls): SvidStore {
  return {
    name: plugin.name,
    async put({ bundleDer, federatedDer, metadata, spiffeId, svid }, signal) {
      const request = {
        svid: {
          spiffeID: spiffeId,
          cert_chain: [...svid.chainDer],
          private_key: svid.privateKeyDer.reveal(),
          bundle: [...bundleDer],
          expires_at: Math.floor(svid.notAfterMs / 1000),
        },
        metadata: [...metadata],
        // One value per trust domain: its certificates one after the other.
        federated_bundles: Object.fromEntries(
          [...federatedDer].map(([id, roots]) => [id, Buffer.concat(roots)]),
        ),
      };
      await plugin.unary(svidStoreService.PutX509SVID, request, { signal, timeoutMs: callMs });
    },
    async delete(metadata, signal) {
      const request = { metadata: [...metadata] };
      await plugin.unary(svidStoreService.DeleteX509SVID, request, { signal, timeoutMs: callMs });
    },
  };
}
