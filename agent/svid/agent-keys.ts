import type { KeyPair, KeyType } from '../../common/x509/keys.ts';

/** A key of the agent's key manager. */
export interface AgentKey {
  readonly id: string;
  readonly publicKeyDer: Uint8Array;
  keyPair(): KeyPair;
}

/** The agent's key manager, as far as its own SVID needs it. */
export interface AgentKeys {
  generateKey(id: string, type: KeyType): Promise<AgentKey>;
  getKeys(): readonly AgentKey[];
}

const slotA = 'agent-svid-A';
const slotB = 'agent-svid-B';

/** The key of a certificate, found by its public key as SPIRE does, so that any slot will do. */
export function findKeyOf(keys: AgentKeys, publicKeyDer: Uint8Array): AgentKey | undefined {
  return keys.getKeys().find((key) => Buffer.compare(key.publicKeyDer, publicKeyDer) === 0);
}

/**
 * Makes the next key in the slot that the current one does not use: until the new SVID is stored, a
 * crash finds the old key where it was.
 */
export function generateNextKey(keys: AgentKeys, current: AgentKey | undefined): Promise<AgentKey> {
  return keys.generateKey(current?.id === slotA ? slotB : slotA, 'ec-p256');
}
