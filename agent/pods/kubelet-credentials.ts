import { createPrivateKey, X509Certificate } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { createSecureContext } from 'node:tls';
import { SpiffeError } from '../../common/errors/spiffe-error.ts';
import { Secret } from '../../common/secret/secret.ts';

export type KubeletAuth =
  | { readonly kind: 'anonymous' }
  | { readonly kind: 'token'; readonly tokenPath: string }
  | { readonly kind: 'certificate'; readonly certificatePath: string; readonly keyPath: string };

/** How the kubelet's secure port is reached. */
export interface SecureKubelet {
  readonly port: number;
  /** Undefined: 127.0.0.1, and the certificate's names do not matter. */
  readonly nodeName: string | undefined;
  /** Undefined: its certificate is not verified at all. */
  readonly caPath: string | undefined;
  readonly auth: KubeletAuth;
}

/** What the files held when they were read. */
export interface KubeletCredentials {
  readonly caPem: string | undefined;
  readonly clientCertificate:
    { readonly certPem: string; readonly keyPem: Secret<string> } | undefined;
  readonly token: Secret<string> | undefined;
}

/** Reads CA, certificate, key and token. Throws INVALID_ARGUMENT with SPIRE's texts. */
export function readKubeletCredentials(settings: SecureKubelet): KubeletCredentials {
  const { caPath, auth } = settings;
  return {
    caPem: caPath === undefined ? undefined : readCa(caPath),
    clientCertificate: auth.kind === 'certificate' ? readKeyPair(auth) : undefined,
    token: auth.kind === 'token' ? readToken(auth.tokenPath) : undefined,
  };
}

/** True when a connection made with the one may serve the other. */
export function sameTransport(a: KubeletCredentials, b: KubeletCredentials): boolean {
  return (
    a.caPem === b.caPem &&
    a.clientCertificate?.certPem === b.clientCertificate?.certPem &&
    a.clientCertificate?.keyPem.reveal() === b.clientCertificate?.keyPem.reveal()
  );
}

export function sameToken(a: KubeletCredentials, b: KubeletCredentials): boolean {
  return a.token?.reveal() === b.token?.reveal();
}

function readCa(path: string): string {
  const pem = read(path, 'kubelet CA');
  const blocks = pem.match(/-----BEGIN CERTIFICATE-----[^-]+-----END CERTIFICATE-----/g) ?? [];
  try {
    if (blocks.length === 0) throw new Error('no certificate in it');
    for (const block of blocks) new X509Certificate(block);
  } catch (cause) {
    throw invalid('unable to parse kubelet CA', path, cause);
  }
  return pem;
}

function readToken(path: string): Secret<string> {
  const token = read(path, 'token').trim();
  if (token === '') throw invalid('unable to load token', path, new Error('the file is empty'));
  return new Secret(token);
}

function readKeyPair(auth: { readonly certificatePath: string; readonly keyPath: string }) {
  const certPem = read(auth.certificatePath, 'certificate');
  const keyPem = read(auth.keyPath, 'private key');
  try {
    const key = createPrivateKey(keyPem);
    if (!new X509Certificate(certPem).checkPrivateKey(key)) {
      throw new Error('the private key does not belong to the certificate');
    }
    createSecureContext({ cert: certPem, key: keyPem });
  } catch (cause) {
    throw invalid('unable to load keypair', auth.certificatePath, cause);
  }
  return { certPem, keyPem: new Secret(keyPem) };
}

function read(path: string, what: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch (cause) {
    throw invalid(`unable to load ${what}`, path, cause);
  }
}

function invalid(what: string, path: string, cause: unknown): SpiffeError {
  return new SpiffeError('INVALID_ARGUMENT', `${what}: ${JSON.stringify(path)}`, { cause });
}
