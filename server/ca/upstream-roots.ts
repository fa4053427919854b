import type { Clock } from '../../common/clock/clock.ts';
import { SpiffeError } from '../../common/errors/spiffe-error.ts';
import type { Logger } from '../../common/log/logger.ts';
import type { Bundle, X509Authority } from '../../common/spiffe/bundle.ts';
import type { TrustDomain } from '../../common/spiffe/trust-domain.ts';
import type { X509CaAuthority } from './authority.ts';
import type { Authorities, BundleRows } from './bundle-store.ts';
import type { Rotation } from './rotation.ts';
import { takeOverRoots, withTaint, type RootChanges } from './upstream-bundle.ts';
import { authorityIdOf, issuerIdsOf, trustOfCa } from './x509-kind.ts';

interface UpstreamRootsOptions {
  readonly trustDomain: TrustDomain;
  readonly bundles: BundleRows;
  readonly x509: Rotation<X509CaAuthority>;
  readonly clock: Clock;
  readonly log: Logger;
}

/**
 * Keeps the bundle's roots and this server's CA in step. Methods are not to be called side by side: the
 * CA manager queues them.
 */
export class UpstreamRoots {
  readonly #options: UpstreamRootsOptions;
  /** Roots that the upstream tainted, not marked yet because our CA still hangs from them. */
  readonly #tainted = new Set<string>();

  constructor(options: UpstreamRootsOptions) {
    this.#options = options;
  }

  /** When `review` has something to do that is known of already. */
  dueAtMs(): number {
    return this.#tainted.size > 0 ? this.#signsFromMs() : Infinity;
  }

  /** Looks at the bundle and replaces what is tainted or gone; returns the bundle, if there is one. */
  async review(): Promise<Bundle | undefined> {
    const { bundles, trustDomain, x509 } = this.#options;
    const bundle = await bundles.find(trustDomain);
    if (bundle === undefined) return undefined;
    const marked = await this.#leaveTainted(bundle);
    await x509.review(marked);
    return marked;
  }

  /** Takes over what the upstream says its roots are. */
  async takeOver(roots: readonly X509Authority[]): Promise<void> {
    const { log, x509 } = this.#options;
    let changes: RootChanges | undefined;
    const bundle = await this.#change((stored) => {
      changes = takeOverRoots(stored, roots);
      return changes.authorities;
    });
    for (const { der } of changes?.newlyTainted ?? []) {
      const id = authorityIdOf(der);
      if (this.#tainted.has(id)) continue;
      this.#tainted.add(id);
      log.info('X.509 authority tainted upstream', { authority_id: id });
    }
    await x509.review(await this.#leaveTainted(bundle));
  }

  /**
   * Marks the root that signed the old authority. Every server on this database leaves it, and agents
   * replace what hangs from it.
   */
  async taint(subjectKeyId: string): Promise<void> {
    this.#requireOld(subjectKeyId);
    const ids = new Set([subjectKeyId]);
    const bundle = await this.#change((stored) => {
      requireRoot(stored, subjectKeyId);
      return withTaint(stored, ids);
    });
    await this.#options.x509.review(bundle);
  }

  /** Takes the root, once it is tainted, out of the bundle. */
  async revoke(subjectKeyId: string): Promise<void> {
    this.#requireOld(subjectKeyId);
    const bundle = await this.#change((stored) => {
      if (requireRoot(stored, subjectKeyId).tainted) return withoutRoot(stored, subjectKeyId);
      const text = `upstream authority ${JSON.stringify(subjectKeyId)} is not tainted`;
      throw new SpiffeError('FAILED_PRECONDITION', text);
    });
    await this.#options.x509.review(bundle);
  }

  /**
   * Once the upstream tainted a root: first our CA leaves it, then the root is marked, so that whoever
   * replaces its X509-SVID gets a better one (SPIRE 1.15).
   */
  async #leaveTainted(bundle: Bundle): Promise<Bundle> {
    const { clock, x509 } = this.#options;
    if (this.#tainted.size === 0) return bundle;
    const mark = (stored: Bundle) => withTaint(stored, this.#tainted);
    const marked = { ...bundle, ...mark(bundle) };
    const hangs = (ca: X509CaAuthority | undefined) =>
      ca !== undefined && trustOfCa(marked, ca) !== 'trusted';
    if (hangs(x509.current)) {
      if (hangs(x509.next)) x509.dropPrepared();
      await x509.replace();
    }
    // Until agents can know the new root, the old CA signs on.
    if (this.#signsFromMs() > clock.now()) return bundle;
    const stored = await this.#change(mark);
    this.#tainted.clear();
    return stored;
  }

  #signsFromMs(): number {
    return this.#options.x509.current?.signsFromMs ?? 0;
  }

  #change(change: (stored: Bundle) => Authorities | undefined): Promise<Bundle> {
    const { bundles, clock, trustDomain } = this.#options;
    return bundles.change(trustDomain, change, clock.now());
  }

  /** SPIRE 1.15: only what signed the old authority, and not the active one. */
  #requireOld(subjectKeyId: string): void {
    const signed = (ca: X509CaAuthority | undefined) =>
      ca !== undefined && issuerIdsOf(ca).includes(subjectKeyId);
    const { current, next } = this.#options.x509;
    const rule =
      (subjectKeyId === '' && 'no subject key ID provided') ||
      (signed(current) && 'unable to use upstream authority singing current authority') ||
      (!signed(next) && "upstream authority didn't sign the old local authority") ||
      (next?.status === 'prepared' &&
        'only upstream authorities signing an old authority can be used');
    if (rule) throw new SpiffeError('INVALID_ARGUMENT', rule);
  }
}

function requireRoot(bundle: Bundle, subjectKeyId: string): X509Authority {
  const root = bundle.x509Authorities.find(({ der }) => authorityIdOf(der) === subjectKeyId);
  if (root !== undefined) return root;
  const text = `no root of the bundle has subject key ID ${JSON.stringify(subjectKeyId)}`;
  throw new SpiffeError('NOT_FOUND', text);
}

function withoutRoot(bundle: Bundle, subjectKeyId: string): Authorities {
  const kept = bundle.x509Authorities.filter(({ der }) => authorityIdOf(der) !== subjectKeyId);
  return { x509Authorities: kept, jwtAuthorities: bundle.jwtAuthorities };
}
