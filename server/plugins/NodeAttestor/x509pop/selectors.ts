import type { Logger } from '../../../../common/log/logger.ts';
import type { TrustDomain } from '../../../../common/spiffe/trust-domain.ts';
import type { Certificate } from '../../../../common/x509/certificate.ts';
import { parseName } from '../../../../common/x509/name.ts';
import { readOtherNames } from '../../../../common/x509/other-names.ts';
import { certificateFingerprint } from '../../../../common/x509/proof-of-possession.ts';
import type { TemplateData } from '../../../attestation/template-functions.ts';

/** What `x509pop://<trust domain>/<key>/<value>` names of a certificate say, by key. */
export function sanSelectors(
  { uris }: Certificate,
  trustDomain: TrustDomain,
  log: Logger | undefined,
): Readonly<Record<string, string>> {
  const prefix = `x509pop://${trustDomain}/`;
  const found = new Map<string, string>();
  for (const uri of uris.filter((one) => one.startsWith(prefix))) {
    const path = pathOf(uri).replaceAll(/^\/+|\/+$/g, '');
    const slash = path.indexOf('/');
    if (slash === -1) log?.warn(`cannot extract x509pop san selectors from ${uri}`);
    else found.set(path.slice(0, slash), path.slice(slash + 1));
  }
  return Object.fromEntries(found);
}

/** Without query and fragment, with percent signs decoded, as Go has it. */
function pathOf(uri: string): string {
  const raw = /^[a-z0-9+.-]+:\/\/[^/?#]*([^?#]*)/i.exec(uri)?.[1] ?? '';
  try {
    return decodeURIComponent(raw);
  } catch {
    // Not percent-encoded text after all.
    return raw;
  }
}

/** SPIRE's selectors of a node: its name, every CA of every path, its serial number, its san: names. */
export function selectorValues(
  leaf: Certificate,
  paths: readonly (readonly Certificate[])[],
  san: Readonly<Record<string, string>>,
): readonly string[] {
  const name = commonName(leaf.subjectDer);
  const authorities = paths.flatMap((path) => path.slice(1)).map(certificateFingerprint);
  return [
    ...(name === '' ? [] : [`subject:cn:${name}`]),
    ...[...new Set(authorities)].map((fingerprint) => `ca:fingerprint:${fingerprint}`),
    `serialnumber:${serialNumberHex(leaf)}`,
    ...Object.entries(san).map(([key, value]) => `san:${key}:${value}`),
  ];
}

/** What a template may name: the fields of Go's x509.Certificate that are text, and SPIRE's own. */
export function templateData(
  leaf: Certificate,
  own: { readonly trustDomain: TrustDomain; readonly svidPath: string },
  san: Readonly<Record<string, string>>,
): TemplateData {
  const { ipAddresses, emailAddresses } = readOtherNames(leaf);
  return {
    PluginName: 'x509pop',
    TrustDomain: own.trustDomain,
    Fingerprint: certificateFingerprint(leaf),
    SerialNumberHex: serialNumberHex(leaf),
    SVIDPathTrimmed: own.svidPath,
    URISanSelectors: san,
    SerialNumber: leaf.serialNumber,
    Subject: nameData(leaf.subjectDer),
    Issuer: nameData(leaf.issuerDer),
    DNSNames: leaf.dnsNames,
    EmailAddresses: emailAddresses,
    IPAddresses: ipAddresses,
    URIs: leaf.uris,
  };
}

function serialNumberHex({ serialNumber }: Certificate): string {
  const hex = BigInt(serialNumber).toString(16);
  return hex.length % 2 === 0 ? hex : `0${hex}`;
}

/** Go keeps the last of several. */
function commonName(nameDer: Uint8Array): string {
  return parseName(nameDer).findLast(({ type }) => type === 'CN')?.value ?? '';
}

function nameData(nameDer: Uint8Array): TemplateData {
  const attributes = parseName(nameDer);
  const all = (type: string) =>
    attributes.filter((attribute) => attribute.type === type).map(({ value }) => value);
  return {
    CommonName: commonName(nameDer),
    SerialNumber: all('SERIALNUMBER').at(-1) ?? '',
    Country: all('C'),
    Organization: all('O'),
    OrganizationalUnit: all('OU'),
    Locality: all('L'),
    Province: all('ST'),
    StreetAddress: all('STREET'),
    PostalCode: all('POSTALCODE'),
  };
}
