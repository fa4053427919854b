import { execFile } from 'node:child_process';
import { projectRoot } from '../../local/harness/project.ts';

interface Output {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
}

/** Runs the Docker CLI to its end; a failure is a result. */
export function tryDocker(
  args: readonly string[],
  env: Readonly<Record<string, string>> = {},
  deadlineMs = 180_000,
): Promise<Output> {
  const options = {
    cwd: projectRoot,
    env: { ...process.env, ...env },
    timeout: deadlineMs,
    maxBuffer: 32 * 1024 * 1024,
  };
  return new Promise((resolve) => {
    execFile('docker', args, options, (error, stdout, stderr) => {
      const code = error === null ? 0 : typeof error.code === 'number' ? error.code : 1;
      resolve({ code, stdout, stderr });
    });
  });
}

/** As `tryDocker`, but rejects unless it exits with 0; resolves with what it printed. */
export async function docker(
  args: readonly string[],
  env?: Readonly<Record<string, string>>,
): Promise<string> {
  const { code, stdout, stderr } = await tryDocker(args, env);
  if (code === 0) return stdout.trim();
  throw new Error(`docker ${args.join(' ')}\nended with ${code}:\n${stdout}${stderr}`);
}

/** What exists of a project: containers, networks and volumes. */
export async function leftovers(project: string): Promise<readonly string[]> {
  const filter = ['--filter', `label=com.docker.compose.project=${project}`];
  const lists = await Promise.all([
    docker(['ps', '--all', '--quiet', ...filter]),
    docker(['network', 'ls', '--quiet', ...filter]),
    docker(['volume', 'ls', '--quiet', ...filter]),
  ]);
  return lists.flatMap((list) => list.split('\n')).filter((line) => line !== '');
}
