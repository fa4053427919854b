import type { Clock } from '../../common/clock/clock.ts';
import type { LogLevel } from '../../common/log/logger.ts';
import type { ServedMethod } from '../../common/rpc/contract.ts';
import type { SpiffeId } from '../../common/spiffe/spiffe-id.ts';
import type { TrustDomain } from '../../common/spiffe/trust-domain.ts';
import type { Authority } from '../authority.ts';
import { signJwtSvid } from '../ca/jwt-svid.ts';
import type { ServerConfig } from '../config.ts';
import type { Memory } from '../memory.ts';
import type { OperatorReads } from '../remembered-reads.ts';
import type { Services } from '../services.ts';
import { agentApi } from './agent/agent-api.ts';
import { bundleApi } from './bundle/bundle-api.ts';
import { debugApi } from './debug/debug-api.ts';
import { enrollmentApi } from './enrollment/enrollment-api.ts';
import { entryApi } from './entry/entry-api.ts';
import { servedFleet } from './fleet/served-fleet.ts';
import { healthApi } from './health/health-api.ts';
import { localAuthorityApi } from './local-authority/local-authority-api.ts';
import { loggerApi } from './logger/logger-api.ts';
import { svidApi } from './svid/svid-api.ts';
import { trustDomainApi } from './trust-domain/trust-domain-api.ts';
import { watchApi } from './watch/watch-api.ts';

/** What is served on the TCP port and on the admin socket. */
export function publicMethods(
  config: ServerConfig,
  clock: Clock,
  { store, entries, bundles, watches, follower, profiles: index, clusters, agents: known }: Memory,
  reads: OperatorReads,
  { ca, signer, svid }: Authority,
  {
    registration,
    agents,
    attestation,
    joinTokens,
    audit,
    refresher,
    profiles,
    drift,
    tokens,
    reviewerFiles,
    log,
  }: Services,
): readonly ServedMethod[] {
  const { trustDomain, jwtSvidsEnabled: jwtEnabled, jwtIssuer } = config;
  const authorizedFor = (id: SpiffeId) => entries.authorizedFor(id, agents.selectorsOf(id));
  const issuer = jwtIssuer === undefined ? {} : { issuer: jwtIssuer };
  return [
    ...agentApi({
      trustDomain,
      store: reads.agents,
      attestation,
      agents,
      joinTokens,
      audit,
      clock,
    }),
    ...entryApi({ trustDomain, store: reads.entries, registration, authorizedFor, audit }),
    ...svidApi({
      trustDomain,
      signer,
      signJwtSvid: jwtEnabled
        ? (request) => signJwtSvid(ca, { ...request, ...issuer }, clock)
        : undefined,
      authorizedFor,
      defaultTtlMs: config.x509SvidTtlMs,
      defaultJwtTtlMs: config.jwtSvidTtlMs,
      caTtlMs: config.ca.ttlMs,
      ownRoots: () => bundles.get(trustDomain)?.x509Authorities.map(({ der }) => der) ?? [],
      clock,
      audit,
    }),
    ...bundleApi({
      trustDomain,
      store: store.bundles,
      reads: reads.bundles,
      bundles,
      follower,
      clock,
      audit,
      publishJwtKey: (key) => ca.publishJwtKey(key),
    }),
    ...localAuthorityApi({
      authorities: ca,
      onTainted: async () => {
        await follower.catchUp();
        await svid.look();
      },
      jwtEnabled,
    }),
    ...trustDomainApi({
      trustDomain,
      store: store.federation,
      reads: reads.relationships,
      bundles,
      follower,
      refresher,
      clock,
      log,
      audit,
    }),
    ...watchApi({ watches, clock }),
    ...servedFleet({
      trustDomain,
      fleet: config.fleet,
      tokens,
      profiles: index,
      clusters,
      allowJoinTokens: config.enrollment.allowJoinTokens,
      reviewerFiles,
      store,
      clock,
      audit,
    }),
    ...enrollmentApi({
      profiles,
      index,
      clusters,
      drift,
      explain: { profiles: index, clusters, store: store.enrollment, clock },
      agents: known,
      audit,
    }),
  ];
}

/** What is served on the admin socket alone. */
export function adminMethods(
  logControl: { level(): LogLevel; setLevel(level: LogLevel): void },
  clock: Clock,
  { agents, entries, bundles }: Memory,
  { svid }: Authority,
  trustDomain: TrustDomain,
): readonly ServedMethod[] {
  return [
    ...loggerApi(logControl),
    ...debugApi({
      clock,
      serverSvid: () => svid.current(),
      counts: () => ({
        agents: agents.size,
        entries: entries.size,
        federatedBundles: bundles.size - (bundles.has(trustDomain) ? 1 : 0),
      }),
    }),
    ...healthApi(() => bundles.has(trustDomain)),
  ];
}
