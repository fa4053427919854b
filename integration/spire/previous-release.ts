import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, renameSync, symlinkSync } from 'node:fs';
import { homedir } from 'node:os';
import { dirname, join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import type { Programs } from '../local/harness/programs.ts';
import { projectRoot } from '../local/harness/workspace.ts';

/**
 * What stands in for the previous release until there is one: an earlier commit of this repository with
 * an earlier schema. Pin the tag's commit here with each release.
 */
export const previous = JSON.parse(
  readFileSync(new URL('previous-release.json', import.meta.url), 'utf8'),
) as { readonly commit: string; readonly schemaVersion: number };

/** Why the earlier programs cannot be had; undefined when they can. */
export function whyNoPrevious(): string | undefined {
  try {
    git('cat-file', '-e', `${previous.commit}^{commit}`);
    return undefined;
  } catch {
    return `the previous release, commit ${previous.commit}, is not in this clone; if it is a shallow one: git fetch --unshallow`;
  }
}

/**
 * The programs of the previous release, from its sources with the dependencies of today. The sources are kept
 * where the other peers are: Node's compile cache knows files by their paths.
 */
export function previousPrograms(): Programs {
  const cache = process.env['XDG_CACHE_HOME'] ?? join(homedir(), '.cache');
  const folder = join(cache, 'sigil', 'previous', previous.commit);
  if (!existsSync(folder)) extract(folder);
  assertSameDependencies(folder);
  // The checkout that runs the tests may be another one each time.
  linkModules(folder);
  const program = (name: string) => [process.execPath, join(folder, name, 'main.ts')];
  return { server: program('server'), agent: program('agent') };
}

function extract(folder: string): void {
  mkdirSync(dirname(folder), { recursive: true });
  const temporary = mkdtempSync(`${folder}-`);
  const parts = ['agent', 'common', 'envoy', 'package.json', 'proto', 'sds', 'server'];
  const files = git('archive', previous.commit, ...parts);
  execFileSync('tar', ['-x', '-C', temporary], { input: files });
  renameSync(temporary, folder);
}

function linkModules(folder: string): void {
  const link = `${folder}/node_modules-${process.pid}`;
  symlinkSync(join(projectRoot, 'node_modules'), link);
  renameSync(link, join(folder, 'node_modules'));
}

/** What was tested would be neither release, were its libraries others. */
function assertSameDependencies(folder: string): void {
  const dependencies = (root: string) =>
    (JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { dependencies: unknown })
      .dependencies;
  if (isDeepStrictEqual(dependencies(folder), dependencies(projectRoot))) return;
  throw new Error(
    `the previous release, commit ${previous.commit}, has other dependencies: pin a later one, or install its own`,
  );
}

function git(...args: readonly string[]): Buffer {
  const limits = { maxBuffer: 256 * 1024 * 1024 };
  return execFileSync('git', args, {
    ...{ cwd: projectRoot, stdio: ['ignore', 'pipe', 'pipe'] },
    ...limits,
  });
}
