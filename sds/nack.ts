import type { ResourceKind } from './secrets.ts';

/** A coarse class of an Envoy's refusal, for a metric label. */
export type NackClass = 'key_mismatch' | 'bad_pem' | 'bad_ca' | 'wrong_slot' | 'size' | 'other';

/** What a refusal says. */
export interface Refusal {
  readonly class: NackClass;
  /**
   * Which kind of secret the text accuses. It need not be the one that was just sent: Envoy reports a
   * bad certificate on the stream of the bundle when that one completes the TLS context.
   * `sent` means: the secret that was just sent, whatever it is.
   */
  readonly culprit: ResourceKind | 'sent';
  /** The Envoy's own text, cut and without control characters, for people. */
  readonly text: string;
}

/** Reads the text of an Envoy's NACK (texts of Envoy 1.36 to 1.40). */
export function readRefusal(message: string): Refusal {
  const text = cleanText(message);
  const found = rows.find(([pattern]) => pattern.test(message));
  return { class: found?.[1] ?? 'other', culprit: found?.[2] ?? 'sent', text };
}

/** Makes a peer's text fit for a log line. */
function cleanText(text: string): string {
  return text
    .slice(0, longestText)
    .replaceAll(/[\p{Cc}\p{Cf}\u2028\u2029]/gu, ' ')
    .toWellFormed();
}

const longestText = 512;

const rows: readonly (readonly [RegExp, NackClass, ResourceKind | 'sent'])[] = [
  // We never send an empty key or empty roots: the Envoy uses the name in the wrong slot.
  [/incomplete (private key|certificate) from/i, 'wrong_slot', 'sent'],
  [/SAN-based verification of peer certificates without trusted CA/i, 'wrong_slot', 'sent'],
  [/KEY_VALUES_MISMATCH/, 'key_mismatch', 'certificate'],
  [/trusted CA|SPIFFE bundle|trust domain|trust bundle/i, 'bad_ca', 'bundle'],
  [
    /private key|certificate chain|RSA certificates with|ECDSA certificates/i,
    'bad_pem',
    'certificate',
  ],
  [/too large|exceeds|size limit/i, 'size', 'sent'],
];
