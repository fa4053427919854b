import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readAsked } from './pages.ts';

const mebibyte = 1024 * 1024;

/** Items are their own sizes; a token is the number of the next one. */
function storeOf(items: readonly number[]) {
  return (page: { readonly size: number; readonly token: string }) => {
    const from = Number(page.token);
    const found = items.slice(from, from + page.size);
    return Promise.resolve({ items: found, nextToken: String(from + found.length) });
  };
}

async function pagesOf(items: readonly number[], pageSize: number): Promise<number[][]> {
  const pages: number[][] = [];
  for (let token = ''; ;) {
    const asked = { page_size: pageSize, page_token: token };
    const page = await readAsked(asked, storeOf(items), (size) => size);
    if (page.nextToken === '') return pages;
    pages.push([...page.items]);
    token = page.nextToken;
  }
}

test('F135: a page ends before it is larger than clients receive, and the next goes on from there', async () => {
  const [small, large] = [1024, mebibyte];
  assert.deepEqual(await pagesOf([large, large, large, large, small, large], 500), [
    [large, large, large],
    [large, small, large],
  ]);
  assert.deepEqual(await pagesOf([small, 5 * mebibyte, small], 500), [
    [small],
    [5 * mebibyte],
    [small],
  ]);
});

test('F135: whatever the sizes, every item is in one page', async () => {
  const items = Array.from({ length: 1700 }, (_, at) => ((at * 7919) % 97) * 10_000 + at);
  for (const pageSize of [1, 7, 500, 5000]) {
    assert.deepEqual((await pagesOf(items, pageSize)).flat(), items);
  }
});

test('without a page size everything is one page, as in SPIRE', async () => {
  const items = Array.from({ length: 9 }, () => mebibyte);
  const page = await readAsked({ page_size: 0, page_token: '' }, storeOf(items), (size) => size);
  assert.equal(page.items.length, 9);
  assert.equal(page.nextToken, '');
});
