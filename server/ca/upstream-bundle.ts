import type { Clock } from '../../common/clock/clock.ts';
import type { Bundle, JwtAuthority, X509Authority } from '../../common/spiffe/bundle.ts';
import type { Authorities, BundleRows } from './bundle-store.ts';
import { authorityIdOf, withRoots } from './x509-kind.ts';
import { withKeys } from './jwt-kind.ts';

/** What an upstream's list of roots asks of the bundle. */
export interface RootChanges {
  /** The bundle with roots added and revoked; undefined when it stays as it is. */
  readonly authorities: Authorities | undefined;
  /** Roots of the bundle that the upstream tainted: marked only after our CA left them. */
  readonly newlyTainted: readonly X509Authority[];
}

/**
 * Takes over the roots of the upstream (SPIRE 1.15): new ones are added, a tainted one that is gone
 * there is removed here. A root that is merely gone stays until it expires: what it signed is in use.
 */
export function takeOverRoots(bundle: Bundle, roots: readonly X509Authority[]): RootChanges {
  const upstream = new Map(roots.map((root) => [authorityIdOf(root.der), root]));
  const stateOf = ({ der }: X509Authority) => upstream.get(authorityIdOf(der));
  const kept = bundle.x509Authorities.filter(
    (root) => !root.tainted || stateOf(root) !== undefined,
  );
  const isSame = kept.length === bundle.x509Authorities.length;
  const rest = { ...bundle, x509Authorities: kept };
  return {
    authorities: withRoots(rest, roots) ?? (isSame ? undefined : rest),
    newlyTainted: kept.filter((root) => !root.tainted && stateOf(root)?.tainted === true),
  };
}

/** The same for keys; nothing of ours need be left before a key is marked. */
export function takeOverKeys(
  bundle: Bundle,
  keys: readonly JwtAuthority[],
): Authorities | undefined {
  const upstream = new Map(keys.map((key) => [key.keyId, key]));
  const jwtAuthorities = bundle.jwtAuthorities
    .filter(({ keyId, tainted }) => !tainted || upstream.has(keyId))
    .map((key) =>
      !key.tainted && upstream.get(key.keyId)?.tainted === true ? { ...key, tainted: true } : key,
    );
  const isSame =
    jwtAuthorities.length === bundle.jwtAuthorities.length &&
    jwtAuthorities.every((key, at) => key === bundle.jwtAuthorities[at]);
  const rest = { ...bundle, jwtAuthorities };
  return withKeys(rest, keys) ?? (isSame ? undefined : rest);
}

/** Marks these roots, found by their identifiers; undefined when all of them are marked or gone. */
export function withTaint(
  bundle: Bundle,
  authorityIds: ReadonlySet<string>,
): Authorities | undefined {
  const isMeant = ({ der, tainted }: X509Authority) =>
    !tainted && authorityIds.has(authorityIdOf(der));
  if (!bundle.x509Authorities.some(isMeant)) return undefined;
  const x509Authorities = bundle.x509Authorities.map((root) =>
    isMeant(root) ? { ...root, tainted: true } : root,
  );
  return { x509Authorities, jwtAuthorities: bundle.jwtAuthorities };
}

/** When this server first saw each root: agents hold a root some time after it came into the bundle. */
export class RootAges {
  #seen: Map<string, number> | undefined;

  /** What is there at the first look counts as known for ever. */
  see({ x509Authorities }: Pick<Bundle, 'x509Authorities'>, nowMs: number): void {
    const before = this.#seen;
    const sinceOf = (key: string) =>
      before === undefined ? -Infinity : (before.get(key) ?? nowMs);
    const keys = x509Authorities.map(({ der }) => keyOf(der));
    this.#seen = new Map(keys.map((key) => [key, sinceOf(key)]));
  }

  since(der: Uint8Array): number | undefined {
    return this.#seen?.get(keyOf(der));
  }
}

/** The same rows; every bundle that passes by is looked at. */
export function withAges(rows: BundleRows, ages: RootAges, clock: Pick<Clock, 'now'>): BundleRows {
  return {
    async find(trustDomain) {
      const bundle = await rows.find(trustDomain);
      ages.see(bundle ?? { x509Authorities: [] }, clock.now());
      return bundle;
    },
    async change(...change) {
      const bundle = await rows.change(...change);
      ages.see(bundle, clock.now());
      return bundle;
    },
  };
}

function keyOf(der: Uint8Array): string {
  return Buffer.from(der).toString('base64');
}
