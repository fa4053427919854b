import { messageOf, SpiffeError } from '../../../common/errors/spiffe-error.ts';
import type { ServedMethod } from '../../../common/rpc/contract.ts';
import { serveUnary } from '../../../common/rpc/serve.ts';
import { trustDomainService } from '../../../common/rpc/services/trust-domain.ts';
import type { TrustDomain } from '../../../common/spiffe/trust-domain.ts';
import type { FederationRelationship } from '../../../common/spiffe/federation-relationship.ts';
import type { Page, PageRequest } from '../../datastore/datastore.ts';
import { readAsked } from '../messages/pages.ts';
import { trustDomainFor } from '../messages/spiffe-ids.ts';
import { relationshipMessage } from './relationship-messages.ts';
import { Relationships, type RelationshipsOptions } from './relationships.ts';

interface TrustDomainApiOptions extends RelationshipsOptions {
  /** What operators ask for. */
  readonly reads: {
    find(trustDomain: TrustDomain): Promise<FederationRelationship | undefined>;
    list(all: Record<string, never>, page: PageRequest): Promise<Page<FederationRelationship>>;
  };
  readonly refresher: {
    /** False when there is no relationship; throws when there is no bundle to be had. */
    refresh(trustDomain: TrustDomain): Promise<boolean>;
  };
}

/**
 * `spire.api.server.trustdomain.v1.TrustDomain`: the relationships that are stored. Those of the
 * configuration are not among them, though they win.
 */
export function trustDomainApi(options: TrustDomainApiOptions): readonly ServedMethod[] {
  const { reads, bundles, refresher, audit } = options;
  const relationships = new Relationships(options);
  return [
    serveUnary(trustDomainService.ListFederationRelationships, async (request) => {
      const { items, nextToken } = await readAsked(request, (page) => reads.list({}, page));
      const found = items.map((one) =>
        relationshipMessage(one, bundles.get(one.trustDomain), request.output_mask),
      );
      return { federation_relationships: found, next_page_token: nextToken };
    }),
    serveUnary(trustDomainService.GetFederationRelationship, async (request, call) => {
      audit.add(call, { trust_domain_id: request.trust_domain });
      const trustDomain = trustDomainFor('failed to parse trust domain', request.trust_domain);
      const found = await reads.find(trustDomain);
      if (found === undefined) {
        throw new SpiffeError('NOT_FOUND', 'federation relationship does not exist');
      }
      return relationshipMessage(found, bundles.get(trustDomain), request.output_mask);
    }),
    serveUnary(trustDomainService.BatchCreateFederationRelationship, (request, call) =>
      relationships.create(request, call),
    ),
    serveUnary(trustDomainService.BatchUpdateFederationRelationship, (request, call) =>
      relationships.update(request, call),
    ),
    serveUnary(trustDomainService.BatchDeleteFederationRelationship, (request, call) =>
      relationships.delete(request, call),
    ),
    serveUnary(trustDomainService.RefreshBundle, async (request, call) => {
      audit.add(call, { trust_domain_id: request.trust_domain });
      const trustDomain = trustDomainFor('failed to parse trust domain', request.trust_domain);
      if (await refreshed(refresher, trustDomain)) return {};
      const name = JSON.stringify(trustDomain);
      throw new SpiffeError('NOT_FOUND', `no relationship with trust domain ${name}`);
    }),
  ];
}

async function refreshed(
  refresher: TrustDomainApiOptions['refresher'],
  trustDomain: TrustDomain,
): Promise<boolean> {
  try {
    return await refresher.refresh(trustDomain);
  } catch (cause) {
    const text = `failed to refresh bundle: ${messageOf(cause)}`;
    throw new SpiffeError('INTERNAL', text, { cause });
  }
}
