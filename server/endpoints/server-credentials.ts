import type { TlsCredentials } from '../../common/rpc/tls-listener.ts';
import type { KeyPair } from '../../common/x509/keys.ts';
import { tlsPemOf } from '../../common/x509/pem.ts';

interface ServerSvid {
  readonly chainDer: readonly Uint8Array[];
  readonly keyPair: KeyPair;
}

/** The server's X509-SVID as TLS takes it; encoded once after each rotation. */
export function serverCredentials(current: () => ServerSvid): () => TlsCredentials {
  let made: { readonly from: ServerSvid; readonly credentials: TlsCredentials } | undefined;
  return () => {
    const from = current();
    if (made?.from !== from) made = { from, credentials: tlsPemOf(from) };
    return made.credentials;
  };
}

/** The same object while the X509-SVID is the same: a new one makes a new TLS context. */
export function httpsCredentials(
  credentials: () => TlsCredentials,
): () => { readonly certPem: string; readonly keyPem: string } {
  let made:
    { readonly of: TlsCredentials; readonly tls: { certPem: string; keyPem: string } } | undefined;
  return () => {
    const of = credentials();
    if (made?.of !== of) made = { of, tls: { certPem: of.chainPem, keyPem: of.keyPem } };
    return made.tls;
  };
}
