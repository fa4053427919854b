import type { X509Certificate } from 'node:crypto';
import type { TLSSocket } from 'node:tls';

/** Longer chains than any SPIFFE deployment has; a bound against hostile ones. */
const longestChain = 16;

/** The certificates that the far end sent, leaf first; empty when it sent none. Nothing is verified here. */
export function presentedChain(socket: TLSSocket): Uint8Array[] {
  const chain: Uint8Array[] = [];
  let next: X509Certificate | undefined = socket.getPeerX509Certificate();
  while (next !== undefined && chain.length < longestChain) {
    chain.push(next.raw);
    next = next.issuerCertificate;
  }
  return chain;
}
