import { formatGoTime } from '../../common/cli/go-time.ts';
import { countText } from '../../common/cli/text.ts';
import { formatDuration } from '../../common/config/duration.ts';
import type { Certificate } from '../../common/x509/certificate.ts';
import type { FetchedSvid } from './x509-response.ts';

/** What `api fetch` and `api watch` print for an answer (SPIRE 1.15). */
export function svidsText(svids: readonly FetchedSvid[], afterMs: number): string {
  const title = `Received ${countText(svids.length, 'svid', 'svids')} after ${formatDuration(afterMs)}\n`;
  return `${title}${svids.map((svid) => `\n${svidText(svid)}`).join('')}\n`;
}

function svidText({ spiffeId, hint, chain, bundle, federated }: FetchedSvid): string {
  const [leaf, ...intermediates] = chain;
  const numbered = (name: string, certificates: readonly Certificate[]) =>
    certificates.map((one, at) => validity(`${name} #${at + 1}`, '\t', one)).join('');
  return [
    `SPIFFE ID:\t\t${spiffeId}\n`,
    hint === '' ? '' : `Hint:\t\t\t${hint}\n`,
    leaf === undefined ? '' : validity('SVID', '\t', leaf),
    numbered('Intermediate', intermediates),
    numbered('CA', bundle),
    ...federated.map(([domain, certificates]) => numbered(`[${domain}] CA`, certificates)),
  ].join('');
}

function validity(name: string, gap: string, certificate: Certificate): string {
  return (
    `${name} Valid After:${gap}${formatGoTime(certificate.notBeforeMs)}\n` +
    `${name} Valid Until:${gap}${formatGoTime(certificate.notAfterMs)}\n`
  );
}
