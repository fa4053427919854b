import type { SpiffeId } from '../../common/spiffe/spiffe-id.ts';
import type { NewEntry } from './datastore.ts';

/** The entry that gives a node a second ID, as SPIRE makes it for a join token. */
export function aliasEntry(agentId: SpiffeId, id: string, spiffeId: SpiffeId): NewEntry {
  return {
    id,
    spiffeId,
    parentId: agentId,
    selectors: [{ type: 'spiffe_id', value: agentId }],
    federatesWith: [],
    dnsNames: [],
    x509SvidTtlSeconds: 0,
    jwtSvidTtlSeconds: 0,
    admin: false,
    downstream: false,
    storeSvid: false,
    hint: '',
    expiresAtMs: 0,
    disableX509SvidPrefetch: false,
    jwtSvidIncludeJti: false,
  };
}
