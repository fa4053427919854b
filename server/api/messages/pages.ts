import { setImmediate as nextTurn } from 'node:timers/promises';

export interface PageOf<T> {
  readonly items: readonly T[];
  readonly nextToken: string;
}

export interface Asked {
  readonly page_size: number;
  readonly page_token: string;
}

/**
 * Reads what a client asked for in pages of the store, giving the event loop a turn between two. A
 * page size of 0 is everything. As in SPIRE the token is empty only after an empty page.
 */
export async function readAsked<T>(
  asked: Asked,
  read: (page: { readonly size: number; readonly token: string }) => Promise<PageOf<T>>,
): Promise<PageOf<T>> {
  const paged = asked.page_size > 0;
  const items: T[] = [];
  let token = paged ? asked.page_token : '';
  while (!paged || items.length < asked.page_size) {
    const size = paged ? Math.min(asked.page_size - items.length, storePage) : storePage;
    const page = await read({ size, token });
    if (page.items.length === 0) break;
    items.push(...page.items);
    token = page.nextToken;
    await nextTurn();
  }
  return { items, nextToken: paged && items.length > 0 ? token : '' };
}

const storePage = 500;
