import { createHash } from 'node:crypto';
import type { Clock } from '../../common/clock/clock.ts';
import { hasCode } from '../../common/errors/spiffe-error.ts';
import {
  createHttpServer,
  type HttpAnswer,
  type HttpHandler,
  type HttpRequest,
  type HttpServerOptions,
} from '../../common/http/http-server.ts';
import type { Lifecycle } from '../../common/lifecycle/lifecycle.ts';
import type { Logger } from '../../common/log/logger.ts';
import type { SpiffeId } from '../../common/spiffe/spiffe-id.ts';
import { addressKey } from '../../common/text/address-key.ts';
import { TokenBuckets } from '../authorization/token-bucket.ts';
import type { AgentReport } from '../datastore/token-store.ts';
import type { FleetConfig } from './fleet-config.ts';
import { parseEvents, parseEvidence, parseHeartbeat } from './reports.ts';
import { hostAndPort } from '../../common/text/host-port.ts';

interface FleetEndpointOptions {
  readonly config: FleetConfig;
  readonly tokens: { report(token: string, report: AgentReport): Promise<SpiffeId> };
  readonly tls: NonNullable<HttpServerOptions['tls']>;
  readonly clock: Clock;
  readonly log: Logger;
}

/**
 * Opens the HTTPS endpoint where agents report; it closes with the lifecycle. Throws UNAVAILABLE when
 * the address cannot be had. Returns the port.
 */
export async function openFleetEndpoint(
  options: FleetEndpointOptions,
  lifecycle: Lifecycle,
): Promise<number> {
  const { config, log, tls } = options;
  const server = await createHttpServer({
    host: config.host,
    port: config.port,
    routes: fleetRoutes(options),
    acceptBodies: true,
    mostConnections: config.mostConnections,
    mostConnectionsPerAddress: config.mostConnectionsPerAddress,
    handshakeTimeoutMs: config.handshakeTimeoutMs,
    tls,
    log,
  });
  lifecycle.defer('fleet endpoint', () => server.close());
  log.info('Serving fleet endpoint', { address: hostAndPort(config.host, server.port) });
  return server.port;
}

/** `/v1/heartbeat`, `/v1/evidence` and `/v1/events`: POST of JSON with a node token, and nothing else. */
export function fleetRoutes(
  options: Pick<FleetEndpointOptions, 'tokens' | 'clock'> & {
    readonly config: Pick<FleetConfig, 'heartbeatIntervalMs'>;
  },
): Readonly<Record<string, HttpHandler>> {
  const limits = new Limits(options.clock);
  const accepted: HttpAnswer = {
    status: 200,
    contentType: 'application/json',
    body: JSON.stringify({ heartbeat_interval_ms: options.config.heartbeatIntervalMs }),
  };
  const route =
    (read: (body: Uint8Array) => AgentReport): HttpHandler =>
    async (request) => {
      try {
        if (request.method !== 'POST') return refusal(405, 'use POST');
        await limits.take(request.address);
        const token = bearerOf(request);
        if (token === undefined) return refusal(401, 'a bearer token is required');
        await limits.takeFor(token);
        await options.tokens.report(token, read(request.body));
        return accepted;
      } catch (error) {
        return answerTo(error);
      }
    };
  return {
    '/v1/heartbeat': route((body) => ({ heartbeat: parseHeartbeat(body) })),
    '/v1/evidence': route((body) => ({ evidence: parseEvidence(body) })),
    '/v1/events': route((body) => ({ events: parseEvents(body) })),
  };
}

/** Many agents may come from one address; one agent reports three things now and then. */
class Limits {
  readonly #byAddress: TokenBuckets;
  readonly #byToken: TokenBuckets;

  constructor(clock: Clock) {
    this.#byAddress = new TokenBuckets({ perSecond: 500, burst: 1000 }, clock, 0);
    this.#byToken = new TokenBuckets({ perSecond: 1, burst: 20 }, clock, 0);
  }

  /** Throws RESOURCE_EXHAUSTED; nobody is made to wait. */
  take(address: string): Promise<void> {
    return this.#byAddress.take(addressKey(address), 1, never);
  }

  takeFor(token: string): Promise<void> {
    // Not the token itself: it must not stay in memory longer than the request.
    const key = createHash('sha256').update(token).digest('base64');
    return this.#byToken.take(key, 1, never);
  }
}

function bearerOf({ authorization }: HttpRequest): string | undefined {
  return /^Bearer ([A-Za-z0-9._-]{1,512})$/i.exec(authorization)?.[1];
}

/** What is not the caller's fault is thrown on, to be logged and answered with 500. */
function answerTo(error: unknown): HttpAnswer {
  if (hasCode(error, 'INVALID_ARGUMENT')) return refusal(400, error.message);
  if (hasCode(error, 'UNAUTHENTICATED')) return refusal(401, error.message);
  if (hasCode(error, 'RESOURCE_EXHAUSTED')) return refusal(429, 'too many reports');
  // It is written down where the contact with the datastore is; a line for each report would be many.
  if (hasCode(error, 'STORAGE_UNAVAILABLE')) return refusal(503, 'try again later');
  throw error;
}

function refusal(status: number, text: string): HttpAnswer {
  return { status, contentType: 'text/plain; charset=utf-8', body: `${text}\n` };
}

const never = new AbortController().signal;
