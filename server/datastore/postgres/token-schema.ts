/**
 * Tokens by their HMAC, what agents reported, and which reviewer credentials are in use. What belongs
 * to an agent goes with it: an eviction ends its node token in the same transaction.
 */
export const tokenSchema = `
  CREATE TABLE bootstrap_tokens (
    row_id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    id text NOT NULL UNIQUE,
    kind text NOT NULL,
    key_id text NOT NULL,
    hash bytea NOT NULL,
    expires_at_ms bigint NOT NULL,
    max_uses bigint NOT NULL,
    uses bigint NOT NULL DEFAULT 0,
    created_at_ms bigint NOT NULL,
    last_used_at_ms bigint NOT NULL DEFAULT 0,
    revoked_at_ms bigint NOT NULL DEFAULT 0,
    description text NOT NULL,
    alias_spiffe_id text NOT NULL,
    profile text NOT NULL
  );
  CREATE INDEX bootstrap_tokens_by_expiry ON bootstrap_tokens (expires_at_ms);

  CREATE TABLE node_tokens (
    agent_id text PRIMARY KEY REFERENCES agents (spiffe_id) ON DELETE CASCADE,
    id text NOT NULL UNIQUE,
    key_id text NOT NULL,
    hash bytea NOT NULL,
    expires_at_ms bigint NOT NULL,
    binding text NOT NULL
  );
  CREATE INDEX node_tokens_by_expiry ON node_tokens (expires_at_ms);

  CREATE TABLE agent_reports (
    agent_id text PRIMARY KEY REFERENCES agents (spiffe_id) ON DELETE CASCADE,
    heartbeat_at_ms bigint NOT NULL DEFAULT 0,
    heartbeat text NOT NULL DEFAULT '',
    evidence_at_ms bigint NOT NULL DEFAULT 0,
    evidence text NOT NULL DEFAULT '',
    events text NOT NULL DEFAULT '[]',
    event_count bigint NOT NULL DEFAULT 0
  );

  CREATE TABLE reviewer_versions (
    cluster text NOT NULL,
    version text NOT NULL,
    path text NOT NULL,
    current_since_ms bigint NOT NULL DEFAULT 0,
    previous_since_ms bigint NOT NULL DEFAULT 0,
    retired_at_ms bigint NOT NULL DEFAULT 0,
    PRIMARY KEY (cluster, version)
  );
  `;
