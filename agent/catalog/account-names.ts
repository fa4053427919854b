import { execFile } from 'node:child_process';
import { readFileSync, statSync } from 'node:fs';
import type { Clock } from '../../common/clock/clock.ts';

interface AccountNamesOptions {
  readonly clock: Pick<Clock, 'now'>;
  /** Replaced in tests. */
  readonly passwdPath?: string;
  readonly groupPath?: string;
  /** Asks the name service for accounts that the files do not have. */
  readonly getent?: (database: 'passwd' | 'group', id: number) => Promise<string | undefined>;
}

const cacheMs = 60_000;
const cachedNames = 4096;

/**
 * User and group names from the files in /etc and, for those that are not in them, from the name
 * service (LDAP and the like) through `getent`; what that said is kept for a minute, misses too.
 */
export function createAccountNames(options: AccountNamesOptions) {
  const {
    clock,
    passwdPath = '/etc/passwd',
    groupPath = '/etc/group',
    getent = runGetent,
  } = options;
  const users = new Names(new AccountFile(passwdPath), (uid) => getent('passwd', uid), clock);
  const groups = new Names(new AccountFile(groupPath), (gid) => getent('group', gid), clock);
  return {
    findUser: (uid: number) => users.find(uid),
    findGroup: (gid: number) => groups.find(gid),
  };
}

class Names {
  readonly #file: AccountFile;
  readonly #ask: (id: number) => Promise<string | undefined>;
  readonly #clock: Pick<Clock, 'now'>;
  readonly #asked = new Map<number, { untilMs: number; name: Promise<string | undefined> }>();

  constructor(
    file: AccountFile,
    ask: (id: number) => Promise<string | undefined>,
    clock: Pick<Clock, 'now'>,
  ) {
    this.#file = file;
    this.#ask = ask;
    this.#clock = clock;
  }

  async find(id: number): Promise<string | undefined> {
    const inFile = this.#file.find(id);
    if (inFile !== undefined) return inFile;
    const now = this.#clock.now();
    const asked = this.#asked.get(id);
    if (asked !== undefined && asked.untilMs > now) return asked.name;
    if (this.#asked.size >= cachedNames) this.#asked.clear();
    const name = this.#ask(id);
    this.#asked.set(id, { untilMs: now + cacheMs, name });
    return name;
  }
}

/** A file in the format of passwd(5) or group(5), read again when it changed. */
class AccountFile {
  readonly #path: string;
  #version = '';
  #names = new Map<number, string>();

  constructor(path: string) {
    this.#path = path;
  }

  find(id: number): string | undefined {
    this.#refresh();
    return this.#names.get(id);
  }

  #refresh(): void {
    const stat = statSync(this.#path, { throwIfNoEntry: false });
    const version = stat === undefined ? '' : `${stat.ino}:${stat.size}:${stat.mtimeMs}`;
    if (version === this.#version) return;
    this.#version = version;
    this.#names = new Map();
    if (stat === undefined) return;
    for (const line of readFileSync(this.#path, 'utf8').split('\n')) {
      const [name, , id] = line.split(':');
      if (name === undefined || id === undefined || !/^\d{1,10}$/.test(id)) continue;
      // The first line of an ID wins, as in getpwuid(3).
      if (!this.#names.has(Number(id))) this.#names.set(Number(id), name);
    }
  }
}

function runGetent(database: string, id: number): Promise<string | undefined> {
  return new Promise((resolve) => {
    execFile('getent', [database, String(id)], { timeout: 2_000 }, (error, stdout) => {
      // Not found, or no such program (musl): there is no name then.
      const [name = ''] = error === null ? stdout.split(':') : [];
      resolve(name === '' ? undefined : name);
    });
  });
}
