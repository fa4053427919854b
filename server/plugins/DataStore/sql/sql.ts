import { z } from 'zod';
import { definePlugin } from '../../../../common/catalog/plugin.ts';
import type { Clock } from '../../../../common/clock/clock.ts';
import { durationSchema } from '../../../../common/config/schema.ts';
import { messageOf } from '../../../../common/errors/spiffe-error.ts';
import { silentLogger, type Logger } from '../../../../common/log/logger.ts';
import type { Datastore } from '../../../datastore/datastore.ts';
import { parseConnectionString } from '../../../datastore/postgres/connection-string.ts';
import { openSqliteDatastore } from '../../../datastore/sqlite/sqlite-datastore.ts';

interface SqlHost {
  readonly clock: Clock;
  readonly version: string;
  /** For what happens to the connections of a PostgreSQL. */
  readonly log?: Logger;
}

const refusedTypes: Readonly<Record<string, string>> = {
  mysql: 'there is no MySQL datastore; use "postgres" when several servers share a database',
  aws_mysql: 'there is no MySQL datastore; use "postgres" when several servers share a database',
  aws_postgres: 'tokens of AWS IAM are not fetched; use "postgres" with a passfile that you renew',
};

const databaseType = z.string().superRefine((type, context) => {
  if (type === 'sqlite3' || type === 'postgres') return;
  const reason = refusedTypes[type] ?? 'use "sqlite3" or "postgres"';
  const message = `database type ${JSON.stringify(type)} is not supported: ${reason}`;
  context.addIssue({ code: 'custom', message });
});

const config = z
  .strictObject({
    database_type: databaseType,
    connection_string: z.string().min(1),
    disable_migration: z.boolean().default(false),
    // Of PostgreSQL; SQLite has one connection. 0 is the default, as in SPIRE.
    max_open_conns: z.int().nonnegative().max(1000).default(0),
    max_idle_conns: z.int().nonnegative().max(1000).optional(),
    conn_max_lifetime: durationSchema().optional(),
    ro_connection_string: z
      .literal('', 'is not supported: a replica may be behind, and reads come from memory')
      .optional(),
    log_sql: z.literal(false, 'is not supported: the database can log its statements').optional(),
  })
  .superRefine(({ database_type: type, connection_string: text }, context) => {
    if (type !== 'postgres') return;
    try {
      parseConnectionString(text);
    } catch (error) {
      const message = messageOf(error).replace(/^connection_string: /, '');
      context.addIssue({ code: 'custom', path: ['connection_string'], message });
    }
  });

/** The embedded SQLite database, or a PostgreSQL that several servers share. */
export const sql = definePlugin({
  type: 'DataStore',
  name: 'sql',
  config,
  create: (settings, host: SqlHost) =>
    settings.database_type === 'postgres'
      ? openPostgres(settings, host)
      : openSqliteDatastore({
          path: settings.connection_string,
          disableMigration: settings.disable_migration,
          codeVersion: host.version,
          nowMs: host.clock.now(),
          oneServer: true,
        }),
});

/** The driver is loaded when it is needed. */
async function openPostgres(settings: z.output<typeof config>, host: SqlHost): Promise<Datastore> {
  const { createPostgresDatastore } =
    await import('../../../datastore/postgres/postgres-datastore.ts');
  const { max_open_conns: open, max_idle_conns: idle, conn_max_lifetime: lifetime } = settings;
  return createPostgresDatastore({
    connectionString: settings.connection_string,
    disableMigration: settings.disable_migration,
    codeVersion: host.version,
    clock: host.clock,
    log: host.log ?? silentLogger,
    ...(open > 0 && { maxOpenConns: open }),
    ...(idle !== undefined && { maxIdleConns: idle }),
    ...(lifetime !== undefined && { connMaxLifetimeMs: lifetime }),
  });
}
