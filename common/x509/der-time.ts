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
  const part = (from: number, to: number) => Number(digits.slice(from, to));
  const [year, month, day] = [part(0, 4), part(4, 6) - 1, part(6, 8)];
  const [hour, minute, second] = [part(8, 10), part(10, 12), part(12, 14)];
  const date = new Date(0);
  // Unlike Date.UTC it takes a year below 100 as it is; what rolls over (31 February) is not a time.
  date.setUTCFullYear(year, month, day);
  const isDay = date.getUTCMonth() === month && date.getUTCDate() === day;
  if (!isDay || hour > 23 || minute > 59 || second > 59) {
    throw new MalformedDer(`${what} is not a time`);
  }
  return date.setUTCHours(hour, minute, second);
}
