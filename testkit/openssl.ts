import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { certificatesToPem, encodePem } from '../common/x509/pem.ts';

/** Runs the system's OpenSSL, the second opinion of our certificate tests. */
export function openssl(args: readonly string[], input?: string | Uint8Array): string {
  const options =
    input === undefined
      ? { stdio: ['ignore', 'pipe', 'pipe'] as ['ignore', 'pipe', 'pipe'] }
      : { input, stdio: 'pipe' as const };
  return execFileSync('openssl', args, options).toString();
}

/** `openssl x509 -text` of one certificate. */
export function opensslText(der: Uint8Array): string {
  return openssl(['x509', '-noout', '-text'], encodePem('CERTIFICATE', der));
}

/** `openssl verify` of a chain, leaf first, to one root; throws when OpenSSL refuses it. */
export function opensslVerify(
  chainDer: readonly Uint8Array[],
  rootDer: Uint8Array,
  atMs: number,
): string {
  const folder = mkdtempSync(join(tmpdir(), 'openssl-'));
  try {
    const [leaf, root, rest] = ['leaf', 'root', 'rest'].map((name) => join(folder, name));
    writeFileSync(leaf ?? '', certificatesToPem(chainDer.slice(0, 1)));
    writeFileSync(root ?? '', certificatesToPem([rootDer]));
    writeFileSync(rest ?? '', certificatesToPem(chainDer));
    const time = String(Math.floor(atMs / 1000));
    const args = ['verify', '-x509_strict', '-attime', time, '-CAfile', root, '-untrusted', rest];
    return openssl([...args, leaf].map(String));
  } finally {
    rmSync(folder, { recursive: true });
  }
}
