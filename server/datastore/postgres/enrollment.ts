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
import { enrollmentColumnNames, parseProfileRow, profileColumns } from '../profile-rows.ts';
import { parseAgentRow } from '../rows.ts';
import type { Database } from './database.ts';
import { readPage } from './paging.ts';
import type { Transaction } from './transaction.ts';

/** Enrolment profiles in PostgreSQL; one writer at a time. */
export class PostgresEnrollment implements EnrollmentStore {
  readonly #database: Database;

  constructor(database: Database) {
    this.#database = database;
  }

  async find(name: string): Promise<readonly EnrollmentProfile[]> {
    return (await this.#database.all(selectVersions, name)).map(parseProfileRow);
  }

  async list(page: PageRequest): Promise<Page<EnrollmentProfile>> {
    return readPage(this.#database, profileTable, allOf([]), page, parseProfileRow);
  }

  async change(
    name: string,
    decide: (stored: readonly EnrollmentProfile[]) => readonly EnrollmentProfile[],
    nowMs: number,
  ): Promise<void> {
    await this.#database.write({ nowMs, lock: 'enrollment' }, async (transaction) => {
      const rows = await transaction.all(selectVersions, name);
      const written = decide(rows.map(parseProfileRow));
      for (const profile of written) await put(transaction, profile);
      if (written.length > 0) transaction.record('enrollment', name);
    });
  }

  async findOnNode(cluster: string, nodeUid: string, nowMs: number): Promise<readonly Agent[]> {
    const rows = await this.#database.all(selectOnNode, cluster, nodeUid, nowMs);
    return rows.map(parseAgentRow);
  }

  async pruneUses(nowMs: number): Promise<number> {
    return this.#database.write({ nowMs }, (transaction) =>
      transaction.run('DELETE FROM enrollment_uses WHERE expires_at_ms < $1', nowMs),
    );
  }
}

/**
 * Part of the transaction that records an agent; undefined when its claim holds. The row of the profile
 * is locked, so that claims come one after the other, and before or after a change of the profile.
 */
export async function claimEnrollment(
  transaction: Transaction,
  record: AttestationRecord,
  claim: EnrollmentClaim,
  nowMs: number,
): Promise<AttestOutcome | undefined> {
  const inForce = await transaction.get(
    `SELECT version FROM enrollment_profiles WHERE name = $1 AND version = $2 AND state = 'bound'
     FOR UPDATE`,
    claim.profile,
    claim.version,
  );
  if (inForce === undefined) return 'profile_changed';
  const rows = await transaction.all(selectOnNode, claim.cluster, claim.nodeUid, nowMs);
  if (rows.map(parseAgentRow).some((agent) => isInTheWay(agent, claim))) return 'node_taken';
  if (claim.use !== undefined) {
    if (await isForgotten(transaction, record, claim, claim.use)) return 'token_before_restore';
    if (!(await useToken(transaction, record, claim.use))) return 'token_replayed';
  }
  await forgetDisplaced(transaction, record, claim);
  return undefined;
}

/**
 * True for a token of before a restore that may have made another agent since the backup. That a pod is
 * the one that this agent was in the backup says that the token, which is bound to it, is its own.
 */
async function isForgotten(
  transaction: Transaction,
  { spiffeId }: AttestationRecord,
  { podUid }: EnrollmentClaim,
  { credentialId, issuedAtMs }: TokenUse,
): Promise<boolean> {
  const row = await transaction.get(
    `SELECT 1 AS found FROM enrollment_restores WHERE restored_at_ms >= $1
       AND NOT EXISTS (SELECT 1 FROM enrollment_uses WHERE credential_id = $2)
       AND NOT EXISTS (SELECT 1 FROM agents WHERE spiffe_id = $3 AND pod_uid = $4) LIMIT 1`,
    issuedAtMs,
    credentialId,
    spiffeId,
    podUid,
  );
  return row !== undefined;
}

/** False when the token made another agent. */
async function useToken(
  transaction: Transaction,
  record: AttestationRecord,
  { credentialId, expiresAtMs }: TokenUse,
): Promise<boolean> {
  const use = await transaction.get(
    `INSERT INTO enrollment_uses (credential_id, agent_id, expires_at_ms) VALUES ($1, $2, $3)
     ON CONFLICT (credential_id) DO UPDATE SET expires_at_ms = excluded.expires_at_ms
     RETURNING agent_id`,
    credentialId,
    record.spiffeId,
    expiresAtMs,
  );
  return use?.['agent_id'] === record.spiffeId;
}

/** Where agent IDs name pods, those of pods that are over would else pile up. */
async function forgetDisplaced(
  transaction: Transaction,
  record: AttestationRecord,
  claim: EnrollmentClaim,
): Promise<void> {
  const others = claim.displaces.filter(({ spiffeId }) => spiffeId !== record.spiffeId);
  if (others.length === 0) return;
  const rows = await transaction.all(
    `DELETE FROM agents WHERE (spiffe_id, serial_number) IN (
       SELECT * FROM unnest($1::text[], $2::text[])) RETURNING spiffe_id`,
    others.map(({ spiffeId }) => spiffeId),
    others.map(({ serialNumber }) => serialNumber),
  );
  for (const row of rows) transaction.record('agent', String(row['spiffe_id']));
}

/** The table of agents, whose rows say by which profile they came. */
export const agentTable = {
  table: 'agents',
  columns:
    'spiffe_id, attestation_type, serial_number, expires_at_ms, new_serial_number, ' +
    `new_expires_at_ms, can_reattest, agent_version, selectors, ${enrollmentColumnNames.join(', ')}`,
};

async function put(transaction: Transaction, profile: EnrollmentProfile): Promise<void> {
  const columns = profileColumns(profile);
  const names = Object.keys(columns);
  await transaction.run(
    `INSERT INTO enrollment_profiles (${names.join(', ')})
     VALUES (${names.map((_, at) => `$${at + 1}`).join(', ')})
     ON CONFLICT (name, version) DO UPDATE SET
       ${names.map((name) => `${name} = excluded.${name}`).join(', ')}`,
    ...Object.values(columns),
  );
  await transaction.run(
    `INSERT INTO enrollment_digests (name, version, kind, hex)
     SELECT $1, $2, digest.kind, digest.hex FROM unnest($3::text[], $4::text[]) AS digest (kind, hex)
     ON CONFLICT DO NOTHING`,
    profile.name,
    profile.version,
    profile.digests.map(({ kind }) => kind),
    profile.digests.map(({ hex }) => hex),
  );
}

const selectOnNode = `SELECT ${agentTable.columns} FROM agents
  WHERE enrollment_cluster = $1 AND node_uid = $2 AND node_uid <> '' AND expires_at_ms > $3
    AND serial_number <> ''`;
const profileTable = {
  table: 'enrollment_profiles',
  columns: `name, version, state, description, spec, api_server, api_server_cas, service_account_uid,
    daemon_set_uid, created_at_ms, bound_at_ms, (
      SELECT json_agg(json_build_object('kind', kind, 'hex', hex))::text
      FROM enrollment_digests AS digest
      WHERE digest.name = enrollment_profiles.name AND digest.version = enrollment_profiles.version
    ) AS digests`,
};
const selectVersions = `SELECT ${profileTable.columns} FROM enrollment_profiles WHERE name = $1
  ORDER BY version`;
