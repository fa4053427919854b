import { entryDefaults } from '../../common/spiffe/registration-entry.ts';
import type { SpiffeId } from '../../common/spiffe/spiffe-id.ts';
import type { NewEntry } from './datastore.ts';

/** The entry that gives a node a second ID, as SPIRE makes it for a join token. */
export function aliasEntry(agentId: SpiffeId, id: string, spiffeId: SpiffeId): NewEntry {
  return {
    ...entryDefaults,
    id,
    spiffeId,
    parentId: agentId,
    selectors: [{ type: 'spiffe_id', value: agentId }],
  };
}
