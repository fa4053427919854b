import { parseSpiffeId, pathOf, trustDomainOf } from '../spiffe/spiffe-id.ts';

/** `spire.api.types.SPIFFEID`. */
export interface SpiffeIdMessage {
  readonly trust_domain: string;
  readonly path: string;
}

/** Throws SPIFFE_ID_INVALID. */
export function spiffeIdToMessage(text: string): SpiffeIdMessage {
  const id = parseSpiffeId(text);
  return { trust_domain: trustDomainOf(id), path: pathOf(id) };
}

/** Empty for an ID that was not sent. */
export function spiffeIdText(id: SpiffeIdMessage | null): string {
  return id === null ? '' : `spiffe://${id.trust_domain}${id.path}`;
}
