import type { Clock } from '../../../common/clock/clock.ts';
import type { Logger } from '../../../common/log/logger.ts';
import type { Datastore } from '../datastore.ts';
import { PostgresAgents } from './agents.ts';
import { PostgresBundles } from './bundles.ts';
import { ChangeFeed } from './change-feed.ts';
import { PostgresChanges } from './changes.ts';
import { defaultLimits, type TimeLimits } from './client.ts';
import { parseConnectionString } from './connection-string.ts';
import { Database } from './database.ts';
import { PostgresEnrollment } from './enrollment.ts';
import { PostgresEntries } from './entries.ts';
import { PostgresFederation } from './federation.ts';
import { PostgresFleet } from './fleet.ts';
import { PostgresJournals } from './journals.ts';
import { migrate } from './migrations.ts';
import { PostgresReviewers } from './reviewers.ts';
import { PostgresTokens } from './tokens.ts';
import { channelOf } from './transaction.ts';

export interface PostgresOptions {
  /** Keywords as libpq takes them, or a `postgres://` URL. */
  readonly connectionString: string;
  readonly disableMigration: boolean;
  readonly codeVersion: string;
  readonly clock: Clock;
  readonly log: Logger;
  /** Most connections at once, beside the one that listens for changes. Default 10. */
  readonly maxOpenConns?: number;
  /** Most connections kept without work. Default: as many as may be open. */
  readonly maxIdleConns?: number;
  /** After this age a connection is replaced. Default 0, never. */
  readonly connMaxLifetimeMs?: number;
  readonly limits?: Partial<TimeLimits>;
}

/**
 * Connects, migrates, and follows the changes of all servers. Throws CONFIG_INVALID for a wrong
 * connection string, STORAGE_UNAVAILABLE when the database is away and STORAGE_FAILED when it cannot be
 * used; later on, being
 * away fails single operations, and it connects again by itself.
 */
export async function createPostgresDatastore(options: PostgresOptions): Promise<Datastore> {
  const { clock, log, maxOpenConns = defaultMaxOpen } = options;
  const database = new Database({
    settings: parseConnectionString(options.connectionString),
    pool: {
      maxOpen: maxOpenConns,
      maxIdle: options.maxIdleConns ?? maxOpenConns,
      maxLifetimeMs: options.connMaxLifetimeMs ?? 0,
    },
    limits: { ...defaultLimits, ...options.limits },
    clock,
    log,
  });
  try {
    await migrate(database, {
      disabled: options.disableMigration,
      codeVersion: options.codeVersion,
      nowMs: clock.now(),
    });
    // The first connection says on which timeline all begins.
    await database.all('SELECT 1');
  } catch (error) {
    await database.close();
    throw error;
  }
  return openStores(database, clock, log);
}

async function openStores(database: Database, clock: Clock, log: Logger): Promise<Datastore> {
  const changes = new PostgresChanges(database);
  database.onCommit = (revision) => changes.announce(revision);
  const feed = new ChangeFeed({
    channel: channelOf(database.schemaOid),
    connect: () => database.createClient(),
    onRevision: (revision) => changes.announce(revision),
    look: () => changes.look(),
    clock,
    log,
  });
  await feed.start();
  return {
    changes,
    entries: new PostgresEntries(database),
    agents: new PostgresAgents(database),
    bundles: new PostgresBundles(database),
    federation: new PostgresFederation(database),
    journals: new PostgresJournals(database),
    enrollment: new PostgresEnrollment(database),
    tokens: new PostgresTokens(database),
    fleet: new PostgresFleet(database),
    reviewers: new PostgresReviewers(database),
    async close() {
      await feed.stop();
      await database.close();
    },
  };
}

/** SPIRE's 100 would use up PostgreSQL's own default with one server; one event loop needs few. */
const defaultMaxOpen = 10;
