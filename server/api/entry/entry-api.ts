import { SpiffeError } from '../../../common/errors/spiffe-error.ts';
import type { Call, Init, ServedMethod } from '../../../common/rpc/contract.ts';
import { serveStream, serveUnary } from '../../../common/rpc/serve.ts';
import { entryService } from '../../../common/rpc/services/entry.ts';
import type { RegistrationEntry } from '../../../common/spiffe/registration-entry.ts';
import type { SpiffeId } from '../../../common/spiffe/spiffe-id.ts';
import type { TrustDomain } from '../../../common/spiffe/trust-domain.ts';
import type { spire } from '../../../proto/gen/spire-api.js';
import { callerIdOf } from '../../authorization/caller.ts';
import type { AuditLog } from '../../authorization/audit.ts';
import type { EntryFilter, Page, PageRequest } from '../../datastore/datastore.ts';
import type { AuthorizedSet } from '../../registration/authorized-entries.ts';
import type { Draft, ItemOutcome } from '../../registration/registration.ts';
import { readAsked } from '../messages/pages.ts';
import { okStatus, statusOf } from '../messages/statuses.ts';
import { EntryEncoder } from './entry-encoder.ts';
import { draftOf, entryFilterOf, entryMessage, sizeOfEntry } from './entry-messages.ts';
import { syncEntries } from './entry-sync.ts';

type EntryMask = spire.api.types.EntryMask;

interface EntryApiOptions {
  readonly trustDomain: TrustDomain;
  readonly store: {
    find(id: string): Promise<RegistrationEntry | undefined>;
    list(filter: EntryFilter, page: PageRequest): Promise<Page<RegistrationEntry>>;
    count(filter: EntryFilter): Promise<number>;
  };
  readonly registration: {
    create(drafts: readonly Draft[]): Promise<readonly ItemOutcome[]>;
    update(drafts: readonly Draft[]): Promise<readonly ItemOutcome[]>;
    delete(ids: readonly string[]): Promise<readonly boolean[]>;
  };
  /** The entries an agent may serve. */
  readonly authorizedFor: (agentId: SpiffeId) => AuthorizedSet;
  readonly audit: AuditLog;
}

/** `spire.api.server.entry.v1.Entry`. */
export function entryApi(options: EntryApiOptions): readonly ServedMethod[] {
  const { trustDomain, store, authorizedFor } = options;
  const encoder = new EntryEncoder();
  const batches = new EntryBatches(options);
  return [
    serveUnary(entryService.CountEntries, async ({ filter }) => ({
      count: await store.count(entryFilterOf(filter, trustDomain)),
    })),
    serveUnary(entryService.ListEntries, async (request) => {
      const filter = entryFilterOf(request.filter, trustDomain);
      const read = (page: PageRequest) => store.list(filter, page);
      const { items, nextToken } = await readAsked(request, read, sizeOfEntry);
      const entries = items.map((entry) => entryMessage(entry, request.output_mask));
      return { entries, next_page_token: nextToken };
    }),
    serveUnary(entryService.GetEntry, async ({ id, output_mask: mask }) => {
      if (id === '') throw new SpiffeError('INVALID_ARGUMENT', 'missing ID');
      const entry = await store.find(id);
      if (entry === undefined) throw new SpiffeError('NOT_FOUND', 'entry not found');
      return entryMessage(entry, mask);
    }),
    serveUnary(entryService.BatchCreateEntry, (request, call) => batches.create(request, call)),
    serveUnary(entryService.BatchUpdateEntry, (request, call) => batches.update(request, call)),
    serveUnary(entryService.BatchDeleteEntry, (request, call) => batches.delete(request, call)),
    serveUnary(entryService.GetAuthorizedEntries, ({ output_mask: mask }, call) =>
      Promise.resolve(encoder.authorizedEntries(authorizedFor(callerIdOf(call)), mask)),
    ),
    serveStream(entryService.SyncAuthorizedEntries, (stream) =>
      syncEntries(stream, authorizedFor(callerIdOf(stream)), encoder),
    ),
  ];
}

type V1 = typeof spire.api.server.entry.v1;

/** The three batch methods: one status for each item, in order. */
class EntryBatches {
  readonly #options: EntryApiOptions;

  constructor(options: EntryApiOptions) {
    this.#options = options;
  }

  async create(
    request: InstanceType<V1['BatchCreateEntryRequest']>,
    call: Call,
  ): Promise<Init<InstanceType<V1['BatchCreateEntryResponse']>>> {
    const drafts = request.entries.map((entry) => draftOf(entry, null));
    const outcomes = await this.#options.registration.create(drafts);
    return { results: this.#results(outcomes, drafts, request.output_mask, call) };
  }

  async update(
    request: InstanceType<V1['BatchUpdateEntryRequest']>,
    call: Call,
  ): Promise<Init<InstanceType<V1['BatchUpdateEntryResponse']>>> {
    const drafts = request.entries.map((entry) => draftOf(entry, request.input_mask));
    const outcomes = await this.#options.registration.update(drafts);
    return { results: this.#results(outcomes, drafts, request.output_mask, call) };
  }

  async delete(
    { ids }: InstanceType<V1['BatchDeleteEntryRequest']>,
    call: Call,
  ): Promise<Init<InstanceType<V1['BatchDeleteEntryResponse']>>> {
    const given = ids.filter((id) => id !== '');
    const existed = (await this.#options.registration.delete(given)).values();
    const results = ids.map((id) => {
      const error = id === '' ? missingId : existed.next().value === true ? undefined : notFound;
      this.#options.audit.addItem(call, {
        fields: { entry_id: id },
        ...(error !== undefined && { error }),
      });
      return { id, status: error === undefined ? okStatus : statusOf(error) };
    });
    return { results };
  }

  #results(
    outcomes: readonly ItemOutcome[],
    drafts: readonly Draft[],
    mask: EntryMask | null,
    call: Call,
  ) {
    return outcomes.map((outcome, at) => {
      const error = errorOf(outcome);
      this.#options.audit.addItem(call, {
        fields: auditFields(outcome, drafts[at]),
        ...(error !== undefined && { error }),
      });
      const status = error === undefined ? okStatus : statusOf(error);
      if (outcome.kind === 'failed') return { status };
      return { status, entry: entryMessage(outcome.entry, mask) };
    });
  }
}

function errorOf(outcome: ItemOutcome): SpiffeError | undefined {
  if (outcome.kind === 'done') return undefined;
  if (outcome.kind === 'exists') {
    return new SpiffeError('ALREADY_EXISTS', 'similar entry already exists');
  }
  const { error } = outcome;
  const isInput = statusOf(error).code === statusOf(missingId).code;
  if (!isInput) return error;
  return new SpiffeError('INVALID_ARGUMENT', `failed to convert entry: ${error.message}`, {
    cause: error,
  });
}

function auditFields(outcome: ItemOutcome, draft: Draft | undefined) {
  if (outcome.kind === 'failed') return { entry_id: draft?.id };
  const { entry } = outcome;
  return {
    entry_id: entry.id,
    spiffe_id: entry.spiffeId,
    parent_id: entry.parentId,
    selectors: entry.selectors.map(({ type, value }) => `${type}:${value}`).join(','),
    admin: entry.admin,
    downstream: entry.downstream,
    federates_with: entry.federatesWith.join(','),
    dns_name: entry.dnsNames.join(','),
  };
}

const missingId = new SpiffeError('INVALID_ARGUMENT', 'missing entry ID');
const notFound = new SpiffeError('NOT_FOUND', 'entry not found');
