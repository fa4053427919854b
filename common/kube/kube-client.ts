import { createInterface } from 'node:readline';
import { Backoff } from '../clock/backoff.ts';
import type { Clock } from '../clock/clock.ts';
import { messageOf, SpiffeError } from '../errors/spiffe-error.ts';
import type { FindClusterAccess } from './cluster-access.ts';
import { readBody, readExcerpt, send, type HttpCall } from './http.ts';

type Method = HttpCall['method'];

/** What an API server or the way to it refused. UNAVAILABLE when the same call may succeed later. */
export class KubeApiError extends SpiffeError {
  /** Undefined when no answer came. */
  readonly status: number | undefined;

  constructor(status: number | undefined, message: string, options?: { cause?: unknown }) {
    super(isTransient(status) ? 'UNAVAILABLE' : 'INTERNAL', message, options);
    this.status = status;
  }
}

interface KubeClientOptions {
  readonly access: FindClusterAccess;
  readonly clock: Clock;
  /** For one call with its retries. */
  readonly timeoutMs?: number;
  readonly maxBodyBytes?: number;
  /** 1 tries nothing again, not even with renewed credentials. Default 3. */
  readonly mostAttempts?: number;
}

/** JSON calls to an API server. Each has a deadline; what may pass is tried again within it. */
export class KubeClient {
  readonly #options: Required<KubeClientOptions>;

  constructor(options: KubeClientOptions) {
    this.#options = {
      timeoutMs: 8_000,
      maxBodyBytes: 32 * 1024 * 1024,
      mostAttempts: 3,
      ...options,
    };
  }

  get(path: string, signal: AbortSignal): Promise<unknown> {
    return this.#call('GET', path, undefined, signal);
  }

  post(path: string, body: unknown, signal: AbortSignal): Promise<unknown> {
    return this.#call('POST', path, JSON.stringify(body), signal);
  }

  /** Server-side apply: what the object has beside these fields stays as it is. */
  apply(path: string, fields: unknown, manager: string, signal: AbortSignal): Promise<unknown> {
    const query = `fieldManager=${encodeURIComponent(manager)}&force=true`;
    const body = JSON.stringify(fields);
    return this.#call('PATCH', `${path}?${query}`, body, signal, 'application/apply-patch+yaml');
  }

  /** RFC 7396. */
  mergePatch(path: string, patch: unknown, signal: AbortSignal): Promise<unknown> {
    const type = 'application/merge-patch+json';
    return this.#call('PATCH', path, JSON.stringify(patch), signal, type);
  }

  /** The events of a watch, until the server ends it; no deadline but the signal. */
  async *watch(path: string, signal: AbortSignal): AsyncGenerator<unknown, void> {
    const response = await this.#send('GET', path, undefined, signal);
    if (response.statusCode !== 200) throw await refusal(response);
    try {
      for await (const line of createInterface({ input: response })) {
        if (line !== '') yield parseJson(line);
      }
    } finally {
      response.destroy();
    }
  }

  async #call(
    method: Method,
    path: string,
    body: string | undefined,
    signal: AbortSignal,
    contentType?: string,
  ): Promise<unknown> {
    const { clock, mostAttempts, timeoutMs } = this.#options;
    const deadline = new AbortController();
    const expire = () =>
      deadline.abort(new KubeApiError(undefined, `no answer within ${timeoutMs} ms`));
    const cancel = clock.after(timeoutMs, expire);
    const backoff = new Backoff({ initialMs: 200, maxMs: 2_000 });
    const either = AbortSignal.any([signal, deadline.signal]);
    let renewed = mostAttempts === 1;
    try {
      for (let attempt = 1; ; attempt++) {
        try {
          return await this.#once(method, path, body, either, contentType);
        } catch (error) {
          either.throwIfAborted();
          // Credentials are read for each attempt, and may have been replaced since the last one.
          const isStale = error instanceof KubeApiError && error.status === 401 && !renewed;
          if (isStale) renewed = true;
          else if (!isWorthRetrying(error) || attempt >= mostAttempts) throw error;
          await clock.sleep(backoff.next(), either);
        }
      }
    } finally {
      cancel();
    }
  }

  async #once(
    method: Method,
    path: string,
    body: string | undefined,
    signal: AbortSignal,
    contentType?: string,
  ): Promise<unknown> {
    const response = await this.#send(method, path, body, signal, contentType);
    const status = response.statusCode ?? 0;
    if (status < 200 || status > 299) throw await refusal(response);
    try {
      // The whole body: an API server indents its JSON for some user agents.
      return parseJson((await readBody(response, this.#options.maxBodyBytes)).toString());
    } catch (cause) {
      if (cause instanceof SpiffeError) throw cause;
      throw new KubeApiError(undefined, `the answer broke off: ${messageOf(cause)}`, { cause });
    }
  }

  async #send(
    method: Method,
    path: string,
    body: string | undefined,
    signal: AbortSignal,
    contentType = 'application/json',
  ) {
    const { server, agent, headers } = await this.#options.access();
    const url = new URL(`${server.pathname.replace(/\/$/, '')}${path}`, server);
    try {
      return await send({
        url,
        method,
        agent,
        headers: { ...headers.reveal(), 'user-agent': 'sigil' },
        signal,
        ...(body !== undefined && { body, contentType }),
      });
    } catch (cause) {
      if (cause instanceof SpiffeError) throw cause;
      throw new KubeApiError(undefined, messageOf(cause), { cause });
    }
  }
}

async function refusal(response: Parameters<typeof readExcerpt>[0]): Promise<KubeApiError> {
  const status = response.statusCode ?? 0;
  const text = await readExcerpt(response, 4096).catch(() => '');
  return new KubeApiError(status, statusMessage(text) ?? `status ${status}: ${text}`);
}

/** The message of a Kubernetes Status object. */
function statusMessage(text: string): string | undefined {
  try {
    const { message } = JSON.parse(text) as { message?: unknown };
    return typeof message === 'string' ? message : undefined;
  } catch {
    // Proxies answer with anything.
    return undefined;
  }
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    // The parser's text would quote the answer, which may hold a token.
    throw new KubeApiError(undefined, 'the answer is not JSON');
  }
}

function isTransient(status: number | undefined): boolean {
  return status === undefined || status === 408 || status === 429 || status >= 500;
}

function isWorthRetrying(error: unknown): boolean {
  return error instanceof KubeApiError && isTransient(error.status);
}
