import type { SpiffeId } from '../../../common/spiffe/spiffe-id.ts';
import {
  bindingText,
  eventsWith,
  judgeNodeToken,
  parseReportRow,
  type NodeTokenVerdict,
} from '../token-rows.ts';
import type {
  AgentReport,
  BindingOf,
  FleetStore,
  NodeToken,
  PresentedToken,
  ReportOutcome,
  StoredReport,
} from '../token-store.ts';
import type { Connection } from './connection.ts';

/** Node tokens and what agents reported with them, in SQLite. */
export class SqliteFleet implements FleetStore {
  readonly #connection: Connection;

  constructor(connection: Connection) {
    this.#connection = connection;
  }

  async issue({ agentId, binding, digest, expiresAtMs, id }: NodeToken): Promise<boolean> {
    return Promise.resolve(
      this.#connection.write('normal', () => {
        const written = this.#connection.run(
          `INSERT INTO node_tokens (agent_id, id, key_id, hash, expires_at_ms, binding)
           SELECT spiffe_id, ?, ?, ?, ?, ? FROM agents WHERE spiffe_id = ? AND serial_number <> ''
           ON CONFLICT (agent_id) DO UPDATE SET id = excluded.id, key_id = excluded.key_id,
             hash = excluded.hash, expires_at_ms = excluded.expires_at_ms, binding = excluded.binding`,
          id,
          digest.keyId,
          digest.hash,
          expiresAtMs,
          bindingText(binding),
          agentId,
        );
        return written === 1;
      }),
    );
  }

  async report(
    token: PresentedToken,
    bindingOf: BindingOf,
    report: AgentReport,
    nowMs: number,
  ): Promise<ReportOutcome> {
    // Anybody may make up tokens: one that is no good waits for no writer, and makes none wait.
    const judged = this.#judge(token, bindingOf, nowMs);
    if (judged.kind !== 'good') return Promise.resolve(judged);
    return Promise.resolve(
      this.#connection.write('normal', () => this.#report(token, bindingOf, report, nowMs)),
    );
  }

  async findReports(agentIds: readonly SpiffeId[]): Promise<readonly StoredReport[]> {
    const rows = this.#connection.all(
      'SELECT * FROM agent_reports WHERE agent_id IN (SELECT value FROM json_each(?))',
      JSON.stringify(agentIds),
    );
    return Promise.resolve(rows.map(parseReportRow));
  }

  #report(
    presented: PresentedToken,
    bindingOf: BindingOf,
    report: AgentReport,
    nowMs: number,
  ): ReportOutcome {
    const judged = this.#judge(presented, bindingOf, nowMs);
    if (judged.kind !== 'good') return judged;
    const { agentId, rehash } = judged;
    if (rehash !== undefined) {
      const { hash, id, keyId } = rehash;
      const sql = 'UPDATE node_tokens SET id = ?, key_id = ?, hash = ? WHERE agent_id = ?';
      this.#connection.run(sql, id, keyId, hash, agentId);
    }
    this.#store(agentId, report, nowMs);
    return { kind: 'stored', agentId };
  }

  #judge(presented: PresentedToken, bindingOf: BindingOf, nowMs: number): NodeTokenVerdict {
    const row = this.#connection.get(
      `SELECT a.*, a.expires_at_ms AS svid_expires_at_ms, t.* FROM node_tokens AS t
       JOIN agents AS a ON a.spiffe_id = t.agent_id
       WHERE t.id IN (SELECT value FROM json_each(?))`,
      JSON.stringify(presented.ids),
    );
    return judgeNodeToken(row, presented, bindingOf, nowMs);
  }

  #store(agentId: SpiffeId, { events, evidence, heartbeat }: AgentReport, nowMs: number): void {
    const connection = this.#connection;
    connection.run(
      'INSERT INTO agent_reports (agent_id) VALUES (?) ON CONFLICT DO NOTHING',
      agentId,
    );
    const set = (columns: string, ...values: (string | number)[]) =>
      connection.run(`UPDATE agent_reports SET ${columns} WHERE agent_id = ?`, ...values, agentId);
    if (heartbeat !== undefined) set('heartbeat = ?, heartbeat_at_ms = ?', heartbeat, nowMs);
    if (evidence !== undefined) set('evidence = ?, evidence_at_ms = ?', evidence, nowMs);
    if (events !== undefined && events.length > 0) {
      const row = connection.get('SELECT events FROM agent_reports WHERE agent_id = ?', agentId);
      const kept = eventsWith(String(row?.['events']), events);
      set('events = ?, event_count = event_count + ?', kept, events.length);
    }
  }
}
