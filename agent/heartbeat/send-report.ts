import type { Clock } from '../../common/clock/clock.ts';
import { SpiffeError } from '../../common/errors/spiffe-error.ts';
import { sendHttps } from '../../common/http/https-request.ts';
import { presentedChain } from '../../common/rpc/presented-chain.ts';
import type { Bundle } from '../../common/spiffe/bundle.ts';
import type { TrustDomain } from '../../common/spiffe/trust-domain.ts';
import { verifyServer } from '../client/dial.ts';
import type { HeartbeatOptions } from './heartbeat.ts';

interface SendReportOptions {
  readonly trustDomain: TrustDomain;
  readonly bundle: () => Bundle | undefined;
  readonly clock: Clock;
}

/**
 * Sends reports over HTTPS. The far end must show the server's X509-SVID before a byte is sent: the
 * token is for the server alone.
 */
export function reportSender(options: SendReportOptions): HeartbeatOptions['send'] {
  const { bundle, clock, trustDomain } = options;
  return async ({ endpoint, token }, path, body, signal) => {
    const trusted = bundle();
    // Without one any chain would do.
    if (trusted === undefined) throw new SpiffeError('UNAVAILABLE', 'there is no trust bundle yet');
    const { status } = await sendHttps({
      url: new URL(`https://${endpoint}${path}`),
      method: 'POST',
      headers: {
        authorization: `Bearer ${token.reveal()}`,
        'content-type': 'application/json',
      },
      body: JSON.stringify(body),
      verify: (socket) => verifyServer(presentedChain(socket), trusted, trustDomain, clock.now()),
      timeoutMs: 10_000,
      mostBytes: 4096,
      clock,
      signal,
    });
    return status;
  };
}

/** Where to report: the server names a host only when it is another one than its own. */
export function endpointAt(endpoint: string, serverHost: string): string {
  if (!endpoint.startsWith(':')) return endpoint;
  return `${serverHost.includes(':') ? `[${serverHost}]` : serverHost}${endpoint}`;
}
