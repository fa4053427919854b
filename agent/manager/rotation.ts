import { createHash } from 'node:crypto';

/** What decides when a certificate is replaced. */
interface Lifetime {
  readonly notBeforeMs: number;
  readonly notAfterMs: number;
  readonly serialNumber: string;
}

const hourMs = 3_600_000;
/** SPIRE 1.15: a target counts only when the server signs for at least this much longer. */
const targetGraceMs = 12 * hourMs;
const targetSpreadMs = hourMs / 6;

/**
 * When to replace a certificate: when 45 to 55 % of its life is left, earlier when the availability
 * target asks for it. The jitter is drawn from the serial number, so that it is the same at every
 * look and certificates issued together spread over the whole band.
 */
export function rotationTime(svid: Lifetime, availabilityTargetMs?: number): number {
  const lifetime = svid.notAfterMs - svid.notBeforeMs;
  const unit = unitOf(svid.serialNumber);
  const half = svid.notAfterMs - lifetime * (0.45 + 0.1 * unit);
  if (!honoursTarget(lifetime, availabilityTargetMs)) return half;
  return Math.min(half, svid.notAfterMs - availabilityTargetMs - targetSpreadMs * unit);
}

/** False when the lifetime is too short for the target, which then is ignored with a warning. */
export function honoursTarget(
  lifetimeMs: number,
  availabilityTargetMs: number | undefined,
): availabilityTargetMs is number {
  return availabilityTargetMs !== undefined && lifetimeMs - availabilityTargetMs > targetGraceMs;
}

function unitOf(serialNumber: string): number {
  return createHash('sha256').update(serialNumber).digest().readUIntBE(0, 6) / 2 ** 48;
}
