import { z } from 'zod';
import type { Clock } from '../../../common/clock/clock.ts';
import { SpiffeError } from '../../../common/errors/spiffe-error.ts';
import type { HttpTls } from '../../../common/http/http-server.ts';
import type { HttpsResponse } from '../../../common/http/https-request.ts';
import type { AccountKey } from './account-key.ts';
import { parseJson, type AcmeHttp } from './acme-http.ts';
import { challengeCertificate } from './challenge-certificate.ts';

interface AcmeOrderOptions {
  readonly http: AcmeHttp;
  readonly key: AccountKey;
  readonly email: string;
  readonly tosAccepted: boolean;
  readonly domainName: string;
  readonly csrDer: Uint8Array;
  /** Shows the certificate to the CA, or takes it away again. */
  readonly present: (certificate: HttpTls | undefined) => void;
  readonly clock: Pick<Clock, 'now' | 'sleep'>;
  readonly signal: AbortSignal;
}

const orderSchema = z.object({
  status: z.enum(['pending', 'ready', 'processing', 'valid', 'invalid']),
  authorizations: z.array(z.url()).max(8),
  finalize: z.url(),
  certificate: z.url().optional(),
  error: z.object({ detail: z.string().default('') }).optional(),
});

const authorizationSchema = z.object({
  status: z.string(),
  challenges: z
    .array(
      z.object({
        type: z.string(),
        url: z.url(),
        token: z.string().default(''),
        error: z.object({ detail: z.string().default('') }).optional(),
      }),
    )
    .max(16),
});

/**
 * Gets a certificate for one name from an ACME CA: account, order, TLS-ALPN-01, CSR, download (RFC
 * 8555 §7, RFC 8737). Returns the chain as PEM. Throws with the CA's reason.
 */
export async function orderCertificate(options: AcmeOrderOptions): Promise<string> {
  const kid = await register(options);
  const post = (url: string, payload?: object) =>
    options.http.post(url, options.key, { kid }, payload);
  const { newOrder } = await options.http.directory();
  const identifiers = [{ type: 'dns', value: options.domainName }];
  const created = await post(newOrder, { identifiers });
  const orderUrl = locationOf(created, 'order');
  for (const url of parseJson(created, orderSchema).authorizations) {
    await authorize(options, post, url);
  }
  const { finalize } = await until(options, post, orderUrl, 'ready');
  await post(finalize, { csr: Buffer.from(options.csrDer).toString('base64url') });
  const { certificate } = await until(options, post, orderUrl, 'valid');
  if (certificate === undefined)
    throw new SpiffeError('UNAVAILABLE', 'ACME order has no certificate');
  return (await post(certificate)).body.toString('latin1');
}

type Post = (url: string, payload?: object) => Promise<HttpsResponse>;

/** Finds the account of the key, or makes one (§7.3); its URL. */
async function register({ http, key, email, tosAccepted }: AcmeOrderOptions): Promise<string> {
  const { newAccount, meta } = await http.directory();
  if (!tosAccepted) {
    throw new SpiffeError(
      'FAILED_PRECONDITION',
      `ACME Terms of Service have not been accepted: ${meta?.termsOfService ?? 'see the CA'}; set tos_accepted`,
    );
  }
  const account = { termsOfServiceAgreed: true, contact: [`mailto:${email}`] };
  return locationOf(await http.post(newAccount, key, { jwk: key.jwk }, account), 'account');
}

async function authorize(options: AcmeOrderOptions, post: Post, url: string): Promise<void> {
  const { status, challenges } = parseJson(await post(url), authorizationSchema);
  if (status === 'valid') return;
  const challenge = challenges.find(({ type }) => type === 'tls-alpn-01');
  if (challenge === undefined) {
    throw new SpiffeError('UNAVAILABLE', 'ACME server offers no tls-alpn-01 challenge');
  }
  const { clock, domainName, key, present, signal } = options;
  const authorization = key.authorization(challenge.token);
  present(await challengeCertificate(domainName, authorization, clock.now()));
  try {
    await post(challenge.url, {});
    for (let left = mostPolls; left > 0; left--) {
      const found = await post(url);
      const now = parseJson(found, authorizationSchema);
      if (now.status === 'valid') return;
      if (now.status !== 'pending') {
        const reason = now.challenges
          .map(({ error }) => error?.detail ?? '')
          .join(' ')
          .trim();
        throw new SpiffeError('UNAVAILABLE', `ACME authorization is ${now.status}: ${reason}`);
      }
      await clock.sleep(retryAfterMs(found), signal);
    }
  } finally {
    present(undefined);
  }
  throw new SpiffeError('DEADLINE_EXCEEDED', 'ACME authorization stays pending');
}

async function until(
  { clock, signal }: AcmeOrderOptions,
  post: Post,
  url: string,
  wanted: 'ready' | 'valid',
): Promise<z.output<typeof orderSchema>> {
  for (let left = mostPolls; left > 0; left--) {
    const response = await post(url);
    const order = parseJson(response, orderSchema);
    if (order.status === wanted || order.status === 'valid') return order;
    if (order.status === 'invalid') {
      throw new SpiffeError('UNAVAILABLE', `ACME order is invalid: ${order.error?.detail ?? ''}`);
    }
    await clock.sleep(retryAfterMs(response), signal);
  }
  throw new SpiffeError('DEADLINE_EXCEEDED', `ACME order does not become ${wanted}`);
}

function retryAfterMs(response: HttpsResponse): number {
  const seconds = Number(response.header('retry-after') ?? 1);
  return Math.min(Math.max(Number.isFinite(seconds) ? seconds : 1, 1), 30) * 1000;
}

function locationOf(response: HttpsResponse, what: string): string {
  const url = response.header('location');
  if (url !== undefined) return url;
  throw new SpiffeError('UNAVAILABLE', `ACME server sent no URL of the ${what}`);
}

const mostPolls = 60;
