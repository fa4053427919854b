import { domainToASCII, domainToUnicode } from 'node:url';
import { SpiffeError } from '../errors/spiffe-error.ts';

/**
 * Checks a DNS name of a registration entry or CSR by SPIRE's rules: ASCII, at most one `*` as the
 * whole first label, then a host name; no trailing dot. As in SPIRE 1.15 capitals and underscores pass;
 * what it takes beyond them, spaces, NUL, `/`, `:` and the like, is in no DNS name. Throws INVALID_ARGUMENT.
 */
export function checkDnsName(name: string): void {
  if (name === '') throw invalid(name, 'empty or only whitespace');
  if (!/^[\x21-\x7e]+$/.test(name)) throw invalid(name, 'contains characters outside ASCII');
  const host = name.startsWith('*.') ? name.slice(2) : name;
  if (host.includes('*')) throw invalid(name, 'wildcard is only allowed as the whole first label');
  if (host.length > 253) throw invalid(name, 'is longer than 253 characters');
  for (const label of host.split('.')) checkLabel(name, label);
}

/** Refuses names of which one is covered by the wildcard of another. Throws INVALID_ARGUMENT. */
export function checkWildcardOverlap(names: readonly string[]): void {
  const wildcards = new Set(names.filter((name) => name.startsWith('*.')));
  for (const name of names) {
    const covering = `*${name.slice(name.indexOf('.'))}`;
    if (name.includes('.') && covering !== name && wildcards.has(covering)) {
      throw invalid(name, `is covered by ${JSON.stringify(covering)}`);
    }
  }
}

function checkLabel(name: string, label: string): void {
  if (label === '') throw invalid(name, 'has an empty label');
  if (label.length > 63) throw invalid(name, 'has a label longer than 63 characters');
  if (!/^[A-Za-z0-9_-]+$/.test(label)) {
    throw invalid(name, 'labels are limited to letters, numbers, dashes and underscores');
  }
  if (label.startsWith('-') || label.endsWith('-')) {
    throw invalid(name, 'labels cannot start or end with a dash');
  }
  // IDNA 2008 keeps labels like `ab--c` for its own prefixes; only a valid `xn--` label may have it.
  const decoded = domainToUnicode(label);
  const isIdn = decoded !== label && domainToASCII(decoded) === label;
  if (label.slice(2, 4) === '--' && !isIdn) throw invalid(name, 'has a label reserved by IDNA');
}

function invalid(name: string, rule: string): SpiffeError {
  return new SpiffeError(
    'INVALID_ARGUMENT',
    `DNS name ${JSON.stringify(name.slice(0, 256))} ${rule}`,
  );
}
