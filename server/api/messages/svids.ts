import type { spire } from '../../../proto/gen/spire-api.js';
import type { Init } from '../../../common/rpc/contract.ts';
import type { SpiffeId } from '../../../common/spiffe/spiffe-id.ts';
import { spiffeIdMessage } from './spiffe-ids.ts';

/** A signed X509-SVID as the API shows it. */
export function x509SvidMessage(svid: {
  readonly spiffeId: SpiffeId;
  readonly chainDer: readonly Uint8Array[];
  readonly notAfterMs: number;
}): Init<spire.api.types.X509SVID> {
  return {
    id: spiffeIdMessage(svid.spiffeId),
    cert_chain: svid.chainDer,
    expires_at: Math.floor(svid.notAfterMs / 1000),
  };
}
