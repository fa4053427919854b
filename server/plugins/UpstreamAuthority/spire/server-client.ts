import type { Clock } from '../../../../common/clock/clock.ts';
import type { Logger } from '../../../../common/log/logger.ts';
import { dialTls, type RpcChannel } from '../../../../common/rpc/rpc-channel.ts';
import { bundleService } from '../../../../common/rpc/services/bundle.ts';
import { svidService } from '../../../../common/rpc/services/svid.ts';
import type { JwtAuthority } from '../../../../common/spiffe/bundle.ts';
import type { TrustDomain } from '../../../../common/spiffe/trust-domain.ts';
import { tlsPemOf } from '../../../../common/x509/pem.ts';
import { requireServerId, verifyX509Svid } from '../../../../common/x509/svid.ts';
import {
  jwtAuthoritiesOf,
  jwtKeyMessage,
  x509AuthoritiesOf,
} from '../../../api/bundle/bundle-messages.ts';
import type { UpstreamBundle, X509CaMintRequest } from '../../../ca/upstream-authority.ts';
import { WorkloadIdentitySource } from './workload-identity.ts';

interface ServerClientOptions {
  readonly host: string;
  readonly port: number;
  readonly socketPath: string;
  readonly trustDomain: TrustDomain;
  readonly clock: Clock;
  readonly log: Logger;
  readonly signal: AbortSignal;
}

/** The server above, called with the X509-SVID that its agent gives this process. */
export class ServerClient {
  readonly #options: ServerClientOptions;
  readonly #identity: WorkloadIdentitySource;
  #channel: RpcChannel | undefined;

  constructor(options: ServerClientOptions) {
    this.#options = options;
    this.#identity = new WorkloadIdentitySource({
      ...options,
      onChange: () => this.#channel?.reconnect(),
    });
  }

  /** The chain of the new CA, without the root. */
  async newDownstreamCa(
    { csrDer, preferredTtlMs }: X509CaMintRequest,
    signal: AbortSignal,
  ): Promise<readonly Uint8Array[]> {
    const channel = await this.#connected();
    const { ca_cert_chain: chain } = await channel.unary(
      svidService.NewDownstreamX509CA,
      { csr: csrDer, preferred_ttl: Math.floor(preferredTtlMs / 1000) },
      { timeoutMs: callMs, signal },
    );
    return chain.map((der) => Uint8Array.from(der));
  }

  async publishJwtAuthority(
    key: JwtAuthority,
    signal: AbortSignal,
  ): Promise<readonly JwtAuthority[]> {
    const channel = await this.#connected();
    const { jwt_authorities: keys } = await channel.unary(
      bundleService.PublishJWTAuthority,
      { jwt_authority: jwtKeyMessage(key) },
      { timeoutMs: callMs, signal },
    );
    return jwtAuthoritiesOf(keys);
  }

  async bundle(signal: AbortSignal): Promise<UpstreamBundle> {
    const channel = await this.#connected();
    const bundle = await channel.unary(bundleService.GetBundle, {}, { timeoutMs: callMs, signal });
    return {
      x509Authorities: x509AuthoritiesOf(bundle.x509_authorities),
      jwtAuthorities: jwtAuthoritiesOf(bundle.jwt_authorities),
    };
  }

  async #connected(): Promise<RpcChannel> {
    await this.#identity.ready();
    return (this.#channel ??= this.#dial());
  }

  #dial(): RpcChannel {
    const { host, port, trustDomain, clock, signal } = this.#options;
    const channel = dialTls({
      host,
      port,
      clock,
      credentials: () => this.#identity.current && tlsPemOf(this.#identity.current),
      verifyServer: (chainDer) => {
        const rootsDer = this.#identity.current?.rootsDer;
        const bundleFor = (name: TrustDomain) => (name === trustDomain ? rootsDer : undefined);
        const { spiffeId } = verifyX509Svid(chainDer, bundleFor, clock.now());
        requireServerId(spiffeId, trustDomain);
      },
    });
    signal.addEventListener('abort', () => channel.close(), { once: true });
    return channel;
  }
}

const callMs = 15_000;
