import type { SpiffeId } from '../../../common/spiffe/spiffe-id.ts';
import { aliasEntry } from '../alias-entry.ts';
import { agentCondition } from '../conditions.ts';
import type {
  Agent,
  AgentFilter,
  AgentPruning,
  AgentStore,
  AttestationRecord,
  AttestOutcome,
  JoinToken,
  Page,
  PageRequest,
  TokenHash,
} from '../datastore.ts';
import { enrollmentColumnNames, enrollmentColumns } from '../profile-rows.ts';
import { parseAgentRow, parseJoinTokenRow } from '../rows.ts';
import { selectorsToJson } from '../sets.ts';
import { outcomeOf, UseRefused } from '../token-rows.ts';
import type { BootstrapUse } from '../token-store.ts';
import type { Database } from './database.ts';
import { agentTable, claimEnrollment } from './enrollment.ts';
import { deleteEntries } from './entries.ts';
import { createEntries } from './entry-creation.ts';
import { keysOf, setMatcher } from './match-set.ts';
import { countRows, readPage } from './paging.ts';
import { useToken } from './tokens.ts';
import type { Transaction } from './transaction.ts';

/** Attested agents and the join tokens that let them in, in PostgreSQL. */
export class PostgresAgents implements AgentStore {
  readonly #database: Database;

  constructor(database: Database) {
    this.#database = database;
  }

  async attest(record: AttestationRecord, nowMs: number): Promise<AttestOutcome> {
    // What a claim wrote goes again when the agent turns out to be banned.
    const work = async (transaction: Transaction): Promise<AttestOutcome> => {
      const outcome = await recordAttestation(transaction, record, nowMs);
      if (outcome !== 'attested') throw new UseRefused(outcome);
      return outcome;
    };
    return outcomeOf(() => this.#database.write({ nowMs }, work));
  }

  async consumeTokenAndAttest(
    token: TokenHash,
    record: AttestationRecord,
    nowMs: number,
  ): Promise<AttestOutcome> {
    return this.#database.write({ nowMs }, async (transaction) => {
      // Who comes second waits here for the first to commit, and then finds no token.
      const row = await transaction.get(`${selectToken} FOR UPDATE`, token);
      if (row === undefined) return 'token_unknown';
      const { expiresAtMs, alias } = parseJoinTokenRow(token, row);
      if (expiresAtMs < nowMs) return 'token_expired';
      const outcome = await recordAttestation(transaction, record, nowMs);
      if (outcome !== 'attested') return outcome;
      await transaction.run('DELETE FROM join_tokens WHERE hash = $1', token);
      if (alias !== undefined) await createAlias(transaction, record.spiffeId, alias, nowMs);
      return outcome;
    });
  }

  async useTokenAndAttest(
    { aliasEntryId: entryId, ...presented }: BootstrapUse,
    record: AttestationRecord,
    nowMs: number,
  ): Promise<AttestOutcome> {
    const work = async (transaction: Transaction): Promise<AttestOutcome> => {
      const token = await useToken(transaction, presented, nowMs);
      if (typeof token === 'string') return token;
      const outcome = await recordAttestation(transaction, record, nowMs);
      if (outcome !== 'attested') throw new UseRefused(outcome);
      const { aliasId: spiffeId } = token;
      if (spiffeId !== undefined) {
        await createAlias(transaction, record.spiffeId, { entryId, spiffeId }, nowMs);
      }
      return outcome;
    };
    return outcomeOf(() => this.#database.write({ nowMs }, work));
  }

  async createJoinToken({ hash, expiresAtMs, alias }: JoinToken): Promise<boolean> {
    return this.#database.write({ nowMs: expiresAtMs }, async (transaction) => {
      const inserted = await transaction.run(
        `INSERT INTO join_tokens (hash, expires_at_ms, alias_entry_id, alias_spiffe_id)
         VALUES ($1, $2, $3, $4) ON CONFLICT DO NOTHING`,
        hash,
        expiresAtMs,
        alias?.entryId,
        alias?.spiffeId,
      );
      return inserted === 1;
    });
  }

  async findJoinToken(hash: TokenHash): Promise<JoinToken | undefined> {
    const [row] = await this.#database.all(selectToken, hash);
    return row === undefined ? undefined : parseJoinTokenRow(hash, row);
  }

  async pruneJoinTokens(nowMs: number): Promise<number> {
    return this.#database.write({ nowMs }, (transaction) =>
      transaction.run('DELETE FROM join_tokens WHERE expires_at_ms < $1', nowMs),
    );
  }

  async find(id: SpiffeId): Promise<Agent | undefined> {
    return (await this.findAll([id])).at(0);
  }

  async findAll(ids: readonly SpiffeId[]): Promise<readonly Agent[]> {
    const rows = await this.#database.all(
      `SELECT ${agentTable.columns} FROM agents WHERE spiffe_id = ANY ($1)`,
      ids,
    );
    return rows.map(parseAgentRow);
  }

  async list(filter: AgentFilter, page: PageRequest): Promise<Page<Agent>> {
    const where = agentCondition(filter, matchSelectors);
    return readPage(this.#database, agentTable, where, page, parseAgentRow);
  }

  async count(filter: AgentFilter): Promise<number> {
    return countRows(this.#database, 'agents', agentCondition(filter, matchSelectors));
  }

  async setRenewal(
    id: SpiffeId,
    serialNumber: string,
    expiresAtMs: number,
    nowMs: number,
  ): Promise<boolean> {
    const sql = `UPDATE agents SET new_serial_number = $2, new_expires_at_ms = $3
      WHERE spiffe_id = $1 AND serial_number <> ''`;
    return this.#change(nowMs, id, sql, serialNumber, expiresAtMs);
  }

  async promote(id: SpiffeId, serialNumber: string, nowMs: number): Promise<boolean> {
    const sql = `UPDATE agents SET serial_number = new_serial_number, expires_at_ms = new_expires_at_ms,
        new_serial_number = '', new_expires_at_ms = 0
      WHERE spiffe_id = $1 AND new_serial_number = $2 AND new_serial_number <> ''`;
    return this.#change(nowMs, id, sql, serialNumber);
  }

  async setVersion(id: SpiffeId, version: string, nowMs: number): Promise<boolean> {
    const sql = 'UPDATE agents SET agent_version = $2 WHERE spiffe_id = $1';
    return this.#change(nowMs, id, sql, version);
  }

  async delete(id: SpiffeId, nowMs: number): Promise<boolean> {
    return this.#database.write({ nowMs }, async (transaction) => {
      const rows = await transaction.all(
        'DELETE FROM agents WHERE spiffe_id = $1 RETURNING spiffe_id, attestation_type',
        id,
      );
      await recordDeletions(transaction, rows);
      return rows.length > 0;
    });
  }

  async ban(id: SpiffeId, nowMs: number): Promise<boolean> {
    const sql = `UPDATE agents SET serial_number = '', new_serial_number = '', new_expires_at_ms = 0
      WHERE spiffe_id = $1`;
    return this.#change(nowMs, id, sql);
  }

  async prune(options: AgentPruning, nowMs: number): Promise<readonly SpiffeId[]> {
    return this.#database.write({ nowMs }, async (transaction) => {
      const rows = await transaction.all(
        `DELETE FROM agents WHERE row_id IN (
           SELECT row_id FROM agents
           WHERE greatest(expires_at_ms, new_expires_at_ms) < $1 AND expires_at_ms < $1
             AND serial_number <> '' AND (can_reattest OR $2)
           ORDER BY expires_at_ms LIMIT $3 FOR UPDATE SKIP LOCKED)
         RETURNING spiffe_id, attestation_type`,
        options.expiredBeforeMs,
        options.includeTofu,
        options.limit,
      );
      return recordDeletions(transaction, rows);
    });
  }

  async #change(nowMs: number, id: SpiffeId, sql: string, ...values: unknown[]): Promise<boolean> {
    return this.#database.write({ nowMs }, async (transaction) => {
      if ((await transaction.run(sql, id, ...values)) === 0) return false;
      transaction.record('agent', id);
      return true;
    });
  }
}

async function createAlias(
  transaction: Transaction,
  agentId: SpiffeId,
  alias: NonNullable<JoinToken['alias']>,
  nowMs: number,
): Promise<void> {
  await transaction.lock('entries');
  await createEntries(transaction, [aliasEntry(agentId, alias.entryId, alias.spiffeId)], nowMs);
}

/** One statement, so that two servers at once end with the whole record of one of them. */
async function recordAttestation(
  transaction: Transaction,
  record: AttestationRecord,
  nowMs: number,
): Promise<AttestOutcome> {
  const { enrollment } = record;
  const refusal = enrollment && (await claimEnrollment(transaction, record, enrollment, nowMs));
  if (refusal !== undefined) return refusal;
  const selectors = selectorsToJson(record.selectors);
  const written = await transaction.run(
    `INSERT INTO agents
       (spiffe_id, attestation_type, serial_number, expires_at_ms, can_reattest, selectors, selector_keys,
        ${enrollmentColumnNames.join(', ')})
     VALUES ($1, $2, $3, $4, $5, $6, $7, ${enrollmentColumnNames.map((_, at) => `$${at + 8}`).join(', ')})
     ON CONFLICT (spiffe_id) DO UPDATE SET
       serial_number = excluded.serial_number, expires_at_ms = excluded.expires_at_ms,
       can_reattest = excluded.can_reattest, selectors = excluded.selectors,
       selector_keys = excluded.selector_keys, new_serial_number = '', new_expires_at_ms = 0,
       ${enrollmentColumnNames.map((name) => `${name} = excluded.${name}`).join(', ')}
     WHERE agents.serial_number <> ''`,
    record.spiffeId,
    record.attestationType,
    record.serialNumber,
    record.expiresAtMs,
    record.canReattest,
    selectors,
    keysOf(selectors),
    ...Object.values(enrollmentColumns(enrollment)),
  );
  if (written === 0) return 'banned';
  transaction.record('agent', record.spiffeId);
  return 'attested';
}

/** Takes along the entries that came with join tokens: parent and only selector are the agent itself. */
async function recordDeletions(
  transaction: Transaction,
  rows: readonly Readonly<Record<string, unknown>>[],
): Promise<readonly SpiffeId[]> {
  const ids = rows.map((row) => String(row['spiffe_id']) as SpiffeId);
  const byToken = ids.filter((_, at) => rows[at]?.['attestation_type'] === 'join_token');
  if (byToken.length > 0) {
    const aliases = await deleteEntries(
      transaction,
      '(parent_id, selectors) IN (SELECT * FROM unnest($1::text[], $2::text[]))',
      byToken,
      byToken.map((id) => selectorsToJson([{ type: 'spiffe_id', value: id }])),
    );
    for (const alias of aliases) transaction.record('entry', alias);
  }
  for (const id of ids) transaction.record('agent', id);
  return ids;
}

const selectToken =
  'SELECT expires_at_ms, alias_entry_id, alias_spiffe_id FROM join_tokens WHERE hash = $1';
const matchSelectors = setMatcher('selectors', 'selector_keys');
