import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import type { ManagedProcess } from '../local/harness/managed-process.ts';
import { projectRoot } from '../local/harness/project.ts';

type GoClient = 'delegatedclient' | 'hcldump' | 'workloadclient';

let folder: string | undefined;

/** The path of a peer that exists in Go only, built when this machine has not built it yet. */
export function goClient(name: GoClient): string {
  folder ??= execFileSync('bash', [join(projectRoot, 'scripts/setup-goclients.sh')], {
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'inherit'],
  }).trim();
  return join(folder, name);
}

/** The whole lines of JSON that a client has printed. */
export function printedLines<T>({ output }: Pick<ManagedProcess, 'output'>): T[] {
  return output
    .split('\n')
    .slice(0, -1)
    .map((line) => JSON.parse(line) as T);
}
