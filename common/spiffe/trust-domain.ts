import { SpiffeError } from '../errors/spiffe-error.ts';

/** A trust domain name such as `example.org`, parsed; compare with `===`. */
export type TrustDomain = string & { readonly brand: 'TrustDomain' };

const longestNameBytes = 255;

/**
 * Parses a bare name or a SPIFFE ID, whose path is dropped (SPIFFE-ID §2.1).
 * Throws TRUST_DOMAIN_INVALID.
 */
export function parseTrustDomain(input: string): TrustDomain {
  const name = input.includes(':/') ? nameOfId(input) : input;
  return checkTrustDomainName(name);
}

/** Checks a bare trust domain name: 1 to 255 of a-z, 0-9, dot, dash and underscore. */
export function checkTrustDomainName(name: string): TrustDomain {
  if (name === '') throw invalid('trust domain is missing');
  if (!/^[a-z0-9._-]+$/.test(name)) {
    throw invalid(
      `trust domain ${JSON.stringify(name)}: characters are limited to lowercase letters, numbers, dots, dashes, and underscores`,
    );
  }
  if (name.length > longestNameBytes) {
    throw invalid(`trust domain is too long: ${name.length} bytes, at most ${longestNameBytes}`);
  }
  return name as TrustDomain;
}

/** The ID form, `spiffe://example.org`. */
export function trustDomainId(trustDomain: TrustDomain): string {
  return `spiffe://${trustDomain}`;
}

function nameOfId(id: string): string {
  if (!id.startsWith('spiffe://'))
    throw invalid(`scheme of ${JSON.stringify(id)} is missing or invalid`);
  const rest = id.slice('spiffe://'.length);
  const slash = rest.indexOf('/');
  return slash === -1 ? rest : rest.slice(0, slash);
}

function invalid(message: string): SpiffeError {
  return new SpiffeError('TRUST_DOMAIN_INVALID', message);
}
