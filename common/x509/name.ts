import { SpiffeError } from '../errors/spiffe-error.ts';
import {
  contentOf,
  encodeDer,
  isTag,
  MalformedDer,
  oid,
  oidOf,
  parseDer,
  primitive,
  sequence,
  sequenceOf,
  set,
  setOf,
  type DerNode,
} from './der.ts';

/** One attribute of a distinguished name, such as `{ type: 'O', value: 'SPIRE' }`. */
interface NameAttribute {
  /** A short name of RFC 4519, or a dotted OID. */
  readonly type: string;
  readonly value: string;
}

/** A distinguished name with one attribute in each RDN, as written. */
export type DistinguishedName = readonly NameAttribute[];

const mostAttributes = 64;

/** Encodes a name: PrintableString where the characters allow it, else UTF8String, as Go does. */
export function encodeName(name: DistinguishedName): Buffer {
  return encodeDer(
    sequence(
      ...name.map(({ type, value }) => {
        const bytes = Buffer.from(value);
        const string = isPrintable(value) ? 'printableString' : 'utf8String';
        return set(sequence(oid(oidOfAttribute(type)), primitive(string, bytes)));
      }),
    ),
  );
}

/** Reads a Name (RFC 5280 §4.1.2.4). Attributes of a multi-valued RDN follow one another. */
export function nameOf(node: DerNode | undefined, what: string): DistinguishedName {
  const attributes = sequenceOf(node, what).flatMap((rdn) => setOf(rdn, what));
  if (attributes.length > mostAttributes) throw new MalformedDer(`${what} is too long`);
  return attributes.map((attribute) => {
    const [type, value, ...rest] = sequenceOf(attribute, what);
    if (value === undefined || rest.length > 0) throw new MalformedDer(`${what} is malformed`);
    const dotted = oidOf(type, what);
    return { type: shortNames.get(dotted) ?? dotted, value: textOf(value, what) };
  });
}

/** Reads a name from its DER. Throws CERTIFICATE_INVALID. */
export function parseName(der: Uint8Array): DistinguishedName {
  try {
    return nameOf(parseDer(der, 64 * 1024), 'name');
  } catch (cause) {
    if (!(cause instanceof MalformedDer)) throw cause;
    throw new SpiffeError('CERTIFICATE_INVALID', `name ${cause.message}`, { cause });
  }
}

/** A name for people, read once for each `der`: a CA's name is in all that it signs. */
export function nameTextOf(node: DerNode, der: Buffer, what: string): string {
  const key = der.toString('latin1');
  const known = texts.get(key);
  if (known !== undefined) return known;
  const text = formatName(nameOf(node, what));
  if (texts.size >= mostTexts) texts.clear();
  if (key.length <= longestKept) texts.set(key, text);
  return text;
}

const texts = new Map<string, string>();
const mostTexts = 64;
const longestKept = 512;

/** For people: `C=US, O=SPIRE`. */
export function formatName(name: DistinguishedName): string {
  return name
    .map(({ type, value }) => `${type}=${value.replace(/[\\,=\p{Cc}]/gu, escape)}`)
    .join(', ');
}

function escape(character: string): string {
  const code = character.charCodeAt(0);
  return code < 0x20 || code >= 0x7f ? `\\${code.toString(16).padStart(2, '0')}` : `\\${character}`;
}

function textOf(node: DerNode, what: string): string {
  // node-forge hands a BMPString over as text already.
  if (isTag(node, 'bmpString')) return node.value as string;
  const content = contentOf(node, what);
  return content.toString(isTag(node, 'utf8String') ? 'utf8' : 'latin1');
}

/** The OID that stands for an attribute's type. */
export function oidOfAttribute(type: string): string {
  return oids.get(type) ?? type;
}

function isPrintable(value: string): boolean {
  return /^[A-Za-z0-9 '()+,\-./:=?]*$/.test(value);
}

const oids = new Map([
  ['CN', '2.5.4.3'],
  ['SERIALNUMBER', '2.5.4.5'],
  ['C', '2.5.4.6'],
  ['L', '2.5.4.7'],
  ['ST', '2.5.4.8'],
  ['STREET', '2.5.4.9'],
  ['O', '2.5.4.10'],
  ['OU', '2.5.4.11'],
  ['POSTALCODE', '2.5.4.17'],
]);

const shortNames = new Map([...oids].map(([name, dotted]) => [dotted, name]));
