import { execFile, spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, chownSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { createServer, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface, type Interface } from 'node:readline';
import { after, suite, test } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import { promisify } from 'node:util';
import { systemClock } from '../common/clock/clock.ts';
import { silentLogger } from '../common/log/logger.ts';
import type { Datastore } from '../server/datastore/datastore.ts';
import {
  createPostgresDatastore,
  type PostgresOptions,
} from '../server/datastore/postgres/postgres-datastore.ts';

const run = promisify(execFile);
const setupScript = new URL('../scripts/setup-postgres.sh', import.meta.url).pathname;
const supervisor = new URL('postgres.sh', import.meta.url).pathname;
const startAttempts = 200;
const schemasAtOnce = 50;

/** Of the role `sigil`, which owns everything; needed over TCP only. */
export const testPassword = "it's a secret";

/**
 * A real PostgreSQL in a temporary folder, for one test file. It listens on a Unix socket (trusted) and
 * on loopback (password, TLS offered). It ends with the test process, however that ends.
 */
export class TestPostgres {
  /** Holds the socket, `tls.crt` (its own CA, for "localhost"), and the data. */
  readonly folder: string;
  readonly port: number;
  readonly #bin: string;
  readonly #process: ChildProcess;
  readonly #answers: Interface;
  #schemas = 0;

  constructor(bin: string, folder: string, port: number, user: User) {
    this.folder = folder;
    this.port = port;
    this.#bin = bin;
    this.#process = spawn('sh', [supervisor, bin, folder], {
      stdio: ['pipe', 'pipe', 'ignore'],
      cwd: folder,
      detached: true,
      ...user,
    });
    if (this.#process.stdout === null) throw new Error('no pipe to the supervisor');
    this.#answers = createInterface(this.#process.stdout);
  }

  /** A connection string to a schema of its own, which is empty. */
  async emptySchema(): Promise<string> {
    const schema = await this.schemaName();
    return `${this.socketString} search_path=${schema}`;
  }

  /** A schema of its own; as psql takes its time, many are made at once. */
  async schemaName(): Promise<string> {
    const next = this.#schemas++;
    if (next % schemasAtOnce === 0) {
      const many = Array.from({ length: schemasAtOnce }, (_, at) => `test_${next + at}`);
      await this.sql(many.map((name) => `CREATE SCHEMA ${name};`).join(' '));
    }
    return `test_${next}`;
  }

  get socketString(): string {
    return `host=${this.folder} port=${this.port} user=sigil dbname=postgres sslmode=disable`;
  }

  get tcpString(): string {
    return `host=localhost port=${this.port} user=sigil dbname=postgres`;
  }

  /** Runs statements as the owner; returns their output, fields apart by `|`. */
  async sql(text: string): Promise<string> {
    const where = ['-h', this.folder, '-p', String(this.port), '-U', 'sigil', '-d', 'postgres'];
    const options = ['-X', '-q', '-A', '-t', '-v', 'ON_ERROR_STOP=1', '-c', text];
    return (await run(join(this.#bin, 'psql'), [...where, ...options])).stdout.trim();
  }

  /** What `pg_dump` makes of a schema, as operators do before an upgrade. */
  async dump(schema: string): Promise<string> {
    const path = join(this.folder, `${schema}.sql`);
    const where = ['-h', this.folder, '-p', String(this.port), '-U', 'sigil', '-d', 'postgres'];
    await run(join(this.#bin, 'pg_dump'), [...where, `--schema=${schema}`, `--file=${path}`]);
    return path;
  }

  /** Puts a schema back as `dump` found it. */
  async restore(schema: string, path: string): Promise<void> {
    await this.sql(`DROP SCHEMA ${schema} CASCADE`);
    const where = ['-h', this.folder, '-p', String(this.port), '-U', 'sigil', '-d', 'postgres'];
    await run(join(this.#bin, 'psql'), [...where, '-X', '-q', '-v', 'ON_ERROR_STOP=1', '-f', path]);
  }

  /** `SIGINT` lets it end cleanly, `SIGQUIT` is a crash of the database. */
  async halt(signal: 'SIGINT' | 'SIGQUIT'): Promise<void> {
    await this.#command(`stop ${signal.slice(3)}`);
  }

  async resume(): Promise<void> {
    await this.#command('start');
    await this.untilReady();
  }

  /** Stops all its processes where they are: connections stay open and nobody answers. Until `thaw`. */
  freeze(): Promise<void> {
    this.#signalAll('SIGSTOP');
    return Promise.resolve();
  }

  thaw(): Promise<void> {
    this.#signalAll('SIGCONT');
    return Promise.resolve();
  }

  #signalAll(signal: 'SIGSTOP' | 'SIGCONT'): void {
    const pid = Number(
      readFileSync(join(this.folder, 'data', 'postmaster.pid'), 'utf8').split('\n')[0],
    );
    const children = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim().split(' ');
    // The postmaster first, so that it starts none meanwhile.
    for (const id of [pid, ...children.map(Number)]) if (id > 0) process.kill(id, signal);
  }

  /** Starts as a standby, which reads only; it becomes a primary, on a new timeline, by `promote`. */
  async resumeAsStandby(): Promise<void> {
    writeFileSync(join(this.folder, 'data', 'standby.signal'), '');
    await this.#command('start');
    await this.#untilTrue('pg_is_in_recovery()');
  }

  async promote(): Promise<void> {
    await this.sql('SELECT pg_promote()');
    await this.untilReady();
  }

  async untilReady(): Promise<void> {
    await this.#untilTrue('NOT pg_is_in_recovery()');
  }

  async #untilTrue(condition: string): Promise<void> {
    for (let attempt = 0; ; attempt++) {
      try {
        if ((await this.sql(`SELECT ${condition}`)) === 't') return;
      } catch (cause) {
        if (attempt > startAttempts) {
          const log = readFileSync(join(this.folder, 'log'), 'utf8');
          throw new Error(`PostgreSQL did not start:\n${log}`, { cause });
        }
      }
      await pause(50);
    }
  }

  /** Ends the server and removes its folder. */
  async stop(): Promise<void> {
    const exited = once(this.#process, 'exit');
    this.#process.stdin?.end();
    await exited;
  }

  async #command(line: string): Promise<void> {
    const answered = once(this.#answers, 'line');
    this.#process.stdin?.write(`${line}\n`);
    await answered;
  }
}

/**
 * Starts a PostgreSQL for the tests that `register` registers, and ends it after them. Where there is
 * none they are skipped with the reason; with CI=true that is a failure, as a skip would be a hole.
 */
export async function withPostgres(
  what: string,
  register: (server: TestPostgres) => void,
): Promise<void> {
  let bin: string;
  try {
    bin = (await run('bash', [setupScript])).stdout.trim();
  } catch (error) {
    if (process.env['CI'] === 'true') throw error;
    const reason = String((error as { stderr?: unknown }).stderr).trim();
    void test(what, { skip: reason });
    return;
  }
  const server = await start(bin);
  after(() => server.stop());
  void suite(what, () => register(server));
}

/** Opens a store on it as a server does, with settings that suit tests. */
export async function openPostgres(
  connectionString: string,
  more: Partial<PostgresOptions> = {},
): Promise<Datastore> {
  return createPostgresDatastore({
    connectionString,
    disableMigration: false,
    codeVersion: 'test',
    clock: systemClock,
    log: silentLogger,
    ...more,
  });
}

async function start(bin: string): Promise<TestPostgres> {
  const user = await unprivilegedUser();
  const folder = mkdtempSync(join(tmpdir(), 'sigil-pg-'));
  chmodSync(folder, 0o755);
  if (user.uid !== undefined) chownSync(folder, user.uid, user.gid ?? user.uid);
  const port = await freePort();
  await createCluster(bin, folder, port, user);
  const server = new TestPostgres(bin, folder, port, user);
  await server.untilReady();
  return server;
}

interface User {
  readonly uid?: number;
  readonly gid?: number;
}

/** PostgreSQL refuses to run as root; Debian's package makes a user for it. */
async function unprivilegedUser(): Promise<User> {
  if (process.getuid?.() !== 0) return {};
  const [uid, gid] = await Promise.all([
    run('id', ['-u', 'postgres']),
    run('id', ['-g', 'postgres']),
  ]);
  return { uid: Number(uid.stdout), gid: Number(gid.stdout) };
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  return port;
}

async function createCluster(bin: string, folder: string, port: number, user: User): Promise<void> {
  const as = { cwd: folder, ...user };
  const password = join(folder, 'password');
  writeFileSync(password, testPassword, { mode: 0o644 });
  const auth = ['--auth-local=trust', '--auth-host=scram-sha-256', '-U', 'sigil'];
  const data = join(folder, 'data');
  const more = ['-E', 'UTF8', '--no-locale', '--no-sync', `--pwfile=${password}`];
  await run(join(bin, 'initdb'), ['-D', data, ...auth, ...more], as);
  await run(
    'openssl',
    [
      'req',
      '-x509',
      '-newkey',
      'ec',
      '-pkeyopt',
      'ec_paramgen_curve:P-256',
      '-nodes',
      '-keyout',
      join(folder, 'tls.key'),
      '-out',
      join(folder, 'tls.crt'),
      '-days',
      '30',
      '-subj',
      '/CN=localhost',
      '-addext',
      'subjectAltName=DNS:localhost',
    ],
    as,
  );
  // Tests kill processes, not machines: what reached the page cache is kept, so fsync adds nothing but time.
  const settings = `
    listen_addresses = '127.0.0.1'
    port = ${port}
    unix_socket_directories = '${folder}'
    fsync = off
    full_page_writes = off
    synchronous_commit = on
    shared_buffers = 32MB
    max_connections = 60
    deadlock_timeout = 100ms
    ssl = on
    ssl_ca_file = '${join(folder, 'tls.crt')}'
    ssl_cert_file = '${join(folder, 'tls.crt')}'
    ssl_key_file = '${join(folder, 'tls.key')}'
    restore_command = 'false'
  `;
  const append = spawn('sh', ['-c', 'cat >>"$1"', 'sh', join(data, 'postgresql.conf')], as);
  append.stdin.end(settings);
  await once(append, 'exit');
}
