import { SpiffeError } from '../../../common/errors/spiffe-error.ts';
import type { Logger } from '../../../common/log/logger.ts';
import type { KeyUse, TokenStore } from '../../datastore/token-store.ts';
import type { PepperRing } from './pepper-ring.ts';

/** One key of the pepper, as operators see it. */
export interface PepperKeyStatus {
  readonly keyId: string;
  /** `write` is readable, too; `unknown` is in the database and not in the configuration. */
  readonly role: 'write' | 'read' | 'unknown';
  readonly joinTokens: number;
  readonly clusterTokens: number;
  readonly nodeTokens: number;
}

/** How many tokens that still count each key has, the key for writing first. */
export function pepperStatus(
  ring: Pick<PepperRing, 'writeKeyId' | 'keyIds'>,
  uses: readonly KeyUse[],
): readonly PepperKeyStatus[] {
  const { keyIds, writeKeyId } = ring;
  const others = [...new Set([...keyIds, ...uses.map(({ keyId }) => keyId)])]
    .filter((keyId) => keyId !== writeKeyId)
    .sort();
  const count = (id: string, kind: KeyUse['kind']) =>
    uses.find((use) => use.keyId === id && use.kind === kind)?.count ?? 0;
  return [writeKeyId, ...others].map((keyId) => ({
    keyId,
    role: keyId === writeKeyId ? 'write' : keyIds.includes(keyId) ? 'read' : 'unknown',
    joinTokens: count(keyId, 'join'),
    clusterTokens: count(keyId, 'cluster'),
    nodeTokens: count(keyId, 'node'),
  }));
}

/**
 * Before the server serves: deletes what is stored under forgotten keys, then throws
 * FAILED_PRECONDITION when a key that is still in use is not readable.
 */
export async function checkPepper(
  ring: PepperRing | undefined,
  store: Pick<TokenStore, 'countByKey' | 'forgetKeys'>,
  nowMs: number,
  log: Logger,
): Promise<void> {
  const forgotten = ring?.forgottenKeyIds ?? [];
  if (forgotten.length > 0) {
    const count = await store.forgetKeys(forgotten);
    if (count > 0) log.warn('Deleted the tokens of forgotten pepper keys', { count });
  }
  const known = ring?.keyIds ?? [];
  const missing = (await store.countByKey(nowMs)).filter(({ keyId }) => !known.includes(keyId));
  if (missing.length === 0) return;
  const keys = missing.map(
    ({ count, keyId, kind }) => `${JSON.stringify(keyId)} (${count} ${kind} tokens)`,
  );
  throw new SpiffeError(
    'FAILED_PRECONDITION',
    `server.token_pepper.keys lacks keys that are in use: ${keys.join(', ')}; ` +
      'keep them readable until `enrollment pepper status` shows 0, or list them in server.token_pepper.forget',
  );
}
