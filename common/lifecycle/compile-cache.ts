import { lstatSync, mkdirSync } from 'node:fs';
import { enableCompileCache } from 'node:module';
import { join } from 'node:path';

interface CacheOwner {
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly uid: number;
}

/**
 * Keeps compiled code from one start to the next; most of the time to the first bound socket is
 * compiling. What is in the cache is run, so it must lie where nobody else can write: Node's default, a
 * predictable folder in the temporary directory, is not such a place. Without a private home there is
 * no cache. NODE_COMPILE_CACHE and NODE_DISABLE_COMPILE_CACHE mean what they mean to Node.
 */
export function enablePrivateCompileCache(owner: CacheOwner): void {
  if (owner.env['NODE_COMPILE_CACHE'] !== undefined) return;
  const folder = findPrivateCacheFolder(owner);
  if (folder !== undefined) enableCompileCache(folder);
}

/** A folder that belongs to us and that only we can write to; undefined when there is none. */
export function findPrivateCacheFolder({ env, uid }: CacheOwner): string | undefined {
  const home = env['HOME'];
  const base = env['XDG_CACHE_HOME'] ?? (home === undefined ? undefined : join(home, '.cache'));
  if (base === undefined || !base.startsWith('/')) return undefined;
  const folder = join(base, 'sigil', 'compile');
  try {
    // Step by step: Node's recursive form never returns where the kernel answers ENOENT, below /proc say.
    for (const path of [base, join(base, 'sigil'), folder]) make(path);
    return [folder, join(base, 'sigil'), base].every((path) => isPrivate(path, uid))
      ? folder
      : undefined;
  } catch {
    // A read-only or missing home: starting a little slower is all that it costs.
    return undefined;
  }
}

function make(path: string): void {
  if (lstatSync(path, { throwIfNoEntry: false }) === undefined) mkdirSync(path, { mode: 0o700 });
}

function isPrivate(path: string, uid: number): boolean {
  const found = lstatSync(path);
  return found.isDirectory() && found.uid === uid && (found.mode & 0o022) === 0;
}
