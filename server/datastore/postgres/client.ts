import { userInfo } from 'node:os';
import { Client, TypeOverrides, types, type ClientConfig } from 'pg';
import type { ConnectionSettings } from './connection-string.ts';
import { readPassword } from './password-file.ts';
import { tlsOptions } from './tls.ts';

/** How long things may take; the database enforces all but the first and the last. */
export interface TimeLimits {
  readonly connectMs: number;
  readonly statementMs: number;
  /** Waiting for a row or advisory lock. */
  readonly lockMs: number;
  /** A server that froze in the middle of a transaction loses it and its locks. */
  readonly idleInTransactionMs: number;
  /** No answer at all, not even a failure: the network is gone. */
  readonly silenceMs: number;
}

export const defaultLimits: TimeLimits = {
  connectMs: 5_000,
  statementMs: 10_000,
  lockMs: 5_000,
  idleInTransactionMs: 10_000,
  silenceMs: 12_000,
};

/** Makes clients of pg that read password file and certificates when they are made. */
export function clientClass(settings: ConnectionSettings, limits: TimeLimits): new () => Client {
  return class extends Client {
    readonly #failure: Error | undefined;

    constructor() {
      const { config, failure } = prepare(settings, limits);
      super(config);
      this.#failure = failure;
      // The query that failed says the same; without a listener the event would end the process.
      this.on('error', ignore);
    }

    override connect(): Promise<Client>;
    override connect(callback: (error: Error) => void): void;
    /** A client whose files cannot be read fails here; it never connects without them. */
    override connect(callback?: (error: Error) => void): unknown {
      if (callback === undefined) {
        return this.#failure === undefined ? super.connect() : Promise.reject(this.#failure);
      }
      if (this.#failure === undefined) super.connect(callback);
      else callback(this.#failure);
      return undefined;
    }
  };
}

function prepare(
  settings: ConnectionSettings,
  limits: TimeLimits,
): { readonly config: ClientConfig; readonly failure?: Error } {
  const config = clientConfig(settings, limits);
  try {
    const { tls, passfile, password } = settings;
    const onSocket = config.host?.startsWith('/') === true;
    const ssl = onSocket ? false : tlsOptions(tls);
    if (password !== undefined) return { config: { ...config, ssl, password: password.reveal() } };
    if (passfile === undefined) return { config: { ...config, ssl } };
    return { config: { ...config, ssl, password: passwordOf(passfile, config) } };
  } catch (error) {
    return { config, failure: error instanceof Error ? error : new Error(String(error)) };
  }
}

function passwordOf(passfile: string, config: ClientConfig): string {
  const user = config.user ?? userInfo().username;
  return readPassword(passfile, {
    host: config.host ?? 'localhost',
    port: config.port ?? 5432,
    database: config.database ?? user,
    user,
  });
}

function clientConfig(settings: ConnectionSettings, limits: TimeLimits): ClientConfig {
  const { host, port, user, database, applicationName, options, connectTimeoutMs } = settings;
  return {
    ...(host !== undefined && { host }),
    ...(port !== undefined && { port }),
    ...(user !== undefined && { user }),
    ...(database !== undefined && { database }),
    ...(options !== '' && { options }),
    application_name: applicationName,
    keepAlive: true,
    keepAliveInitialDelayMillis: 10_000,
    connectionTimeoutMillis: connectTimeoutMs ?? limits.connectMs,
    statement_timeout: limits.statementMs,
    lock_timeout: limits.lockMs,
    idle_in_transaction_session_timeout: limits.idleInTransactionMs,
    query_timeout: limits.silenceMs,
    types: parsers,
  };
}

/** 64-bit integers come as numbers: ids, times and revisions stay far below 2^53. */
const parsers = new TypeOverrides();
parsers.setTypeParser(types.builtins.INT8, Number);

function ignore(): void {
  // Said by the query.
}
