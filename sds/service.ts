import { randomBytes } from 'node:crypto';
import type { Clock } from '../common/clock/clock.ts';
import { asError, SpiffeError } from '../common/errors/spiffe-error.ts';
import type { Logger } from '../common/log/logger.ts';
import type { Call, LocalPeer, ServedMethod, ServerStream } from '../common/rpc/contract.ts';
import type { EncodedParts } from '../common/rpc/encoded-parts.ts';
import { serveStream, serveUnary } from '../common/rpc/serve.ts';
import { rawCodec, withCodecs } from '../common/rpc/services/method.ts';
import { secretDiscoveryService } from '../common/rpc/services/secret-discovery.ts';
import type { Metrics } from '../common/telemetry/metrics.ts';
import { Admission } from './admission.ts';
import type { SdsConfig } from './config.ts';
import { SdsConnection, type ConnectionDeps, type SourceFor } from './connection.ts';
import { fetchSecrets } from './fetch.ts';
import type { IdentitySource } from './identity-source.ts';
import { leanRequestCodec } from './lean-request.ts';
import { deltaMachine, sotwMachine } from './machines.ts';
import { EnvoyGroups } from './nack-trace.ts';
import { News } from './news.ts';
import { OfferCache } from './offer.ts';
import { PushQueue } from './push-queue.ts';
import { RateLimiter } from './rate-limit.ts';
import { StreamRegistry, type Describable } from './registry.ts';
import { SecretStream, type Outcome, type StreamDeps } from './secret-stream.ts';
import { SecretStore } from './secrets.ts';
import type { StreamPolicy } from './stream-policy.ts';
import { watchExpiry } from './expiry-watch.ts';
import { createSdsTelemetry } from './telemetry.ts';
import { WakeQueue } from './wake-queue.ts';

export interface SdsDeps {
  /** Attests the caller and opens the source of its identities: once per connection. */
  readonly sourceFor: SourceFor;
  readonly config: SdsConfig;
  readonly log: Logger;
  readonly metrics: Metrics;
  readonly clock: Clock;
  /** Where the streams describe themselves, for `sds list`. */
  readonly registry?: StreamRegistry;
  /** The agent's own process, which no rate limit applies to. */
  readonly ownPid?: number;
  /** `control_plane.identifier` of every response. */
  readonly identifier?: string;
}

/**
 * The three methods of Envoy's Secret Discovery Service: StreamSecrets, DeltaSecrets and FetchSecrets.
 * They serve local callers only. Streams end with their connection or with the server.
 */
export function createSdsService(deps: SdsDeps): readonly ServedMethod[] {
  const service = new SdsService(deps);
  const raw = (
    method: (typeof secretDiscoveryService)[keyof typeof secretDiscoveryService],
    nodeField: number,
  ) => withCodecs(method, leanRequestCodec(nodeField), rawCodec);
  return [
    serveStream(raw(secretDiscoveryService.StreamSecrets, discoveryNode), (stream) =>
      service.stream(stream),
    ),
    serveStream(raw(secretDiscoveryService.DeltaSecrets, deltaNode), (stream) =>
      service.delta(stream),
    ),
    serveUnary(raw(secretDiscoveryService.FetchSecrets, discoveryNode), (bytes, call) =>
      service.fetch(bytes, call),
    ),
  ];
}

type RawStream = ServerStream<Uint8Array, Uint8Array>;

type Served = Describable & { run(outcome: Outcome): void };

class SdsService {
  readonly #deps: SdsDeps;
  readonly #telemetry;
  readonly #offers: OfferCache;
  readonly #queue: PushQueue;
  readonly #news: News;
  readonly #registry: StreamRegistry;
  readonly #admission: Admission;
  readonly #connections = new Map<string, SdsConnection>();
  readonly #streamDeps: StreamDeps;
  readonly #connectionDeps: ConnectionDeps;
  /** Nonces name their stream; those of another run of the agent must not look the same. */
  readonly #nonceTag = randomBytes(nonceTagBytes).toString('hex');
  #opened = 0;
  readonly #expiry: { streamOpened(): void };

  constructor(deps: SdsDeps) {
    this.#deps = deps;
    const { config, clock, log } = deps;
    const telemetry = createSdsTelemetry(deps.metrics);
    this.#telemetry = telemetry;
    this.#offers = new OfferCache(config, new SecretStore((kind) => telemetry.encoded(kind)));
    this.#queue = new PushQueue(clock, config.coalesce, (error) => {
      log.error('Failed to push secrets', { error });
    });
    this.#news = new News({
      clock,
      mostNames: config.limits.waiting_names,
      onForgotten: (process, name) => {
        telemetry.limited('waiting_names');
        log.warn('Too many names of one process wait, forgot the oldest', { pid: process, name });
      },
    });
    warnOfHiddenName(config, log);
    const own = { offers: this.#offers, queue: this.#queue, news: this.#news };
    this.#connectionDeps = { sourceFor: deps.sourceFor, config, clock, log, telemetry, ...own };
    this.#registry = deps.registry ?? new StreamRegistry();
    this.#admission = new Admission(config.limits, clock, telemetry, deps.ownPid);
    const { requests_per_second: rate, requests_burst: burst } = config.limits;
    this.#streamDeps = {
      config,
      clock,
      log,
      telemetry,
      groups: new EnvoyGroups(),
      wakes: new WakeQueue(clock),
      onEnd: (stream, peer) => {
        this.#registry.remove(stream);
        this.#admission.leave(peer);
      },
      requests: new RateLimiter(clock, rate, burst),
      identifier: deps.identifier ?? 'sigil',
    };
    this.#expiry = watchExpiry(this.#registry, clock, telemetry);
  }

  stream(stream: RawStream): Promise<void> {
    return this.#serve(stream, (connection) => {
      return new SecretStream(sotwMachine, stream, connection, this.#policy(), this.#streamDeps);
    });
  }

  delta(stream: RawStream): Promise<void> {
    if (!this.#deps.config.enable_delta) {
      throw new SpiffeError('UNIMPLEMENTED', 'DeltaSecrets is switched off');
    }
    return this.#serve(stream, (connection) => {
      return new SecretStream(deltaMachine, stream, connection, this.#policy(), this.#streamDeps);
    });
  }

  async fetch(bytes: Uint8Array, call: Call): Promise<EncodedParts> {
    const peer = localPeerOf(call);
    const [, source] = await this.#attested(peer);
    this.#admission.fetch(peer, source, call.path);
    return fetchSecrets(bytes, source, call, {
      config: this.#deps.config,
      clock: this.#deps.clock,
      offers: this.#offers,
      telemetry: this.#telemetry,
    });
  }

  /** No async function, and one promise only: frames and promises would live as long as the stream. */
  #serve(stream: RawStream, open: (connection: SdsConnection) => Served): Promise<void> {
    const peer = localPeerOf(stream);
    this.#admission.enter(peer);
    return new Promise((resolve, reject) => {
      this.#attested(peer)
        .then(([connection, source]) => {
          this.#admission.stream(peer, source, stream.path);
          return open(connection);
        })
        .then(
          (served) => {
            this.#registry.add(served);
            this.#expiry.streamOpened();
            served.run({ resolve, reject });
          },
          (error: unknown) => {
            this.#admission.leave(peer);
            reject(asError(error));
          },
        );
    });
  }

  /** Ends when the caller is known, or with its connection: one that leaves a stream waits no longer than others. */
  async #attested(peer: LocalPeer): Promise<[SdsConnection, IdentitySource]> {
    this.#admission.open(peer);
    const connection = this.#connectionOf(peer);
    return [connection, connection.source ?? (await connection.attested())];
  }

  #connectionOf(peer: LocalPeer): SdsConnection {
    const known = this.#connections.get(peer.connectionId);
    if (known !== undefined) return known;
    if (peer.closed.aborted) throw new SpiffeError('CANCELLED', 'the caller left');
    const connection: SdsConnection = new SdsConnection(peer, this.#connectionDeps, () => {
      if (this.#connections.get(peer.connectionId) !== connection) return;
      this.#connections.delete(peer.connectionId);
      this.#telemetry.connectionClosed();
    });
    this.#connections.set(peer.connectionId, connection);
    this.#telemetry.connectionOpened();
    return connection;
  }

  #policy(): StreamPolicy {
    const { config } = this.#deps;
    return {
      nonceTag: `${this.#nonceTag}${(++this.#opened).toString(36)}`,
      ackWaitMs: config.ack_wait,
      stallAfterMs: config.stall_after,
      longestNames: config.limits.names_per_stream,
      unknownNames: config.unknown_name_policy,
      closeOnLost: config.close_on_lost,
      legacyEmptyList: config.legacy_empty_list,
      fullState: config.sotw_full_state,
      pendingGraceMs: config.delta_pending_grace,
    };
  }
}

const nonceTagBytes = 6;
/** Field numbers of `node` in DiscoveryRequest and DeltaDiscoveryRequest. */
const discoveryNode = 2;
const deltaNode = 1;

function localPeerOf(call: Call): LocalPeer {
  if (call.peer.kind === 'local') return call.peer;
  throw new SpiffeError('PERMISSION_DENIED', 'secrets are served to processes on this node only');
}

/** SPIRE too accepts it; guides for Istio rely on that. */
function warnOfHiddenName(config: SdsConfig, log: Logger): void {
  const { default_bundle_name: name, default_all_bundles_name: all } = config;
  if (name === '' || name !== all) return;
  log.warn('The default bundle hides the set of all bundles of the same name', { name });
}
