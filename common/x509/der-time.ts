import { contentOf, isTag, MalformedDer, primitive, type DerNode } from './der.ts';

/** Encodes a time as RFC 5280 §4.1.2.5 wants it: UTCTime through 2049, then GeneralizedTime. */
export function timeNode(ms: number): DerNode {
  const digits = new Date(ms).toISOString().replace(/\.\d+/, '').replace(/[-:T]/g, '');
  const year = Number(digits.slice(0, 4));
  return year < 2050
    ? primitive('utcTime', Buffer.from(digits.slice(2)))
    : primitive('generalizedTime', Buffer.from(digits));
}

/** Milliseconds since the epoch of a UTCTime or GeneralizedTime in seconds and Zulu. */
export function timeOf(node: DerNode | undefined, what: string): number {
  const text = contentOf(node, what).toString('latin1');
  if (isTag(node, 'utcTime') && /^\d{12}Z$/.test(text)) {
    return exact(`${Number(text.slice(0, 2)) < 50 ? '20' : '19'}${text}`, what);
  }
  if (isTag(node, 'generalizedTime') && /^\d{14}Z$/.test(text)) return exact(text, what);
  throw new MalformedDer(`${what} is not a time`);
}

function exact(digits: string, what: string): number {
  const iso = digits.replace(/^(....)(..)(..)(..)(..)(..)Z$/, '$1-$2-$3T$4:$5:$6.000Z');
  const ms = Date.parse(iso);
  // Date.parse accepts 24:00 and rolls 31 February over; the round trip does not.
  if (Number.isNaN(ms) || new Date(ms).toISOString() !== iso) {
    throw new MalformedDer(`${what} is not a time`);
  }
  return ms;
}
