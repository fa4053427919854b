import { readFileSync, readlinkSync } from 'node:fs';
import { z } from 'zod';
import { definePlugin } from '../../../../common/catalog/plugin.ts';
import { SpiffeError } from '../../../../common/errors/spiffe-error.ts';
import { createExecutableHasher } from './executable-hash.ts';
import { parseProcessStatus } from './process-status.ts';

/** What unix needs from the agent. */
export interface UnixHost {
  /** Where procfs is mounted; `/proc` unless HOST_PROC says otherwise. */
  readonly procPath: string;
  readonly names: AccountNames;
}

/** Looks up account names; undefined when there is none. */
interface AccountNames {
  findUser(uid: number): Promise<string | undefined>;
  findGroup(gid: number): Promise<string | undefined>;
}

const config = z.looseObject({
  /** Adds `path` and `sha256` of the executable. */
  discover_workload_path: z.boolean().default(false),
  /** In bytes; 0 hashes executables of any size, a negative number none. */
  workload_size_limit: z.int().default(0),
});

/** Attests a caller by its user, its groups and, if asked, its executable. */
export const unix = definePlugin({
  type: 'WorkloadAttestor',
  name: 'unix',
  config,
  create: (options, host: UnixHost) => {
    const hash = createExecutableHasher(options.workload_size_limit);
    return {
      name: 'unix',
      async attest(pid: number) {
        const values = await accountValues(host, pid);
        if (options.discover_workload_path) {
          const path = readExecutablePath(host.procPath, pid);
          values.push(`path:${path}`);
          if (options.workload_size_limit >= 0) {
            // The link itself leads into the caller's mount namespace; its text would not.
            values.push(`sha256:${await hash(`${host.procPath}/${pid}/exe`, path)}`);
          }
        }
        return values.map((value) => ({ type: 'unix', value }));
      },
    };
  },
});

async function accountValues({ names, procPath }: UnixHost, pid: number): Promise<string[]> {
  const { uid, gid, groups } = readStatus(procPath, pid);
  const user = await names.findUser(uid);
  const values = [`uid:${uid}`, ...named('user', user), `gid:${gid}`];
  values.push(...named('group', await names.findGroup(gid)));
  for (const group of groups) {
    values.push(`supplementary_gid:${group}`);
    values.push(...named('supplementary_group', await names.findGroup(group)));
  }
  return values;
}

function named(kind: string, name: string | undefined): string[] {
  return name === undefined ? [] : [`${kind}:${name}`];
}

function readStatus(procPath: string, pid: number) {
  let text;
  try {
    // procfs answers from memory; the promise API costs 25 times as much.
    text = readFileSync(`${procPath}/${pid}/status`, 'latin1');
  } catch (cause) {
    throw failed(`UIDs lookup: unable to get UIDs for PID ${pid}`, cause);
  }
  return parseProcessStatus(text);
}

function readExecutablePath(procPath: string, pid: number): string {
  try {
    return readlinkSync(`${procPath}/${pid}/exe`);
  } catch (cause) {
    throw failed(`path lookup: unable to get EXE for PID ${pid}`, cause);
  }
}

function failed(message: string, cause: unknown): SpiffeError {
  return new SpiffeError('ATTESTATION_FAILED', message, { cause });
}
