import { hasCode, messageOf, SpiffeError } from '../../common/errors/spiffe-error.ts';
import type { Channel } from '../../common/rpc/contract.ts';
import { dialTls } from '../../common/rpc/rpc-channel.ts';
import type { Clock } from '../../common/clock/clock.ts';
import type { Bundle } from '../../common/spiffe/bundle.ts';
import type { TrustDomain } from '../../common/spiffe/trust-domain.ts';
import { parseCertificate } from '../../common/x509/certificate.ts';
import type { KeyPair } from '../../common/x509/keys.ts';
import { tlsPemOf } from '../../common/x509/pem.ts';
import { requireServerId, spiffeIdOfLeaf, verifyX509Svid } from '../../common/x509/svid.ts';

interface DialServerOptions {
  readonly host: string;
  readonly port: number;
  readonly trustDomain: TrustDomain;
  readonly clock: Clock;
  /** Asked at each handshake; undefined trusts any chain that names the server (insecure bootstrap). */
  readonly bundle: () => Bundle | undefined;
  /** The agent's own SVID; absent while it attests. */
  readonly identity?: { readonly chainDer: readonly Uint8Array[]; readonly keyPair: KeyPair };
  /** Hears of each connection that comes about, also when a lost one is made again. */
  readonly onConnected?: () => void;
}

/** Connects to the server; host names count for nothing, only its SPIFFE ID does. */
export function dialServer(options: DialServerOptions): Channel {
  const { bundle, clock, host, identity, onConnected, port, trustDomain } = options;
  const credentials = identity === undefined ? undefined : tlsPemOf(identity);
  return dialTls({
    host,
    port,
    clock,
    credentials: () => credentials,
    ...(onConnected === undefined ? {} : { onConnected }),
    verifyServer: (chainDer) => verifyServer(chainDer, bundle(), trustDomain, clock.now()),
  });
}

/** Throws UNKNOWN_AUTHORITY, CERTIFICATE_EXPIRED, CERTIFICATE_INVALID or SPIFFE_ID_MISMATCH. */
export function verifyServer(
  chainDer: readonly Uint8Array[],
  bundle: Bundle | undefined,
  trustDomain: TrustDomain,
  nowMs: number,
): void {
  const id =
    bundle === undefined
      ? namedBy(chainDer)
      : withClockHint(() => verifiedBy(chainDer, bundle, nowMs));
  requireServerId(id, trustDomain);
}

function verifiedBy(chainDer: readonly Uint8Array[], bundle: Bundle, nowMs: number) {
  const authorities = bundle.x509Authorities.map(({ der }) => der);
  const bundleFor = (name: TrustDomain) => (name === bundle.trustDomain ? authorities : undefined);
  return verifyX509Svid(chainDer, bundleFor, nowMs).spiffeId;
}

/** A certificate that is too new or too old is more often a wrong clock than a wrong certificate. */
function withClockHint<T>(verify: () => T): T {
  try {
    return verify();
  } catch (error) {
    if (!hasCode(error, 'CERTIFICATE_EXPIRED')) throw error;
    const text = `${messageOf(error)}; compare the clocks of this node and of the server`;
    throw new SpiffeError('CERTIFICATE_EXPIRED', text, { cause: error });
  }
}

function namedBy([leaf]: readonly Uint8Array[]) {
  if (leaf === undefined) throw new SpiffeError('CERTIFICATE_INVALID', 'server has no certificate');
  return spiffeIdOfLeaf(parseCertificate(leaf));
}
