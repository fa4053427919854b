import { z } from 'zod';
import type { CliIo } from '../../common/cli/command.ts';
import { readInput } from '../../common/cli/files.ts';
import { stringFlag, type FlagValues } from '../../common/cli/flags.ts';
import { messageOf, SpiffeError } from '../../common/errors/spiffe-error.ts';
import type { Init } from '../../common/rpc/contract.ts';
import { parseSpiffeId, trustDomainOf } from '../../common/spiffe/spiffe-id.ts';
import type { spire } from '../../proto/gen/spire-api.js';
import { bundleFromInput } from './bundle-input.ts';

export type RelationshipMessage = spire.api.types.FederationRelationship;

/** The flags that describe a relationship, for `federation create` and `federation update`. */
export const relationshipFlags = {
  trustDomain: stringFlag('Name of the trust domain to federate with (e.g., example.org)'),
  bundleEndpointURL: stringFlag(
    'URL of the SPIFFE bundle endpoint that provides the trust bundle (must use the HTTPS protocol)',
  ),
  bundleEndpointProfile: stringFlag('Endpoint profile type (either "https_web" or "https_spiffe")'),
  endpointSpiffeID: stringFlag(
    "SPIFFE ID of the SPIFFE bundle endpoint server. Only used for 'spiffe' profile.",
  ),
  trustDomainBundlePath: stringFlag('Path to the trust domain bundle data (optional).'),
  trustDomainBundleFormat: stringFlag(
    'The format of the bundle data (optional). Either "pem" or "spiffe".',
    'pem',
  ),
  data: stringFlag(
    "Path to a file containing federation relationships in JSON format (optional). If set to '-', read the JSON from stdin.",
  ),
};

/** The relationships that the flags describe, or the file that they name. Throws INVALID_ARGUMENT. */
export async function relationshipsFrom(
  flags: FlagValues<typeof relationshipFlags>,
  io: CliIo,
  given: ReadonlySet<string>,
): Promise<Init<RelationshipMessage>[]> {
  if (flags.data !== '') {
    const others = Object.keys(relationshipFlags).filter((name) => name !== 'data');
    if (others.some((name) => given.has(name))) {
      throw invalid(
        "cannot use other flags to specify relationship fields when 'data' flag is set",
      );
    }
    return fromFile(flags.data, io);
  }
  const { trustDomainBundlePath: path, trustDomainBundleFormat: format } = flags;
  const bundle = path === '' ? undefined : { text: await readBundle(path, io), format };
  const fields = { ...flags, endpointSPIFFEID: flags.endpointSpiffeID };
  return [relationshipOf(fields, bundle, 'cannot parse bundle file')];
}

interface Fields {
  readonly trustDomain: string;
  readonly bundleEndpointURL: string;
  readonly bundleEndpointProfile: string;
  readonly endpointSPIFFEID: string;
}

interface BundleInput {
  readonly text: string;
  readonly format: string;
}

const text = z.string().default('');
const itemSchema = z.looseObject({
  trustDomain: text,
  bundleEndpointURL: text,
  bundleEndpointProfile: text,
  endpointSPIFFEID: text,
  trustDomainBundle: z.unknown().optional(),
  trustDomainBundleFormat: text,
});
const fileSchema = z.looseObject({ federationRelationships: z.array(itemSchema).default([]) });

async function fromFile(path: string, io: CliIo): Promise<Init<RelationshipMessage>[]> {
  const { federationRelationships: items } = parseFile(await readInput(path, io));
  return items.map((item, at) => {
    try {
      return relationshipOf(item, embeddedBundle(item), 'cannot parse bundle raw message');
    } catch (cause) {
      throw invalid(`could not parse item ${at}: ${messageOf(cause)}`, cause);
    }
  });
}

function parseFile(content: string): z.output<typeof fileSchema> {
  try {
    return fileSchema.parse(JSON.parse(content));
  } catch (cause) {
    const reason = cause instanceof z.ZodError ? z.prettifyError(cause) : messageOf(cause);
    throw invalid(`failed to parse JSON: ${reason}`, cause);
  }
}

/** PEM is in a string, a bundle document is embedded as it is. */
function embeddedBundle(item: z.output<typeof itemSchema>): BundleInput | undefined {
  const { trustDomainBundle: bundle, trustDomainBundleFormat: format } = item;
  if (bundle === undefined || bundle === null) return undefined;
  if (format !== 'pem') return { text: JSON.stringify(bundle), format };
  if (typeof bundle === 'string') return { text: bundle, format };
  throw invalid('cannot parse bundle raw message: a PEM bundle must be a string');
}

function relationshipOf(
  fields: Fields,
  bundle: BundleInput | undefined,
  bundleFault: string,
): Init<RelationshipMessage> {
  if (fields.trustDomain === '') throw invalid('trust domain is required');
  if (fields.bundleEndpointURL === '') throw invalid('bundle endpoint URL is required');
  const { profile, bundleTrustDomain } = profileOf(fields);
  return {
    trust_domain: fields.trustDomain,
    bundle_endpoint_url: fields.bundleEndpointURL,
    ...profile,
    ...(bundle !== undefined && {
      trust_domain_bundle: parseBundle(bundle, bundleTrustDomain, bundleFault),
    }),
  };
}

/** SPIRE 1.15: a bundle given for the profile https_spiffe is that of the endpoint's trust domain. */
function profileOf({ bundleEndpointProfile, endpointSPIFFEID, trustDomain }: Fields) {
  if (bundleEndpointProfile === 'https_web') {
    return { profile: { https_web: {} }, bundleTrustDomain: trustDomain };
  }
  if (bundleEndpointProfile !== 'https_spiffe') {
    const shown = JSON.stringify(bundleEndpointProfile);
    throw invalid(`unknown bundle endpoint profile type: ${shown}`);
  }
  if (endpointSPIFFEID === '') {
    throw invalid("endpoint SPIFFE ID is required if 'https_spiffe' endpoint profile is set");
  }
  return {
    profile: { https_spiffe: { endpoint_spiffe_id: endpointSPIFFEID } },
    bundleTrustDomain: trustDomainOf(endpointIdOf(endpointSPIFFEID)),
  };
}

function endpointIdOf(spiffeId: string) {
  try {
    return parseSpiffeId(spiffeId);
  } catch (cause) {
    throw invalid(`cannot parse bundle endpoint SPIFFE ID: ${messageOf(cause)}`, cause);
  }
}

function parseBundle({ text: content, format }: BundleInput, trustDomain: string, fault: string) {
  try {
    if (format !== 'pem' && format !== 'spiffe') {
      throw invalid(`bundle format ${JSON.stringify(format)} is unsupported`);
    }
    return bundleFromInput(content, format, trustDomain);
  } catch (cause) {
    throw invalid(`${fault}: ${messageOf(cause)}`, cause);
  }
}

async function readBundle(path: string, io: CliIo): Promise<string> {
  try {
    return await readInput(path, io);
  } catch (cause) {
    throw invalid(`cannot read bundle file: ${messageOf(cause)}`, cause);
  }
}

function invalid(message: string, cause?: unknown): SpiffeError {
  return new SpiffeError('INVALID_ARGUMENT', message, cause === undefined ? undefined : { cause });
}
