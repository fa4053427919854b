import type { Init } from '../../../common/rpc/contract.ts';
import type { Extension } from '../../../common/x509/extensions.ts';
import { oidOfAttribute, type DistinguishedName } from '../../../common/x509/name.ts';
import type { spire } from '../../../proto/gen/spire-plugins.js';

type NameMessage = spire.plugin.server.credentialcomposer.v1.DistinguishedName;
type ExtensionMessage = spire.plugin.server.credentialcomposer.v1.X509Extension;

/** A distinguished name as Go's `pkix.Name` has it; what that has no field for are extra names. */
export function nameMessage(name: DistinguishedName): Init<NameMessage> {
  const valuesOf = (type: string) =>
    name.filter((attribute) => attribute.type === type).map(({ value }) => value);
  const named = new Set([...lists.map(([type]) => type), 'CN', 'SERIALNUMBER']);
  return {
    ...Object.fromEntries(lists.map(([type, field]) => [field, valuesOf(type)])),
    common_name: valuesOf('CN').at(-1) ?? '',
    serial_number: valuesOf('SERIALNUMBER').at(-1) ?? '',
    extra_names: name
      .filter(({ type }) => !named.has(type))
      .map(({ type, value }) => ({ oid: type, string_value: value })),
  };
}

/** In the order in which Go writes it; an extra name takes the place of the field with its OID. */
export function nameOf(message: NameMessage | null): DistinguishedName {
  if (message === null) throw new Error('subject: cannot be empty');
  const extra = message.extra_names.map(({ oid, string_value: value }) => ({
    type: checkOid(oid, 'extra names'),
    value,
  }));
  const replaced = new Set(extra.map(({ type }) => type));
  const usual = [
    ...lists.flatMap(([type, field]) => message[field].map((value) => ({ type, value }))),
    { type: 'CN', value: message.common_name },
    { type: 'SERIALNUMBER', value: message.serial_number },
  ];
  const isWritten = ({ type, value }: { type: string; value: string }) =>
    value !== '' && !replaced.has(oidOfAttribute(type));
  return [...usual.filter(isWritten), ...extra];
}

export function extensionMessage({ critical, oid, value }: Extension): Init<ExtensionMessage> {
  return { oid, value, critical };
}

export function extensionOf({ critical, oid, value }: ExtensionMessage): Extension {
  return { oid: checkOid(oid, 'extra extensions'), critical, value: Buffer.from(value) };
}

function checkOid(text: string, what: string): string {
  if (/^[0-2](\.(0|[1-9]\d{0,9})){1,30}$/.test(text)) return text;
  throw new Error(`${what}: ${JSON.stringify(text.slice(0, 100))} is not an object identifier`);
}

const lists = [
  ['C', 'country'],
  ['O', 'organization'],
  ['OU', 'organizational_unit'],
  ['L', 'locality'],
  ['ST', 'province'],
  ['STREET', 'street_address'],
  ['POSTALCODE', 'postal_code'],
] as const;
