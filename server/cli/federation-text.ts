import { labelledLines } from '../../common/cli/text.ts';
import type { spire } from '../../proto/gen/spire-api.js';

/** One federation relationship as lines (SPIRE 1.15). */
export function relationshipText(relationship: spire.api.types.FederationRelationship): string {
  const { https_spiffe: spiffe, https_web: web } = relationship;
  const profile = spiffe === null ? (web === null ? undefined : 'https_web') : 'https_spiffe';
  return labelledLines(26, [
    ['Trust domain', relationship.trust_domain],
    ['Bundle endpoint URL', relationship.bundle_endpoint_url],
    ['Bundle endpoint profile', profile],
    ['Endpoint SPIFFE ID', spiffe?.endpoint_spiffe_id],
  ]);
}
