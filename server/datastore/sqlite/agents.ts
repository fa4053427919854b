import { selectorText } from '../../../common/spiffe/selector.ts';
import type { SpiffeId } from '../../../common/spiffe/spiffe-id.ts';
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
import { aliasEntry } from '../alias-entry.ts';
import { agentCondition } from '../conditions.ts';
import { enrollmentColumnNames, enrollmentColumns } from '../profile-rows.ts';
import { parseAgentRow } from '../rows.ts';
import { selectorsToJson } from '../sets.ts';
import { outcomeOf, UseRefused } from '../token-rows.ts';
import type { BootstrapUse } from '../token-store.ts';
import type { SqliteChanges } from './changes.ts';
import type { Connection, Durability } from './connection.ts';
import type { SqliteEnrollment } from './enrollment.ts';
import type { SqliteEntries } from './entries.ts';
import { SqliteJoinTokens } from './join-tokens.ts';
import { setMatcher } from './match-set.ts';
import { countRows, readPage } from './paging.ts';
import type { SqliteTokens } from './tokens.ts';

/** Attested agents and the join tokens that let them in, in SQLite. */
export class SqliteAgents implements AgentStore {
  readonly #connection: Connection;
  readonly #changes: SqliteChanges;
  readonly #entries: SqliteEntries;
  readonly #tokens: SqliteJoinTokens;
  readonly #enrollment: SqliteEnrollment;
  readonly #peppered: SqliteTokens;

  constructor(
    connection: Connection,
    changes: SqliteChanges,
    entries: SqliteEntries,
    enrollment: SqliteEnrollment,
    peppered: SqliteTokens,
  ) {
    this.#connection = connection;
    this.#changes = changes;
    this.#entries = entries;
    this.#enrollment = enrollment;
    this.#tokens = new SqliteJoinTokens(connection);
    this.#peppered = peppered;
  }

  async attest(record: AttestationRecord, nowMs: number): Promise<AttestOutcome> {
    return Promise.resolve(
      this.#connection.write('normal', () => this.#recordAttestation(record, nowMs)),
    );
  }

  async consumeTokenAndAttest(
    token: TokenHash,
    record: AttestationRecord,
    nowMs: number,
  ): Promise<AttestOutcome> {
    return Promise.resolve(
      this.#connection.write('full', () => {
        const stored = this.#tokens.find(token);
        if (stored === undefined) return 'token_unknown';
        if (stored.expiresAtMs < nowMs) return 'token_expired';
        const outcome = this.#recordAttestation(record, nowMs);
        if (outcome !== 'attested') return outcome;
        this.#tokens.delete(token);
        if (stored.alias !== undefined) this.#createAlias(record.spiffeId, stored.alias, nowMs);
        return outcome;
      }),
    );
  }

  async useTokenAndAttest(
    { aliasEntryId: entryId, ...presented }: BootstrapUse,
    record: AttestationRecord,
    nowMs: number,
  ): Promise<AttestOutcome> {
    const use = (): AttestOutcome => {
      const token = this.#peppered.use(presented, nowMs);
      if (typeof token === 'string') return token;
      const outcome = this.#recordAttestation(record, nowMs);
      if (outcome !== 'attested') throw new UseRefused(outcome);
      const { aliasId: spiffeId } = token;
      if (spiffeId !== undefined) this.#createAlias(record.spiffeId, { entryId, spiffeId }, nowMs);
      return outcome;
    };
    // eslint-disable-next-line @typescript-eslint/require-await -- what it throws must reject
    return outcomeOf(async () => this.#connection.write('full', use));
  }

  async createJoinToken(token: JoinToken): Promise<boolean> {
    return Promise.resolve(this.#connection.write('full', () => this.#tokens.create(token)));
  }

  async findJoinToken(hash: TokenHash): Promise<JoinToken | undefined> {
    return Promise.resolve(this.#tokens.find(hash));
  }

  async pruneJoinTokens(nowMs: number): Promise<number> {
    return Promise.resolve(this.#connection.write('normal', () => this.#tokens.prune(nowMs)));
  }

  async find(id: SpiffeId): Promise<Agent | undefined> {
    return Promise.resolve(this.#findOne(id));
  }

  async findAll(ids: readonly SpiffeId[]): Promise<readonly Agent[]> {
    const rows = this.#connection.all(
      'SELECT * FROM agents WHERE spiffe_id IN (SELECT value FROM json_each(?))',
      JSON.stringify(ids),
    );
    return Promise.resolve(rows.map(parseAgentRow));
  }

  async list(filter: AgentFilter, page: PageRequest): Promise<Page<Agent>> {
    return Promise.resolve(
      readPage(
        this.#connection,
        'agents',
        agentCondition(filter, matchSelectors),
        page,
        parseAgentRow,
      ),
    );
  }

  async count(filter: AgentFilter): Promise<number> {
    return Promise.resolve(
      countRows(this.#connection, 'agents', agentCondition(filter, matchSelectors)),
    );
  }

  async setRenewal(
    id: SpiffeId,
    serialNumber: string,
    expiresAtMs: number,
    nowMs: number,
  ): Promise<boolean> {
    return this.#change('normal', id, nowMs, () =>
      this.#connection.run(
        `UPDATE agents SET new_serial_number = ?, new_expires_at_ms = ?
         WHERE spiffe_id = ? AND serial_number <> ''`,
        serialNumber,
        expiresAtMs,
        id,
      ),
    );
  }

  async promote(id: SpiffeId, serialNumber: string, nowMs: number): Promise<boolean> {
    return this.#change('normal', id, nowMs, () =>
      this.#connection.run(
        `UPDATE agents SET serial_number = new_serial_number, expires_at_ms = new_expires_at_ms,
           new_serial_number = '', new_expires_at_ms = 0
         WHERE spiffe_id = ? AND new_serial_number = ? AND new_serial_number <> ''`,
        id,
        serialNumber,
      ),
    );
  }

  async setVersion(id: SpiffeId, version: string, nowMs: number): Promise<boolean> {
    return this.#change('normal', id, nowMs, () =>
      this.#connection.run('UPDATE agents SET agent_version = ? WHERE spiffe_id = ?', version, id),
    );
  }

  async delete(id: SpiffeId, nowMs: number): Promise<boolean> {
    return Promise.resolve(this.#connection.write('full', () => this.#deleteOne(id, nowMs)));
  }

  async ban(id: SpiffeId, nowMs: number): Promise<boolean> {
    return this.#change('full', id, nowMs, () =>
      this.#connection.run(
        `UPDATE agents SET serial_number = '', new_serial_number = '', new_expires_at_ms = 0
         WHERE spiffe_id = ?`,
        id,
      ),
    );
  }

  async prune(options: AgentPruning, nowMs: number): Promise<readonly SpiffeId[]> {
    return Promise.resolve(
      this.#connection.write('normal', () => {
        const rows = this.#connection.all(
          `SELECT spiffe_id FROM agents
           WHERE max(expires_at_ms, new_expires_at_ms) < ? AND serial_number <> ''
             AND (can_reattest = 1 OR ?) ORDER BY expires_at_ms LIMIT ?`,
          options.expiredBeforeMs,
          Number(options.includeTofu),
          options.limit,
        );
        const ids = rows.map((row) => String(row['spiffe_id']) as SpiffeId);
        for (const id of ids) this.#deleteOne(id, nowMs);
        return ids;
      }),
    );
  }

  #change(
    durability: Durability,
    id: SpiffeId,
    nowMs: number,
    update: () => number,
  ): Promise<boolean> {
    const changed = this.#connection.write(durability, () => {
      if (update() === 0) return false;
      this.#changes.record('agent', id, nowMs);
      return true;
    });
    return Promise.resolve(changed);
  }

  #recordAttestation(record: AttestationRecord, nowMs: number): AttestOutcome {
    if (this.#findOne(record.spiffeId)?.serialNumber === '') return 'banned';
    const refusal = record.enrollment && this.#enrollment.claim(record, record.enrollment, nowMs);
    if (refusal !== undefined) return refusal;
    const enrollment = enrollmentColumns(record.enrollment);
    const row = this.#connection.get(
      `INSERT INTO agents (spiffe_id, attestation_type, serial_number, expires_at_ms, can_reattest, selectors,
         ${enrollmentColumnNames.join(', ')})
       VALUES (?, ?, ?, ?, ?, ?, ${enrollmentColumnNames.map(() => '?').join(', ')})
       ON CONFLICT (spiffe_id) DO UPDATE SET
         serial_number = excluded.serial_number, expires_at_ms = excluded.expires_at_ms,
         can_reattest = excluded.can_reattest, selectors = excluded.selectors,
         new_serial_number = '', new_expires_at_ms = 0,
         ${enrollmentColumnNames.map((name) => `${name} = excluded.${name}`).join(', ')}
       RETURNING row_id`,
      record.spiffeId,
      record.attestationType,
      record.serialNumber,
      record.expiresAtMs,
      Number(record.canReattest),
      selectorsToJson(record.selectors),
      ...Object.values(enrollment),
    );
    this.#writeSelectors(Number(row?.['row_id']), record);
    this.#changes.record('agent', record.spiffeId, nowMs);
    return 'attested';
  }

  #writeSelectors(rowId: number, record: AttestationRecord): void {
    this.#connection.run('DELETE FROM agent_selectors WHERE agent = ?', rowId);
    for (const text of new Set(record.selectors.map(selectorText))) {
      this.#connection.run(
        'INSERT INTO agent_selectors (agent, selector) VALUES (?, ?)',
        rowId,
        text,
      );
    }
  }

  #deleteOne(id: SpiffeId, nowMs: number): boolean {
    const agent = this.#findOne(id);
    if (agent === undefined) return false;
    this.#connection.run('DELETE FROM agents WHERE spiffe_id = ?', id);
    if (agent.attestationType === 'join_token') this.#deleteAliases(id, nowMs);
    this.#changes.record('agent', id, nowMs);
    return true;
  }

  #createAlias(id: SpiffeId, alias: NonNullable<JoinToken['alias']>, nowMs: number): void {
    const entry = aliasEntry(id, alias.entryId, alias.spiffeId);
    this.#entries.createOne(entry, nowMs);
  }

  /** The entry that came with the token: parent and only selector are the agent itself. */
  #deleteAliases(id: SpiffeId, nowMs: number): void {
    const aliases = this.#connection.all(
      'SELECT id FROM entries WHERE parent_id = ? AND selectors = ?',
      id,
      selectorsToJson([{ type: 'spiffe_id', value: id }]),
    );
    for (const alias of aliases) this.#entries.deleteOne(String(alias['id']), nowMs);
  }

  #findOne(id: SpiffeId): Agent | undefined {
    const row = this.#connection.get('SELECT * FROM agents WHERE spiffe_id = ?', id);
    return row === undefined ? undefined : parseAgentRow(row);
  }
}

const matchSelectors = setMatcher({
  jsonColumn: 'selectors',
  memberTable: 'agent_selectors',
  memberColumn: 'selector',
  ownerColumn: 'agent',
});
