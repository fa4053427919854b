import type { Logger } from '../../common/log/logger.ts';
import type { Bundle } from '../../common/spiffe/bundle.ts';
import type { Identity, IdentityView } from '../../common/spiffe/identity-view.ts';
import { trustDomainId } from '../../common/spiffe/trust-domain.ts';
import { X509BundlesResponse, X509SVIDResponse } from '../../proto/gen/workload-api.js';

/** Encodes views for the Workload API, each once for all streams that see it. */
export class X509Responses {
  readonly #log: Logger;
  readonly #svids = new WeakMap<IdentityView, Uint8Array>();
  readonly #bundles = new WeakMap<IdentityView, Uint8Array>();
  readonly #ownBundles = new WeakMap<Bundle, Uint8Array>();
  readonly #concatenated = new WeakMap<Bundle, Uint8Array>();

  constructor(log: Logger) {
    this.#log = log;
  }

  /** The answer of FetchX509SVID. */
  svids(view: IdentityView): Uint8Array {
    return remember(this.#svids, view, () =>
      X509SVIDResponse.encode({
        svids: this.#unique(view.identities).map((identity) => ({
          spiffe_id: identity.svid.id,
          x509_svid: Buffer.concat(identity.svid.chainDer),
          x509_svid_key: identity.svid.privateKeyDer.reveal(),
          bundle: this.#bundle(view.bundle),
          hint: identity.hint,
        })),
        federated_bundles: this.#federated(view),
      }).finish(),
    );
  }

  /** The answer of FetchX509Bundles: our own and those of the federated trust domains. */
  bundles(view: IdentityView): Uint8Array {
    return remember(this.#bundles, view, () =>
      X509BundlesResponse.encode({
        bundles: { ...this.#own(view), ...this.#federated(view) },
      }).finish(),
    );
  }

  /** The same for a caller without identity, if those are allowed: our own bundle only. */
  ownBundle(view: IdentityView): Uint8Array {
    return remember(this.#ownBundles, view.bundle, () =>
      X509BundlesResponse.encode({ bundles: this.#own(view) }).finish(),
    );
  }

  #own({ bundle }: IdentityView): Record<string, Uint8Array> {
    return { [trustDomainId(bundle.trustDomain)]: this.#bundle(bundle) };
  }

  #federated(view: IdentityView): Record<string, Uint8Array> {
    return Object.fromEntries(
      [...view.federatedBundles].map(([name, bundle]) => [
        trustDomainId(name),
        this.#bundle(bundle),
      ]),
    );
  }

  #bundle(bundle: Bundle): Uint8Array {
    return remember(this.#concatenated, bundle, () =>
      Buffer.concat(bundle.x509Authorities.map(({ der }) => der)),
    );
  }

  #unique(identities: readonly Identity[]): readonly Identity[] {
    const kept = uniqueHints(identities);
    for (const identity of identities.filter((candidate) => !kept.includes(candidate))) {
      this.#log.warn('Ignoring entry with duplicate hint', {
        entry_id: identity.entryId,
        hint: identity.hint,
      });
    }
    return kept;
  }
}

/** Of identities with the same hint, the one created first; ties go to the lower entry ID. */
export function uniqueHints<T extends Pick<Identity, 'entryId' | 'hint' | 'createdAtMs'>>(
  identities: readonly T[],
): T[] {
  const best = new Map<string, T>();
  for (const identity of identities) {
    const other = best.get(identity.hint);
    if (other === undefined || isBefore(identity, other)) best.set(identity.hint, identity);
  }
  return identities.filter(({ hint }, at) => hint === '' || best.get(hint) === identities[at]);
}

function isBefore(
  a: Pick<Identity, 'entryId' | 'createdAtMs'>,
  b: Pick<Identity, 'entryId' | 'createdAtMs'>,
): boolean {
  return a.createdAtMs === b.createdAtMs ? a.entryId < b.entryId : a.createdAtMs < b.createdAtMs;
}

function remember<K extends object, V>(known: WeakMap<K, V>, key: K, make: () => V): V {
  const found = known.get(key);
  if (found !== undefined) return found;
  const made = make();
  known.set(key, made);
  return made;
}
