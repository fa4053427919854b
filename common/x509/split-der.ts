/** Cuts concatenated DER values apart by their lengths; the bytes are copied. Throws on an empty input. */
export function splitDer(bytes: Uint8Array): Uint8Array[] {
  if (bytes.length === 0) throw new Error('certificate is empty');
  const values: Uint8Array[] = [];
  for (let at = 0; at < bytes.length; at += values.at(-1)?.length ?? bytes.length) {
    values.push(Uint8Array.from(bytes.subarray(at, at + lengthOfDer(bytes.subarray(at)))));
  }
  return values;
}

/** Of the value at the start, with its head; what is cut off is left to the parser to refuse. */
function lengthOfDer(bytes: Uint8Array): number {
  const [, short = 0] = bytes;
  if (short < 0x80) return 2 + short;
  const size = short & 0x7f;
  if (size === 0 || size > 4) return bytes.length;
  const long = bytes.subarray(2, 2 + size).reduce((sum, byte) => sum * 256 + byte, 0);
  return 2 + size + long;
}
