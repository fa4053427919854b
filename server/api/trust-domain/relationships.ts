import type { Clock } from '../../../common/clock/clock.ts';
import { SpiffeError } from '../../../common/errors/spiffe-error.ts';
import type { LogFields, Logger } from '../../../common/log/logger.ts';
import type { Call, Init } from '../../../common/rpc/contract.ts';
import type { Bundle } from '../../../common/spiffe/bundle.ts';
import {
  endpointIdOf,
  type FederationRelationship,
} from '../../../common/spiffe/federation-relationship.ts';
import { trustDomainOf } from '../../../common/spiffe/spiffe-id.ts';
import type { TrustDomain } from '../../../common/spiffe/trust-domain.ts';
import type { spire } from '../../../proto/gen/spire-api.js';
import type { AuditLog } from '../../authorization/audit.ts';
import type { FederationStore } from '../../datastore/datastore.ts';
import { trustDomainFor } from '../messages/spiffe-ids.ts';
import { failureOf, okStatus, statusOf } from '../messages/statuses.ts';
import {
  completeRelationship,
  relationshipInput,
  relationshipMessage,
} from './relationship-messages.ts';

export interface RelationshipsOptions {
  readonly trustDomain: TrustDomain;
  readonly store: FederationStore;
  /** The bundles in memory. */
  readonly bundles: ReadonlyMap<TrustDomain, Bundle>;
  readonly follower: { catchUp(): Promise<void> };
  readonly clock: Clock;
  readonly log: Logger;
  readonly audit: AuditLog;
}

type V1 = typeof spire.api.server.trustdomain.v1;
type Result =
  Init<spire.api.server.trustdomain.v1.BatchCreateFederationRelationshipResponse.Result>;
type RelationshipMessage = spire.api.types.FederationRelationship;
type RelationshipMask = spire.api.types.FederationRelationshipMask;

/** Writes relationships as operators ask; one status for each item, in order. */
export class Relationships {
  readonly #options: RelationshipsOptions;

  constructor(options: RelationshipsOptions) {
    this.#options = options;
  }

  create(
    request: InstanceType<V1['BatchCreateFederationRelationshipRequest']>,
    call: Call,
  ): Promise<{ results: Result[] }> {
    const { federation_relationships: messages, output_mask: mask } = request;
    return this.#each(messages, null, mask, call, async (message, nowMs) => {
      const input = relationshipInput(message, null);
      if (input.trustDomain === this.#options.trustDomain) {
        const text = 'unable to create federation relationship for server trust domain';
        throw new SpiffeError('INVALID_ARGUMENT', text);
      }
      const relationship = completeRelationship(input);
      if (await this.#options.store.create(relationship, input.bundle, nowMs)) return relationship;
      const text = 'failed to create federation relationship: it exists already';
      throw new SpiffeError('ALREADY_EXISTS', text);
    });
  }

  update(
    request: InstanceType<V1['BatchUpdateFederationRelationshipRequest']>,
    call: Call,
  ): Promise<{ results: Result[] }> {
    const { federation_relationships: messages, input_mask: inputMask } = request;
    return this.#each(messages, inputMask, request.output_mask, call, async (message, nowMs) => {
      const { trustDomain, parts, bundle } = relationshipInput(message, inputMask);
      const updated = await this.#options.store.update(trustDomain, parts, bundle, nowMs);
      if (updated !== undefined) return updated;
      const text = 'failed to update federation relationship: it does not exist';
      throw new SpiffeError('NOT_FOUND', text);
    });
  }

  async delete(
    request: InstanceType<V1['BatchDeleteFederationRelationshipRequest']>,
    call: Call,
  ): Promise<Init<InstanceType<V1['BatchDeleteFederationRelationshipResponse']>>> {
    const results = [];
    for (const name of request.trust_domains) {
      const error = await failureOf(() => this.#deleteOne(name));
      this.#audit(call, { trust_domain_id: name }, error);
      // As SPIRE the name without its scheme, where it is one.
      const trustDomain = name.replace(/^spiffe:\/\//, '');
      const status = error === undefined ? okStatus : statusOf(error);
      results.push({ trust_domain: trustDomain, status });
    }
    await this.#options.follower.catchUp();
    return { results };
  }

  async #deleteOne(name: string): Promise<void> {
    if (name === '') throw new SpiffeError('INVALID_ARGUMENT', 'missing trust domain');
    const trustDomain = trustDomainFor('failed to parse trust domain', name);
    const { clock, store } = this.#options;
    if (await store.delete(trustDomain, clock.now())) return;
    throw new SpiffeError('NOT_FOUND', 'federation relationship not found');
  }

  async #each(
    messages: readonly RelationshipMessage[],
    inputMask: RelationshipMask | null,
    mask: RelationshipMask | null,
    call: Call,
    write: (message: RelationshipMessage, nowMs: number) => Promise<FederationRelationship>,
  ): Promise<{ results: Result[] }> {
    const { bundles, clock, follower } = this.#options;
    const written: (FederationRelationship | undefined)[] = [];
    const errors: unknown[] = [];
    for (const message of messages) {
      let done: FederationRelationship | undefined;
      errors.push(await failureOf(async () => void (done = await write(message, clock.now()))));
      written.push(done);
      this.#audit(call, fieldsOf(message, inputMask), errors.at(-1));
    }
    // The bundles that came with them are shown with them.
    await follower.catchUp();
    const results = written.map((one, at) => {
      if (one === undefined) return { status: statusOf(errors[at]) };
      this.#warnWithoutBundle(one);
      const shown = relationshipMessage(one, bundles.get(one.trustDomain), mask);
      return { status: okStatus, federation_relationship: shown };
    });
    return { results };
  }

  #warnWithoutBundle(relationship: FederationRelationship): void {
    const endpointId = endpointIdOf(relationship);
    if (endpointId === undefined || this.#options.bundles.has(trustDomainOf(endpointId))) return;
    const fields = { endpoint_spiffe_id: endpointId };
    this.#options.log.warn('bundle not found for the endpoint SPIFFE ID trust domain', fields);
  }

  #audit(call: Call, fields: LogFields, error: unknown): void {
    if (error === undefined) this.#options.audit.addItem(call, { fields });
    else if (error instanceof SpiffeError) this.#options.audit.addItem(call, { fields, error });
  }
}

function fieldsOf(message: RelationshipMessage, mask: RelationshipMask | null): LogFields {
  const { https_spiffe: spiffe, https_web: web } = message;
  const asksProfile = mask === null || mask.bundle_endpoint_profile;
  return {
    trust_domain_id: message.trust_domain,
    ...((mask === null || mask.bundle_endpoint_url) && {
      bundle_endpoint_url: message.bundle_endpoint_url,
    }),
    ...(asksProfile && web !== null && { bundle_endpoint_profile: 'https_web' }),
    ...(asksProfile &&
      spiffe !== null && {
        bundle_endpoint_profile: 'https_spiffe',
        endpoint_spiffe_id: spiffe.endpoint_spiffe_id,
      }),
  };
}
