import type { NameRecord } from './registry.ts';
import type { Subscription } from './subscription.ts';

/**
 * What an operator may see of one name: versions and dates, no bytes. `wallMs` is how far the wall clock is ahead
 * of the monotonic one: dates are told by the clock as it is now, also when it was wrong before.
 */
export function describeName(sub: Subscription, wallMs: number): NameRecord {
  const { name, standing, reason, sinceMs, sent, acked, refused } = sub;
  const resource = sent?.resource;
  const isCertificate = resource?.kind === 'certificate';
  return {
    name,
    kind: resource?.kind,
    standing,
    reason,
    sinceMs: sinceMs + wallMs,
    versionSent: sent?.version,
    versionAcked: acked,
    sentAtMs: sent === undefined ? undefined : sent.atMs + wallMs,
    expiresAtMs: isCertificate ? resource.notAfterMs : undefined,
    serialNumber: isCertificate ? resource.serialNumber : undefined,
    quarantined: resource !== undefined && refused.includes(resource.version),
  };
}
