import { z } from 'zod';
import { durationSchema, hostSchema, portSchema } from '../../common/config/schema.ts';
import { formatDuration } from '../../common/config/duration.ts';
import type {
  BundleEndpointProfile,
  FederationRelationship,
} from '../../common/spiffe/federation-relationship.ts';
import { parseSpiffeId } from '../../common/spiffe/spiffe-id.ts';
import { parseTrustDomain, type TrustDomain } from '../../common/spiffe/trust-domain.ts';
import type { AcmeConfig } from './acme/acme-certificate.ts';
import { checkEndpointUrl } from './endpoint-url.ts';
import type { ServingCertificateFiles } from './serving-certificate.ts';

const servingCertFileSchema = z.strictObject({
  cert_file_path: z.string().min(1),
  key_file_path: z.string().min(1),
  file_sync_interval: durationSchema()
    .refine((ms) => ms > 0, 'must be longer than 0')
    .default(3_600_000),
});

const acmeSchema = z.strictObject({
  directory_url: z
    .url({ protocol: /^https$/ })
    .default('https://acme-v02.api.letsencrypt.org/directory'),
  domain_name: z.string().min(1),
  email: z.string().min(1),
  tos_accepted: z.boolean().default(false),
});

const oneOfTwo = 'must have exactly one of serving_cert_file and acme';
const httpsWebSchema = z
  .strictObject({
    serving_cert_file: servingCertFileSchema.optional(),
    acme: acmeSchema.optional(),
  })
  .refine(
    ({ serving_cert_file: files, acme }) => (files === undefined) !== (acme === undefined),
    oneOfTwo,
  );

const isOne = (value: object) => Object.values(value).filter(Boolean).length === 1;

const bundleEndpointSchema = z.strictObject({
  address: hostSchema().default('0.0.0.0'),
  port: portSchema(),
  refresh_hint: durationSchema()
    .refine((ms) => ms >= 1_000, 'must be at least 1s')
    .default(300_000),
  profile: z
    .strictObject({
      https_spiffe: z.strictObject({}).optional(),
      https_web: httpsWebSchema.optional(),
    })
    .refine(isOne, 'must be exactly one of "https_spiffe" and "https_web"')
    .optional(),
  /** Where SPIRE had it before there were profiles. */
  acme: acmeSchema.optional(),
});

const federatesWithSchema = z.strictObject({
  bundle_endpoint_url: z.string().min(1),
  bundle_endpoint_profile: z
    .strictObject({
      https_web: z.strictObject({}).optional(),
      https_spiffe: z.strictObject({ endpoint_spiffe_id: z.string().min(1) }).optional(),
    })
    .refine(isOne, 'must be exactly one of "https_spiffe" and "https_web"'),
});

const oidcDiscoverySchema = z.strictObject({
  address: hostSchema().default('127.0.0.1'),
  port: portSchema(),
  serving_cert_file: servingCertFileSchema.optional(),
});

/** The `federation` block as it is written; `oidc_discovery` is ours. */
export const federationBlockSchema = z.strictObject({
  bundle_endpoint: bundleEndpointSchema.optional(),
  federates_with: z.record(z.string(), federatesWithSchema).default({}),
  oidc_discovery: oidcDiscoverySchema.optional(),
});

type FederationBlock = z.output<typeof federationBlockSchema>;

/** How the bundle endpoint shows who it is. */
export type EndpointAuth =
  | { readonly kind: 'svid' }
  | { readonly kind: 'files'; readonly files: ServingCertificateFiles }
  | { readonly kind: 'acme'; readonly acme: AcmeConfig };

/** The federation part of the configuration after every check. */
export interface FederationConfig {
  readonly bundleEndpoint?: {
    readonly host: string;
    readonly port: number;
    readonly refreshHintSeconds: number;
    readonly auth: EndpointAuth;
  };
  readonly federatesWith: readonly FederationRelationship[];
  readonly oidcDiscovery?: {
    readonly host: string;
    readonly port: number;
    readonly issuer: string;
    /** Absent: plain HTTP, for a proxy that speaks TLS. */
    readonly files?: ServingCertificateFiles;
  };
  readonly warnings: readonly string[];
}

/** What the block says with the rest of the configuration around it. */
interface FederationSurroundings {
  readonly trustDomain: TrustDomain;
  readonly jwtIssuer: string | undefined;
  /** Runs a check of one key; what it throws is a fault of that key. */
  readonly attempt: <T>(key: string, work: () => T) => T;
}

/** Checks what the schema cannot; every fault goes through `attempt`. */
export function resolveFederation(
  block: FederationBlock,
  surroundings: FederationSurroundings,
): FederationConfig {
  const { bundle_endpoint: endpoint, federates_with: partners, oidc_discovery: oidc } = block;
  const { attempt } = surroundings;
  return {
    ...(endpoint !== undefined && {
      bundleEndpoint: {
        host: endpoint.address,
        port: endpoint.port,
        refreshHintSeconds: Math.floor(endpoint.refresh_hint / 1000),
        auth: attempt('federation.bundle_endpoint', () => endpointAuth(endpoint)),
      },
    }),
    federatesWith: Object.entries(partners).map(([name, partner]) =>
      attempt(`federation.federates_with.${JSON.stringify(name)}`, () =>
        relationshipOf(name, partner, surroundings.trustDomain),
      ),
    ),
    ...(oidc !== undefined && {
      oidcDiscovery: {
        host: oidc.address,
        port: oidc.port,
        issuer: attempt('jwt_issuer', () => checkIssuer(surroundings.jwtIssuer)),
        ...(oidc.serving_cert_file !== undefined && { files: filesOf(oidc.serving_cert_file) }),
      },
    }),
    warnings: endpoint === undefined ? [] : endpointWarnings(endpoint),
  };
}

function endpointAuth({ profile, acme }: z.output<typeof bundleEndpointSchema>): EndpointAuth {
  if (acme !== undefined && profile !== undefined) {
    throw new Error(
      'acme cannot be set together with profile; it belongs into profile "https_web"',
    );
  }
  const web = profile?.https_web;
  if (web?.serving_cert_file !== undefined) {
    return { kind: 'files', files: filesOf(web.serving_cert_file) };
  }
  const found = acme ?? web?.acme;
  if (found === undefined) return { kind: 'svid' };
  return {
    kind: 'acme',
    acme: {
      directoryUrl: found.directory_url,
      domainName: found.domain_name,
      email: found.email,
      tosAccepted: found.tos_accepted,
    },
  };
}

function filesOf(block: z.output<typeof servingCertFileSchema>): ServingCertificateFiles {
  return {
    certFilePath: block.cert_file_path,
    keyFilePath: block.key_file_path,
    syncIntervalMs: block.file_sync_interval,
  };
}

function relationshipOf(
  name: string,
  partner: z.output<typeof federatesWithSchema>,
  ownTrustDomain: TrustDomain,
): FederationRelationship {
  const trustDomain = parseTrustDomain(name);
  if (trustDomain === ownTrustDomain) throw new Error("is the server's own trust domain");
  const spiffe = partner.bundle_endpoint_profile.https_spiffe;
  const profile: BundleEndpointProfile =
    spiffe === undefined
      ? { name: 'https_web' }
      : { name: 'https_spiffe', endpointSpiffeId: parseSpiffeId(spiffe.endpoint_spiffe_id) };
  return {
    trustDomain,
    bundleEndpointUrl: checkEndpointUrl(partner.bundle_endpoint_url),
    bundleEndpointProfile: profile,
  };
}

function checkIssuer(issuer: string | undefined): string {
  if (issuer !== undefined && URL.parse(issuer)?.protocol === 'https:') return issuer;
  throw new Error('must be an https URL for federation.oidc_discovery');
}

function endpointWarnings(endpoint: z.output<typeof bundleEndpointSchema>): string[] {
  const { refresh_hint: hint, profile, acme } = endpoint;
  const warnings: string[] = [];
  const text = formatDuration(hint);
  if (hint >= 24 * 60 * 60_000) {
    warnings.push(
      `federation.bundle_endpoint.refresh_hint of ${text} is long: partners learn of new roots that late`,
    );
  }
  if (hint < 60_000) {
    warnings.push(
      `federation.bundle_endpoint.refresh_hint of ${text} is short: partners ask no more than once a minute`,
    );
  }
  if (profile === undefined) {
    const used = acme === undefined ? 'https_spiffe' : 'https_web';
    warnings.push(`federation.bundle_endpoint has no profile: ${used} is served`);
  }
  return warnings;
}
