import { createPrivateKey, X509Certificate, type KeyObject } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { messageOf, SpiffeError } from '../../../../common/errors/spiffe-error.ts';
import { parseCertificate, type Certificate } from '../../../../common/x509/certificate.ts';
import type { KeyType } from '../../../../common/x509/keys.ts';
import { verifyPath } from '../../../../common/x509/path.ts';
import { certificatesFromPem } from '../../../../common/x509/pem.ts';
import { signAsync, type HashName, type Signer } from '../../../../common/x509/signature.ts';

export interface CaFilePaths {
  readonly cert: string;
  readonly key: string;
  /** Absent: the CA is its own root. */
  readonly bundle?: string;
}

/** The files as they are, for telling whether they changed. */
interface CaFiles {
  readonly paths: CaFilePaths;
  readonly cert: Buffer;
  readonly key: Buffer;
  readonly bundle?: Buffer;
}

/** The CA of the files, checked. */
export interface FileCa {
  readonly issuer: Certificate;
  readonly signer: Signer;
  /** The CA and the CAs between it and the root. */
  readonly chainDer: readonly Uint8Array[];
  readonly rootsDer: readonly Uint8Array[];
}

/** Throws STORAGE_FAILED for a file that cannot be read. */
export async function readCaFiles(paths: CaFilePaths): Promise<CaFiles> {
  const key = await readOne('key', paths.key);
  const cert = await readOne('cert', paths.cert);
  if (paths.bundle === undefined) return { paths, cert, key };
  return { paths, cert, key, bundle: await readOne('bundle', paths.bundle) };
}

export function sameFiles(a: CaFiles, b: CaFiles): boolean {
  const none = Buffer.alloc(0);
  return (
    a.cert.equals(b.cert) && a.key.equals(b.key) && (a.bundle ?? none).equals(b.bundle ?? none)
  );
}

/** The checks and texts of SPIRE 1.15. Throws INVALID_ARGUMENT. */
export function checkCaFiles(files: CaFiles, nowMs: number): FileCa {
  const { paths } = files;
  const privateKey = readKey(files);
  const chainDer = attempt('cert', paths.cert, () => certificatesFromPem(files.cert));
  const issuer = attempt('cert', paths.cert, () =>
    parseCertificate(chainDer[0] ?? new Uint8Array()),
  );
  if (files.bundle === undefined && chainDer.length !== 1) {
    throw invalid('with no bundle_file_path configured only self-signed CAs are supported');
  }
  const { bundle = files.cert } = files;
  const rootsDer = attempt('bundle', paths.bundle ?? paths.cert, () => certificatesFromPem(bundle));
  const signer = signerFor(privateKey);
  if (!new X509Certificate(issuer.der).checkPrivateKey(privateKey)) {
    throw invalid('unable to load upstream CA: certificate and private key do not match');
  }
  try {
    const parsed = (ders: readonly Uint8Array[]) => ders.map(parseCertificate);
    verifyPath(issuer, parsed(chainDer.slice(1)), parsed(rootsDer), nowMs);
  } catch (cause) {
    const text =
      'unable to load upstream CA: certificate cannot be validated with the provided bundle or is not self-signed';
    throw invalid(`${text}: ${messageOf(cause)}`, cause);
  }
  return { issuer, signer, chainDer, rootsDer };
}

/** RSA of at least 2048 bits with SHA-256, P-256, P-384 and P-521 with the hash of their size, as Go does. */
function signerFor(key: KeyObject): Signer {
  const { modulusLength: bits = 0, namedCurve = '' } = key.asymmetricKeyDetails ?? {};
  const kind: { type: KeyType; hash: HashName } | undefined =
    key.asymmetricKeyType === 'rsa' && bits >= 2048
      ? { type: 'rsa-2048', hash: 'sha256' }
      : curves.get(namedCurve);
  if (kind === undefined) {
    throw invalid(
      'unable to load upstream CA key: expected RSA of at least 2048 bits, P-256, P-384 or P-521',
    );
  }
  return { ...kind, sign: (data, hash) => signAsync(data, key, hash) };
}

async function readOne(what: 'cert' | 'key' | 'bundle', path: string): Promise<Buffer> {
  try {
    return await readFile(path);
  } catch (cause) {
    const text = `unable to load upstream CA ${what}: ${messageOf(cause)}`;
    throw new SpiffeError('STORAGE_FAILED', text, { cause });
  }
}

function readKey({ key, paths }: CaFiles): KeyObject {
  try {
    return createPrivateKey(key);
  } catch (cause) {
    // What OpenSSL says of a key quotes none of it.
    const rule = `${JSON.stringify(paths.key)} is no private key in PEM without a password`;
    throw invalid(`unable to load upstream CA key: ${rule}: ${messageOf(cause)}`, cause);
  }
}

function attempt<T>(what: string, path: string, read: () => T): T {
  try {
    return read();
  } catch (cause) {
    const text = `${JSON.stringify(path)}: ${messageOf(cause)}`;
    throw invalid(`unable to load upstream CA ${what}: ${text}`, cause);
  }
}

function invalid(message: string, cause?: unknown): SpiffeError {
  return new SpiffeError('INVALID_ARGUMENT', message, { cause });
}

const curves = new Map<string, { type: KeyType; hash: HashName }>([
  ['prime256v1', { type: 'ec-p256', hash: 'sha256' }],
  ['secp384r1', { type: 'ec-p384', hash: 'sha384' }],
  ['secp521r1', { type: 'ec-p384', hash: 'sha512' }],
]);
