import { messageOf, SpiffeError } from '../../../../common/errors/spiffe-error.ts';
import { isJsonObject } from '../../../../common/text/json-object.ts';

interface PsatPayload {
  readonly cluster: string;
  readonly token: string;
  /** Names of members that have no meaning here, cut short; what they say is not looked at. */
  readonly ignored: readonly string[];
}

/** Parses what the agent sent. Throws INVALID_ARGUMENT with SPIRE's texts, never quoting the token. */
export function parsePayload(bytes: Uint8Array): PsatPayload {
  if (bytes.length === 0) throw new SpiffeError('INVALID_ARGUMENT', 'payload cannot be empty');
  if (bytes.length > payloadLimit) throw refusal(`payload exceeds ${payloadLimit} bytes`);
  let data: unknown;
  try {
    data = JSON.parse(Buffer.from(bytes).toString()) as unknown;
  } catch (cause) {
    // The parser's text quotes what it read, which may be the token.
    throw refusal(`failed to unmarshal data payload: ${withoutQuote(messageOf(cause))}`);
  }
  if (!isJsonObject(data)) {
    throw refusal('failed to unmarshal data payload: expected an object');
  }
  const { cluster = '', token = '' } = data;
  if (typeof cluster !== 'string' || typeof token !== 'string') {
    throw refusal('failed to unmarshal data payload: cluster and token must be strings');
  }
  if (cluster === '') throw refusal('missing cluster in attestation data');
  if (token === '') throw refusal('missing token in attestation data');
  const ignored = Object.keys(data).filter((name) => name !== 'cluster' && name !== 'token');
  return { cluster, token, ignored: ignored.slice(0, 8).map((name) => name.slice(0, 32)) };
}

function withoutQuote(text: string): string {
  return /at position \d+/.exec(text)?.[0].replace(/^/, 'not JSON ') ?? 'not JSON';
}

function refusal(text: string): SpiffeError {
  return new SpiffeError('INVALID_ARGUMENT', `nodeattestor(k8s_psat): ${text}`);
}

/** A projected token has about 1 kB. */
const payloadLimit = 64 * 1024;
