import { SpiffeError } from '../../common/errors/spiffe-error.ts';

/** The certificates of a Workload API field, which holds their DER one after the other. */
export function splitCertificates(concatenated: Uint8Array): Uint8Array[] {
  const certificates: Uint8Array[] = [];
  for (let at = 0; at < concatenated.length;) {
    const length = elementLength(concatenated.subarray(at));
    certificates.push(Uint8Array.from(concatenated.subarray(at, at + length)));
    at += length;
  }
  return certificates;
}

/** The whole length of the SEQUENCE at the start (X.690 §8.1.3). */
function elementLength(der: Uint8Array): number {
  const [tag, first] = der;
  if (tag !== 0x30 || first === undefined) throw malformed();
  const lengthBytes = first < 0x80 ? 0 : first & 0x7f;
  if (first >= 0x80 && (lengthBytes === 0 || lengthBytes > 4)) throw malformed();
  const content = der
    .subarray(2, 2 + lengthBytes)
    .reduce((length, byte) => length * 256 + byte, lengthBytes === 0 ? first : 0);
  const whole = 2 + lengthBytes + content;
  if (whole > der.length) throw malformed();
  return whole;
}

function malformed(): SpiffeError {
  return new SpiffeError('CERTIFICATE_INVALID', 'certificates are not DER, one after the other');
}
