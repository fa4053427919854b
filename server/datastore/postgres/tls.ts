import { readFileSync } from 'node:fs';
import { getCACertificates, type ConnectionOptions } from 'node:tls';
import { SpiffeError } from '../../../common/errors/spiffe-error.ts';
import type { TlsSettings } from './connection-string.ts';
import { readPrivateFile } from './password-file.ts';

/**
 * The TLS of one connection; false means plain text. Files are read anew each time, so that renewed
 * certificates are taken up. Throws STORAGE_FAILED for a file that cannot be used.
 */
export function tlsOptions(settings: TlsSettings): ConnectionOptions | false {
  if (settings.mode === 'disable') return false;
  const { cert, key, keyPassword } = settings;
  return {
    minVersion: 'TLSv1.2',
    ...verification(settings),
    ...(cert !== undefined && { cert: readFile('sslcert', cert) }),
    ...(key !== undefined && { key: readPrivateFile('sslkey', key) }),
    ...(keyPassword !== undefined && { passphrase: keyPassword.reveal() }),
  };
}

function verification({ mode, rootCert }: TlsSettings): ConnectionOptions {
  // As in libpq: with roots at hand "require" looks at them too.
  if (mode === 'require' && rootCert === undefined) return { rejectUnauthorized: false };
  const isSystem = rootCert === undefined || rootCert === 'system';
  const ca = isSystem ? getCACertificates('system') : readFile('sslrootcert', rootCert);
  const trusted = { rejectUnauthorized: true, ca };
  return mode === 'verify-full' ? trusted : { ...trusted, checkServerIdentity: () => undefined };
}

function readFile(key: string, path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch (cause) {
    throw new SpiffeError('STORAGE_FAILED', `unable to read ${key} ${JSON.stringify(path)}`, {
      cause,
    });
  }
}
