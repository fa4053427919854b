import type { IncomingMessage } from 'node:http';
import { Agent as HttpsAgent, type AgentOptions } from 'node:https';
import { isIPv6 } from 'node:net';
import type { SecureContextOptions } from 'node:tls';
import type { Clock } from '../../common/clock/clock.ts';
import { messageOf, SpiffeError } from '../../common/errors/spiffe-error.ts';
import { BodyReader, readExcerpt, send } from '../../common/kube/http.ts';
import type { Logger } from '../../common/log/logger.ts';
import {
  readKubeletCredentials,
  sameToken,
  sameTransport,
  type KubeletCredentials,
  type SecureKubelet,
} from './kubelet-credentials.ts';
import { Agent as HttpAgent } from '../../common/http/node-http.ts';

export type KubeletEndpoint =
  | { readonly kind: 'read_only'; readonly port: number }
  | ({ readonly kind: 'secure' } & SecureKubelet);

interface KubeletClientOptions {
  readonly endpoint: KubeletEndpoint;
  /** How old credentials may be before they are read again. */
  readonly reloadIntervalMs: number;
  readonly clock: Clock;
  readonly log: Logger;
}

interface Transport {
  readonly agent: HttpAgent | HttpsAgent;
  readonly credentials: KubeletCredentials;
}

/**
 * `GET /pods` of the kubelet on this node. Files are read again when they are old, and at once when
 * the kubelet's certificate is not trusted or our token is refused. Files that cannot be read leave
 * the working credentials in place.
 */
export class KubeletClient {
  readonly #options: KubeletClientOptions;
  readonly #url: URL;
  readonly #body = new BodyReader(bodyLimit);
  #transport: Transport;
  #loadedMs: number;

  /** Reads the files. Throws INVALID_ARGUMENT when one is missing or useless. */
  constructor(options: KubeletClientOptions) {
    this.#options = options;
    this.#url = podsUrl(options.endpoint);
    this.#transport = this.#open(this.#read());
    this.#loadedMs = options.clock.monotonic();
  }

  /** The body of the answer, good until the next call. One call at a time. Throws UNAVAILABLE with the kubelet's own words. */
  async fetchPods(signal: AbortSignal): Promise<Buffer> {
    const { clock, reloadIntervalMs } = this.#options;
    if (clock.monotonic() - this.#loadedMs >= reloadIntervalMs) this.#reload();
    try {
      return await this.#fetch(signal);
    } catch (error) {
      if (!isStaleCredential(error) || !this.#reload()) throw asUnavailable(error);
    }
    return this.#fetch(signal).catch((error: unknown) => {
      throw asUnavailable(error);
    });
  }

  close(): void {
    this.#transport.agent.destroy();
  }

  async #fetch(signal: AbortSignal): Promise<Buffer> {
    const deadline = new AbortController();
    const cancel = this.#options.clock.after(timeoutMs, () =>
      deadline.abort(new Error(`no answer within ${timeoutMs} ms`)),
    );
    const { agent, credentials } = this.#transport;
    const token = credentials.token?.reveal();
    try {
      const response = await send({
        url: this.#url,
        method: 'GET',
        agent,
        headers: token === undefined ? {} : { authorization: `Bearer ${token}` },
        signal: AbortSignal.any([signal, deadline.signal]),
      });
      if (response.statusCode !== 200) throw await refusal(response);
      return await this.#body.read(response);
    } catch (error) {
      signal.throwIfAborted();
      throw deadline.signal.aborted ? (deadline.signal.reason as Error) : error;
    } finally {
      cancel();
    }
  }

  /** True when something else is used from now on. */
  #reload(): boolean {
    const old = this.#transport;
    this.#loadedMs = this.#options.clock.monotonic();
    let credentials: KubeletCredentials;
    try {
      credentials = this.#read();
    } catch (error) {
      this.#options.log.error('Unable to reload the credentials for the kubelet', { error });
      return false;
    }
    if (sameTransport(old.credentials, credentials)) {
      this.#transport = { agent: old.agent, credentials };
      return !sameToken(old.credentials, credentials);
    }
    this.#transport = this.#open(credentials);
    old.agent.destroy();
    return true;
  }

  #read(): KubeletCredentials {
    const { endpoint } = this.#options;
    return endpoint.kind === 'secure'
      ? readKubeletCredentials(endpoint)
      : { caPem: undefined, clientCertificate: undefined, token: undefined };
  }

  #open(credentials: KubeletCredentials): Transport {
    const { endpoint } = this.#options;
    const agent =
      endpoint.kind === 'secure'
        ? new HttpsAgent(tlsOptions(endpoint, credentials))
        : new HttpAgent({ keepAlive: true });
    return { agent, credentials };
  }
}

class KubeletRefusal extends SpiffeError {
  readonly status: number;

  constructor(status: number, text: string) {
    super('UNAVAILABLE', `unexpected status code on pods response: ${status} ${text}`);
    this.status = status;
  }
}

async function refusal(response: IncomingMessage): Promise<KubeletRefusal> {
  return new KubeletRefusal(response.statusCode ?? 0, await readExcerpt(response));
}

function asUnavailable(error: unknown): unknown {
  if (error instanceof SpiffeError || isAbort(error)) return error;
  return new SpiffeError('UNAVAILABLE', `unable to perform request: ${messageOf(error)}`, {
    cause: error,
  });
}

function isAbort(error: unknown): boolean {
  return error instanceof Error && error.name === 'AbortError';
}

/** Faults that new files on disk may mend. */
function isStaleCredential(error: unknown): boolean {
  if (error instanceof KubeletRefusal) return error.status === 401;
  const { code = '' } = error as NodeJS.ErrnoException;
  return /CERT|SIGNATURE|SELF_SIGNED|ERR_TLS|ERR_SSL/.test(code);
}

function podsUrl(endpoint: KubeletEndpoint): URL {
  if (endpoint.kind === 'read_only') return new URL(`http://127.0.0.1:${endpoint.port}/pods`);
  const { nodeName = '127.0.0.1', port } = endpoint;
  return new URL(`https://${isIPv6(nodeName) ? `[${nodeName}]` : nodeName}:${port}/pods`);
}

/** `allowPartialTrustChain` lets an operator pin the kubelet's own certificate, as Go's verifier does. */
function tlsOptions(
  endpoint: SecureKubelet,
  { caPem, clientCertificate }: KubeletCredentials,
): AgentOptions {
  const pinning: SecureContextOptions = { allowPartialTrustChain: true };
  return {
    keepAlive: true,
    // A resumed session would skip the verification.
    maxCachedSessions: 0,
    minVersion: 'TLSv1.2',
    ...pinning,
    ...(caPem === undefined ? { rejectUnauthorized: false } : { ca: caPem }),
    ...(endpoint.nodeName === undefined && { checkServerIdentity: () => undefined }),
    ...(clientCertificate !== undefined && {
      cert: clientCertificate.certPem,
      key: clientCertificate.keyPem.reveal(),
    }),
  };
}

const timeoutMs = 10_000;
const bodyLimit = 64 * 1024 * 1024;
