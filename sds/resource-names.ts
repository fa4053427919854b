import type { Bundle } from '../common/spiffe/bundle.ts';
import type { Identity, IdentityView } from '../common/spiffe/identity-view.ts';
import { pathOf } from '../common/spiffe/spiffe-id.ts';
import { trustDomainId, type TrustDomain } from '../common/spiffe/trust-domain.ts';
import type { Alias, Flavour, SdsConfig } from './config.ts';

/** What one requested name stands for in one view. */
export type Target =
  | { readonly kind: 'certificate'; readonly identity: Identity }
  | { readonly kind: 'bundles'; readonly bundles: readonly Bundle[]; readonly flavour: Flavour }
  | Unavailable;

/**
 * Why a name is not served.
 * `waiting`: it may come. `coming`: an entry matches, its SVID is on the way.
 * `conflict`: it cannot be served in this Envoy's flavour. `unservable`: no entry can ever provide it.
 */
export interface Unavailable {
  readonly kind: 'waiting' | 'coming' | 'conflict' | 'unservable';
  readonly reason: string;
}

export type NameRules = Pick<
  SdsConfig,
  | 'default_svid_name'
  | 'default_bundle_name'
  | 'default_all_bundles_name'
  | 'aliases'
  | 'default_identity_order'
  | 'default_identity_hint'
>;

/** Resolves one name by itself: what else was asked for on the stream does not matter. */
export function resolveName(
  name: string,
  view: IdentityView,
  rules: NameRules,
  flavour: Flavour,
): Target {
  // SPIRE's order: the bundle before all bundles before the certificate, where names are equal.
  if (name === rules.default_bundle_name) return ofBundle(view.bundle, flavour);
  if (name === rules.default_all_bundles_name) return ofAllBundles(view, flavour);
  if (name === rules.default_svid_name) return ofIdentity(defaultIdentity(view, rules), view);
  const alias = Object.hasOwn(rules.aliases, name) ? rules.aliases[name] : undefined;
  if (alias !== undefined) return ofAlias(alias, view, rules, flavour);
  if (name.startsWith(hintPrefix) && name !== hintPrefix)
    return ofHint(name.slice(hintPrefix.length), view, rules);
  if (name.startsWith(idPrefix)) return ofId(name, view, rules, flavour);
  return unavailable('unservable', 'neither a SPIFFE ID, a trust domain ID nor a configured name');
}

/** Canonical names of all that a view offers: own bundle, federated bundles by name, identities. */
export function everyName(view: IdentityView, rules: NameRules): readonly string[] {
  const federated = [...view.federatedBundles.keys()]
    .filter((name) => name !== view.bundle.trustDomain)
    .sort();
  const ids = orderedIdentities(view, rules)
    .map((identity) => identity.svid.id)
    .filter((id) => pathOf(id) !== '');
  return [
    ...new Set([view.bundle.trustDomain, ...federated].map(trustDomainId)),
    ...new Set<string>(ids),
  ];
}

/** The identity behind `default_svid_name`. */
export function defaultIdentity(view: IdentityView, rules: NameRules): Identity | undefined {
  return orderedIdentities(view, rules)[0];
}

const idPrefix = 'spiffe://';
const hintPrefix = 'hint:';

function orderedIdentities(view: IdentityView, rules: NameRules): readonly Identity[] {
  if (rules.default_identity_order === 'spire') return view.identities;
  const rank = (identity: Identity) =>
    rules.default_identity_hint !== '' && identity.hint === rules.default_identity_hint ? 0 : 1;
  return view.identities.toSorted(
    (a, b) =>
      rank(a) - rank(b) || a.createdAtMs - b.createdAtMs || (a.entryId < b.entryId ? -1 : 1),
  );
}

function ofAlias(alias: Alias, view: IdentityView, rules: NameRules, flavour: Flavour): Target {
  if ('hint' in alias) return ofHint(alias.hint, view, rules);
  if ('spiffe_id' in alias) return ofId(alias.spiffe_id, view, rules, flavour);
  const wanted = alias.flavour ?? flavour;
  if (alias.bundle === 'own') return ofBundle(view.bundle, wanted);
  if (alias.bundle === 'all') return ofAllBundles(view, wanted);
  return ofTrustDomain(alias.bundle, view, wanted);
}

/** A trust domain ID always names a bundle, even where an entry has that very ID. */
function ofId(name: string, view: IdentityView, rules: NameRules, flavour: Flavour): Target {
  const rest = name.slice(idPrefix.length);
  if (!rest.includes('/')) return ofTrustDomain(rest, view, flavour);
  const identity = orderedIdentities(view, rules).find(({ svid }) => svid.id === name);
  if (identity !== undefined) return ofIdentity(identity, view);
  const pending = view.pending.find((entry) => entry.spiffeId === name);
  return pending === undefined
    ? unavailable('waiting', 'no registration entry gives this SPIFFE ID to the workload')
    : unavailable('coming', pending.reason);
}

function ofHint(hint: string, view: IdentityView, rules: NameRules): Target {
  const identity = orderedIdentities(view, rules).find((each) => each.hint === hint);
  return identity === undefined
    ? unavailable('waiting', 'no registration entry of the workload has this hint')
    : ofIdentity(identity, view);
}

function ofIdentity(identity: Identity | undefined, view: IdentityView): Target {
  if (identity !== undefined) {
    // Never fail open: an entry whose ID is a trust domain ID must not answer for a bundle.
    return pathOf(identity.svid.id) === ''
      ? unavailable('unservable', 'the SPIFFE ID of the entry has no path')
      : { kind: 'certificate', identity };
  }
  const pending = view.pending[0];
  return pending === undefined
    ? unavailable('waiting', 'no registration entry matches the workload')
    : unavailable('coming', pending.reason);
}

function ofTrustDomain(name: string, view: IdentityView, flavour: Flavour): Target {
  if (name === view.bundle.trustDomain) return ofBundle(view.bundle, flavour);
  const bundle = view.federatedBundles.get(name as TrustDomain);
  return bundle === undefined
    ? unavailable('waiting', 'no registration entry of the workload federates with it')
    : ofBundle(bundle, flavour);
}

/** Never fail open: a bundle without authorities is not served at all. */
function ofBundle(bundle: Bundle, flavour: Flavour): Target {
  return isEmpty(bundle)
    ? unavailable('waiting', 'the bundle has no X.509 authority')
    : { kind: 'bundles', bundles: [bundle], flavour };
}

/** Plain roots of several trust domains would let each of them mint names of the others. */
function ofAllBundles(view: IdentityView, flavour: Flavour): Target {
  if (flavour === 'rootca') {
    return unavailable('conflict', 'unable to use "SPIFFE validator" on Envoy below 1.17');
  }
  if (isEmpty(view.bundle)) return unavailable('waiting', 'the bundle has no X.509 authority');
  const byDomain = new Map(view.federatedBundles).set(view.bundle.trustDomain, view.bundle);
  const bundles = [...byDomain.values()]
    .filter((bundle) => !isEmpty(bundle))
    .sort((a, b) => (a.trustDomain < b.trustDomain ? -1 : 1));
  return { kind: 'bundles', bundles, flavour };
}

function isEmpty(bundle: Bundle): boolean {
  return !bundle.x509Authorities.some((authority) => authority.der.length > 0);
}

function unavailable(kind: Unavailable['kind'], reason: string): Unavailable {
  return { kind, reason };
}
