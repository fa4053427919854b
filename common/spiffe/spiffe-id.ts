import { SpiffeError } from '../errors/spiffe-error.ts';
import { checkTrustDomainName, trustDomainId, type TrustDomain } from './trust-domain.ts';

/** A parsed SPIFFE ID in its text form, `spiffe://example.org/web`; compare with `===`. */
export type SpiffeId = string & { readonly brand: 'SpiffeId' };

const scheme = 'spiffe://';
const longestIdBytes = 2048;

/** Parses a SPIFFE ID by the rules of SPIFFE-ID §2. Throws SPIFFE_ID_INVALID. */
export function parseSpiffeId(input: string): SpiffeId {
  if (input === '') throw invalid(input, 'cannot be empty');
  if (!input.startsWith(scheme)) throw invalid(input, 'scheme is missing or invalid');
  if (input.length > longestIdBytes) {
    throw new SpiffeError(
      'SPIFFE_ID_INVALID',
      `SPIFFE ID is too long: at most ${longestIdBytes} bytes`,
    );
  }
  const slash = input.indexOf('/', scheme.length);
  checkName(input, slash === -1 ? input.slice(scheme.length) : input.slice(scheme.length, slash));
  if (slash !== -1) checkPath(input, input.slice(slash));
  return input as SpiffeId;
}

/** Joins a trust domain and a path, which is empty or starts with a slash. Throws SPIFFE_ID_INVALID. */
export function spiffeIdFrom(trustDomain: TrustDomain, path: string): SpiffeId {
  if (path !== '' && !path.startsWith('/')) {
    throw invalid(path, 'path must have a leading slash');
  }
  return parseSpiffeId(trustDomainId(trustDomain) + path);
}

export function trustDomainOf(id: SpiffeId): TrustDomain {
  const slash = id.indexOf('/', scheme.length);
  return (slash === -1 ? id.slice(scheme.length) : id.slice(scheme.length, slash)) as TrustDomain;
}

/** The path with its leading slash, or the empty string. */
export function pathOf(id: SpiffeId): string {
  const slash = id.indexOf('/', scheme.length);
  return slash === -1 ? '' : id.slice(slash);
}

/** A member of the trust domain: same domain, path not empty. */
function isMemberOf(trustDomain: TrustDomain, id: SpiffeId): boolean {
  return trustDomainOf(id) === trustDomain && pathOf(id) !== '';
}

/** SPIRE keeps `/spire` and everything under it for itself. */
export function isReserved(id: SpiffeId): boolean {
  const path = pathOf(id);
  return path === '/spire' || path.startsWith('/spire/');
}

export function isAgentId(trustDomain: TrustDomain, id: SpiffeId): boolean {
  return isMemberOf(trustDomain, id) && pathOf(id).startsWith('/spire/agent/');
}

export function serverIdOf(trustDomain: TrustDomain): SpiffeId {
  return `${trustDomainId(trustDomain)}/spire/server` as SpiffeId;
}

function checkName(input: string, name: string): void {
  try {
    checkTrustDomainName(name);
  } catch (cause) {
    throw new SpiffeError('SPIFFE_ID_INVALID', cause instanceof Error ? cause.message : input, {
      cause,
    });
  }
}

function checkPath(input: string, path: string): void {
  for (const segment of path.slice(1).split('/')) {
    if (segment === '') {
      throw invalid(
        input,
        path.endsWith('/')
          ? 'path cannot have a trailing slash'
          : 'path cannot contain empty segments',
      );
    }
    if (segment === '.' || segment === '..')
      throw invalid(input, 'path cannot contain dot segments');
    if (!/^[A-Za-z0-9._-]+$/.test(segment)) {
      throw invalid(
        input,
        'path segment characters are limited to letters, numbers, dots, dashes, and underscores',
      );
    }
  }
}

function invalid(input: string, rule: string): SpiffeError {
  return new SpiffeError(
    'SPIFFE_ID_INVALID',
    `SPIFFE ID ${JSON.stringify(input.slice(0, 256))}: ${rule}`,
  );
}
