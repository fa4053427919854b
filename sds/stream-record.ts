import type { NameRecord } from './registry.ts';
import type { Subscription } from './subscription.ts';

/** What an operator may see of one name: versions and dates, no bytes. */
export function describeName(sub: Subscription): NameRecord {
  const { name, standing, reason, sinceMs, sent, acked, refused } = sub;
  const resource = sent?.resource;
  const isCertificate = resource?.kind === 'certificate';
  return {
    name,
    kind: resource?.kind,
    standing,
    reason,
    sinceMs,
    versionSent: sent?.version,
    versionAcked: acked,
    sentAtMs: sent?.atMs,
    expiresAtMs: isCertificate ? resource.notAfterMs : undefined,
    serialNumber: isCertificate ? resource.serialNumber : undefined,
    quarantined: resource !== undefined && refused.includes(resource.version),
  };
}
