import type { Clock } from '../../../common/clock/clock.ts';
import { SpiffeError } from '../../../common/errors/spiffe-error.ts';
import type { Call, Init } from '../../../common/rpc/contract.ts';
import type { Bundle } from '../../../common/spiffe/bundle.ts';
import type { TrustDomain } from '../../../common/spiffe/trust-domain.ts';
import type { spire } from '../../../proto/gen/spire-api.js';
import type { AuditLog } from '../../authorization/audit.ts';
import type { BundleDeleteMode, BundleStore } from '../../datastore/datastore.ts';
import { trustDomainFor } from '../messages/spiffe-ids.ts';
import { failureOf, okStatus, statusOf } from '../messages/statuses.ts';
import { bundleMessage, bundleOf, partsOf } from './bundle-messages.ts';

interface FederatedBundlesOptions {
  readonly trustDomain: TrustDomain;
  readonly store: BundleStore;
  readonly follower: { catchUp(): Promise<void> };
  readonly clock: Clock;
  readonly audit: AuditLog;
}

type V1 = typeof spire.api.server.bundle.v1;
type Result = Init<spire.api.server.bundle.v1.BatchSetFederatedBundleResponse.Result>;
type BundleMessage = spire.api.types.Bundle;
type BundleMask = spire.api.types.BundleMask;

/** Bundles of other trust domains, written by operators; one status for each item, in order. */
export class FederatedBundles {
  readonly #options: FederatedBundlesOptions;

  constructor(options: FederatedBundlesOptions) {
    this.#options = options;
  }

  create(
    { bundle: bundles, output_mask: mask }: InstanceType<V1['BatchCreateFederatedBundleRequest']>,
    call: Call,
  ) {
    return this.#each(bundles, mask, call, 'creating a federated bundle', async (bundle, nowMs) => {
      if (await this.#options.store.create(bundle, nowMs)) return bundle;
      throw new SpiffeError('ALREADY_EXISTS', 'bundle already exists');
    });
  }

  update(
    request: InstanceType<V1['BatchUpdateFederatedBundleRequest']>,
    call: Call,
  ): Promise<{ results: Result[] }> {
    const { bundle: bundles, input_mask: inputMask, output_mask: mask } = request;
    return this.#each(bundles, mask, call, 'updating a federated bundle', async (bundle, nowMs) => {
      const parts = partsOf(bundle, inputMask);
      const updated = await this.#options.store.update(bundle.trustDomain, parts, nowMs);
      if (updated === undefined) throw notFound();
      return updated;
    });
  }

  set(
    { bundle: bundles, output_mask: mask }: InstanceType<V1['BatchSetFederatedBundleRequest']>,
    call: Call,
  ) {
    return this.#each(bundles, mask, call, 'setting a federated bundle', async (bundle, nowMs) => {
      await this.#options.store.set(bundle, nowMs);
      return bundle;
    });
  }

  async delete(
    request: InstanceType<V1['BatchDeleteFederatedBundleRequest']>,
    call: Call,
  ): Promise<Init<InstanceType<V1['BatchDeleteFederatedBundleResponse']>>> {
    const mode = modes[request.mode];
    if (mode === undefined) {
      throw new SpiffeError('INVALID_ARGUMENT', `unhandled delete mode: ${request.mode}`);
    }
    const results = [];
    for (const name of request.trust_domains) {
      const error = await failureOf(() => this.#deleteOne(name, mode));
      this.#audit(call, name, error);
      results.push({ trust_domain: name, status: statusFor(error) });
    }
    await this.#options.follower.catchUp();
    return { results };
  }

  async #each(
    messages: readonly BundleMessage[],
    mask: BundleMask | null,
    call: Call,
    what: string,
    write: (bundle: Bundle, nowMs: number) => Promise<Bundle>,
  ): Promise<{ results: Result[] }> {
    const results: Result[] = [];
    for (const message of messages) {
      let written: Bundle | undefined;
      const error = await failureOf(async () => {
        const bundle = bundleOf(message);
        this.#refuseOwn(bundle.trustDomain, `${what} for`);
        written = await write(bundle, this.#options.clock.now());
      });
      this.#audit(call, message.trust_domain, error);
      const status = statusFor(error);
      results.push(
        written === undefined ? { status } : { status, bundle: bundleMessage(written, mask) },
      );
    }
    await this.#options.follower.catchUp();
    return { results };
  }

  async #deleteOne(name: string, mode: BundleDeleteMode): Promise<void> {
    const trustDomain = trustDomainFor('trust domain argument is not valid', name);
    if (trustDomain === this.#options.trustDomain) {
      throw new SpiffeError(
        'INVALID_ARGUMENT',
        'removing the bundle for the server trust domain is not allowed',
      );
    }
    const outcome = await this.#options.store.delete(trustDomain, mode, this.#options.clock.now());
    if (outcome.kind === 'not_found') throw notFound();
    if (outcome.kind === 'in_use') {
      throw new SpiffeError(
        'FAILED_PRECONDITION',
        `failed to delete federated bundle: cannot delete bundle; federated with ${outcome.entries} registration entries`,
      );
    }
  }

  #refuseOwn(trustDomain: TrustDomain, what: string): void {
    if (trustDomain !== this.#options.trustDomain) return;
    throw new SpiffeError(
      'INVALID_ARGUMENT',
      `${what} the server's own trust domain is not allowed`,
    );
  }

  #audit(call: Call, name: string, error: unknown): void {
    const fields = { trust_domain_id: name };
    if (error === undefined) this.#options.audit.addItem(call, { fields });
    else if (error instanceof SpiffeError) this.#options.audit.addItem(call, { fields, error });
  }
}

function statusFor(error: unknown) {
  return error === undefined ? okStatus : statusOf(error);
}

function notFound(): SpiffeError {
  return new SpiffeError('NOT_FOUND', 'bundle not found');
}

/** Numbered as in the protocol. */
const modes: readonly BundleDeleteMode[] = ['restrict', 'delete', 'dissociate'];
