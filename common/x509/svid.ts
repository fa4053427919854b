import { SpiffeError } from '../errors/spiffe-error.ts';
import { Secret } from '../secret/secret.ts';
import {
  parseSpiffeId,
  pathOf,
  serverIdOf,
  trustDomainOf,
  type SpiffeId,
} from '../spiffe/spiffe-id.ts';
import type { TrustDomain } from '../spiffe/trust-domain.ts';
import type { X509Svid } from '../spiffe/x509-svid.ts';
import { hasKeyUsage, parseCertificate, type Certificate } from './certificate.ts';
import { keyUsages } from './extensions.ts';
import { pkcs8Of, type KeyPair } from './keys.ts';
import { verifyPath } from './path.ts';

/** An X509-SVID whose path was verified. */
interface VerifiedX509Svid {
  readonly spiffeId: SpiffeId;
  readonly leaf: Certificate;
  /** The root of the bundle that the path ends at. */
  readonly authority: Certificate;
}

/** The X.509 authorities (DER) of a trust domain; undefined when there is no bundle for it. */
type BundleSource = (trustDomain: TrustDomain) => readonly Uint8Array[] | undefined;

/**
 * Verifies an X509-SVID, leaf first, against the bundle of the trust domain it names (SPIFFE X509-SVID
 * §5, RFC 5280 §6). Throws CERTIFICATE_INVALID, CERTIFICATE_EXPIRED or UNKNOWN_AUTHORITY.
 */
export function verifyX509Svid(
  chainDer: readonly Uint8Array[],
  bundleFor: BundleSource,
  nowMs: number,
): VerifiedX509Svid {
  const [leaf, ...intermediates] = parseChain(chainDer);
  const spiffeId = spiffeIdOfLeaf(leaf);
  const trustDomain = trustDomainOf(spiffeId);
  const roots = bundleFor(trustDomain);
  if (roots === undefined) {
    throw new SpiffeError(
      'UNKNOWN_AUTHORITY',
      `no X.509 bundle found for trust domain: ${JSON.stringify(trustDomain)}`,
    );
  }
  const authority = verifyPath(leaf, intermediates, roots.map(parseAuthority), nowMs);
  return { spiffeId, leaf, authority };
}

/**
 * The SPIFFE ID of a leaf, after the rules that need no bundle (SPIFFE X509-SVID §4 and §5.2): exactly
 * one URI, with a path; not a CA; may sign data but neither certificates nor CRLs.
 */
export function spiffeIdOfLeaf(leaf: Certificate): SpiffeId {
  const [uri, ...others] = leaf.uris;
  if (uri === undefined) throw invalid('certificate contains no URI SAN');
  if (others.length > 0) throw invalid('certificate contains more than one URI SAN');
  const id = parseId(uri);
  if (pathOf(id) === '') throw invalid(`leaf certificate ${JSON.stringify(uri)} has no path`);
  if (leaf.isCa) throw invalid('leaf certificate must not have CA flag set to true');
  if (hasKeyUsage(leaf, keyUsages.keyCertSign)) {
    throw invalid("leaf certificate must not have 'keyCertSign' set as key usage");
  }
  if (hasKeyUsage(leaf, keyUsages.cRLSign)) {
    throw invalid("leaf certificate must not have 'cRLSign' set as key usage");
  }
  if (!hasKeyUsage(leaf, keyUsages.digitalSignature)) {
    throw invalid("leaf certificate must have 'digitalSignature' set as key usage");
  }
  return id;
}

/** What an agent holds before it serves an identity. */
interface X509SvidParts {
  /** The SPIFFE ID that was asked for. */
  readonly id: SpiffeId;
  readonly chainDer: readonly Uint8Array[];
  readonly keyPair: KeyPair;
  /** The X.509 authorities of the ID's own trust domain. */
  readonly authorities: readonly Uint8Array[];
  readonly nowMs: number;
}

/**
 * Makes an X509-SVID of what a server sent, after checking that the key fits the leaf, that the leaf
 * names the ID and that the chain verifies. Throws as `verifyX509Svid` does, and SPIFFE_ID_MISMATCH.
 */
export function checkX509Svid(parts: X509SvidParts): X509Svid {
  const ownDomain = trustDomainOf(parts.id);
  const { spiffeId, leaf } = verifyX509Svid(
    parts.chainDer,
    (trustDomain) => (trustDomain === ownDomain ? parts.authorities : undefined),
    parts.nowMs,
  );
  if (spiffeId !== parts.id) {
    throw new SpiffeError(
      'SPIFFE_ID_MISMATCH',
      `X509-SVID names ${JSON.stringify(spiffeId)}, expected ${JSON.stringify(parts.id)}`,
    );
  }
  if (Buffer.compare(leaf.publicKeyDer, parts.keyPair.publicKeyDer) !== 0) {
    throw invalid('private key does not match the leaf certificate');
  }
  return {
    id: spiffeId,
    chainDer: parts.chainDer,
    privateKeyDer: new Secret(pkcs8Of(parts.keyPair.privateKey)),
    notBeforeMs: leaf.notBeforeMs,
    notAfterMs: leaf.notAfterMs,
    serialNumber: leaf.serialNumber,
  };
}

/** Throws SPIFFE_ID_MISMATCH unless this is the server of the trust domain. */
export function requireServerId(id: SpiffeId, trustDomain: TrustDomain): void {
  const expected = serverIdOf(trustDomain);
  if (id === expected) return;
  throw new SpiffeError(
    'SPIFFE_ID_MISMATCH',
    `unexpected SPIFFE ID ${JSON.stringify(id)}, expected ${JSON.stringify(expected)}`,
  );
}

function parseChain(chainDer: readonly Uint8Array[]): [Certificate, ...Certificate[]] {
  if (chainDer.length > longestChain) {
    throw invalid(`chain has ${chainDer.length} certificates, at most ${longestChain} are allowed`);
  }
  const [leaf, ...rest] = chainDer.map(parseCertificate);
  if (leaf === undefined) throw invalid('certificate chain is empty');
  return [leaf, ...rest];
}

function parseId(uri: string): SpiffeId {
  try {
    return parseSpiffeId(uri);
  } catch (cause) {
    const text = cause instanceof Error ? cause.message : uri;
    throw new SpiffeError('CERTIFICATE_INVALID', `URI SAN is not a SPIFFE ID: ${text}`, { cause });
  }
}

function invalid(message: string): SpiffeError {
  return new SpiffeError('CERTIFICATE_INVALID', message);
}

/** Roots are verified against again and again: each DER array is parsed once for its life. */
function parseAuthority(der: Uint8Array): Certificate {
  const known = parsedAuthorities.get(der);
  if (known !== undefined) return known;
  const parsed = parseCertificate(der);
  parsedAuthorities.set(der, parsed);
  return parsed;
}

const parsedAuthorities = new WeakMap<Uint8Array, Certificate>();
const longestChain = 16;
