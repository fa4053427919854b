import { constants, createHash, randomBytes, sign, verify, type KeyObject } from 'node:crypto';
import { SpiffeError } from '../errors/spiffe-error.ts';
import { isJsonObject } from '../text/json-object.ts';
import { hasKeyUsage, type Certificate } from './certificate.ts';
import { encodeDer, parseDer, sequence, sequenceOf, unsigned, unsignedOf } from './der.ts';
import { keyUsages } from './extensions.ts';

/** A challenge of SPIRE's x509pop: the holder of the key signs both sides' nonces. */
interface PopChallenge {
  readonly family: 'rsa' | 'ec';
  readonly nonce: Uint8Array;
}

const nonceBytes = 32;
/** Of one number of an ECDSA signature; P-521 has 66. */
const longestNumberBytes = 66;
/** Nothing in an exchange comes near it: RSA of 16,384 bits signs with 2 kB. */
const longestMessageBytes = 64 * 1024;

const members = { rsa: 'rsa_signature', ec: 'ecdsa_signature' } as const;
const spelled = { rsa: 'RSA', ec: 'ECDSA' } as const;

/** Makes a challenge for a certificate's key. Throws INTERNAL when that key is not for signatures. */
export function createPopChallenge(leaf: Certificate, publicKey: KeyObject): PopChallenge {
  if (!hasKeyUsage(leaf, keyUsages.digitalSignature)) {
    throw fault('certificate not intended for digital signature use');
  }
  return { family: familyOf(publicKey), nonce: randomBytes(nonceBytes) };
}

/** As JSON, with the member of the other family null, as Go writes it. */
export function encodePopChallenge({ family, nonce }: PopChallenge): Uint8Array {
  return message(family, { nonce: base64(nonce) });
}

/** What the node answers to a challenge. Throws INTERNAL for a challenge that does not fit its key. */
export function answerPopChallenge(privateKey: KeyObject, challenge: Uint8Array): Uint8Array {
  const family = familyOf(privateKey);
  const asked = memberOf(parse(challenge, 'challenge'), family);
  if (asked === undefined) throw fault(`expecting ${spelled[family]} challenge`);
  const theirs = bytesOf(asked, 'nonce');
  const nonce = randomBytes(nonceBytes);
  const signed = combined(theirs, nonce);
  if (family === 'rsa') {
    const signature = sign('sha256', signed, { key: privateKey, ...pss('sign') });
    return message('rsa', { nonce: base64(nonce), signature: base64(signature) });
  }
  const der = sign('sha256', signed, { key: privateKey, dsaEncoding: 'der' });
  const [r, s] = numbersOf(der);
  return message('ec', { nonce: base64(nonce), r, s });
}

/** Verifies an answer. Throws INVALID_ARGUMENT for what is not one, PERMISSION_DENIED for a wrong one. */
export function verifyPopAnswer(
  publicKey: KeyObject,
  { family, nonce }: PopChallenge,
  answer: Uint8Array,
): void {
  const given = memberOf(parse(answer, 'challenge response'), family);
  if (given === undefined) throw wrong(`expecting ${spelled[family]} response`);
  const signed = combined(nonce, bytesOf(given, 'nonce'));
  if (!isSigned(publicKey, family, signed, given)) {
    throw wrong(`${spelled[family]} signature verify failed`);
  }
}

function isSigned(
  publicKey: KeyObject,
  family: PopChallenge['family'],
  signed: Uint8Array,
  given: Readonly<Record<string, unknown>>,
): boolean {
  if (family === 'rsa') {
    const key = { key: publicKey, ...pss('verify') };
    return verify('sha256', signed, key, bytesOf(given, 'signature'));
  }
  const numbers = [bytesOf(given, 'r'), bytesOf(given, 's')];
  if (numbers.some((number) => number.length > longestNumberBytes)) return false;
  const der = encodeDer(sequence(...numbers.map(unsigned)));
  return verify('sha256', signed, { key: publicKey, dsaEncoding: 'der' }, der);
}

/** SPIRE signs the digest of both nonces, so the nonces themselves are what is hashed and signed. */
function combined(challenge: Uint8Array, response: Uint8Array): Uint8Array {
  if (challenge.length !== nonceBytes) throw wrong('invalid challenge nonce');
  if (response.length !== nonceBytes) throw wrong('invalid response nonce');
  return Buffer.concat([challenge, response]);
}

/** Go signs with the longest salt and takes any. */
function pss(what: 'sign' | 'verify') {
  const { RSA_PKCS1_PSS_PADDING, RSA_PSS_SALTLEN_AUTO, RSA_PSS_SALTLEN_MAX_SIGN } = constants;
  const saltLength = what === 'sign' ? RSA_PSS_SALTLEN_MAX_SIGN : RSA_PSS_SALTLEN_AUTO;
  return { padding: RSA_PKCS1_PSS_PADDING, saltLength };
}

function familyOf(key: KeyObject): PopChallenge['family'] {
  const type = key.asymmetricKeyType;
  if (type === 'rsa' || type === 'ec') return type;
  throw fault(`unsupported key type ${JSON.stringify(type)}`);
}

/** Go writes numbers without leading zeros; in DER one may stand before a high bit. */
function numbersOf(der: Uint8Array): [r: string, s: string] {
  const [r, s] = sequenceOf(parseDer(der, 256), 'signature').map((node) => {
    const hex = unsignedOf(node, 'signature', longestNumberBytes).toString(16);
    return base64(Buffer.from(hex.length % 2 === 0 ? hex : `0${hex}`, 'hex'));
  });
  return [r ?? '', s ?? ''];
}

function message(family: PopChallenge['family'], content: Readonly<Record<string, string>>) {
  const all = { rsa_signature: null, ecdsa_signature: null, [members[family]]: content };
  return Buffer.from(JSON.stringify(all));
}

function base64(bytes: Uint8Array): string {
  return Buffer.from(bytes).toString('base64');
}

function parse(bytes: Uint8Array, what: string): Readonly<Record<string, unknown>> {
  const refuse = (rule: string, cause?: unknown) =>
    new SpiffeError('INVALID_ARGUMENT', `unable to unmarshal ${what}: ${rule}`, { cause });
  if (bytes.length > longestMessageBytes) throw refuse(`longer than ${longestMessageBytes} bytes`);
  let value: unknown;
  try {
    value = JSON.parse(Buffer.from(bytes).toString('utf8'));
  } catch (cause) {
    throw refuse('not JSON', cause);
  }
  if (isJsonObject(value)) return value;
  throw refuse('expected an object');
}

function memberOf(message: Readonly<Record<string, unknown>>, family: PopChallenge['family']) {
  const member = Object.hasOwn(message, members[family]) ? message[members[family]] : undefined;
  return isJsonObject(member) ? member : undefined;
}

function bytesOf(object: Readonly<Record<string, unknown>>, name: string): Uint8Array {
  const text = Object.hasOwn(object, name) ? object[name] : undefined;
  return typeof text === 'string' ? Buffer.from(text, 'base64') : new Uint8Array();
}

/** The SHA-1 by which SPIRE names certificates in selectors and IDs; nothing is proved by it. */
export function certificateFingerprint(certificate: Pick<Certificate, 'der'>): string {
  return createHash('sha1').update(certificate.der).digest('hex');
}

function wrong(text: string): SpiffeError {
  return new SpiffeError('PERMISSION_DENIED', text);
}

function fault(text: string): SpiffeError {
  return new SpiffeError('INTERNAL', text);
}
