import { createHash } from 'node:crypto';
import { spiffeIdText } from '../../common/cli/spiffe-id-message.ts';
import { SpiffeError } from '../../common/errors/spiffe-error.ts';
import { selectorText } from '../../common/spiffe/selector.ts';
import type { TrustDomain } from '../../common/spiffe/trust-domain.ts';
import type { AgentMessage } from './agent-text.ts';
import type { FileEntry } from './entry-file.ts';
import type { EntryMessage } from './entry-text.ts';
import { Registrations } from './registrations.ts';

/** An entry that a file asks for. */
export interface WantedEntry extends Omit<FileEntry, 'entry'> {
  readonly entry: EntryMessage;
}

/** What has to be done so that the entries of a file are registered. */
export interface EntryPlan {
  readonly create: readonly EntryMessage[];
  readonly update: readonly EntryUpdate[];
  readonly delete: readonly EntryMessage[];
  readonly unchanged: number;
}

interface EntryUpdate {
  readonly before: EntryMessage;
  readonly after: EntryMessage;
  /** The fields that differ, as they are and as they will be. */
  readonly fields: Readonly<Record<string, readonly [unknown, unknown]>>;
}

/**
 * Compares the file with what is registered. An entry is the same one by its ID or, where the file
 * gives none, by SPIFFE ID, parent ID and selectors. With an owner, IDs begin with `OWNER.`, and what
 * else begins so is deleted; without one nothing is. Of what is new only `creatable` is created. Throws
 * INVALID_ARGUMENT for an entry given twice.
 */
export function planEntries(
  registered: readonly EntryMessage[],
  wanted: readonly WantedEntry[],
  owner: string,
  creatable: (fresh: readonly WantedEntry[]) => readonly WantedEntry[],
): EntryPlan {
  const owned = wanted.map((each) => ({ ...each, entry: withOwner(each, owner) }));
  const named = owned.map(({ entry }) => entry);
  refuseTwins(named);
  const byId = new Map(registered.map((entry) => [entry.id, entry]));
  const byIdentity = new Map(registered.map((entry) => [identityOf(entry), entry]));
  const findBefore = (entry: EntryMessage) =>
    byId.get(entry.id) ?? (entry.id === '' ? byIdentity.get(identityOf(entry)) : undefined);
  const pairs = owned.map((after) => ({ after, before: findBefore(after.entry) }));
  const fresh = pairs.filter(({ before }) => before === undefined).map(({ after }) => after);
  const updates = pairs.flatMap(({ before, after }) =>
    before === undefined ? [] : [updateOf(before, after.entry)],
  );
  const kept = new Set(named.map(({ id }) => id));
  const isOrphan = ({ id }: EntryMessage) => id.startsWith(`${owner}.`) && !kept.has(id);
  return {
    create: creatable(fresh).map(({ entry }) => entry),
    update: updates.filter(({ fields }) => Object.keys(fields).length > 0),
    delete: owner === '' ? [] : registered.filter(isOrphan),
    unchanged: updates.filter(({ fields }) => Object.keys(fields).length === 0).length,
  };
}

/** What an agent will serve that it does not now, and so on; workloads are told by their selectors. */
export interface AgentImpact {
  readonly agentId: string;
  readonly gains: readonly EntryMessage[];
  readonly changes: readonly EntryMessage[];
  readonly loses: readonly EntryMessage[];
}

/** The agents that the plan changes something for. */
export function impactOf(
  plan: EntryPlan,
  registered: readonly EntryMessage[],
  agents: readonly AgentMessage[],
  trustDomain: TrustDomain,
): AgentImpact[] {
  const gone = new Set([...plan.delete, ...plan.update.map(({ before }) => before)]);
  const created = plan.create.map((entry, at) => renamed(entry, entry.id || `new ${at + 1}`));
  const after = [
    ...registered.filter((entry) => !gone.has(entry)),
    ...plan.update.map((update) => update.after),
    ...created,
  ];
  const updated = new Set(plan.update.map((update) => update.after.id));
  const [now, then] = [registered, after].map((some) => new Registrations(trustDomain, some));
  return agents.flatMap((agent) => {
    const had = now?.authorizedFor(agent) ?? [];
    const has = then?.authorizedFor(agent) ?? [];
    const [hadIds, hasIds] = [had, has].map((some) => new Set(some.map(({ id }) => id)));
    const impact = {
      agentId: spiffeIdText(agent.id),
      gains: has.filter(({ id }) => hadIds?.has(id) !== true),
      changes: has.filter(({ id }) => hadIds?.has(id) === true && updated.has(id)),
      loses: had.filter(({ id }) => hasIds?.has(id) !== true),
    };
    const touched = impact.gains.length + impact.changes.length + impact.loses.length;
    return touched === 0 ? [] : [impact];
  });
}

/** An exported entry may be the owner's already. */
function withOwner({ entry, isExported }: WantedEntry, owner: string): EntryMessage {
  if (owner === '' || (isExported && entry.id.startsWith(`${owner}.`))) return entry;
  const digest = createHash('sha256').update(identityOf(entry)).digest('hex').slice(0, 32);
  return renamed(entry, `${owner}.${entry.id === '' ? digest : entry.id}`);
}

function refuseTwins(entries: readonly EntryMessage[]): void {
  const seen = new Set<string>();
  for (const entry of entries) {
    const key = entry.id === '' ? identityOf(entry) : `id ${entry.id}`;
    if (seen.has(key)) {
      const name = JSON.stringify(entry.id === '' ? spiffeIdText(entry.spiffe_id) : entry.id);
      throw new SpiffeError('INVALID_ARGUMENT', `entry ${name} is in the file twice`);
    }
    seen.add(key);
  }
}

/** What makes two entries similar to the server. */
function identityOf(entry: EntryMessage): string {
  const ids = [entry.spiffe_id, entry.parent_id].map(spiffeIdText);
  return JSON.stringify([...ids, setOf(entry.selectors.map(selectorText))]);
}

function updateOf(before: EntryMessage, wanted: EntryMessage): EntryUpdate {
  const after = renamed(wanted, before.id);
  const [old, next] = [comparable(before), comparable(after)];
  const names = Object.keys(next).filter(
    (name) => JSON.stringify(old[name]) !== JSON.stringify(next[name]),
  );
  const fields = Object.fromEntries(names.map((name) => [name, [old[name], next[name]] as const]));
  return { before, after, fields };
}

/** What a file can say of an entry, sets in one order. */
function comparable(entry: EntryMessage): Record<string, unknown> {
  const attributes = entry.additional_attributes;
  return {
    spiffe_id: spiffeIdText(entry.spiffe_id),
    parent_id: spiffeIdText(entry.parent_id),
    selectors: setOf(entry.selectors.map(selectorText)),
    federates_with: setOf(entry.federates_with.map((name) => name.replace(/^spiffe:\/\//, ''))),
    dns_names: [...new Set(entry.dns_names)],
    x509_svid_ttl: entry.x509_svid_ttl,
    jwt_svid_ttl: entry.jwt_svid_ttl,
    admin: entry.admin,
    downstream: entry.downstream,
    store_svid: entry.store_svid,
    hint: entry.hint,
    expires_at: entry.expires_at,
    disable_x509_svid_prefetch: attributes?.disable_x509_svid_prefetch ?? false,
    jwt_svid_include_jti: attributes?.jwt_svid_include_jti ?? false,
  };
}

function setOf(texts: readonly string[]): string[] {
  return [...new Set(texts)].toSorted();
}

function renamed(entry: EntryMessage, id: string): EntryMessage {
  return Object.assign(
    Object.create(Object.getPrototypeOf(entry) as object) as EntryMessage,
    entry,
    {
      id,
    },
  );
}
