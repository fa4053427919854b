import type { Secret } from '../../common/secret/secret.ts';

/** Proves the node's identity to the server; the plugins of type NodeAttestor make one. */
export interface NodeAttestor {
  /** SPIRE's name of the attestation, `join_token`. */
  readonly type: string;
  /** Starts one attestation. A token or file that it needs is read anew each time. */
  begin(signal: AbortSignal): Promise<NodeAttestorSession>;
}

export interface NodeAttestorSession {
  /** Never empty; it may be a credential. */
  readonly payload: Secret<Uint8Array>;
  answer(challenge: Uint8Array): Promise<Uint8Array>;
  /** Called when the attestation is over, well or not; sessions that hold something have it. */
  end?(): void;
}
