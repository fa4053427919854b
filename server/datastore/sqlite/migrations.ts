import {
  checkSchemaVersion,
  refuseSpireDatabase,
  type MigrationOptions,
} from '../schema-version.ts';
import { apiServerSchema } from './api-server-schema.ts';
import type { Connection } from './connection.ts';
import { tokenSchema } from './token-schema.ts';

/**
 * The schema, one step per version; a step that was released is never changed. Sets are kept twice:
 * as canonical JSON in the row, so that a page is one query, and as rows of their own for filters.
 */
export const steps: readonly string[] = [
  `
  CREATE TABLE bundles (
    row_id INTEGER PRIMARY KEY AUTOINCREMENT,
    trust_domain TEXT NOT NULL UNIQUE,
    sequence_number INTEGER NOT NULL,
    refresh_hint_seconds INTEGER NOT NULL,
    authorities TEXT NOT NULL
  ) STRICT;

  CREATE TABLE entries (
    row_id INTEGER PRIMARY KEY AUTOINCREMENT,
    id TEXT NOT NULL UNIQUE,
    spiffe_id TEXT NOT NULL,
    parent_id TEXT NOT NULL,
    selectors TEXT NOT NULL,
    federates_with TEXT NOT NULL,
    dns_names TEXT NOT NULL,
    x509_svid_ttl_seconds INTEGER NOT NULL,
    jwt_svid_ttl_seconds INTEGER NOT NULL,
    admin INTEGER NOT NULL,
    downstream INTEGER NOT NULL,
    store_svid INTEGER NOT NULL,
    hint TEXT NOT NULL,
    expires_at_ms INTEGER NOT NULL,
    created_at_ms INTEGER NOT NULL,
    revision_number INTEGER NOT NULL,
    disable_x509_svid_prefetch INTEGER NOT NULL,
    jwt_svid_include_jti INTEGER NOT NULL
  ) STRICT;
  CREATE INDEX entries_by_spiffe_id ON entries (spiffe_id, parent_id);
  CREATE INDEX entries_by_parent_id ON entries (parent_id);
  CREATE INDEX entries_by_hint ON entries (hint) WHERE hint <> '';
  CREATE INDEX entries_by_expiry ON entries (expires_at_ms) WHERE expires_at_ms > 0;

  CREATE TABLE entry_selectors (
    entry INTEGER NOT NULL REFERENCES entries (row_id) ON DELETE CASCADE,
    selector TEXT NOT NULL,
    PRIMARY KEY (entry, selector)
  ) STRICT, WITHOUT ROWID;
  CREATE INDEX entry_selectors_by_selector ON entry_selectors (selector);

  CREATE TABLE entry_federates_with (
    entry INTEGER NOT NULL REFERENCES entries (row_id) ON DELETE CASCADE,
    trust_domain TEXT NOT NULL REFERENCES bundles (trust_domain),
    PRIMARY KEY (entry, trust_domain)
  ) STRICT, WITHOUT ROWID;
  CREATE INDEX entry_federates_with_by_trust_domain ON entry_federates_with (trust_domain);

  CREATE TABLE agents (
    row_id INTEGER PRIMARY KEY AUTOINCREMENT,
    spiffe_id TEXT NOT NULL UNIQUE,
    attestation_type TEXT NOT NULL,
    serial_number TEXT NOT NULL,
    expires_at_ms INTEGER NOT NULL,
    new_serial_number TEXT NOT NULL DEFAULT '',
    new_expires_at_ms INTEGER NOT NULL DEFAULT 0,
    can_reattest INTEGER NOT NULL,
    agent_version TEXT NOT NULL DEFAULT '',
    selectors TEXT NOT NULL
  ) STRICT;
  CREATE INDEX agents_by_expiry ON agents (expires_at_ms);

  CREATE TABLE agent_selectors (
    agent INTEGER NOT NULL REFERENCES agents (row_id) ON DELETE CASCADE,
    selector TEXT NOT NULL,
    PRIMARY KEY (agent, selector)
  ) STRICT, WITHOUT ROWID;
  CREATE INDEX agent_selectors_by_selector ON agent_selectors (selector);

  CREATE TABLE join_tokens (
    hash BLOB PRIMARY KEY,
    expires_at_ms INTEGER NOT NULL,
    alias_entry_id TEXT,
    alias_spiffe_id TEXT
  ) STRICT, WITHOUT ROWID;
  CREATE INDEX join_tokens_by_expiry ON join_tokens (expires_at_ms);

  CREATE TABLE ca_journals (
    row_id INTEGER PRIMARY KEY AUTOINCREMENT,
    active_authority_id TEXT NOT NULL,
    data BLOB NOT NULL,
    updated_at_ms INTEGER NOT NULL
  ) STRICT;
  CREATE INDEX ca_journals_by_active_authority_id ON ca_journals (active_authority_id);

  CREATE TABLE changes (
    revision INTEGER PRIMARY KEY AUTOINCREMENT,
    kind TEXT NOT NULL,
    key TEXT NOT NULL,
    at_ms INTEGER NOT NULL
  ) STRICT;
  CREATE INDEX changes_by_time ON changes (at_ms);
  `,
  `
  CREATE TABLE federation_relationships (
    row_id INTEGER PRIMARY KEY AUTOINCREMENT,
    trust_domain TEXT NOT NULL UNIQUE,
    bundle_endpoint_url TEXT NOT NULL,
    bundle_endpoint_profile TEXT NOT NULL,
    endpoint_spiffe_id TEXT NOT NULL
  ) STRICT;
  `,
  `
  CREATE TABLE enrollment_profiles (
    row_id INTEGER PRIMARY KEY AUTOINCREMENT,
    name TEXT NOT NULL,
    version INTEGER NOT NULL,
    state TEXT NOT NULL CHECK (state IN ('staged', 'bound', 'superseded', 'retired')),
    description TEXT NOT NULL,
    spec TEXT NOT NULL,
    service_account_uid TEXT NOT NULL,
    daemon_set_uid TEXT NOT NULL,
    created_at_ms INTEGER NOT NULL,
    bound_at_ms INTEGER NOT NULL,
    UNIQUE (name, version)
  ) STRICT;
  CREATE UNIQUE INDEX enrollment_profiles_in_force ON enrollment_profiles (name) WHERE state = 'bound';
  CREATE UNIQUE INDEX enrollment_profiles_staged ON enrollment_profiles (name) WHERE state = 'staged';

  CREATE TABLE enrollment_digests (
    name TEXT NOT NULL,
    version INTEGER NOT NULL,
    kind TEXT NOT NULL CHECK (kind IN ('manifest', 'config')),
    hex TEXT NOT NULL,
    PRIMARY KEY (name, version, hex),
    FOREIGN KEY (name, version) REFERENCES enrollment_profiles (name, version)
  ) STRICT, WITHOUT ROWID;

  CREATE TRIGGER enrollment_profiles_fixed BEFORE UPDATE ON enrollment_profiles
  WHEN NEW.name <> OLD.name OR NEW.version <> OLD.version OR NEW.created_at_ms <> OLD.created_at_ms
    OR (OLD.state <> 'staged' AND (NEW.spec <> OLD.spec
      OR NEW.service_account_uid <> OLD.service_account_uid
      OR NEW.daemon_set_uid <> OLD.daemon_set_uid OR NEW.bound_at_ms <> OLD.bound_at_ms))
    OR (NEW.state <> OLD.state AND NOT (
      (OLD.state = 'staged' AND NEW.state IN ('bound', 'retired'))
      OR (OLD.state = 'bound' AND NEW.state IN ('superseded', 'retired'))
      OR (OLD.state = 'superseded' AND NEW.state = 'retired')))
  BEGIN
    SELECT RAISE(ABORT, 'a bound enrollment profile cannot be changed');
  END;
  CREATE TRIGGER enrollment_profiles_kept BEFORE DELETE ON enrollment_profiles
  BEGIN
    SELECT RAISE(ABORT, 'an enrollment profile cannot be deleted');
  END;
  CREATE TRIGGER enrollment_digests_fixed BEFORE UPDATE ON enrollment_digests
  BEGIN
    SELECT RAISE(ABORT, 'a digest of an enrollment profile cannot be changed');
  END;
  CREATE TRIGGER enrollment_digests_kept BEFORE DELETE ON enrollment_digests
  BEGIN
    SELECT RAISE(ABORT, 'a digest of an enrollment profile cannot be removed');
  END;

  CREATE TABLE enrollment_uses (
    credential_id TEXT PRIMARY KEY,
    agent_id TEXT NOT NULL,
    expires_at_ms INTEGER NOT NULL
  ) STRICT, WITHOUT ROWID;
  CREATE INDEX enrollment_uses_by_expiry ON enrollment_uses (expires_at_ms);

  ALTER TABLE agents ADD COLUMN enrollment_profile TEXT NOT NULL DEFAULT '';
  ALTER TABLE agents ADD COLUMN enrollment_version INTEGER NOT NULL DEFAULT 0;
  ALTER TABLE agents ADD COLUMN enrollment_cluster TEXT NOT NULL DEFAULT '';
  ALTER TABLE agents ADD COLUMN node_uid TEXT NOT NULL DEFAULT '';
  ALTER TABLE agents ADD COLUMN pod_uid TEXT NOT NULL DEFAULT '';
  ALTER TABLE agents ADD COLUMN pod_namespace TEXT NOT NULL DEFAULT '';
  ALTER TABLE agents ADD COLUMN pod_name TEXT NOT NULL DEFAULT '';
  CREATE INDEX agents_by_node ON agents (enrollment_cluster, node_uid) WHERE node_uid <> '';
  `,
  tokenSchema,
  apiServerSchema,
];

/** The schema version this code reads and writes. */
export const schemaVersion = steps.length;

/**
 * Brings the schema up to date, each step in its own transaction. Throws STORAGE_FAILED for a database
 * that a newer Sigil or a SPIRE server wrote, or when migration is disabled and would be needed.
 */
export function migrate(connection: Connection, options: MigrationOptions): void {
  const version = storedVersion(connection);
  checkSchemaVersion(version, schemaVersion, options.disabled);
  for (let next = version; next < schemaVersion; next++) apply(connection, next, options);
}

function storedVersion(connection: Connection): number {
  if (!hasTable(connection, 'sigil_migrations')) {
    if (hasTable(connection, 'registered_entries')) refuseSpireDatabase();
    return 0;
  }
  const row = connection.get('SELECT coalesce(max(version), 0) AS version FROM sigil_migrations');
  return Number(row?.['version'] ?? 0);
}

function apply(connection: Connection, step: number, options: MigrationOptions): void {
  connection.write('full', () => {
    // Another server may have migrated between our look and our lock.
    if (storedVersion(connection) > step) return;
    connection.script(
      `CREATE TABLE IF NOT EXISTS sigil_migrations (
        version INTEGER PRIMARY KEY, code_version TEXT NOT NULL, applied_at_ms INTEGER NOT NULL
      ) STRICT`,
    );
    connection.script(steps[step] ?? '');
    connection.run(
      'INSERT INTO sigil_migrations (version, code_version, applied_at_ms) VALUES (?, ?, ?)',
      step + 1,
      options.codeVersion,
      options.nowMs,
    );
  });
}

function hasTable(connection: Connection, name: string): boolean {
  const found = connection.get(
    `SELECT 1 AS found FROM sqlite_schema WHERE type = 'table' AND name = ?`,
    name,
  );
  return found !== undefined;
}
