import { execFileSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import type { Workspace } from './workspace.ts';

/** A certificate for `localhost` with its key, and the root that it chains to, as PEM files. */
interface WebPki {
  readonly rootPath: string;
  readonly certPath: string;
  readonly keyPath: string;
}

/** Makes a web certificate authority and one certificate; both live for a day. */
export function createWebPki(workspace: Workspace, name: string): WebPki {
  const path = (suffix: string) => workspace.path(`${name}-${suffix}`);
  const newKey = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256', '-nodes'];
  openssl('req', '-x509', ...newKey, '-subj', `/CN=${name} root`, '-days', '1', [
    ...['-addext', 'basicConstraints=critical,CA:TRUE', '-addext', 'keyUsage=critical,keyCertSign'],
    ...['-keyout', path('root.key'), '-out', path('root.pem')],
  ]);
  const request = ['-keyout', path('leaf.key'), '-out', path('leaf.csr')];
  openssl('req', ...newKey, '-subj', '/CN=localhost', request);
  writeFileSync(path('leaf.ext'), 'subjectAltName=DNS:localhost\nextendedKeyUsage=serverAuth\n');
  openssl('x509', '-req', '-days', '1', '-in', path('leaf.csr'), '-extfile', path('leaf.ext'), [
    ...['-CA', path('root.pem'), '-CAkey', path('root.key'), '-CAcreateserial'],
    ...['-out', path('leaf.pem')],
  ]);
  return { rootPath: path('root.pem'), certPath: path('leaf.pem'), keyPath: path('leaf.key') };
}

function openssl(...args: readonly (string | readonly string[])[]): void {
  execFileSync('openssl', args.flat(), { stdio: 'pipe' });
}
