import { randomUnit, type RandomUnit } from '../../common/clock/backoff.ts';
import type { Bundle } from '../../common/spiffe/bundle.ts';
import { parseCertificate } from '../../common/x509/certificate.ts';

/** How an attempt ended: with a bundle, or without one but with what was stored before. */
interface RefreshOutcome {
  readonly failed: boolean;
  readonly bundle: Bundle | undefined;
}

/**
 * When to fetch next. As often as the partner hints, between a minute and a day, and up to a tenth
 * earlier, so that servers spread and a new root never comes later than the hint (SPIFFE Trust Domain
 * and Bundle §4.1.2). A failure is tried again after a quarter of that, as SPIRE does each time.
 */
export function refreshDelayMs(
  { failed, bundle }: RefreshOutcome,
  random: RandomUnit = randomUnit,
): number {
  const period = bundle === undefined ? shortestHintMs : hintMs(bundle);
  const wait = failed && bundle !== undefined ? period / 4 : period;
  return Math.round(wait * (1 - random() / 10));
}

function hintMs(bundle: Bundle): number {
  const { refreshHintSeconds } = bundle;
  const hint = refreshHintSeconds > 0 ? refreshHintSeconds * 1000 : unhintedMs(bundle);
  return Math.min(Math.max(hint, shortestHintMs), longestHintMs);
}

/** Without a hint, a tenth of the shortest root's life: short-lived roots rotate often. */
function unhintedMs({ x509Authorities }: Bundle): number {
  const lives = x509Authorities.map(({ der }) => {
    const { notBeforeMs, notAfterMs } = parseCertificate(der);
    return (notAfterMs - notBeforeMs) / 10;
  });
  return Math.min(defaultHintMs, ...lives);
}

const shortestHintMs = 60_000;
const defaultHintMs = 300_000;
const longestHintMs = 24 * 60 * 60_000;
