import type { Clock } from '../../common/clock/clock.ts';
import type { Logger } from '../../common/log/logger.ts';
import type { ServedMethod } from '../../common/rpc/contract.ts';
import { createReflection } from '../../common/rpc/reflection.ts';
import type { Metrics } from '../../common/telemetry/metrics.ts';
import type { StreamRegistry } from '../../sds/registry.ts';
import { createSdsService } from '../../sds/service.ts';
import type { Callers } from '../callers/callers.ts';
import type { AgentConfig } from '../config.ts';
import type { JwtSvids } from '../manager/jwt-svids.ts';
import type { Manager } from '../manager/manager.ts';
import type { Serving } from '../serving.ts';
import { createHealthService } from './health.ts';
import { MethodLimits } from './method-limits.ts';
import { RefusalLog } from './refusal-log.ts';
import { createWitMethods } from './unimplemented.ts';
import { createWorkloadJwt } from './workload-jwt.ts';
import { createWorkloadX509 } from './workload-x509.ts';

interface PublicParts {
  readonly callers: Callers;
  readonly jwtSvids: JwtSvids;
  readonly manager: Manager;
  readonly serving: Serving;
  readonly streams: StreamRegistry;
  readonly clock: Clock;
  readonly log: Logger;
  readonly metrics: Metrics;
  /** The agent's own process. */
  readonly pid: number;
  readonly version: string;
}

/** What workloads and their Envoys may call; nothing when both APIs are switched off. */
export function publicMethods(config: AgentConfig, parts: PublicParts): readonly ServedMethod[] {
  if (!config.serveWorkloadApi && !config.serveSds) return [];
  const methods = [
    ...createHealthService(parts.serving),
    ...(config.serveWorkloadApi ? workloadMethods(config, parts) : []),
    ...(config.serveSds ? sdsMethods(config, parts) : []),
  ];
  return [...methods, ...createReflection(methods)];
}

function workloadMethods(
  config: AgentConfig,
  { callers, clock, jwtSvids, log, manager, metrics, pid }: PublicParts,
): readonly ServedMethod[] {
  const shared = {
    findCaller: callers.find.bind(callers),
    requestSync: () => manager.requestSync(),
    allowUnauthenticatedVerifiers: config.allowUnauthenticatedVerifiers,
    logSelectors: config.logSelectors,
    limits: new MethodLimits(config.rateLimits, clock, metrics, pid),
    clock,
    refusals: new RefusalLog(clock, log),
    log,
  };
  return [
    ...createWorkloadX509(shared),
    ...createWorkloadJwt({
      ...shared,
      match: (selectors) => manager.match(selectors),
      fetchJwtSvid: (entry, audience) => jwtSvids.fetch(entry, audience),
      ownBundle: () => manager.bundle,
      allowedForeignClaims: config.allowedForeignJwtClaims,
    }),
    ...createWitMethods(),
  ];
}

function sdsMethods(
  config: AgentConfig,
  { callers, clock, log, metrics, pid, serving, streams, version }: PublicParts,
): readonly ServedMethod[] {
  return createSdsService({
    sourceFor: async (peer, signal) => {
      await serving.wait(sdsHoldMs, signal);
      return callers.find(peer);
    },
    config: config.sds,
    log,
    metrics,
    clock,
    ownPid: pid,
    registry: streams,
    identifier: `sigil/${version}`,
  });
}

/** How long SDS streams may wait for the first sync; Envoy's own retries grow far apart. */
const sdsHoldMs = 30_000;
