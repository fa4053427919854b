/**
 * Tokens by their HMAC, what agents reported, and which reviewer credentials are in use. What belongs
 * to an agent goes with it: an eviction ends its node token in the same transaction.
 */
export const tokenSchema = `
  CREATE TABLE bootstrap_tokens (
    row_id INTEGER PRIMARY KEY AUTOINCREMENT,
    id TEXT NOT NULL UNIQUE,
    kind TEXT NOT NULL,
    key_id TEXT NOT NULL,
    hash BLOB NOT NULL,
    expires_at_ms INTEGER NOT NULL,
    max_uses INTEGER NOT NULL,
    uses INTEGER NOT NULL DEFAULT 0,
    created_at_ms INTEGER NOT NULL,
    last_used_at_ms INTEGER NOT NULL DEFAULT 0,
    revoked_at_ms INTEGER NOT NULL DEFAULT 0,
    description TEXT NOT NULL,
    alias_spiffe_id TEXT NOT NULL,
    profile TEXT NOT NULL
  ) STRICT;
  CREATE INDEX bootstrap_tokens_by_expiry ON bootstrap_tokens (expires_at_ms);

  CREATE TABLE node_tokens (
    agent_id TEXT PRIMARY KEY REFERENCES agents (spiffe_id) ON DELETE CASCADE,
    id TEXT NOT NULL UNIQUE,
    key_id TEXT NOT NULL,
    hash BLOB NOT NULL,
    expires_at_ms INTEGER NOT NULL,
    binding TEXT NOT NULL
  ) STRICT, WITHOUT ROWID;
  CREATE INDEX node_tokens_by_expiry ON node_tokens (expires_at_ms);

  CREATE TABLE agent_reports (
    agent_id TEXT PRIMARY KEY REFERENCES agents (spiffe_id) ON DELETE CASCADE,
    heartbeat_at_ms INTEGER NOT NULL DEFAULT 0,
    heartbeat TEXT NOT NULL DEFAULT '',
    evidence_at_ms INTEGER NOT NULL DEFAULT 0,
    evidence TEXT NOT NULL DEFAULT '',
    events TEXT NOT NULL DEFAULT '[]',
    event_count INTEGER NOT NULL DEFAULT 0
  ) STRICT, WITHOUT ROWID;

  CREATE TABLE reviewer_versions (
    cluster TEXT NOT NULL,
    version TEXT NOT NULL,
    path TEXT NOT NULL,
    current_since_ms INTEGER NOT NULL DEFAULT 0,
    previous_since_ms INTEGER NOT NULL DEFAULT 0,
    retired_at_ms INTEGER NOT NULL DEFAULT 0,
    PRIMARY KEY (cluster, version)
  ) STRICT, WITHOUT ROWID;
  `;
