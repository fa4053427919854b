import { readFile } from 'node:fs/promises';
import { messageOf, SpiffeError } from '../../common/errors/spiffe-error.ts';
import type { Bundle } from '../../common/spiffe/bundle.ts';
import type { TrustDomain } from '../../common/spiffe/trust-domain.ts';
import { parseCertificate } from '../../common/x509/certificate.ts';
import { parseBundleDocument } from '../../common/x509/bundle-document.ts';
import { certificatesFromPem } from '../../common/x509/pem.ts';
import { fetchForeignBundle } from '../client/workload-api.ts';
import { getOverUnix } from './unix-http.ts';

export type TrustBundleFormat = 'pem' | 'spiffe';

/** Where an agent without a stored bundle learns whom to trust first. */
export type TrustBundleSource =
  | { readonly kind: 'file'; readonly path: string; readonly format: TrustBundleFormat }
  | { readonly kind: 'url'; readonly url: string; readonly format: TrustBundleFormat }
  /** Plain HTTP to a program of this machine, which is told what the agent is about to do. */
  | {
      readonly kind: 'unix_url';
      readonly url: string;
      readonly socketPath: string;
      readonly format: TrustBundleFormat;
    }
  /** The Workload API of another agent of this machine, `unix:///run/x.sock`. */
  | { readonly kind: 'workload_api'; readonly address: string }
  /** Trust on first use: only the server's SPIFFE ID is looked at. */
  | { readonly kind: 'insecure' };

/** What a program behind `unix_url` is told, in SPIRE's words. */
interface BootstrapAttempt {
  readonly mode: 'bootstrap' | 'rebootstrap';
  readonly attempts: number;
  readonly startTime: string;
  readonly server: { readonly host: string; readonly port: number };
}

const fetchTimeoutMs = 30_000;
const longestBundleBytes = 4 * 1024 * 1024;

/**
 * Reads the source; it is read anew at every attempt. Undefined means insecure bootstrap.
 * Throws UNAVAILABLE when it cannot be had, INVALID_ARGUMENT when it is not a bundle.
 */
export async function loadTrustBundle(
  source: TrustBundleSource,
  trustDomain: TrustDomain,
  attempt: BootstrapAttempt,
  signal: AbortSignal,
): Promise<Bundle | undefined> {
  if (source.kind === 'insecure') return undefined;
  if (source.kind === 'workload_api') return fromWorkloadApi(source.address, trustDomain, signal);
  const text = await textOf(source, trustDomain, attempt, signal);
  try {
    return source.format === 'pem' ? fromPem(text, trustDomain) : fromDocument(text, trustDomain);
  } catch (cause) {
    const place = JSON.stringify(source.kind === 'file' ? source.path : source.url);
    const rule = `could not parse trust bundle ${place}: ${messageOf(cause)}`;
    throw new SpiffeError('INVALID_ARGUMENT', rule, { cause });
  }
}

function textOf(
  source: Extract<TrustBundleSource, { readonly format: TrustBundleFormat }>,
  trustDomain: TrustDomain,
  attempt: BootstrapAttempt,
  signal: AbortSignal,
): Promise<string> {
  if (source.kind === 'file') return read(source.path);
  if (source.kind === 'url') return get(source.url, signal);
  return getOverUnix(source, queryOf(attempt, trustDomain), signal);
}

async function fromWorkloadApi(
  address: string,
  trustDomain: TrustDomain,
  signal: AbortSignal,
): Promise<Bundle> {
  try {
    return bundleOf(await fetchForeignBundle(address, trustDomain, signal), trustDomain);
  } catch (cause) {
    signal.throwIfAborted();
    throw new SpiffeError(
      'UNAVAILABLE',
      `unable to fetch trust bundle from SPIFFE Workload API ${address}: ${messageOf(cause)}`,
      { cause },
    );
  }
}

function queryOf(
  { attempts, mode, server, startTime }: BootstrapAttempt,
  trustDomain: TrustDomain,
) {
  return {
    'spire-attest-mode': mode,
    'spire-connection-attempts': String(attempts),
    'spire-attest-start-time': startTime,
    'spire-server-address': server.host,
    'spire-server-port': String(server.port),
    'spiffe-trust-domain': trustDomain,
  };
}

function fromPem(text: string, trustDomain: TrustDomain): Bundle {
  return bundleOf(certificatesFromPem(text), trustDomain);
}

function bundleOf(ders: readonly Uint8Array[], trustDomain: TrustDomain): Bundle {
  return {
    trustDomain,
    x509Authorities: ders.map((der) => {
      parseCertificate(der);
      return { der, tainted: false };
    }),
    jwtAuthorities: [],
    refreshHintSeconds: 0,
    sequenceNumber: 0,
  };
}

function fromDocument(text: string, trustDomain: TrustDomain): Bundle {
  const bundle = parseBundleDocument(trustDomain, text);
  if (bundle.x509Authorities.length > 0) return bundle;
  throw new SpiffeError('INVALID_ARGUMENT', 'no certificates found in trust bundle');
}

async function read(path: string): Promise<string> {
  let text: string;
  try {
    text = await readFile(path, 'utf8');
  } catch (cause) {
    const isMissing = (cause as NodeJS.ErrnoException).code === 'ENOENT';
    const rule = isMissing ? ': it is not there yet' : '';
    throw new SpiffeError('UNAVAILABLE', `could not parse trust bundle: open ${path}${rule}`, {
      cause,
    });
  }
  // A ConfigMap may be there before the server has filled it.
  if (text.trim() !== '') return text;
  throw new SpiffeError('UNAVAILABLE', `could not parse trust bundle: ${path} is empty as yet`);
}

async function get(url: string, signal: AbortSignal): Promise<string> {
  try {
    const response = await fetch(url, {
      redirect: 'error',
      signal: AbortSignal.any([signal, AbortSignal.timeout(fetchTimeoutMs)]),
    });
    if (response.status !== 200) throw new Error(`server answered ${response.status}`);
    return await readLimited(response.body ?? []);
  } catch (cause) {
    throw new SpiffeError(
      'UNAVAILABLE',
      `unable to fetch trust bundle URL ${url}: ${messageOf(cause)}`,
      { cause },
    );
  }
}

async function readLimited(body: AsyncIterable<unknown> | Iterable<unknown>): Promise<string> {
  const parts: Uint8Array[] = [];
  let size = 0;
  for await (const part of body) {
    const bytes = part as Uint8Array;
    size += bytes.length;
    if (size > longestBundleBytes) throw new Error(`more than ${longestBundleBytes} bytes`);
    parts.push(bytes);
  }
  return Buffer.concat(parts).toString('utf8');
}
