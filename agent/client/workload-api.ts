import { messageOf, SpiffeError } from '../../common/errors/spiffe-error.ts';
import type { Method } from '../../common/rpc/contract.ts';
import { dialUnix } from '../../common/rpc/rpc-channel.ts';
import { workloadService } from '../../common/rpc/services/workload.ts';
import { Secret } from '../../common/secret/secret.ts';
import { trustDomainId, type TrustDomain } from '../../common/spiffe/trust-domain.ts';
import { unixPathOf } from './workload-api-address.ts';
import { splitCertificates } from './split-certificates.ts';

/** An identity that somebody else's agent gave this process. */
interface ForeignSvid {
  /** Leaf first. */
  readonly chainDer: readonly Uint8Array[];
  /** PKCS#8. */
  readonly keyDer: Secret<Uint8Array>;
}

/** As go-spiffe gives the SPIFFE Workload API for a bundle: a minute. */
const timeoutMs = 60_000;

/** The first X509-SVID that the Workload API at `address` has for this process. Throws UNAVAILABLE. */
export async function fetchForeignSvid(address: string, signal: AbortSignal): Promise<ForeignSvid> {
  const { svids } = await firstOf(address, workloadService.FetchX509SVID, signal);
  const [svid] = svids;
  if (svid === undefined) throw unavailable('the Workload API has no X509-SVID for this process');
  // The message holds views of the received bytes.
  return {
    chainDer: splitCertificates(Buffer.from(svid.x509_svid)),
    keyDer: new Secret<Uint8Array>(Buffer.from(svid.x509_svid_key)),
  };
}

/** The CAs of a trust domain, as the Workload API at `address` knows them. Throws UNAVAILABLE. */
export async function fetchForeignBundle(
  address: string,
  trustDomain: TrustDomain,
  signal: AbortSignal,
): Promise<readonly Uint8Array[]> {
  const { bundles } = await firstOf(address, workloadService.FetchX509Bundles, signal);
  const id = trustDomainId(trustDomain);
  const found = Object.hasOwn(bundles, id) ? bundles[id] : undefined;
  if (found !== undefined) return splitCertificates(Buffer.from(found));
  throw unavailable(
    `the Workload API has no bundle for trust domain ${JSON.stringify(trustDomain)}`,
  );
}

async function firstOf<Response>(
  address: string,
  method: Method<unknown, Response>,
  signal: AbortSignal,
): Promise<Response> {
  const channel = dialUnix(unixPathOf(address));
  try {
    const metadata = { 'workload.spiffe.io': 'true' };
    const stream = channel.open(method, { signal, timeoutMs, metadata });
    try {
      await stream.send({});
      stream.end();
      for await (const response of stream.messages) return response;
      throw unavailable('the Workload API ended the call without an answer');
    } finally {
      stream.cancel();
    }
  } catch (cause) {
    signal.throwIfAborted();
    throw cause instanceof SpiffeError && cause.code === 'UNAVAILABLE'
      ? cause
      : unavailable(messageOf(cause), cause);
  } finally {
    channel.close();
  }
}

function unavailable(text: string, cause?: unknown): SpiffeError {
  return new SpiffeError('UNAVAILABLE', text, { cause });
}
