import type { TLSSocket } from 'node:tls';
import { z } from 'zod';
import type { Clock } from '../../../common/clock/clock.ts';
import { SpiffeError } from '../../../common/errors/spiffe-error.ts';
import { sendHttps, type HttpsResponse } from '../../../common/http/https-request.ts';
import type { AccountKey, Signatory } from './account-key.ts';

interface AcmeHttpOptions {
  readonly directoryUrl: string;
  /** Whom the CA's own server chains to. */
  readonly roots: () => readonly string[];
  readonly clock: Pick<Clock, 'after'>;
  readonly signal: AbortSignal;
}

const directorySchema = z.object({
  newNonce: z.url(),
  newAccount: z.url(),
  newOrder: z.url(),
  meta: z.object({ termsOfService: z.string().optional() }).optional(),
});

type AcmeDirectory = z.output<typeof directorySchema>;

const problemSchema = z.object({ type: z.string().default(''), detail: z.string().default('') });

/** The transport of ACME: the directory, nonces, signed requests, problem documents (RFC 8555 §6). */
export class AcmeHttp {
  readonly #options: AcmeHttpOptions;
  #nonce: string | undefined;
  #directory: AcmeDirectory | undefined;

  constructor(options: AcmeHttpOptions) {
    this.#options = options;
  }

  async directory(): Promise<AcmeDirectory> {
    if (this.#directory === undefined) {
      const response = await this.#send('GET', this.#options.directoryUrl);
      if (response.status !== 200) throw problemOf(response);
      this.#directory = parseJson(response, directorySchema);
    }
    return this.#directory;
  }

  /** Posts signed; a nonce that the CA does not want any more is replaced (§6.5). */
  async post(
    url: string,
    key: AccountKey,
    from: Signatory,
    payload?: object,
  ): Promise<HttpsResponse> {
    for (let attempt = 1; ; attempt++) {
      const nonce = this.#nonce ?? (await this.#freshNonce());
      this.#nonce = undefined;
      const response = await this.#send('POST', url, key.sign({ nonce, url }, from, payload));
      this.#nonce = response.header('replay-nonce');
      if (response.status < 400) return response;
      const problem = problemOf(response);
      if (!problem.type.endsWith(':badNonce') || attempt >= mostAttempts) throw problem;
    }
  }

  async #freshNonce(): Promise<string> {
    const { newNonce } = await this.directory();
    const nonce = (await this.#send('HEAD', newNonce)).header('replay-nonce');
    if (nonce !== undefined) return nonce;
    throw new SpiffeError('UNAVAILABLE', 'ACME server sent no nonce');
  }

  #send(method: 'GET' | 'HEAD' | 'POST', url: string, body?: string): Promise<HttpsResponse> {
    const { roots, clock, signal } = this.#options;
    return sendHttps({
      url: new URL(url),
      method,
      headers: { accept: '*/*', ...(body && { 'content-type': 'application/jose+json' }) },
      ...(body !== undefined && { body }),
      ca: roots(),
      verify: checkAuthorized,
      timeoutMs: 30_000,
      mostBytes: 1024 * 1024,
      clock,
      signal,
    });
  }
}

/** A refusal of the CA, in its words. */
class AcmeProblem extends SpiffeError {
  readonly type: string;

  constructor(status: number, { type, detail }: z.output<typeof problemSchema>) {
    super('UNAVAILABLE', `ACME server answered ${status}: ${detail} (${type})`);
    this.type = type;
  }
}

/** The body of a response by its schema. Throws UNAVAILABLE for anything else. */
export function parseJson<Schema extends z.ZodType>(
  { body }: HttpsResponse,
  schema: Schema,
): z.output<Schema> {
  try {
    return schema.parse(JSON.parse(body.toString()));
  } catch (cause) {
    throw new SpiffeError('UNAVAILABLE', 'ACME server sent what is not of its protocol', { cause });
  }
}

function problemOf(response: HttpsResponse): AcmeProblem {
  try {
    return new AcmeProblem(response.status, parseJson(response, problemSchema));
  } catch {
    // Not a problem document: a proxy's error page, say.
    return new AcmeProblem(response.status, { type: 'no problem document', detail: '' });
  }
}

function checkAuthorized(socket: TLSSocket): void {
  if (socket.authorized) return;
  const reason = String(socket.authorizationError);
  throw new SpiffeError('UNKNOWN_AUTHORITY', `failed to authenticate ACME server: ${reason}`);
}

const mostAttempts = 10;
