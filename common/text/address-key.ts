import { isIPv6 } from 'node:net';

/**
 * Who shares a limit with an address: IPv4 alone, also when it is written as IPv6; of IPv6 the whole /64,
 * which one host may have to itself. The zone names an interface of ours and no peer.
 */
export function addressKey(address: string): string {
  const [bare = ''] = address.split('%');
  const mapped = /^(?:0*:)*:?(?:0*:)*ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(bare)?.[1];
  if (mapped !== undefined) return mapped;
  if (!isIPv6(bare)) return bare;
  const groups = groupsOf(bare);
  const isMapped = groups.slice(0, 5).every((group) => group === 0) && groups[5] === 0xffff;
  if (isMapped) return ipv4Of(groups[6] ?? 0, groups[7] ?? 0);
  return `${groups
    .slice(0, 4)
    .map((group) => group.toString(16))
    .join(':')}::/64`;
}

/** The eight numbers of an IPv6 address. */
function groupsOf(address: string): number[] {
  const [head = '', tail] = address.split('::');
  const numbers = (text: string) =>
    text === '' ? [] : text.split(':').flatMap((group) => wordsOf(group));
  const before = numbers(head);
  const after = tail === undefined ? [] : numbers(tail);
  const zeros = Array.from({ length: 8 - before.length - after.length }, () => 0);
  return [...before, ...zeros, ...after];
}

/** One group, or the two that an IPv4 address at the end stands for. */
function wordsOf(group: string): number[] {
  if (!group.includes('.')) return [parseInt(group, 16)];
  const [a = 0, b = 0, c = 0, d = 0] = group.split('.').map(Number);
  return [a * 256 + b, c * 256 + d];
}

function ipv4Of(high: number, low: number): string {
  return [high >> 8, high & 255, low >> 8, low & 255].join('.');
}
