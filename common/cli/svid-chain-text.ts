import { formatRfc3339 } from './go-time.ts';
import { spiffeIdText, type SpiffeIdMessage } from './spiffe-id-message.ts';

/** A certificate of `debug getinfo`. */
interface ChainCertificate {
  readonly id: SpiffeIdMessage | null;
  readonly subject: string;
  readonly expires_at: number;
}

/** The chain of a program's own X509-SVID, or nothing when it has none. */
export function svidChainText(chain: readonly ChainCertificate[]): string {
  if (chain.length === 0) return '';
  const rows = chain.map(
    (certificate, at) =>
      `    [${at}] SPIFFE ID:  ${spiffeIdText(certificate.id)}\n` +
      `        Subject:    ${certificate.subject}\n` +
      `        Expires At: ${formatRfc3339(certificate.expires_at * 1000)}\n`,
  );
  return `  SVID Chain:\n${rows.join('')}`;
}
