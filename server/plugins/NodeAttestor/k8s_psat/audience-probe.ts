import { readFileSync } from 'node:fs';
import { SpiffeError } from '../../../../common/errors/spiffe-error.ts';
import { isApiToken, isTokenFor } from './cluster-api.ts';
import type { ClusterConnection } from './connect.ts';
import { ownClaims } from './token-claims.ts';

/**
 * Whether the API server takes an audience for one of its own: `api` when it does, `unknown` when the
 * server has no token to ask with.
 */
export type AudienceVerdict = 'separate' | 'api' | 'unknown';

/**
 * Asks without any agent. Best with a token that was made for enrolment, which must not open the API;
 * else with the token that this server opens the API with, which must not be one for enrolment: tokens
 * that are made for the API are made for all its audiences. Throws UNAVAILABLE and what a file or the
 * API server refuses.
 */
export async function probeAudience(
  connection: ClusterConnection,
  tokenPath: string,
  audience: string,
  signal: AbortSignal,
): Promise<AudienceVerdict> {
  const { api } = connection;
  const made = tokenPath === '' ? undefined : readToken(tokenPath);
  if (made !== undefined && ownClaims(made).audiences?.includes(audience) === true) {
    return (await isApiToken(api, made, signal)) ? 'api' : 'separate';
  }
  const own = await bearerOf(connection);
  // A cloud's login may be one that no review knows.
  if (own === undefined || !(await isApiToken(api, own, signal))) return 'unknown';
  return (await isTokenFor(api, own, audience, signal)) ? 'api' : 'separate';
}

/** Undefined for a client certificate. */
async function bearerOf({ accesses }: ClusterConnection): Promise<string | undefined> {
  const [access] = await accesses();
  return /^Bearer (.+)$/i.exec(access?.headers.reveal()['authorization'] ?? '')?.[1];
}

function readToken(path: string): string {
  try {
    return readFileSync(path, 'utf8').trim();
  } catch (cause) {
    const text = `unable to read probe_token_path ${JSON.stringify(path)}`;
    throw new SpiffeError('UNAVAILABLE', text, { cause });
  }
}
