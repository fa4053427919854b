import { hasCode, SpiffeError } from '../../common/errors/spiffe-error.ts';
import type { Logger } from '../../common/log/logger.ts';
import type { Channel } from '../../common/rpc/contract.ts';
import { agentService } from '../../common/rpc/services/agent.ts';
import { bundleService } from '../../common/rpc/services/bundle.ts';
import { nodeTokenService } from '../../common/rpc/services/fleet.ts';
import { serverWatchService } from '../../common/rpc/services/server-watch.ts';
import { svidService } from '../../common/rpc/services/svid.ts';
import { Secret } from '../../common/secret/secret.ts';
import type { Bundle } from '../../common/spiffe/bundle.ts';
import type { TrustDomain } from '../../common/spiffe/trust-domain.ts';
import { bundleFromProto } from './bundle-mapping.ts';
import {
  getAuthorizedEntries,
  syncAuthorizedEntries,
  type EntryChanges,
  type KnownEntries,
} from './entries.ts';

interface MintRequest {
  readonly entryId: string;
  readonly csrDer: Uint8Array;
}

type MintOutcome = { readonly chainDer: readonly Uint8Array[] } | { readonly error: string };

interface JwtSvidAnswer {
  readonly token: string;
  readonly issuedAtMs: number;
  readonly expiresAtMs: number;
}

interface IssuedToken {
  readonly token: Secret<string>;
  readonly expiresAtMs: number;
  /** `host:port`; without a host it is the server's. */
  readonly endpoint: string;
  readonly heartbeatIntervalMs: number;
}

interface ServerClientOptions {
  readonly log: Logger;
  /** False asks for the whole list of entries each time (experimental.use_sync_authorized_entries). */
  readonly useSyncAuthorizedEntries: boolean;
}

const timeoutMs = 30_000;
/** A watch is to end before, by the server; one that does not hangs on a dead connection. */
const watchTimeoutMs = 300_000;

/**
 * What the agent asks of its server as itself. The connection is exchanged when the agent's SVID is:
 * new calls take the new one, the old one closes after its last call.
 */
export class ServerClient {
  readonly #options: ServerClientOptions;
  #connection: Connection | undefined;

  constructor(options: ServerClientOptions) {
    this.#options = options;
  }

  /** Sends all further calls over this channel; without one, calls fail as unavailable. */
  use(channel: Channel | undefined): void {
    this.#connection?.retire();
    this.#connection = channel === undefined ? undefined : new Connection(channel);
  }

  fetchEntries(known: KnownEntries, signal: AbortSignal): Promise<EntryChanges> {
    const { log, useSyncAuthorizedEntries } = this.#options;
    const fetch = useSyncAuthorizedEntries ? syncAuthorizedEntries : getAuthorizedEntries;
    return this.#with((channel) => fetch(channel, known, log, signal));
  }

  fetchBundle(signal: AbortSignal): Promise<Bundle> {
    return this.#with((channel) => getBundle(channel, signal));
  }

  async fetchFederatedBundle(
    trustDomain: TrustDomain,
    signal: AbortSignal,
  ): Promise<Bundle | undefined> {
    const request = { trust_domain: trustDomain };
    try {
      return bundleFromProto(
        await this.#with((channel) =>
          channel.unary(bundleService.GetFederatedBundle, request, { signal, timeoutMs }),
        ),
      );
    } catch (error) {
      if (!hasCode(error, 'NOT_FOUND')) throw error;
      return undefined;
    }
  }

  async mintX509Svids(
    requests: readonly MintRequest[],
    signal: AbortSignal,
  ): Promise<readonly MintOutcome[]> {
    const params = requests.map(({ entryId, csrDer }) => ({ entry_id: entryId, csr: csrDer }));
    const { results } = await this.#with((channel) =>
      channel.unary(svidService.BatchNewX509SVID, { params }, { signal, timeoutMs }),
    );
    return results.map(({ status, svid }) => {
      if (svid === null || svid.cert_chain.length === 0) {
        return { error: status?.message ?? 'the server sent no X509-SVID' };
      }
      return { chainDer: svid.cert_chain.map((der) => Buffer.from(der)) };
    });
  }

  async mintJwtSvid(
    entryId: string,
    audience: readonly string[],
    signal: AbortSignal,
  ): Promise<JwtSvidAnswer> {
    const request = { entry_id: entryId, audience };
    const { svid } = await this.#with((channel) =>
      channel.unary(svidService.NewJWTSVID, request, { signal, timeoutMs }),
    );
    if (svid === null || svid.token === '' || svid.issued_at === 0) throw malformedJwt();
    if (svid.expires_at < svid.issued_at) throw malformedJwt();
    return {
      token: svid.token,
      issuedAtMs: svid.issued_at * 1000,
      expiresAtMs: svid.expires_at * 1000,
    };
  }

  /** A new SVID for the agent, leaf first; the old one works until the new one is used. */
  async renewAgent(csrDer: Uint8Array, signal: AbortSignal): Promise<readonly Uint8Array[]> {
    const request = { params: { csr: csrDer } };
    const { svid } = await this.#with((channel) =>
      channel.unary(agentService.RenewAgent, request, { signal, timeoutMs }),
    );
    if (svid === null || svid.cert_chain.length === 0) {
      throw new SpiffeError('INTERNAL', 'server sent an empty X509-SVID for the agent');
    }
    return svid.cert_chain.map((der) => Buffer.from(der));
  }

  async postStatus(agentVersion: string, signal: AbortSignal): Promise<void> {
    const request = { agent_version: agentVersion };
    await this.#with((channel) =>
      channel.unary(agentService.PostStatus, request, { signal, timeoutMs }),
    );
  }

  /** A token to report with. Throws UNIMPLEMENTED where the server takes no reports. */
  async issueNodeToken(signal: AbortSignal): Promise<IssuedToken> {
    const answer = await this.#with((channel) =>
      channel.unary(nodeTokenService.IssueNodeToken, {}, { signal, timeoutMs }),
    );
    return {
      token: new Secret(answer.token),
      expiresAtMs: answer.expires_at_ms,
      endpoint: answer.endpoint,
      // A server that says nothing sensible is not to be flooded.
      heartbeatIntervalMs: Math.max(answer.heartbeat_interval_ms, 1_000),
    };
  }

  /**
   * Calls `onNotice` when the watch stands, then whenever the server says that something changed for
   * this agent. Resolves when the server ends it. Throws UNIMPLEMENTED where SPIRE serves. It holds
   * the connection it began on: abort it when there is another.
   */
  async watchChanges(onNotice: () => void, signal: AbortSignal): Promise<void> {
    await this.#with(async (channel) => {
      const options = { signal, timeoutMs: watchTimeoutMs };
      const stream = channel.open(serverWatchService.WatchChanges, options);
      try {
        await stream.send({});
        stream.end();
        const notices = stream.messages[Symbol.asyncIterator]();
        while ((await notices.next()).done !== true) onNotice();
      } finally {
        stream.cancel();
      }
    });
  }

  async #with<T>(run: (channel: Channel) => Promise<T>): Promise<T> {
    if (this.#connection === undefined) {
      throw new SpiffeError('UNAVAILABLE', 'the agent is not attested yet');
    }
    return this.#connection.run(run);
  }
}

/** The server's own bundle; it needs no client certificate. Throws when it is malformed. */
export async function getBundle(channel: Channel, signal: AbortSignal): Promise<Bundle> {
  return bundleFromProto(await channel.unary(bundleService.GetBundle, {}, { signal, timeoutMs }));
}

/** Counts the calls of a channel, to close it after the last. */
class Connection {
  readonly #channel: Channel;
  #calls = 0;
  #retired = false;

  constructor(channel: Channel) {
    this.#channel = channel;
  }

  async run<T>(call: (channel: Channel) => Promise<T>): Promise<T> {
    this.#calls++;
    try {
      return await call(this.#channel);
    } finally {
      this.#calls--;
      this.#closeIfIdle();
    }
  }

  retire(): void {
    this.#retired = true;
    this.#closeIfIdle();
  }

  #closeIfIdle(): void {
    if (this.#retired && this.#calls === 0) this.#channel.close();
  }
}

function malformedJwt(): SpiffeError {
  return new SpiffeError('INTERNAL', 'server sent a malformed JWT-SVID');
}
