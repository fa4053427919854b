import type { Clock } from '../../../common/clock/clock.ts';
import { SpiffeError } from '../../../common/errors/spiffe-error.ts';
import type { ServedMethod } from '../../../common/rpc/contract.ts';
import { serveUnary } from '../../../common/rpc/serve.ts';
import { bundleService } from '../../../common/rpc/services/bundle.ts';
import type { Bundle, JwtAuthority } from '../../../common/spiffe/bundle.ts';
import type { TrustDomain } from '../../../common/spiffe/trust-domain.ts';
import type { AuditLog } from '../../authorization/audit.ts';
import type { BundleStore, Page, PageRequest } from '../../datastore/datastore.ts';
import { readAsked } from '../messages/pages.ts';
import { trustDomainFor } from '../messages/spiffe-ids.ts';
import { notServed } from '../not-served.ts';
import {
  bundleMessage,
  jwtAuthoritiesOf,
  jwtKeyMessage,
  withAuthorities,
  x509AuthoritiesOf,
} from './bundle-messages.ts';
import { FederatedBundles } from './federated-bundles.ts';

interface BundleApiOptions {
  readonly trustDomain: TrustDomain;
  readonly store: BundleStore;
  /** What operators ask for. */
  readonly reads: {
    list(all: Record<string, never>, page: PageRequest): Promise<Page<Bundle>>;
    count(all: Record<string, never>): Promise<number>;
  };
  /** The bundles in memory: agents ask for them all the time. */
  readonly bundles: ReadonlyMap<TrustDomain, Bundle>;
  readonly follower: { catchUp(): Promise<void> };
  readonly clock: Clock;
  readonly audit: AuditLog;
  /** Publishes the JWT key of a server below this one; returns all keys of the trust domain. */
  readonly publishJwtKey: (key: JwtAuthority) => Promise<readonly JwtAuthority[]>;
}

/** `spire.api.server.bundle.v1.Bundle`. */
export function bundleApi(options: BundleApiOptions): readonly ServedMethod[] {
  return [
    ...ownBundleMethods(options),
    ...federatedMethods(options),
    publishJwtAuthority(options),
    notServed(bundleService.PublishWITAuthority),
  ];
}

function publishJwtAuthority(options: BundleApiOptions): ServedMethod {
  const { publishJwtKey, follower, audit } = options;
  return serveUnary(bundleService.PublishJWTAuthority, async (request, call) => {
    if (request.jwt_authority === null) {
      throw new SpiffeError('INVALID_ARGUMENT', 'missing JWT authority');
    }
    const [key] = jwtAuthoritiesOf([request.jwt_authority]);
    if (key === undefined) throw new SpiffeError('INVALID_ARGUMENT', 'missing JWT authority');
    audit.add(call, { key_id: key.keyId, expires_at: Math.floor(key.expiresAtMs / 1000) });
    const keys = await publishJwtKey({ ...key, tainted: false });
    await follower.catchUp();
    return { jwt_authorities: keys.map(jwtKeyMessage) };
  });
}

function ownBundleMethods(options: BundleApiOptions): readonly ServedMethod[] {
  const { trustDomain, store, reads, bundles, follower, clock } = options;
  return [
    serveUnary(bundleService.CountBundles, async () => ({ count: await reads.count({}) })),
    serveUnary(bundleService.GetBundle, ({ output_mask: mask }) => {
      const bundle = bundles.get(trustDomain);
      if (bundle === undefined) return Promise.reject(notFound());
      return Promise.resolve(bundleMessage(bundle, mask));
    }),
    serveUnary(bundleService.AppendBundle, async (request) => {
      const added = {
        x509Authorities: x509AuthoritiesOf(request.x509_authorities),
        jwtAuthorities: jwtAuthoritiesOf(request.jwt_authorities),
      };
      if (added.x509Authorities.length + added.jwtAuthorities.length === 0) {
        throw new SpiffeError('INVALID_ARGUMENT', 'no authorities to append');
      }
      const change = (stored: Bundle) => withAuthorities(stored, added);
      const bundle = await store.change(trustDomain, change, clock.now());
      await follower.catchUp();
      return bundleMessage(bundle, request.output_mask);
    }),
  ];
}

function federatedMethods(options: BundleApiOptions): readonly ServedMethod[] {
  const { trustDomain, reads, bundles } = options;
  const federated = new FederatedBundles(options);
  return [
    serveUnary(bundleService.GetFederatedBundle, ({ trust_domain: name, output_mask: mask }) => {
      const wanted = trustDomainFor('trust domain argument is not valid', name);
      const bundle = wanted === trustDomain ? undefined : bundles.get(wanted);
      if (wanted === trustDomain) {
        return Promise.reject(
          new SpiffeError(
            'INVALID_ARGUMENT',
            "getting a federated bundle for the server's own trust domain is not allowed",
          ),
        );
      }
      if (bundle === undefined) return Promise.reject(notFound());
      return Promise.resolve(bundleMessage(bundle, mask));
    }),
    serveUnary(bundleService.ListFederatedBundles, async (request) => {
      const { items, nextToken } = await readAsked(request, (page) => reads.list({}, page));
      // SPIRE 1.15: the own bundle is taken out of the page, which may be one shorter.
      const others = items.filter((bundle) => bundle.trustDomain !== trustDomain);
      const found = others.map((bundle) => bundleMessage(bundle, request.output_mask));
      return { bundles: found, next_page_token: nextToken };
    }),
    serveUnary(bundleService.BatchCreateFederatedBundle, (request, call) =>
      federated.create(request, call),
    ),
    serveUnary(bundleService.BatchUpdateFederatedBundle, (request, call) =>
      federated.update(request, call),
    ),
    serveUnary(bundleService.BatchSetFederatedBundle, (request, call) =>
      federated.set(request, call),
    ),
    serveUnary(bundleService.BatchDeleteFederatedBundle, (request, call) =>
      federated.delete(request, call),
    ),
  ];
}

function notFound(): SpiffeError {
  return new SpiffeError('NOT_FOUND', 'bundle not found');
}
