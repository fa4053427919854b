import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The root of the repository. */
export const projectRoot = fileURLToPath(new URL('../../../', import.meta.url));

/**
 * The environment of what the harness starts. Node's compile cache goes where build tools keep
 * theirs, so that a run leaves nothing in the folder for temporary files.
 */
export function childEnvironment(more: Readonly<Record<string, string>> = {}): NodeJS.ProcessEnv {
  const cache = join(projectRoot, 'node_modules', '.cache', 'compile');
  return { NODE_COMPILE_CACHE: cache, ...process.env, ...more };
}
