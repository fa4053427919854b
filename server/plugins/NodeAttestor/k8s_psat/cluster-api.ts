import { SpiffeError, messageOf } from '../../../../common/errors/spiffe-error.ts';

/** The calls to a cluster's API server; common/kube makes them. */
export interface KubeCalls {
  get(path: string, signal: AbortSignal): Promise<unknown>;
  post(path: string, body: unknown, signal: AbortSignal): Promise<unknown>;
}

/** The part of a TokenReview's status that attestation reads. */
interface TokenStatus {
  readonly authenticated: boolean;
  readonly username: string;
  readonly extra: Readonly<Record<string, unknown>>;
  /** All of it, for enrolment profiles. */
  readonly raw: unknown;
}

export interface AgentPod {
  readonly uid: string;
  readonly nodeName: string;
  readonly hostIp: string;
  readonly phase: string;
  /** When it has to be gone at the latest; undefined unless it was deleted. */
  readonly deletedByMs: number | undefined;
  readonly labels: Readonly<Record<string, unknown>>;
  readonly raw: unknown;
}

export interface AgentNode {
  readonly uid: string;
  readonly labels: Readonly<Record<string, unknown>>;
  readonly raw: unknown;
}

/**
 * Asks the API server whether the token is good for one of `audiences`; none means the server's own.
 * Throws INTERNAL for a bad token too, as SPIRE does: an agent gives up on PERMISSION_DENIED only.
 */
export async function reviewToken(
  api: KubeCalls,
  token: string,
  audiences: readonly string[],
  signal: AbortSignal,
): Promise<TokenStatus> {
  const status = await review(api, token, audiences, signal);
  const fault = text(status['error']);
  if (fault !== '') {
    throw new SpiffeError(
      'INTERNAL',
      `token review API response contains an error: ${redact(fault, token)}`,
    );
  }
  const authenticated = status['authenticated'] === true;
  if (authenticated) checkAudiences(audiences, status['audiences']);
  const user = object(status['user']);
  return {
    authenticated,
    username: text(user['username']),
    extra: object(user['extra']),
    raw: status,
  };
}

/**
 * True when the API server takes the token for one of its own: then agents could call the API with it,
 * and every pod could enrol with the token it has anyway. Throws when the API server cannot be asked.
 */
export async function isApiToken(
  api: KubeCalls,
  token: string,
  signal: AbortSignal,
): Promise<boolean> {
  return (await review(api, token, [], signal))['authenticated'] === true;
}

/** True when the API server vouches for the token and for this audience of it. */
export async function isTokenFor(
  api: KubeCalls,
  token: string,
  audience: string,
  signal: AbortSignal,
): Promise<boolean> {
  const { authenticated, audiences } = await review(api, token, [audience], signal);
  return authenticated === true && Array.isArray(audiences) && audiences.includes(audience);
}

/** Reads the pod as it is now, past every cache of token reviews. */
export async function readPod(
  api: KubeCalls,
  namespace: string,
  name: string,
  signal: AbortSignal,
): Promise<AgentPod> {
  if (namespace === '') throw new SpiffeError('INTERNAL', 'empty namespace');
  if (name === '') throw new SpiffeError('INTERNAL', 'empty pod name');
  const path = `/api/v1/namespaces/${encodeURIComponent(namespace)}/pods/${encodeURIComponent(name)}`;
  const pod = object(await asking('unable to query pods API', () => api.get(path, signal)));
  const metadata = object(pod['metadata']);
  const status = object(pod['status']);
  const deletedByMs = Date.parse(text(metadata['deletionTimestamp']));
  return {
    uid: text(metadata['uid']),
    nodeName: text(object(pod['spec'])['nodeName']),
    hostIp: text(status['hostIP']),
    phase: text(status['phase']),
    deletedByMs: Number.isNaN(deletedByMs) ? undefined : deletedByMs,
    labels: object(metadata['labels']),
    raw: pod,
  };
}

/** True when its containers have ended or its grace is over; during the grace an agent may still attest. */
export function hasEnded(pod: AgentPod, nowMs: number): boolean {
  if (pod.phase === 'Succeeded' || pod.phase === 'Failed') return true;
  return pod.deletedByMs !== undefined && pod.deletedByMs <= nowMs;
}

export async function readNode(
  api: KubeCalls,
  name: string,
  signal: AbortSignal,
): Promise<AgentNode> {
  if (name === '') throw new SpiffeError('INTERNAL', 'empty node name');
  const path = `/api/v1/nodes/${encodeURIComponent(name)}`;
  const node = object(await asking('unable to query nodes API', () => api.get(path, signal)));
  const metadata = object(node['metadata']);
  return { uid: text(metadata['uid']), labels: object(metadata['labels']), raw: node };
}

/** The status of a TokenReview; no audiences stand for the API server's own. */
async function review(
  api: KubeCalls,
  token: string,
  audiences: readonly string[],
  signal: AbortSignal,
): Promise<Readonly<Record<string, unknown>>> {
  const body = {
    kind: 'TokenReview',
    apiVersion: 'authentication.k8s.io/v1',
    spec: { token, ...(audiences.length > 0 && { audiences }) },
  };
  const path = '/apis/authentication.k8s.io/v1/tokenreviews';
  const answer = await asking('unable to query token review API', () =>
    api.post(path, body, signal),
  );
  return object(object(answer)['status']);
}

/** An authenticator that ignores audiences must not let in tokens that were meant for others. */
function checkAudiences(wanted: readonly string[], validated: unknown): void {
  const got = Array.isArray(validated) ? validated.map(text) : [];
  if (wanted.length === 0 || wanted.some((audience) => got.includes(audience))) return;
  throw new SpiffeError(
    'INTERNAL',
    `token review API did not validate audience: wanted one of ${list(wanted)} but got ${list(got)}`,
  );
}

async function asking(what: string, call: () => Promise<unknown>): Promise<unknown> {
  try {
    return await call();
  } catch (cause) {
    const code = cause instanceof SpiffeError ? cause.code : 'INTERNAL';
    throw new SpiffeError(code, `${what}: ${messageOf(cause)}`, { cause });
  }
}

/** Go prints lists so. */
function list(values: readonly string[]): string {
  return `[${values.map((value) => JSON.stringify(value)).join(' ')}]`;
}

function redact(fault: string, token: string): string {
  return fault.replaceAll(token, '[redacted]').slice(0, 1024);
}

function object(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {};
}

function text(value: unknown): string {
  return typeof value === 'string' ? value : '';
}
