import { X509Certificate, type KeyObject } from 'node:crypto';
import { messageOf, SpiffeError } from '../../../../common/errors/spiffe-error.ts';
import { isJsonObject } from '../../../../common/text/json-object.ts';
import { parseCertificate, type Certificate } from '../../../../common/x509/certificate.ts';

/** A parsed certificate that a node presents, with its key. */
export interface NodeCertificate {
  readonly certificate: Certificate;
  readonly publicKey: KeyObject;
}

/** What a node presents: its leaf and what lies between that and a CA. */
export interface Presented {
  readonly leaf: NodeCertificate;
  readonly intermediates: readonly Certificate[];
}

interface PresentedLimits {
  readonly maxIntermediates: number;
  readonly maxRsaBits: number;
}

/** Reads the payload of an attestation. Throws INVALID_ARGUMENT with SPIRE's texts. */
export function readPresented(payload: Uint8Array, limits: PresentedLimits): Presented {
  const certificates = certificatesIn(payload);
  // Counted before any is decoded: anybody may send hundreds of thousands.
  if (certificates.length > limits.maxIntermediates + 1) {
    throw invalid('too many intermediate certificates');
  }
  const [leafDer, ...rest] = certificates.map(decoded);
  if (leafDer === undefined) throw invalid('no certificate to attest');
  const leaf = read(leafDer, 'leaf certificate', limits);
  const intermediates = rest.map((der, at) => {
    const what = `intermediate certificate ${at}`;
    return read(der, what, limits).certificate;
  });
  return { leaf, intermediates };
}

function certificatesIn(payload: Uint8Array): readonly unknown[] {
  if (payload.length > longestPayload) throw malformed(`more than ${longestPayload} bytes`);
  let data: unknown;
  try {
    data = JSON.parse(Buffer.from(payload).toString('utf8'));
  } catch (cause) {
    throw malformed('not JSON', cause);
  }
  if (!isJsonObject(data)) throw malformed('expected an object');
  const { certificates = [] } = data;
  if (certificates === null) return [];
  if (!Array.isArray(certificates)) throw noTexts();
  return certificates;
}

function decoded(text: unknown): Uint8Array {
  if (typeof text !== 'string') throw noTexts();
  return Buffer.from(text, 'base64');
}

function read(der: Uint8Array, what: string, { maxRsaBits }: PresentedLimits): NodeCertificate {
  let found: NodeCertificate;
  try {
    const certificate = parseCertificate(der);
    found = { certificate, publicKey: new X509Certificate(certificate.der).publicKey };
  } catch (cause) {
    throw invalid(`unable to parse ${what}: ${messageOf(cause)}`, cause);
  }
  const bits = found.publicKey.asymmetricKeyDetails?.modulusLength ?? 0;
  if (bits > maxRsaBits) throw invalid(`${what} key size too large`);
  return found;
}

function noTexts(): SpiffeError {
  return malformed('certificates must be a list of base64 texts');
}

function malformed(rule: string, cause?: unknown): SpiffeError {
  return invalid(`failed to unmarshal data: ${rule}`, cause);
}

function invalid(text: string, cause?: unknown): SpiffeError {
  return new SpiffeError('INVALID_ARGUMENT', text, { cause });
}

/** Five certificates of the largest size that is parsed, as base64. */
const longestPayload = 1024 * 1024;
