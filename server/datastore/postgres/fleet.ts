import type { SpiffeId } from '../../../common/spiffe/spiffe-id.ts';
import { bindingText, eventsWith, judgeNodeToken, parseReportRow } from '../token-rows.ts';
import type {
  AgentReport,
  BindingOf,
  FleetStore,
  NodeToken,
  PresentedToken,
  ReportOutcome,
  StoredReport,
} from '../token-store.ts';
import type { Database } from './database.ts';
import type { Transaction } from './transaction.ts';

/** Node tokens and what agents reported with them, in PostgreSQL. */
export class PostgresFleet implements FleetStore {
  readonly #database: Database;

  constructor(database: Database) {
    this.#database = database;
  }

  async issue({ agentId, binding, digest, expiresAtMs, id }: NodeToken): Promise<boolean> {
    return this.#database.write({ nowMs: expiresAtMs }, async (transaction) => {
      // The lock keeps an eviction from coming in between: what it deletes, nothing may refer to.
      const written = await transaction.run(
        `INSERT INTO node_tokens (agent_id, id, key_id, hash, expires_at_ms, binding)
         SELECT spiffe_id, $2, $3, $4, $5, $6 FROM agents
         WHERE spiffe_id = $1 AND serial_number <> '' FOR KEY SHARE
         ON CONFLICT (agent_id) DO UPDATE SET id = excluded.id, key_id = excluded.key_id,
           hash = excluded.hash, expires_at_ms = excluded.expires_at_ms, binding = excluded.binding`,
        agentId,
        id,
        digest.keyId,
        digest.hash,
        expiresAtMs,
        bindingText(binding),
      );
      return written === 1;
    });
  }

  async report(
    token: PresentedToken,
    bindingOf: BindingOf,
    report: AgentReport,
    nowMs: number,
  ): Promise<ReportOutcome> {
    // Anybody may make up tokens: one that is no good opens no transaction and locks no row.
    const [row] = await this.#database.all(selectToken, token.ids);
    const judged = judgeNodeToken(row, token, bindingOf, nowMs);
    if (judged.kind !== 'good') return judged;
    return this.#database.write({ nowMs }, (transaction) =>
      storeReport(transaction, token, bindingOf, report, nowMs),
    );
  }

  async findReports(agentIds: readonly SpiffeId[]): Promise<readonly StoredReport[]> {
    const rows = await this.#database.all(
      'SELECT * FROM agent_reports WHERE agent_id = ANY ($1)',
      agentIds,
    );
    return rows.map(parseReportRow);
  }
}

async function storeReport(
  transaction: Transaction,
  presented: PresentedToken,
  bindingOf: BindingOf,
  report: AgentReport,
  nowMs: number,
): Promise<ReportOutcome> {
  // An eviction waits for this, or this for the eviction: the agent is locked before its token.
  const row = await transaction.get(`${selectToken} FOR KEY SHARE OF a`, presented.ids);
  const judged = judgeNodeToken(row, presented, bindingOf, nowMs);
  if (judged.kind !== 'good') return judged;
  const { agentId, rehash } = judged;
  if (rehash !== undefined) {
    const { hash, id, keyId } = rehash;
    // Unless the agent got another token at the same time.
    const sql = 'UPDATE node_tokens SET id = $1, key_id = $2, hash = $3 WHERE id = $4';
    await transaction.run(sql, id, keyId, hash, judged.id);
  }
  await writeReport(transaction, agentId, report, nowMs);
  return { kind: 'stored', agentId };
}

async function writeReport(
  transaction: Transaction,
  agentId: SpiffeId,
  { events = [], evidence, heartbeat }: AgentReport,
  nowMs: number,
): Promise<void> {
  await transaction.run(
    'INSERT INTO agent_reports (agent_id) VALUES ($1) ON CONFLICT DO NOTHING',
    agentId,
  );
  const set = (columns: string, ...values: unknown[]) =>
    transaction.run(`UPDATE agent_reports SET ${columns} WHERE agent_id = $1`, agentId, ...values);
  if (heartbeat !== undefined) await set('heartbeat = $2, heartbeat_at_ms = $3', heartbeat, nowMs);
  if (evidence !== undefined) await set('evidence = $2, evidence_at_ms = $3', evidence, nowMs);
  if (events.length === 0) return;
  const row = await transaction.get(
    'SELECT events FROM agent_reports WHERE agent_id = $1 FOR UPDATE',
    agentId,
  );
  const kept = eventsWith(String(row?.['events']), events);
  await set('events = $2, event_count = event_count + $3::bigint', kept, events.length);
}

const selectToken = `SELECT a.*, a.expires_at_ms AS svid_expires_at_ms, t.* FROM node_tokens AS t
  JOIN agents AS a ON a.spiffe_id = t.agent_id WHERE t.id = ANY ($1)`;
