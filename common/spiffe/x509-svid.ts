import type { Secret } from '../secret/secret.ts';
import type { SpiffeId } from './spiffe-id.ts';

/** An X509-SVID with its key (SPIFFE X509-SVID). Already checked: the key fits, the chain verifies. */
export interface X509Svid {
  readonly id: SpiffeId;
  /** Leaf first, then intermediates; never the root. */
  readonly chainDer: readonly Uint8Array[];
  /** PKCS#8, DER. */
  readonly privateKeyDer: Secret<Uint8Array>;
  readonly notBeforeMs: number;
  readonly notAfterMs: number;
  /** Decimal, as SPIRE stores it. */
  readonly serialNumber: string;
}
