import { setImmediate as nextTurn } from 'node:timers/promises';

interface PageOf<T> {
  readonly items: readonly T[];
  readonly nextToken: string;
}

interface Asked {
  readonly page_size: number;
  readonly page_token: string;
}

/**
 * Reads what a client asked for in pages of the store, giving the event loop a turn between two. A
 * page size of 0 is everything. As in SPIRE the token is empty only after an empty page. With `sizeOf`
 * a page ends early when it would be larger than clients receive; its token goes on from there.
 */
export async function readAsked<T>(
  asked: Asked,
  read: (page: { readonly size: number; readonly token: string }) => Promise<PageOf<T>>,
  sizeOf: (item: T) => number = () => 0,
): Promise<PageOf<T>> {
  const paged = asked.page_size > 0;
  const items: T[] = [];
  let token = paged ? asked.page_token : '';
  let room = paged ? largestPageBytes : Infinity;
  while (!paged || items.length < asked.page_size) {
    const size = paged ? Math.min(asked.page_size - items.length, storePage) : storePage;
    const page = await read({ size, token });
    if (page.items.length === 0) break;
    const fitting = countFitting(page.items, sizeOf, room);
    // One that is too large by itself is a page of its own.
    const taken = page.items.slice(0, items.length === 0 ? Math.max(1, fitting) : fitting);
    items.push(...taken);
    if (taken.length < page.items.length) {
      // Where the store goes on after these, only the store knows.
      if (taken.length > 0) token = (await read({ size: taken.length, token })).nextToken;
      break;
    }
    room -= taken.reduce((sum, item) => sum + sizeOf(item), 0);
    token = page.nextToken;
    await nextTurn();
  }
  return { items, nextToken: paged && items.length > 0 ? token : '' };
}

function countFitting<T>(items: readonly T[], sizeOf: (item: T) => number, room: number): number {
  let left = room;
  const at = items.findIndex((item) => (left -= sizeOf(item)) < 0);
  return at === -1 ? items.length : at;
}

const storePage = 500;
/** Below the 4 MiB that gRPC clients accept unless told otherwise. */
const largestPageBytes = 3 * 1024 * 1024;
