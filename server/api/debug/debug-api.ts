import type { Clock } from '../../../common/clock/clock.ts';
import type { ServedMethod } from '../../../common/rpc/contract.ts';
import { serveUnary } from '../../../common/rpc/serve.ts';
import { serverDebugService } from '../../../common/rpc/services/server-debug.ts';
import type { SpiffeId } from '../../../common/spiffe/spiffe-id.ts';
import { parseCertificate } from '../../../common/x509/certificate.ts';
import { spiffeIdMessage } from '../messages/spiffe-ids.ts';

interface DebugApiOptions {
  readonly clock: Clock;
  readonly serverSvid: () => {
    readonly spiffeId: SpiffeId;
    readonly chainDer: readonly Uint8Array[];
  };
  /** From memory: no query, so nothing to cache. */
  readonly counts: () => {
    readonly agents: number;
    readonly entries: number;
    readonly federatedBundles: number;
  };
}

/** `spire.api.server.debug.v1.Debug`. */
export function debugApi({ clock, serverSvid, counts }: DebugApiOptions): readonly ServedMethod[] {
  const startedAt = clock.monotonic();
  return [
    serveUnary(serverDebugService.GetInfo, () => {
      const { agents, entries, federatedBundles } = counts();
      const { spiffeId, chainDer } = serverSvid();
      const chain = chainDer.map((der, at) => {
        const { notAfterMs, subject } = parseCertificate(der);
        const expiresAt = Math.floor(notAfterMs / 1000);
        const id = at === 0 ? spiffeIdMessage(spiffeId) : null;
        return { expires_at: expiresAt, subject, ...(id !== null && { id }) };
      });
      return Promise.resolve({
        svid_chain: chain,
        uptime: Math.floor((clock.monotonic() - startedAt) / 1000),
        agents_count: agents,
        entries_count: entries,
        federated_bundles_count: federatedBundles,
      });
    }),
  ];
}
