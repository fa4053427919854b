import type { SpiffeId } from '../../../common/spiffe/spiffe-id.ts';
import type { EnrollmentClaim, EnrollmentProfile, TokenUse } from '../../enrollment/profile.ts';
import { allOf } from '../conditions.ts';
import type {
  Agent,
  AttestationRecord,
  AttestOutcome,
  EnrollmentStore,
  Page,
  PageRequest,
} from '../datastore.ts';
import { isInTheWay } from '../node-claims.ts';
import { parseProfileRow, profileColumns } from '../profile-rows.ts';
import { parseAgentRow } from '../rows.ts';
import type { SqliteChanges } from './changes.ts';
import type { Connection } from './connection.ts';
import { readPage } from './paging.ts';

/** Enrolment profiles in SQLite. */
export class SqliteEnrollment implements EnrollmentStore {
  readonly #connection: Connection;
  readonly #changes: SqliteChanges;

  constructor(connection: Connection, changes: SqliteChanges) {
    this.#connection = connection;
    this.#changes = changes;
  }

  async find(name: string): Promise<readonly EnrollmentProfile[]> {
    return Promise.resolve(this.#versionsOf(name));
  }

  async list(page: PageRequest): Promise<Page<EnrollmentProfile>> {
    return Promise.resolve(
      readPage(this.#connection, `(${selectProfiles})`, allOf([]), page, parseProfileRow),
    );
  }

  async change(
    name: string,
    decide: (stored: readonly EnrollmentProfile[]) => readonly EnrollmentProfile[],
    nowMs: number,
  ): Promise<void> {
    this.#connection.write('full', () => {
      const written = decide(this.#versionsOf(name));
      for (const profile of written) this.#put(profile);
      if (written.length > 0) this.#changes.record('enrollment', name, nowMs);
    });
    return Promise.resolve();
  }

  async findOnNode(cluster: string, nodeUid: string, nowMs: number): Promise<readonly Agent[]> {
    return Promise.resolve(this.#onNode(cluster, nodeUid, nowMs));
  }

  async pruneUses(nowMs: number): Promise<number> {
    return Promise.resolve(
      this.#connection.write('normal', () =>
        this.#connection.run('DELETE FROM enrollment_uses WHERE expires_at_ms < ?', nowMs),
      ),
    );
  }

  /** Part of the transaction that records an agent; undefined when its claim holds. */
  claim(
    record: AttestationRecord,
    claim: EnrollmentClaim,
    nowMs: number,
  ): AttestOutcome | undefined {
    const inForce = this.#connection.get(
      `SELECT 1 AS found FROM enrollment_profiles WHERE name = ? AND version = ? AND state = 'bound'`,
      claim.profile,
      claim.version,
    );
    if (inForce === undefined) return 'profile_changed';
    const others = this.#onNode(claim.cluster, claim.nodeUid, nowMs);
    if (others.some((agent) => isInTheWay(agent, claim))) return 'node_taken';
    const replayed = this.#use(record, claim);
    if (replayed === undefined) this.#forgetDisplaced(record, claim, nowMs);
    return replayed;
  }

  /** Where agent IDs name pods, those of pods that are over would else pile up. */
  #forgetDisplaced(record: AttestationRecord, claim: EnrollmentClaim, nowMs: number): void {
    for (const { spiffeId, serialNumber } of claim.displaces) {
      if (spiffeId === record.spiffeId) continue;
      const sql = 'DELETE FROM agents WHERE spiffe_id = ? AND serial_number = ?';
      if (this.#connection.run(sql, spiffeId, serialNumber) === 0) continue;
      this.#changes.record('agent', spiffeId, nowMs);
    }
  }

  #use({ spiffeId }: AttestationRecord, claim: EnrollmentClaim): AttestOutcome | undefined {
    const { use } = claim;
    if (use === undefined) return undefined;
    if (this.#isForgotten(spiffeId, claim, use)) return 'token_before_restore';
    const row = this.#connection.get(
      `INSERT INTO enrollment_uses (credential_id, agent_id, expires_at_ms) VALUES (?, ?, ?)
       ON CONFLICT (credential_id) DO UPDATE SET expires_at_ms = excluded.expires_at_ms
       RETURNING agent_id`,
      use.credentialId,
      spiffeId,
      use.expiresAtMs,
    );
    return row?.['agent_id'] === spiffeId ? undefined : 'token_replayed';
  }

  /**
   * True for a token of before a restore that may have made another agent since the backup. That a pod
   * is the one that this agent was in the backup says that the token, which is bound to it, is its own.
   */
  #isForgotten(spiffeId: SpiffeId, claim: EnrollmentClaim, use: TokenUse): boolean {
    const row = this.#connection.get(
      `SELECT 1 AS found FROM enrollment_restores WHERE restored_at_ms >= ?
         AND NOT EXISTS (SELECT 1 FROM enrollment_uses WHERE credential_id = ?)
         AND NOT EXISTS (SELECT 1 FROM agents WHERE spiffe_id = ? AND pod_uid = ?) LIMIT 1`,
      use.issuedAtMs,
      use.credentialId,
      spiffeId,
      claim.podUid,
    );
    return row !== undefined;
  }

  #onNode(cluster: string, nodeUid: string, nowMs: number): Agent[] {
    if (nodeUid === '') return [];
    const rows = this.#connection.all(
      `SELECT * FROM agents WHERE enrollment_cluster = ? AND node_uid = ? AND node_uid <> ''
         AND expires_at_ms > ? AND serial_number <> ''`,
      cluster,
      nodeUid,
      nowMs,
    );
    return rows.map(parseAgentRow);
  }

  #versionsOf(name: string): EnrollmentProfile[] {
    const rows = this.#connection.all(`${selectProfiles} WHERE name = ? ORDER BY version`, name);
    return rows.map(parseProfileRow);
  }

  #put(profile: EnrollmentProfile): void {
    const columns = profileColumns(profile);
    const names = Object.keys(columns);
    this.#connection.run(
      `INSERT INTO enrollment_profiles (${names.join(', ')})
       VALUES (${names.map(() => '?').join(', ')})
       ON CONFLICT (name, version) DO UPDATE SET
         ${names.map((name) => `${name} = excluded.${name}`).join(', ')}`,
      ...Object.values(columns),
    );
    for (const { kind, hex } of profile.digests) {
      this.#connection.run(
        `INSERT INTO enrollment_digests (name, version, kind, hex) VALUES (?, ?, ?, ?)
         ON CONFLICT DO NOTHING`,
        profile.name,
        profile.version,
        kind,
        hex,
      );
    }
  }
}

const selectProfiles = `SELECT *, (
    SELECT json_group_array(json_object('kind', kind, 'hex', hex)) FROM enrollment_digests AS digest
    WHERE digest.name = enrollment_profiles.name AND digest.version = enrollment_profiles.version
  ) AS digests FROM enrollment_profiles`;
