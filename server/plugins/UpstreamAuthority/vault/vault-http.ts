import { readFile } from 'node:fs/promises';
import { request as httpRequest, type IncomingMessage, type RequestOptions } from 'node:http';
import { request as httpsRequest } from 'node:https';
import { messageOf, SpiffeError } from '../../../../common/errors/spiffe-error.ts';
import type { VaultAccess } from './config.ts';

export interface VaultRequest {
  readonly method: 'GET' | 'POST';
  /** Below `/v1/`. */
  readonly path: string;
  readonly token?: string;
  readonly body?: object;
}

/** What Vault answers with; every member may be missing. */
export interface VaultAnswer {
  readonly data?: Readonly<Record<string, unknown>> | null;
  readonly auth?: {
    readonly client_token?: unknown;
    readonly lease_duration?: unknown;
    readonly renewable?: unknown;
  } | null;
}

/** Sends one request. Throws PERMISSION_DENIED for a 403, UNAVAILABLE for all other failures. */
export async function callVault(
  access: VaultAccess,
  { method, path, token, body }: VaultRequest,
  signal: AbortSignal,
): Promise<VaultAnswer> {
  const payload = body === undefined ? undefined : JSON.stringify(body);
  const url = new URL(`${access.address.pathname.replace(/\/+$/, '')}/v1/${path}`, access.address);
  const options: RequestOptions = {
    method,
    signal: AbortSignal.any([signal, AbortSignal.timeout(longestCallMs)]),
    maxHeaderSize: 16 * 1024,
    headers: {
      accept: 'application/json',
      'x-vault-request': 'true',
      ...(access.namespace !== '' && { 'x-vault-namespace': access.namespace }),
      ...(token !== undefined && { 'x-vault-token': token }),
      ...(payload !== undefined && {
        'content-type': 'application/json',
        'content-length': String(Buffer.byteLength(payload)),
      }),
    },
  };
  try {
    const response = await answered(url, { ...options, ...(await tlsOf(access)) }, payload);
    return readAnswer(response.statusCode ?? 0, await readBody(response));
  } catch (cause) {
    const code = cause instanceof SpiffeError ? cause.code : 'UNAVAILABLE';
    throw new SpiffeError(code, `Vault ${method} ${path}: ${messageOf(cause)}`, { cause });
  }
}

/** Read at each call, so that renewed files count at once. */
async function tlsOf(access: VaultAccess) {
  if (access.address.protocol !== 'https:') return {};
  const { caCertPath, clientCertPath, clientKeyPath } = access;
  return {
    agent: false,
    minVersion: 'TLSv1.2' as const,
    rejectUnauthorized: access.verifies,
    ...(caCertPath !== '' && { ca: await readFile(caCertPath) }),
    ...(clientCertPath !== '' && { cert: await readFile(clientCertPath) }),
    ...(clientKeyPath !== '' && { key: await readFile(clientKeyPath) }),
  };
}

function answered(
  url: URL,
  options: RequestOptions,
  payload: string | undefined,
): Promise<IncomingMessage> {
  const { promise, resolve, reject } = Promise.withResolvers<IncomingMessage>();
  const send = url.protocol === 'https:' ? httpsRequest : httpRequest;
  send(url, options, resolve).on('error', reject).end(payload);
  return promise;
}

async function readBody(response: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of response as AsyncIterable<Buffer>) {
    size += chunk.length;
    if (size > mostBytes) throw new Error(`the answer is longer than ${mostBytes} bytes`);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString('utf8');
}

/** An answer that is not JSON is quoted nowhere: it may hold anything. */
function readAnswer(status: number, body: string): VaultAnswer {
  const answer = parse(body);
  if (status >= 200 && status < 300 && answer !== undefined) return answer;
  const { errors } = (answer ?? {}) as { readonly errors?: unknown };
  const said = Array.isArray(errors) ? errors.map((error) => String(error).trim()).join('; ') : '';
  const text = `status ${status}${said === '' ? '' : `: ${said.slice(0, 500)}`}`;
  throw new SpiffeError(status === 403 ? 'PERMISSION_DENIED' : 'UNAVAILABLE', text);
}

function parse(body: string): VaultAnswer | undefined {
  try {
    const value: unknown = JSON.parse(body);
    return typeof value === 'object' && value !== null ? value : undefined;
  } catch {
    // Told apart by the status; a success without JSON is a failure.
    return undefined;
  }
}

const longestCallMs = 15_000;
const mostBytes = 1024 * 1024;
