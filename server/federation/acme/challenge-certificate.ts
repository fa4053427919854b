import { createHash, randomBytes } from 'node:crypto';
import type { HttpTls } from '../../../common/http/http-server.ts';
import { signCertificate } from '../../../common/x509/certificate-builder.ts';
import { encodeDer, primitive } from '../../../common/x509/der.ts';
import { subjectAltNames, type Extension } from '../../../common/x509/extensions.ts';
import { generateKeyPair } from '../../../common/x509/keys.ts';
import { encodeName } from '../../../common/x509/name.ts';
import { encodePem } from '../../../common/x509/pem.ts';
import { signerOf } from '../../../common/x509/signature.ts';

/** The certificate that answers a TLS-ALPN-01 challenge (RFC 8737 §3); it lives for a day. */
export function challengeCertificate(
  domainName: string,
  authorization: string,
  nowMs: number,
): Promise<HttpTls> {
  const digest = createHash('sha256').update(authorization).digest();
  const value = encodeDer(primitive('octetString', digest));
  return selfSigned(domainName, [{ oid: acmeIdentifier, critical: true, value }], nowMs);
}

/** What a server shows that has no certificate yet; nobody trusts it. */
export function placeholderCertificate(domainName: string, nowMs: number): Promise<HttpTls> {
  return selfSigned(domainName, [], nowMs);
}

async function selfSigned(
  domainName: string,
  extensions: readonly Extension[],
  nowMs: number,
): Promise<HttpTls> {
  const pair = await generateKeyPair('ec-p256');
  const name = encodeName([]);
  const der = await signCertificate(
    {
      // The first bit makes the number positive, the last one not zero.
      serialNumber: randomBytes(16).map((byte, at) => (at === 0 ? (byte & 0x7f) | 1 : byte)),
      issuerDer: name,
      subjectDer: name,
      notBeforeMs: nowMs - 60_000,
      notAfterMs: nowMs + 24 * 60 * 60_000,
      publicKeyDer: pair.publicKeyDer,
      extensions: [subjectAltNames([domainName], [], true), ...extensions],
    },
    signerOf(pair),
  );
  return {
    certPem: encodePem('CERTIFICATE', der),
    keyPem: pair.privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
  };
}

const acmeIdentifier = '1.3.6.1.5.5.7.1.31';
