import { SpiffeError } from '../../common/errors/spiffe-error.ts';
import type { SpiffeId } from '../../common/spiffe/spiffe-id.ts';
import type { CertificateTemplate } from '../../common/x509/certificate-builder.ts';
import type { CsrContent } from '../../common/x509/csr.ts';
import {
  certificatePolicies,
  extensionOids,
  parseSubjectAltNames,
  subjectAltNames,
  type Extension,
} from '../../common/x509/extensions.ts';
import { encodeName, parseName, type DistinguishedName } from '../../common/x509/name.ts';
import type {
  CredentialComposer,
  JwtClaims,
  SvidSubject,
  X509CaAttributes,
  X509SvidAttributes,
} from './credential-composer.ts';

/** Which kind of X509-SVID is signed: composers are asked for each in another way. */
export type SvidKind = 'server' | 'agent' | 'workload';

/** The template of a CA certificate as the composers want it; each sees what those before it made. */
export async function composeCa(
  template: CertificateTemplate,
  composers: readonly CredentialComposer[],
): Promise<CertificateTemplate> {
  if (composers.length === 0) return template;
  const { extraExtensions, policies, subject } = await composeCaAttributes(
    parseName(template.subjectDer),
    composers,
  );
  const subjectDer = encodeName(subject);
  const isOwnIssuer = Buffer.compare(template.issuerDer, template.subjectDer) === 0;
  const stated = policies.length === 0 ? [] : [certificatePolicies(policies)];
  return {
    ...template,
    subjectDer,
    issuerDer: isOwnIssuer ? subjectDer : template.issuerDer,
    extensions: withExtra([...template.extensions, ...stated], extraExtensions),
  };
}

/** The same for a CA that somebody else signs: policies are his to state, as in SPIRE. */
export async function composeCsr(
  content: CsrContent,
  composers: readonly CredentialComposer[],
): Promise<CsrContent> {
  if (composers.length === 0) return content;
  const composed = await composeCaAttributes(content.subject ?? [], composers);
  return { ...content, subject: composed.subject, extraExtensions: composed.extraExtensions };
}

async function composeCaAttributes(
  subject: DistinguishedName,
  composers: readonly CredentialComposer[],
): Promise<X509CaAttributes> {
  let attributes: X509CaAttributes = { subject, policies: [], extraExtensions: [] };
  for (const composer of composers) {
    attributes = (await composer.composeServerX509Ca?.(attributes)) ?? attributes;
  }
  return attributes;
}

/** The template of an X509-SVID as the composers want it. */
export async function composeSvid(
  template: CertificateTemplate,
  kind: SvidKind,
  svid: SvidSubject,
  composers: readonly CredentialComposer[],
): Promise<CertificateTemplate> {
  if (composers.length === 0) return template;
  const san = template.extensions.find(({ oid }) => oid === extensionOids.subjectAltName);
  const { dnsNames, uris } = parseSubjectAltNames(san);
  let attributes: X509SvidAttributes = {
    subject: parseName(template.subjectDer),
    dnsNames,
    extraExtensions: [],
  };
  for (const composer of composers) {
    attributes = (await composeOne(composer, kind, attributes, svid)) ?? attributes;
  }
  const names = subjectAltNames(attributes.dnsNames, uris, attributes.subject.length === 0);
  const extensions = template.extensions.map((one) => (one === san ? names : one));
  return {
    ...template,
    subjectDer: encodeName(attributes.subject),
    extensions: withExtra(extensions, attributes.extraExtensions),
  };
}

/** The claims of a JWT-SVID as the composers want them. Throws INTERNAL when they are no longer those of one. */
export async function composeJwtSvid(
  claims: JwtClaims,
  spiffeId: SpiffeId,
  composers: readonly CredentialComposer[],
  { nowMs, latestMs }: { readonly nowMs: number; readonly latestMs: number },
): Promise<JwtClaims> {
  if (composers.length === 0) return claims;
  let composed = claims;
  for (const composer of composers) {
    composed = (await composer.composeWorkloadJwtSvid?.(composed, spiffeId)) ?? composed;
  }
  const { aud, exp, iat, sub } = composed;
  const audience = Array.isArray(aud) ? aud : [aud];
  if (sub !== spiffeId) throw invalid('sub', `must be ${JSON.stringify(spiffeId)}`);
  if (audience.length === 0 || !audience.every((one) => typeof one === 'string' && one !== '')) {
    throw invalid('aud', 'must name an audience');
  }
  if (typeof exp !== 'number' || exp * 1000 <= nowMs) throw invalid('exp', 'must lie ahead');
  if (exp * 1000 > latestMs) throw invalid('exp', 'must not lie after the end of the signing key');
  // A Struct knows floating point numbers only.
  const times = { exp: Math.trunc(exp), ...(typeof iat === 'number' && { iat: Math.trunc(iat) }) };
  return { ...composed, ...times };
}

function composeOne(
  composer: CredentialComposer,
  kind: SvidKind,
  attributes: X509SvidAttributes,
  svid: SvidSubject,
): Promise<X509SvidAttributes> | undefined {
  if (kind === 'server') return composer.composeServerX509Svid?.(attributes);
  if (kind === 'agent') return composer.composeAgentX509Svid?.(attributes, svid);
  return composer.composeWorkloadX509Svid?.(attributes, svid);
}

/** As Go does it: one that is set by hand takes the place of ours. */
function withExtra(
  extensions: readonly Extension[],
  extra: readonly Extension[],
): readonly Extension[] {
  const replaced = new Set(extra.map(({ oid }) => oid));
  return [...extensions.filter(({ oid }) => !replaced.has(oid)), ...extra];
}

function invalid(claim: string, rule: string): SpiffeError {
  return new SpiffeError(
    'INTERNAL',
    `credential composers made an invalid JWT-SVID: claim ${claim} ${rule}`,
  );
}
