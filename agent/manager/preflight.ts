import { SpiffeError } from '../../common/errors/spiffe-error.ts';
import type { X509Svid } from '../../common/spiffe/x509-svid.ts';
import { trustDomainOf, type SpiffeId } from '../../common/spiffe/spiffe-id.ts';
import { parseCertificate } from '../../common/x509/certificate.ts';
import { createCsr } from '../../common/x509/csr.ts';
import { generateKeyPair, pkcs8Of, type KeyType } from '../../common/x509/keys.ts';
import { verifyX509Svid } from '../../common/x509/svid.ts';
import { Secret } from '../../common/secret/secret.ts';
import type { SvidCheck } from './cache.ts';
import type { PreparedKey } from './minting.ts';

/** Makes a key and the request that names the SPIFFE ID (subject C=US, O=SPIRE, as SPIRE sends it). */
export async function prepareKey(spiffeId: SpiffeId, type: KeyType): Promise<PreparedKey> {
  const { privateKey, publicKeyDer } = await generateKeyPair(type);
  return {
    spiffeId,
    csrDer: createCsr({ privateKey, publicKeyDer, uri: spiffeId }),
    publicKeyDer,
    privateKeyDer: new Secret(pkcs8Of(privateKey)),
  };
}

/** Joins what the server signed with its key. Throws CERTIFICATE_INVALID when they do not fit. */
export function readSvid(key: PreparedKey, chainDer: readonly Uint8Array[]): X509Svid {
  const [leafDer] = chainDer;
  if (leafDer === undefined) {
    throw new SpiffeError('CERTIFICATE_INVALID', 'certificate chain is empty');
  }
  const leaf = parseCertificate(leafDer);
  if (Buffer.compare(leaf.publicKeyDer, key.publicKeyDer) !== 0) {
    throw new SpiffeError('CERTIFICATE_INVALID', 'private key does not match the leaf certificate');
  }
  return {
    id: key.spiffeId,
    chainDer,
    privateKeyDer: key.privateKeyDer,
    notBeforeMs: leaf.notBeforeMs,
    notAfterMs: leaf.notAfterMs,
    serialNumber: leaf.serialNumber,
  };
}

/**
 * What every SVID passes before it is served: it names the entry's ID, it has not expired and its
 * chain verifies against the bundle that is served with it. That the key fits, `readSvid` saw. A
 * certificate from the near future counts as valid: our clock is behind, and peers decide by theirs.
 */
export const checkSvid: SvidCheck = (svid, id, bundle, nowMs) => {
  const domain = trustDomainOf(id);
  const authorities = bundle.x509Authorities.map(({ der }) => der);
  const { spiffeId } = verifyX509Svid(
    svid.chainDer,
    (name) => (name === domain && name === bundle.trustDomain ? authorities : undefined),
    Math.max(nowMs, svid.notBeforeMs),
  );
  if (spiffeId === id) return;
  throw new SpiffeError(
    'SPIFFE_ID_MISMATCH',
    `X509-SVID names ${JSON.stringify(spiffeId)}, expected ${JSON.stringify(id)}`,
  );
};
