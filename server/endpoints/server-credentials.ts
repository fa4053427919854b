import type { TlsCredentials } from '../../common/rpc/tls-listener.ts';
import type { KeyPair } from '../../common/x509/keys.ts';
import { certificatesToPem } from '../../common/x509/pem.ts';

interface ServerSvid {
  readonly chainDer: readonly Uint8Array[];
  readonly keyPair: KeyPair;
}

/** The server's X509-SVID as TLS takes it; encoded once after each rotation. */
export function serverCredentials(current: () => ServerSvid): () => TlsCredentials {
  let made: { readonly from: ServerSvid; readonly credentials: TlsCredentials } | undefined;
  return () => {
    const from = current();
    if (made?.from !== from) made = { from, credentials: encode(from) };
    return made.credentials;
  };
}

function encode({ chainDer, keyPair }: ServerSvid): TlsCredentials {
  return {
    chainPem: certificatesToPem(chainDer),
    keyPem: keyPair.privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
  };
}
