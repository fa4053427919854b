import { SpiffeError } from '../errors/spiffe-error.ts';
import { pkcs8Of, type KeyPair } from './keys.ts';

interface PemBlock {
  readonly label: string;
  readonly der: Uint8Array;
}

interface TlsIdentity {
  /** Leaf first. */
  readonly chainDer: readonly Uint8Array[];
  readonly keyPair: KeyPair;
}

const lineLength = 64;
const longestPemBytes = 8 * 1024 * 1024;

/** PEM text of one block (RFC 7468): 64 columns, trailing newline. Not for keys. */
export function encodePem(label: string, der: Uint8Array): string {
  return encodePemBytes(label, der).toString('latin1');
}

/**
 * PEM bytes of one block. For keys: what is written never exists as a JavaScript string, which could
 * not be wiped.
 */
export function encodePemBytes(label: string, der: Uint8Array): Buffer {
  const begin = `-----BEGIN ${label}-----\n`;
  const end = `-----END ${label}-----\n`;
  const digits = Math.ceil(der.length / 3) * 4;
  const lines = Math.ceil(digits / lineLength);
  const pem = Buffer.alloc(begin.length + digits + lines + end.length);
  let at = pem.write(begin, 'latin1');
  at = writeBase64(pem, at, der);
  pem.write(end, at, 'latin1');
  return pem;
}

/** A chain and its key as TLS takes them, which wants the key as text too. */
export function tlsPemOf({ chainDer, keyPair }: TlsIdentity): {
  readonly chainPem: string;
  readonly keyPem: string;
} {
  return {
    chainPem: certificatesToPem(chainDer),
    keyPem: encodePem('PRIVATE KEY', pkcs8Of(keyPair.privateKey)),
  };
}

/**
 * All blocks of a PEM text, or only those with `label`. Text between blocks, CRLF and RFC 1421
 * headers are passed over. Throws CERTIFICATE_INVALID.
 */
export function decodePem(pem: string | Uint8Array, label?: string): PemBlock[] {
  if (pem.length > longestPemBytes) throw invalid(`is longer than ${longestPemBytes} bytes`);
  const text = typeof pem === 'string' ? pem : Buffer.from(pem).toString('latin1');
  const blocks: PemBlock[] = [];
  let open: { label: string; base64: string[] } | undefined;
  for (const line of text.split('\n').map((raw) => raw.trim())) {
    const [, kind, name] = /^-----(BEGIN|END) ([A-Z0-9 ]{1,64})-----$/.exec(line) ?? [];
    if (kind === 'BEGIN' && name !== undefined) {
      if (open !== undefined) throw invalid(`${open.label} block does not end`);
      open = { label: name, base64: [] };
    } else if (kind === 'END') {
      if (open?.label !== name) throw invalid('has an END line without its BEGIN line');
      if (open !== undefined) blocks.push({ label: open.label, der: decodeBody(open) });
      open = undefined;
    } else if (open !== undefined && !line.includes(':')) open.base64.push(line);
  }
  if (open !== undefined) throw invalid(`${open.label} block does not end`);
  return label === undefined ? blocks : blocks.filter((block) => block.label === label);
}

/** The certificates of a PEM bundle, at least one. Throws CERTIFICATE_INVALID. */
export function certificatesFromPem(pem: string | Uint8Array): Uint8Array[] {
  const certificates = decodePem(pem, 'CERTIFICATE').map((block) => block.der);
  if (certificates.length === 0) throw invalid('has no CERTIFICATE block');
  return certificates;
}

/** A PEM bundle of certificates. */
export function certificatesToPem(certificates: readonly Uint8Array[]): string {
  return certificates.map((der) => encodePem('CERTIFICATE', der)).join('');
}

function writeBase64(target: Buffer, start: number, der: Uint8Array): number {
  let at = start;
  const bytesPerLine = (lineLength / 4) * 3;
  for (let from = 0; from < der.length; from += bytesPerLine) {
    for (let group = from; group < Math.min(from + bytesPerLine, der.length); group += 3) {
      at = writeGroup(target, at, der.subarray(group, group + 3));
    }
    target[at++] = newline;
  }
  return at;
}

function writeGroup(target: Buffer, at: number, group: Uint8Array): number {
  const [a = 0, b = 0, c = 0] = group;
  target[at] = alphabet[a >> 2] ?? 0;
  target[at + 1] = alphabet[((a & 3) << 4) | (b >> 4)] ?? 0;
  target[at + 2] = group.length > 1 ? (alphabet[((b & 15) << 2) | (c >> 6)] ?? 0) : padding;
  target[at + 3] = group.length > 2 ? (alphabet[c & 63] ?? 0) : padding;
  return at + 4;
}

function decodeBody(open: { label: string; base64: readonly string[] }): Uint8Array {
  const base64 = open.base64.join('');
  if (base64 === '' || base64.length % 4 !== 0 || !/^[A-Za-z0-9+/]*={0,2}$/.test(base64)) {
    throw invalid(`${open.label} block is not base64`);
  }
  return Buffer.from(base64, 'base64');
}

// The text may hold a key, so it is never quoted.
function invalid(rule: string): SpiffeError {
  return new SpiffeError('CERTIFICATE_INVALID', `PEM ${rule}`);
}

const alphabet = Buffer.from('ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/');
const newline = 0x0a;
const padding = 0x3d;
