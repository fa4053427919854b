import { spiffeIdText } from '../../common/cli/spiffe-id-message.ts';
import { entryDefaults, type RegistrationEntry } from '../../common/spiffe/registration-entry.ts';
import { parseSpiffeId, type SpiffeId } from '../../common/spiffe/spiffe-id.ts';
import type { TrustDomain } from '../../common/spiffe/trust-domain.ts';
import { EntryIndex } from '../registration/entry-index.ts';
import type { AgentMessage } from './agent-text.ts';
import type { EntryMessage } from './entry-text.ts';

/**
 * Which entries an agent may serve, worked out from what an operator can read, by the very rules that
 * the server goes by.
 */
export class Registrations {
  readonly #byId: ReadonlyMap<string, EntryMessage>;
  readonly #index: EntryIndex;

  constructor(trustDomain: TrustDomain, entries: readonly EntryMessage[]) {
    this.#byId = new Map(entries.map((entry) => [entry.id, entry]));
    this.#index = new EntryIndex(trustDomain);
    for (const entry of entries) this.#index.set(indexed(entry));
  }

  authorizedFor(agent: Pick<AgentMessage, 'id' | 'selectors'>): EntryMessage[] {
    const id = parseSpiffeId(spiffeIdText(agent.id));
    return this.#index.walk(id, agent.selectors).entries.flatMap((entry) => {
      const found = this.#byId.get(entry.id);
      return found === undefined ? [] : [found];
    });
  }
}

/** Only what the index looks at; the rest has no say in who may serve an entry. */
function indexed(entry: EntryMessage): RegistrationEntry {
  return {
    ...entryDefaults,
    id: entry.id,
    spiffeId: spiffeIdText(entry.spiffe_id) as SpiffeId,
    parentId: spiffeIdText(entry.parent_id) as SpiffeId,
    selectors: entry.selectors,
    createdAtMs: 0,
    revisionNumber: 0,
  };
}
