import { z } from 'zod';
import { countText } from '../../common/cli/text.ts';
import type { CliIo } from '../../common/cli/command.ts';
import { readInput } from '../../common/cli/files.ts';
import { spiffeIdText, spiffeIdToMessage } from '../../common/cli/spiffe-id-message.ts';
import { decode } from '../../common/config/decode.ts';
import { readConfig } from '../../common/config/load-config.ts';
import type { Init } from '../../common/rpc/contract.ts';
import { parseTrustDomain } from '../../common/spiffe/trust-domain.ts';
import type { EntryMessage } from './entry-text.ts';

/** An entry of a file. */
export interface FileEntry {
  readonly spiffeId: string;
  readonly entry: Init<EntryMessage>;
  /** In the form of `entry show -output json`: its ID is the one it has at the server of the export. */
  readonly isExported: boolean;
  /**
   * How an exported entry hangs on an agent of a join token, whose ID is of use at that server only:
   * it is what `token generate -spiffeID` registers, or a workload below the agent.
   */
  readonly ofToken: 'alias' | 'workload' | undefined;
}

/** The entries of a `-data` file, or of standard input. Throws with every fault of the file. */
export async function entriesFromFile(path: string, io: CliIo): Promise<FileEntry[]> {
  return entriesFromJson(await readInput(path, io), path);
}

/**
 * The entries of a JSON text, in the form of SPIRE's `-data` or in that of `entry show -output json`,
 * one by one; `source` names it in faults, of which every one is told.
 */
export function entriesFromJson(text: string, source: string): FileEntry[] {
  const options = { format: 'json', source, longestChars: longestFileChars } as const;
  return decode(readConfig(text, options), fileSchema).entries.map((entry) => ({
    spiffeId: spiffeIdText(entry.spiffe_id.id),
    entry: messageFrom(entry),
    // Who writes an ID as text means it; an export has whatever was there.
    isExported: entry.parent_id.isExported,
    ofToken: entry.parent_id.isExported ? tokenPartOf(entry) : undefined,
  }));
}

/** What is created of a file; what only another server could use is left out. Both are told of on stderr. */
export function creatableOf<Wanted extends Pick<FileEntry, 'spiffeId' | 'ofToken'>>(
  wanted: readonly Wanted[],
  io: Pick<CliIo, 'stderr'>,
): Wanted[] {
  const those = (part: FileEntry['ofToken']) => wanted.filter(({ ofToken }) => ofToken === part);
  const notes = [aliasNote(those('alias')), workloadNote(those('workload'))];
  for (const note of notes) if (note !== undefined) io.stderr.write(`Note: ${note}\n`);
  return wanted.filter(({ ofToken }) => ofToken !== 'alias');
}

type Read = z.output<typeof entrySchema>;

function tokenPartOf({ parent_id: { id: parent }, selectors }: Read): FileEntry['ofToken'] {
  if (!parent.path.startsWith('/spire/agent/join_token/')) return undefined;
  const [selector, ...others] = selectors;
  const isAlias =
    others.length === 0 &&
    selector?.type === 'spiffe_id' &&
    selector.value === spiffeIdText(parent);
  return isAlias ? 'alias' : 'workload';
}

function aliasNote(aliases: readonly Pick<FileEntry, 'spiffeId'>[]): string | undefined {
  if (aliases.length === 0) return undefined;
  const count = countText(aliases.length, 'entry', 'entries');
  return `${count} left out, made for a join token by the server of the export: ${idsOf(aliases)}; token generate -spiffeID makes them for new tokens`;
}

function workloadNote(entries: readonly Pick<FileEntry, 'spiffeId'>[]): string | undefined {
  if (entries.length === 0) return undefined;
  const count = countText(entries.length, 'entry', 'entries');
  return `${count} with an agent of a join token as parent, whose ID is another one at another server: ${idsOf(entries)}`;
}

function idsOf(entries: readonly Pick<FileEntry, 'spiffeId'>[]): string {
  const ids = [...new Set(entries.map(({ spiffeId }) => spiffeId))];
  const more = ids.length > mostNamed ? ` and ${ids.length - mostNamed} more` : '';
  return ids.slice(0, mostNamed).join(', ') + more;
}

function messageFrom(entry: Read): Init<EntryMessage> {
  return {
    id: entry.entry_id === '' ? entry.id : entry.entry_id,
    spiffe_id: entry.spiffe_id.id,
    parent_id: entry.parent_id.id,
    selectors: entry.selectors,
    x509_svid_ttl: entry.x509_svid_ttl,
    jwt_svid_ttl: entry.jwt_svid_ttl,
    federates_with: entry.federates_with,
    dns_names: entry.dns_names,
    admin: entry.admin,
    downstream: entry.downstream,
    store_svid: entry.store_svid,
    hint: entry.hint,
    expires_at: entry.entryExpiry === 0 ? entry.expires_at : entry.entryExpiry,
    additional_attributes: entry.additional_attributes,
  };
}

/** Hands a fault of `read` on to the schema. */
function checked<In, Out>(schema: z.ZodType<In>, read: (value: In) => Out) {
  return schema.transform((value, context) => {
    try {
      return read(value);
    } catch (error) {
      const message = error instanceof Error ? error.message : 'is invalid';
      context.addIssue({ code: 'custom', message });
      return z.NEVER;
    }
  });
}

/** `spiffe://example.org/web`, or as an export has it, `{ trust_domain, path }`. */
function readId(value: unknown) {
  if (value === undefined) throw new Error('is required');
  if (typeof value === 'string') return { id: spiffeIdToMessage(value), isExported: false };
  const { data } = exportedId.safeParse(value);
  if (data === undefined) {
    throw new Error('expected a SPIFFE ID as text or as a block of trust_domain and path');
  }
  // Put together unchecked, "a.test/x" and "/y" would be another ID.
  parseTrustDomain(data.trust_domain);
  if (!/^(\/.*)?$/s.test(data.path)) throw new Error('path must be empty or begin with "/"');
  return { id: spiffeIdToMessage(spiffeIdText(data)), isExported: true };
}

const exportedId = z.object({ trust_domain: z.string(), path: z.string() });

const seconds = z
  .int()
  .min(0)
  .max(2 ** 31 - 1)
  .default(0);

// Members that are not known are ignored, as SPIRE ignores them; so are those of an export that are the
// server's own business, revision_number and created_at.
const entrySchema = z
  .object({
    spiffe_id: checked(z.unknown(), readId),
    parent_id: checked(z.unknown(), readId),
    entry_id: z.string().default(''),
    /** Of an export, as `expires_at` below. */
    id: z.string().default(''),
    selectors: z.array(z.looseObject({ type: z.string(), value: z.string() })).default([]),
    x509_svid_ttl: seconds,
    jwt_svid_ttl: seconds,
    federates_with: z.array(checked(z.string(), parseTrustDomain)).default([]),
    dns_names: z.array(z.string()).default([]),
    admin: z.boolean().default(false),
    downstream: z.boolean().default(false),
    store_svid: z.boolean().default(false),
    hint: z.string().default(''),
    entryExpiry: z.int().default(0),
    expires_at: z.int().default(0),
    additional_attributes: z
      .looseObject({
        disable_x509_svid_prefetch: z.boolean().default(false),
        jwt_svid_include_jti: z.boolean().default(false),
      })
      .nullable()
      .default(null),
  })
  .catchall(z.unknown())
  .superRefine((entry, context) => {
    const twins = [
      ['id', 'entry_id', ''],
      ['expires_at', 'entryExpiry', 0],
    ] as const;
    for (const [one, other, none] of twins) {
      if (entry[one] === none || entry[other] === none || entry[one] === entry[other]) continue;
      context.addIssue({ code: 'custom', path: [one], message: `differs from ${other}` });
    }
  });

const fileSchema = z.looseObject({ entries: z.array(entrySchema) });

const mostNamed = 5;
/** Some hundred thousand entries. */
const longestFileChars = 64 * 1024 * 1024;
