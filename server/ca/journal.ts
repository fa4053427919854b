import { SpiffeError } from '../../common/errors/spiffe-error.ts';
import type { AuthorityStatus, Slot } from './authority.ts';

/** Where the journal is kept; the datastore's JournalStore is one. */
export interface JournalRows {
  findByActiveAuthority(
    authorityId: string,
  ): Promise<{ readonly id: number; readonly data: Uint8Array } | undefined>;
  save(
    id: number | undefined,
    activeAuthorityId: string,
    data: Uint8Array,
    nowMs: number,
  ): Promise<number>;
}

export type AuthorityKind = 'x509' | 'jwt';

/** What is remembered of an authority; its key is in the key manager. */
export interface JournalEntry {
  readonly slot: Slot;
  readonly authorityId: string;
  readonly status: AuthorityStatus;
  readonly issuedAtMs: number;
  readonly notAfterMs: number;
  readonly signsFromMs: number;
  /** X.509: the CA certificate, then upstream intermediates. JWT: empty. */
  readonly chainDer: readonly Uint8Array[];
}

const entriesPerKind = 10;

/** The authorities of this server, newest last, so that a restart finds them again. */
export class Journal {
  readonly #rows: JournalRows;
  #id: number | undefined;
  #entries: Record<AuthorityKind, readonly JournalEntry[]> = { x509: [], jwt: [] };

  constructor(rows: JournalRows) {
    this.#rows = rows;
  }

  /** Finds this server's row by the authority IDs of the keys that it holds. Throws STORAGE_CORRUPT. */
  async load(authorityIds: readonly string[]): Promise<void> {
    for (const authorityId of authorityIds) {
      const row = await this.#rows.findByActiveAuthority(authorityId);
      if (row === undefined) continue;
      this.#id = row.id;
      this.#entries = decode(row.data);
      return;
    }
  }

  entries(kind: AuthorityKind): readonly JournalEntry[] {
    return this.#entries[kind];
  }

  /** Adds or replaces entries by their authority ID; durable when it resolves. */
  async record(
    kind: AuthorityKind,
    changed: readonly JournalEntry[],
    nowMs: number,
  ): Promise<void> {
    const ids = new Set(changed.map((entry) => entry.authorityId));
    const kept = this.#entries[kind].filter((entry) => !ids.has(entry.authorityId));
    const list = [...kept, ...changed].sort((a, b) => a.issuedAtMs - b.issuedAtMs);
    const next = { ...this.#entries, [kind]: newest(list) };
    this.#id = await this.#rows.save(this.#id, activeIdOf(next.x509), encode(next), nowMs);
    this.#entries = next;
  }

  /** Writes it again as it is: a journal that nobody writes to is forgotten in time. */
  async touch(nowMs: number): Promise<void> {
    const { x509 } = this.#entries;
    if (this.#id === undefined) return;
    this.#id = await this.#rows.save(this.#id, activeIdOf(x509), encode(this.#entries), nowMs);
  }
}

/** However often the next one was prepared, the active one must not be forgotten. */
function newest(list: readonly JournalEntry[]): readonly JournalEntry[] {
  const kept = list.slice(-entriesPerKind);
  const active = list.findLast((entry) => entry.status === 'active');
  return active === undefined || kept.includes(active) ? kept : [active, ...kept.slice(1)];
}

/** The row is found by this; before the first activation the prepared CA stands in. */
function activeIdOf(entries: readonly JournalEntry[]): string {
  const active = entries.findLast((entry) => entry.status === 'active') ?? entries.at(-1);
  return active?.authorityId ?? '';
}

function encode(entries: Record<AuthorityKind, readonly JournalEntry[]>): Uint8Array {
  const plain = (entry: JournalEntry) => ({
    ...entry,
    chainDer: entry.chainDer.map((der) => Buffer.from(der).toString('base64')),
  });
  const document = { version: 1, x509: entries.x509.map(plain), jwt: entries.jwt.map(plain) };
  return Buffer.from(JSON.stringify(document));
}

function decode(data: Uint8Array): Record<AuthorityKind, JournalEntry[]> {
  try {
    const document = JSON.parse(Buffer.from(data).toString('utf8')) as StoredJournal;
    if (document.version !== 1) throw new TypeError(`unknown version ${String(document.version)}`);
    return { x509: document.x509.map(revive), jwt: document.jwt.map(revive) };
  } catch (cause) {
    throw new SpiffeError('STORAGE_CORRUPT', 'CA journal cannot be read', { cause });
  }
}

type StoredEntry = Omit<JournalEntry, 'chainDer'> & { readonly chainDer: readonly string[] };

interface StoredJournal {
  readonly version: unknown;
  readonly x509: readonly StoredEntry[];
  readonly jwt: readonly StoredEntry[];
}

function revive(stored: StoredEntry): JournalEntry {
  return { ...stored, chainDer: stored.chainDer.map((base64) => Buffer.from(base64, 'base64')) };
}
