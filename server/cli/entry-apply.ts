import { defineCommand, exitCodes, type CliIo } from '../../common/cli/command.ts';
import { readInput } from '../../common/cli/files.ts';
import { booleanFlag, stringFlag } from '../../common/cli/flags.ts';
import type { RpcClient } from '../../common/cli/rpc-client.ts';
import { spiffeIdText } from '../../common/cli/spiffe-id-message.ts';
import { SpiffeError } from '../../common/errors/spiffe-error.ts';
import { bundleService } from '../../common/rpc/services/bundle.ts';
import { entryService } from '../../common/rpc/services/entry.ts';
import { parseTrustDomain } from '../../common/spiffe/trust-domain.ts';
import { spire } from '../../proto/gen/spire-api.js';
import { adminFlags, withServer } from './admin-connection.ts';
import { planJson, planText } from './entry-apply-text.ts';
import { creatableOf, entriesFromJson } from './entry-file.ts';
import { impactOf, planEntries, type EntryPlan, type WantedEntry } from './entry-plan.ts';
import { isOk, statusText, type EntryMessage, type StatusMessage } from './entry-text.ts';
import { entriesFromYaml } from './entry-yaml.ts';
import { listAllAgents, listAllEntries } from './list-all.ts';

/** Ours: makes what is registered equal to a file. */
export const entryApply = defineCommand({
  path: ['entry', 'apply'],
  summary: 'Creates, updates and, for an owner, deletes entries until they are as a file says',
  flags: {
    ...adminFlags,
    f: stringFlag(
      "Path to a file with entries, JSON as for entry create -data, what entry show -output json prints, or the same in YAML. If set to '-', read from stdin.",
    ),
    owner: stringFlag(
      'Begins the IDs of the entries with this name and a dot, and deletes other entries whose IDs begin so',
    ),
    'dry-run': booleanFlag('Only show which entries and agents would change'),
  },
  run: async (flags, io) => {
    if (flags.f === '') throw new SpiffeError('INVALID_ARGUMENT', 'a file (-f) is required');
    const wanted = await entriesOf(flags.f, io);
    const { plan, impact } = await withServer(flags, io, async (client) => {
      const registered = await listAllEntries(client, {});
      const made = planEntries(registered, wanted, checkOwner(flags.owner), (fresh) =>
        creatableOf(fresh, io),
      );
      if (!flags['dry-run']) {
        return { plan: await apply(client, made), impact: undefined };
      }
      const agents = await listAllAgents(client, {});
      const bundle = await client.call(bundleService.GetBundle, { output_mask: {} });
      const trustDomain = parseTrustDomain(bundle.trust_domain);
      return { plan: made, impact: impactOf(made, registered, agents, trustDomain) };
    });
    const format = flags.output === 'json' ? planJson : planText;
    io.stdout.write(format(plan, impact));
    return exitCodes.ok;
  },
});

async function entriesOf(path: string, io: CliIo): Promise<WantedEntry[]> {
  const text = await readInput(path, io);
  const isJson = text.trimStart().startsWith('{');
  const entries = isJson ? entriesFromJson(text, path) : await entriesFromYaml(text, path);
  return entries.map(({ entry, ...rest }) => ({
    ...rest,
    entry: Entry.decode(Entry.encode(entry).finish()),
  }));
}

function checkOwner(owner: string): string {
  if (/^[A-Za-z0-9_-]{0,64}$/.test(owner)) return owner;
  const rule = `owner ${JSON.stringify(owner.slice(0, 80))} must have at most 64 letters, digits, "-" and "_"`;
  throw new SpiffeError('INVALID_ARGUMENT', rule);
}

/**
 * What is new comes before what is old goes, so that no workload is without in between. Resolves with the
 * plan, in which what was created has the ID that the server gave it.
 */
async function apply(client: RpcClient, plan: EntryPlan): Promise<EntryPlan> {
  const created: EntryMessage[] = [];
  const faults = [
    ...(await inBatches(plan.create, 'create', async (entries) => {
      const answer = await client.call(entryService.BatchCreateEntry, { entries: [...entries] });
      created.push(...answer.results.flatMap(({ entry }) => entry ?? []));
      return answer;
    })),
    ...(await inBatches(
      plan.update.map(({ after }) => after),
      'update',
      (entries) => client.call(entryService.BatchUpdateEntry, { entries: [...entries] }),
    )),
  ];
  // An entry that could not be made may be what an old one stands in for.
  if (faults.length === 0) {
    const remove = (entries: readonly EntryMessage[]) =>
      client.call(entryService.BatchDeleteEntry, { ids: entries.map(({ id }) => id) });
    faults.push(...(await inBatches(plan.delete, 'delete', remove)));
  }
  if (faults.length > 0) {
    const text = `failed to apply ${faults.length} entries:\n  ${faults.join('\n  ')}`;
    throw new SpiffeError('FAILED_PRECONDITION', text);
  }
  return { ...plan, create: created };
}

async function inBatches(
  entries: readonly EntryMessage[],
  verb: string,
  call: (
    batch: readonly EntryMessage[],
  ) => Promise<{ readonly results: readonly { readonly status: StatusMessage | null }[] }>,
): Promise<string[]> {
  const faults: string[] = [];
  for (let at = 0; at < entries.length; at += batchSize) {
    const batch = entries.slice(at, at + batchSize);
    const { results } = await call(batch);
    for (const [index, entry] of batch.entries()) {
      const result = results[index];
      if (result !== undefined && isOk(result)) continue;
      const name = entry.id === '' ? spiffeIdText(entry.spiffe_id) : entry.id;
      faults.push(`${verb} ${name} (${statusText(result?.status ?? null)})`);
    }
  }
  return faults;
}

const { Entry } = spire.api.types;
const batchSize = 500;
