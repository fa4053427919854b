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

interface PepperInUse {
  /** Undefined without a pepper. */
  readonly ring: Pick<PepperRing, 'keyIds'> | undefined;
  readonly forgottenKeyIds: readonly string[];
  /** Whether agents report here: without that nobody shows a node token, so none needs a key. */
  readonly hasFleet: boolean;
}

/**
 * Before the server serves: deletes what is stored under forgotten keys, then throws
 * FAILED_PRECONDITION when a key that is still in use is not readable.
 */
export async function checkPepper(
  { forgottenKeyIds, hasFleet, ring }: PepperInUse,
  store: Pick<TokenStore, 'countByKey' | 'forgetKeys'>,
  nowMs: number,
  log: Logger,
): Promise<void> {
  if (forgottenKeyIds.length > 0) {
    const count = await store.forgetKeys(forgottenKeyIds);
    if (count > 0) log.warn('Deleted the tokens of forgotten pepper keys', { count });
  }
  const known = ring?.keyIds ?? [];
  const unreadable = (await store.countByKey(nowMs)).filter(({ keyId }) => !known.includes(keyId));
  const isIdle = ({ kind }: KeyUse) => kind === 'node' && !hasFleet;
  const idle = unreadable.filter(isIdle).reduce((sum, { count }) => sum + count, 0);
  if (idle > 0) {
    // Left to expire, not deleted: another server on this database may still have a fleet endpoint.
    log.info('Node tokens are of no use without server.fleet and expire', { count: idle });
  }
  const missing = unreadable.filter((use) => !isIdle(use));
  if (missing.length > 0) throw keysInUse(missing);
}

function keysInUse(uses: readonly KeyUse[]): SpiffeError {
  const ids = [...new Set(uses.map(({ keyId }) => keyId))].map((id) => JSON.stringify(id));
  const keys = ids.map((id) => {
    const counts = uses.filter(({ keyId }) => JSON.stringify(keyId) === id);
    return `${id} (${counts.map(({ count, kind }) => tokensText(count, kind)).join(', ')})`;
  });
  return new SpiffeError(
    'FAILED_PRECONDITION',
    `server.token_pepper.keys lacks keys that are in use: ${keys.join(', ')}; ` +
      'keep them readable until `enrollment pepper status` shows 0, or delete their tokens with ' +
      `forget = [${ids.join(', ')}] in server.token_pepper, which may stand there alone`,
  );
}

function tokensText(count: number, kind: KeyUse['kind']): string {
  return `${count} ${kind} ${count === 1 ? 'token' : 'tokens'}`;
}
