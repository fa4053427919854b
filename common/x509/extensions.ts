import {
  boolean,
  booleanOf,
  childrenOf,
  contentOf,
  contextPrimitive,
  encodeDer,
  isContext,
  isTag,
  MalformedDer,
  namedBits,
  namedBitsOf,
  oid,
  oidOf,
  parseDer,
  primitive,
  sequence,
  sequenceOf,
  unsignedOf,
  type DerNode,
} from './der.ts';

/** Object identifiers of certificate extensions (RFC 5280 §4.2.1). */
export const extensionOids = {
  subjectKeyIdentifier: '2.5.29.14',
  keyUsage: '2.5.29.15',
  subjectAltName: '2.5.29.17',
  basicConstraints: '2.5.29.19',
  nameConstraints: '2.5.29.30',
  certificatePolicies: '2.5.29.32',
  authorityKeyIdentifier: '2.5.29.35',
  extKeyUsage: '2.5.29.37',
} as const;

/** Key usage bits (RFC 5280 §4.2.1.3). */
export const keyUsages = {
  digitalSignature: 1 << 0,
  contentCommitment: 1 << 1,
  keyEncipherment: 1 << 2,
  dataEncipherment: 1 << 3,
  keyAgreement: 1 << 4,
  keyCertSign: 1 << 5,
  cRLSign: 1 << 6,
  encipherOnly: 1 << 7,
  decipherOnly: 1 << 8,
} as const;

/** Extended key usages that SVIDs carry (RFC 5280 §4.2.1.12). */
export const extKeyUsages = {
  serverAuth: '1.3.6.1.5.5.7.3.1',
  clientAuth: '1.3.6.1.5.5.7.3.2',
} as const;

export interface Extension {
  readonly oid: string;
  readonly critical: boolean;
  /** The DER inside the OCTET STRING. */
  readonly value: Uint8Array;
}

interface SubjectAltNames {
  readonly uris: readonly string[];
  readonly dnsNames: readonly string[];
  /** How many names of other kinds there are. */
  readonly others: number;
}

const mostExtensions = 64;
const mostNames = 1024;

/** Reads an Extensions SEQUENCE; a repeated extension is refused (RFC 5280 §4.2). */
export function extensionsOf(node: DerNode | undefined): ReadonlyMap<string, Extension> {
  const items = sequenceOf(node, 'extensions');
  if (items.length > mostExtensions) throw new MalformedDer('has too many extensions');
  const found = new Map<string, Extension>();
  for (const item of items) {
    const parts = sequenceOf(item, 'extension');
    const critical = isTag(parts[1], 'boolean') && booleanOf(parts[1], 'critical flag');
    const value = parts[isTag(parts[1], 'boolean') ? 2 : 1];
    const id = oidOf(parts[0], 'extension');
    if (found.has(id)) throw new MalformedDer(`has extension ${id} twice`);
    found.set(id, { oid: id, critical, value: contentOf(value, 'extension', 'octetString') });
  }
  return found;
}

function extensionNode(extension: Extension): DerNode {
  const value = primitive('octetString', extension.value);
  return extension.critical
    ? sequence(oid(extension.oid), boolean(true), value)
    : sequence(oid(extension.oid), value);
}

export function parseSubjectAltNames(extension: Extension | undefined): SubjectAltNames {
  if (extension === undefined) return { uris: [], dnsNames: [], others: 0 };
  const names = sequenceOf(parse(extension), 'subject alternative names');
  if (names.length > mostNames) throw new MalformedDer('has too many subject alternative names');
  return {
    uris: textsOf(names, 6),
    dnsNames: textsOf(names, 2),
    others: names.filter((name) => !isContext(name, 6) && !isContext(name, 2)).length,
  };
}

/** DNS names come before URIs, each in the order given, as SPIRE writes them. */
export function subjectAltNames(
  dnsNames: readonly string[],
  uris: readonly string[],
  critical = false,
): Extension {
  const names = [
    ...dnsNames.map((name) => contextPrimitive(2, ascii(name))),
    ...uris.map((uri) => contextPrimitive(6, ascii(uri))),
  ];
  return extension(extensionOids.subjectAltName, critical, sequence(...names));
}

export function parseBasicConstraints(found: Extension | undefined): {
  isCa: boolean;
  pathLength?: number;
} {
  if (found === undefined) return { isCa: false };
  const [first, second, ...rest] = sequenceOf(parse(found), 'basic constraints');
  if (first === undefined) return { isCa: false };
  const isCa = booleanOf(first, 'CA flag');
  if (rest.length > 0) throw new MalformedDer('basic constraints are malformed');
  if (second === undefined) return { isCa };
  return { isCa, pathLength: Number(unsignedOf(second, 'path length', 2)) };
}

export function basicConstraints(isCa: boolean, pathLength?: number): Extension {
  const members = isCa ? [boolean(true)] : [];
  if (pathLength !== undefined) members.push(primitive('integer', Uint8Array.of(pathLength)));
  return extension(extensionOids.basicConstraints, true, sequence(...members));
}

export function parseKeyUsage(found: Extension | undefined): number | undefined {
  return found === undefined ? undefined : namedBitsOf(parse(found), 'key usage');
}

export function keyUsage(bits: number): Extension {
  return extension(extensionOids.keyUsage, true, namedBits(bits));
}

export function parseExtKeyUsage(found: Extension | undefined): readonly string[] {
  if (found === undefined) return [];
  return sequenceOf(parse(found), 'extended key usage').map((usage) =>
    oidOf(usage, 'extended key usage'),
  );
}

export function extKeyUsage(usages: readonly string[]): Extension {
  return extension(extensionOids.extKeyUsage, false, sequence(...usages.map(oid)));
}

export function parseSubjectKeyId(found: Extension | undefined): string {
  if (found === undefined) return '';
  return contentOf(parse(found), 'subject key identifier', 'octetString').toString('hex');
}

export function subjectKeyId(id: Uint8Array): Extension {
  return extension(extensionOids.subjectKeyIdentifier, false, primitive('octetString', id));
}

/** Empty when the extension names its authority by issuer and serial only. */
export function parseAuthorityKeyId(found: Extension | undefined): string {
  if (found === undefined) return '';
  const id = sequenceOf(parse(found), 'authority key identifier').find((part) =>
    isContext(part, 0),
  );
  return id === undefined ? '' : contentOf(id, 'authority key identifier').toString('hex');
}

export function authorityKeyId(id: Uint8Array): Extension {
  const value = sequence(contextPrimitive(0, id));
  return extension(extensionOids.authorityKeyIdentifier, false, value);
}

/** Certificate policies without qualifiers (RFC 5280 §4.2.1.4). */
export function certificatePolicies(policies: readonly string[]): Extension {
  const list = policies.map((policy) => sequence(oid(policy)));
  return extension(extensionOids.certificatePolicies, false, sequence(...list));
}

/** `[3] EXPLICIT Extensions` of a TBSCertificate, and the like. */
export function explicitMember(node: DerNode | undefined, what: string): DerNode {
  const [member, ...rest] = childrenOf(node, what);
  if (member === undefined || rest.length > 0) throw new MalformedDer(`${what} is malformed`);
  return member;
}

export function extensionList(extensions: readonly Extension[]): DerNode {
  return sequence(...extensions.map(extensionNode));
}

function extension(id: string, critical: boolean, value: DerNode): Extension {
  return { oid: id, critical, value: encodeDer(value) };
}

function parse(found: Extension): DerNode {
  return parseDer(found.value, found.value.length);
}

function textsOf(names: readonly DerNode[], tag: number): string[] {
  return names
    .filter((name) => isContext(name, tag))
    .map((name) => {
      const content = contentOf(name, 'subject alternative name');
      const text = content.toString('latin1');
      if (!/^[\x20-\x7e]*$/.test(text))
        throw new MalformedDer('a subject alternative name is not ASCII');
      return text;
    });
}

function ascii(text: string): Buffer {
  if (!/^[\x20-\x7e]+$/.test(text)) throw new TypeError('a subject alternative name must be ASCII');
  return Buffer.from(text, 'latin1');
}
