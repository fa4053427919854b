import { bitString, context, encodeDer, encoded, primitive, sequence, unsigned } from './der.ts';
import { timeNode } from './der-time.ts';
import { extensionList, type Extension } from './extensions.ts';
import { algorithmNode, hashFor, type Signer } from './signature.ts';

/** What a certificate is to say; the builder adds nothing to it. */
export interface CertificateTemplate {
  /** Big-endian; 1 to 20 bytes, not all zero (RFC 5280 §4.1.2.2). */
  readonly serialNumber: Uint8Array;
  /** DER names, see `encodeName`. */
  readonly issuerDer: Uint8Array;
  readonly subjectDer: Uint8Array;
  readonly notBeforeMs: number;
  readonly notAfterMs: number;
  /** DER SubjectPublicKeyInfo. */
  readonly publicKeyDer: Uint8Array;
  /** Written in this order. */
  readonly extensions: readonly Extension[];
}

/** Builds a version 3 certificate and has it signed. Rejects with what the signer rejects with. */
export async function signCertificate(
  template: CertificateTemplate,
  signer: Signer,
): Promise<Uint8Array> {
  const hash = signer.hash ?? hashFor(signer.type);
  const algorithm = algorithmNode(signer.type.startsWith('ec') ? 'ec' : 'rsa', hash);
  const tbs = encodeDer(
    sequence(
      context(0, primitive('integer', Uint8Array.of(2))),
      unsigned(template.serialNumber),
      algorithm,
      encoded(template.issuerDer),
      sequence(timeNode(template.notBeforeMs), timeNode(template.notAfterMs)),
      encoded(template.subjectDer),
      encoded(template.publicKeyDer),
      context(3, extensionList(template.extensions)),
    ),
  );
  const signature = await signer.sign(tbs, hash);
  return encodeDer(sequence(encoded(tbs), algorithm, bitString(signature)));
}
