import { SpiffeError } from '../../../common/errors/spiffe-error.ts';
import type { Init } from '../../../common/rpc/contract.ts';
import type { Bundle } from '../../../common/spiffe/bundle.ts';
import type {
  BundleEndpointProfile,
  FederationRelationship,
} from '../../../common/spiffe/federation-relationship.ts';
import { parseSpiffeId } from '../../../common/spiffe/spiffe-id.ts';
import type { TrustDomain } from '../../../common/spiffe/trust-domain.ts';
import type { spire } from '../../../proto/gen/spire-api.js';
import type { RelationshipParts } from '../../datastore/datastore.ts';
import { checkEndpointUrl } from '../../federation/endpoint-url.ts';
import { bundleMessage, bundleOf } from '../bundle/bundle-messages.ts';
import { applyMask } from '../messages/masks.ts';
import { named, trustDomainFor } from '../messages/spiffe-ids.ts';

type RelationshipMessage = spire.api.types.FederationRelationship;
type RelationshipMask = spire.api.types.FederationRelationshipMask;

/** What a client sent, as far as its mask lets it count. */
interface RelationshipInput {
  readonly trustDomain: TrustDomain;
  readonly parts: RelationshipParts;
  readonly bundle: Bundle | undefined;
}

/** A relationship as the API shows it, with the stored bundle of its trust domain. */
export function relationshipMessage(
  relationship: FederationRelationship,
  bundle: Bundle | undefined,
  mask: RelationshipMask | null,
): Init<RelationshipMessage> {
  const { bundleEndpointProfile: profile } = relationship;
  const asked = mask === null || mask.bundle_endpoint_profile;
  const message = {
    trust_domain: relationship.trustDomain,
    bundle_endpoint_url: relationship.bundleEndpointUrl,
    ...(bundle !== undefined && { trust_domain_bundle: bundleMessage(bundle, null) }),
  };
  return {
    ...applyMask(message, mask, 'trust_domain'),
    ...(asked && profile.name === 'https_web' && { https_web: {} }),
    ...(asked &&
      profile.name === 'https_spiffe' && {
        https_spiffe: { endpoint_spiffe_id: profile.endpointSpiffeId },
      }),
  };
}

/** Checks the parts that the mask names. Throws INVALID_ARGUMENT for the first thing that is wrong. */
export function relationshipInput(
  message: RelationshipMessage,
  mask: RelationshipMask | null,
): RelationshipInput {
  return named('failed to convert federation relationship', () => {
    const asked = (name: keyof RelationshipMask) => mask === null || mask[name];
    const trustDomain = trustDomainFor('failed to parse trust domain', message.trust_domain);
    return {
      trustDomain,
      parts: {
        ...(asked('bundle_endpoint_url') && {
          bundleEndpointUrl: checkEndpointUrl(message.bundle_endpoint_url),
        }),
        ...(asked('bundle_endpoint_profile') && { bundleEndpointProfile: profileOf(message) }),
      },
      bundle: asked('trust_domain_bundle') ? bundleFor(trustDomain, message) : undefined,
    };
  });
}

/** The whole relationship of an input that had no mask. */
export function completeRelationship({
  trustDomain,
  parts,
}: RelationshipInput): FederationRelationship {
  const { bundleEndpointProfile, bundleEndpointUrl } = parts;
  if (bundleEndpointProfile === undefined || bundleEndpointUrl === undefined) {
    throw new SpiffeError('INVALID_ARGUMENT', 'federation relationship is not complete');
  }
  return { trustDomain, bundleEndpointProfile, bundleEndpointUrl };
}

function profileOf(message: RelationshipMessage): BundleEndpointProfile {
  if (message.https_web !== null) return { name: 'https_web' };
  const { https_spiffe: spiffe } = message;
  if (spiffe === null) {
    throw new SpiffeError('INVALID_ARGUMENT', 'bundle endpoint profile is missing');
  }
  return {
    name: 'https_spiffe',
    endpointSpiffeId: named('failed to parse endpoint SPIFFE ID', () =>
      parseSpiffeId(spiffe.endpoint_spiffe_id),
    ),
  };
}

function bundleFor(
  trustDomain: TrustDomain,
  { trust_domain_bundle: message }: RelationshipMessage,
): Bundle | undefined {
  if (message === null) return undefined;
  const bundle = named('failed to parse bundle', () => bundleOf(message));
  if (bundle.trustDomain === trustDomain) return bundle;
  throw new SpiffeError(
    'INVALID_ARGUMENT',
    `trust domain bundle (${JSON.stringify(bundle.trustDomain)}) must match the trust domain of the federation relationship (${JSON.stringify(trustDomain)})`,
  );
}
