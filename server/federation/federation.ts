import { join } from 'node:path';
import type { Clock } from '../../common/clock/clock.ts';
import { createHttpServer, type HttpServerOptions } from '../../common/http/http-server.ts';
import type { Lifecycle } from '../../common/lifecycle/lifecycle.ts';
import type { Logger } from '../../common/log/logger.ts';
import type { TlsCredentials } from '../../common/rpc/tls-listener.ts';
import type { Bundle } from '../../common/spiffe/bundle.ts';
import type { FederationRelationship } from '../../common/spiffe/federation-relationship.ts';
import type { TrustDomain } from '../../common/spiffe/trust-domain.ts';
import { httpsCredentials } from '../endpoints/server-credentials.ts';
import { AcmeCertificate } from './acme/acme-certificate.ts';
import { BundleClient } from './bundle-client.ts';
import { bundleEndpoint } from './bundle-endpoint.ts';
import { BundleRefresher } from './bundle-refresher.ts';
import type { EndpointAuth, FederationConfig } from './federation-config.ts';
import { oidcDiscoveryRoutes } from './oidc-discovery.ts';
import { ServingCertificate } from './serving-certificate.ts';
import { hostAndPort } from '../../common/text/host-port.ts';

interface RefresherOptions {
  readonly config: FederationConfig;
  readonly relationships: ReadonlyMap<TrustDomain, FederationRelationship>;
  readonly bundles: ReadonlyMap<TrustDomain, Bundle>;
  readonly store: {
    readonly bundles: { set(bundle: Bundle, nowMs: number): Promise<void> };
  };
  readonly follower: { catchUp(): Promise<void> };
  /** Called after a bundle or a relationship changed in memory. */
  readonly federationListeners: Set<() => void>;
  readonly clock: Clock;
  readonly log: Logger;
}

/** Prepares to keep the bundles of partners; `run` begins. */
export function createRefresher(options: RefresherOptions): BundleRefresher {
  const { bundles, clock, config, follower, log, relationships, store } = options;
  const refresher = new BundleRefresher({
    configured: config.federatesWith,
    stored: relationships,
    bundles,
    client: new BundleClient({ bundles, clock }),
    store: store.bundles,
    follower,
    clock,
    log: log.child({ subsystem_name: 'bundle_client' }),
  });
  options.federationListeners.add(() => refresher.reconcile());
  return refresher;
}

interface FederationListenersOptions {
  readonly config: FederationConfig;
  readonly trustDomain: TrustDomain;
  readonly dataDir: string;
  readonly bundles: ReadonlyMap<TrustDomain, Bundle>;
  /** The server's own X509-SVID. */
  readonly credentials: () => TlsCredentials;
  readonly clock: Clock;
  readonly log: Logger;
}

/**
 * Opens the listeners that the configuration asks for: the bundle endpoint, and OIDC discovery. They
 * close with the lifecycle. Throws UNAVAILABLE when an address cannot be had.
 */
export async function openFederationListeners(
  options: FederationListenersOptions,
  lifecycle: Lifecycle,
): Promise<void> {
  await openBundleEndpoint(options, lifecycle);
  await openOidcDiscovery(options, lifecycle);
}

async function openBundleEndpoint(
  options: FederationListenersOptions,
  lifecycle: Lifecycle,
): Promise<void> {
  const { bundles, config, trustDomain } = options;
  const { bundleEndpoint: endpoint } = config;
  if (endpoint === undefined) return;
  const { auth, host, port, refreshHintSeconds } = endpoint;
  const bundle = () => bundles.get(trustDomain);
  const log = options.log.child({ subsystem_name: 'bundle_endpoint' });
  const server = await createHttpServer({
    host,
    port,
    routes: {},
    fallback: bundleEndpoint({ bundle, refreshHintSeconds }),
    ...(await tlsOf(auth, { ...options, log }, lifecycle.signal)),
    log,
  });
  lifecycle.defer('bundle endpoint', () => server.close());
  log.info('Serving bundle endpoint', {
    address: hostAndPort(host, server.port),
    refresh_hint: refreshHintSeconds,
  });
}

type Tls = Pick<HttpServerOptions, 'tls' | 'acmeChallenge'>;

async function tlsOf(
  auth: EndpointAuth,
  { clock, credentials, dataDir, log }: FederationListenersOptions,
  signal: AbortSignal,
): Promise<Tls> {
  if (auth.kind === 'svid') return { tls: httpsCredentials(credentials) };
  if (auth.kind === 'files') {
    const certificate = await ServingCertificate.open({ files: auth.files, clock, log });
    certificate.run(signal);
    return { tls: certificate.current };
  }
  const folder = join(dataDir, 'bundle-acme');
  const certificate = await AcmeCertificate.open({ ...auth.acme, folder, clock, log });
  certificate.run(signal);
  return { tls: certificate.current, acmeChallenge: certificate.challengeFor };
}

async function openOidcDiscovery(
  options: FederationListenersOptions,
  lifecycle: Lifecycle,
): Promise<void> {
  const { bundles, clock, config, trustDomain } = options;
  if (config.oidcDiscovery === undefined) return;
  const { files, host, issuer, port } = config.oidcDiscovery;
  const log = options.log.child({ subsystem_name: 'oidc_discovery' });
  const certificate = files && (await ServingCertificate.open({ files, clock, log }));
  certificate?.run(lifecycle.signal);
  const server = await createHttpServer({
    host,
    port,
    routes: oidcDiscoveryRoutes({ issuer, bundle: () => bundles.get(trustDomain) }),
    ...(certificate !== undefined && { tls: certificate.current }),
    log,
  });
  lifecycle.defer('OIDC discovery', () => server.close());
  log.info('Serving OIDC discovery', { address: hostAndPort(host, server.port) });
}
