import type { IdentityView } from '../common/spiffe/identity-view.ts';
import type { Flavour } from './config.ts';
import { everyName, resolveName, type NameRules, type Unavailable } from './resource-names.ts';
import type { SecretStore, ServedResource } from './secrets.ts';

/** What is served for a name, or why nothing is. */
export type Answer = { readonly kind: 'resource'; readonly resource: ServedResource } | Unavailable;

/** What an Envoy of one flavour may have out of one view. */
export interface Offer {
  /** Equal questions get the same object: comparing answers costs nothing. */
  find(name: string): Answer;
  /** Canonical names of everything that can be served, bundles first. */
  everything(): readonly string[];
}

/** Resolves and encodes on demand, and remembers; shared by all streams with the same view. */
class ViewOffer implements Offer {
  readonly #view: IdentityView;
  readonly #rules: NameRules;
  readonly #flavour: Flavour;
  readonly #store: SecretStore;
  readonly #answers = new Map<string, Answer>();
  #everything: readonly string[] | undefined;

  constructor(view: IdentityView, rules: NameRules, flavour: Flavour, store: SecretStore) {
    this.#view = view;
    this.#rules = rules;
    this.#flavour = flavour;
    this.#store = store;
  }

  find(name: string): Answer {
    const known = this.#answers.get(name);
    if (known !== undefined) return known;
    const answer = this.#answer(name);
    // Names come from callers: what is not served is not worth memory without a bound.
    if (answer.kind === 'resource' || this.#answers.size < longestMemory) {
      this.#answers.set(name, answer);
    }
    return answer;
  }

  everything(): readonly string[] {
    this.#everything ??= everyName(this.#view, this.#rules).filter(
      (name) => this.find(name).kind === 'resource',
    );
    return this.#everything;
  }

  #answer(name: string): Answer {
    const target = resolveName(name, this.#view, this.#rules, this.#flavour);
    if (target.kind !== 'certificate' && target.kind !== 'bundles') return target;
    const resource =
      target.kind === 'certificate'
        ? this.#store.certificate(name, target.identity.svid)
        : this.#store.validationContext(name, target.bundles, target.flavour);
    if (resource === undefined) return { kind: 'waiting', reason: 'the secret would be empty' };
    return { kind: 'resource', resource };
  }
}

/** One offer per view and flavour, for as long as the view lives. */
export class OfferCache {
  readonly #rules: NameRules;
  readonly #store: SecretStore;
  readonly #offers = new WeakMap<IdentityView, Map<Flavour, ViewOffer>>();

  constructor(rules: NameRules, store: SecretStore) {
    this.#rules = rules;
    this.#store = store;
  }

  offer(view: IdentityView, flavour: Flavour): Offer {
    let byFlavour = this.#offers.get(view);
    if (byFlavour === undefined)
      this.#offers.set(view, (byFlavour = new Map<Flavour, ViewOffer>()));
    let offer = byFlavour.get(flavour);
    if (offer === undefined) {
      offer = new ViewOffer(view, this.#rules, flavour, this.#store);
      byFlavour.set(flavour, offer);
    }
    return offer;
  }
}

const longestMemory = 4096;
