import { execFileSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';

/** The path of a real Envoy of the pinned version; the first call on a machine downloads it. */
export function envoyBinary(): string {
  const script = fileURLToPath(new URL('../scripts/setup-envoy.sh', import.meta.url));
  const stdio = ['ignore', 'pipe', 'inherit'] as const;
  return execFileSync('bash', [script], { encoding: 'utf8', stdio: [...stdio] }).trim();
}
