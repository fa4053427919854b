import { SpiffeError } from '../errors/spiffe-error.ts';
import type { Certificate } from './certificate.ts';
import { contentOf, isContext, MalformedDer, parseDer, sequenceOf } from './der.ts';
import { extensionOids } from './extensions.ts';

/** Subject alternative names that SVIDs never carry. */
interface OtherNames {
  /** As `node:net` writes them. */
  readonly ipAddresses: readonly string[];
  readonly emailAddresses: readonly string[];
}

/** Reads the IP addresses and mail addresses of a certificate. Throws CERTIFICATE_INVALID. */
export function readOtherNames({ extensions }: Certificate): OtherNames {
  const found = extensions.get(extensionOids.subjectAltName);
  if (found === undefined) return { ipAddresses: [], emailAddresses: [] };
  try {
    const names = sequenceOf(parseDer(found.value, found.value.length), what);
    const contents = (tag: number) =>
      names.filter((name) => isContext(name, tag)).map((name) => contentOf(name, what));
    return {
      ipAddresses: contents(7).map(ipAddress),
      emailAddresses: contents(1).map((content) => content.toString('latin1')),
    };
  } catch (cause) {
    if (!(cause instanceof MalformedDer)) throw cause;
    throw new SpiffeError('CERTIFICATE_INVALID', `certificate ${cause.message}`, { cause });
  }
}

function ipAddress(bytes: Buffer): string {
  if (bytes.length === 4) return bytes.join('.');
  if (bytes.length !== 16) throw new MalformedDer('has an IP address of a wrong length');
  const groups = Array.from({ length: 8 }, (_, at) => bytes.readUInt16BE(at * 2).toString(16));
  return canonicalIp(groups.join(':'));
}

/** One spelling for each address: `::ffff:10.0.0.1` is `10.0.0.1`, and `::1` is no longer `0:0:…:1`. */
export function canonicalIp(address: string): string {
  const [bare = ''] = address.split('%');
  if (!bare.includes(':')) return bare;
  const host = URL.parse(`http://[${bare}]/`)?.hostname.slice(1, -1) ?? bare;
  const [, high, low] = /^::ffff:([0-9a-f]{1,4}):([0-9a-f]{1,4})$/.exec(host) ?? [];
  if (high === undefined || low === undefined) return host;
  const number = (parseInt(high, 16) << 16) | parseInt(low, 16);
  return [24, 16, 8, 0].map((shift) => (number >>> shift) & 255).join('.');
}

const what = 'subject alternative names';
