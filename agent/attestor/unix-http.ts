import { once } from 'node:events';
import type { IncomingMessage } from 'node:http';
import { messageOf, SpiffeError } from '../../common/errors/spiffe-error.ts';
import { request } from '../../common/http/node-http.ts';

/** A document that a program of this machine serves on a Unix socket. */
interface UnixUrl {
  readonly url: string;
  readonly socketPath: string;
}

const timeoutMs = 30_000;
const longestBodyBytes = 4 * 1024 * 1024;

/** Gets the document, with more query parameters. Throws UNAVAILABLE. */
export async function getOverUnix(
  { socketPath, url }: UnixUrl,
  query: Readonly<Record<string, string>>,
  signal: AbortSignal,
): Promise<string> {
  const target = new URL(url);
  for (const [name, value] of Object.entries(query)) target.searchParams.set(name, value);
  const ending = AbortSignal.any([signal, AbortSignal.timeout(timeoutMs)]);
  try {
    const path = `${target.pathname}${target.search}`;
    const headers = { host: target.host };
    const call = request({ socketPath, path, headers, signal: ending });
    call.end();
    const [response] = (await once(call, 'response', { signal: ending })) as [IncomingMessage];
    try {
      if (response.statusCode !== 200) throw new Error(`answered ${response.statusCode ?? 0}`);
      return await bodyOf(response);
    } finally {
      response.destroy();
    }
  } catch (cause) {
    signal.throwIfAborted();
    const where = `unable to fetch trust bundle URL ${url} over ${socketPath}`;
    throw new SpiffeError('UNAVAILABLE', `${where}: ${messageOf(cause)}`, { cause });
  }
}

async function bodyOf(response: IncomingMessage): Promise<string> {
  const parts: Buffer[] = [];
  let size = 0;
  for await (const part of response) {
    const bytes = part as Buffer;
    size += bytes.length;
    if (size > longestBodyBytes) throw new Error(`more than ${longestBodyBytes} bytes`);
    parts.push(bytes);
  }
  return Buffer.concat(parts).toString('utf8');
}
