import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';

const version = '1.85.3';

/** A Python with grpcio, installed once per user; or why there is none. */
export function findPythonWithGrpcio(): { readonly python: string } | { readonly missing: string } {
  const cache = join(process.env['XDG_CACHE_HOME'] ?? join(homedir(), '.cache'), 'sigil');
  const folder = join(cache, `python-grpcio-${version}`);
  const python = join(folder, 'bin/python');
  try {
    if (existsSync(python) && hasGrpcio(python)) return { python };
    mkdirSync(cache, { recursive: true });
    run('python3', ['-m', 'venv', '--clear', folder]);
    run(python, ['-m', 'pip', 'install', '--quiet', `grpcio==${version}`]);
    return { python };
  } catch (error) {
    return { missing: `python3 with grpcio ${version} cannot be had: ${String(error)}` };
  }
}

function hasGrpcio(python: string): boolean {
  try {
    run(python, ['-c', 'import grpc']);
    return true;
  } catch {
    // An installation that was interrupted: made again.
    return false;
  }
}

function run(program: string, args: readonly string[]): void {
  execFileSync(program, args, { stdio: ['ignore', 'ignore', 'pipe'], timeout: 180_000 });
}
