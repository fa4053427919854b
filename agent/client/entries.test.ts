import assert from 'node:assert/strict';
import { test } from 'node:test';
import { silentLogger } from '../../common/log/logger.ts';
import type { Channel } from '../../common/rpc/contract.ts';
import type { RegistrationEntry } from '../../common/spiffe/registration-entry.ts';
import { parseSelector } from '../../common/spiffe/selector.ts';
import { entryOf } from '../../testkit/registration.ts';
import { syncAuthorizedEntries } from './entries.ts';

interface Wire {
  readonly id: string;
  readonly revision?: number;
  readonly createdAt?: number;
  readonly path?: string;
  readonly selectors?: { type: string; value: string }[];
  readonly federatesWith?: string[];
}

function message(wire: Wire) {
  return {
    id: wire.id,
    spiffe_id: { trust_domain: 'zeta.test', path: wire.path ?? `/${wire.id}` },
    parent_id: null,
    selectors: wire.selectors ?? [{ type: 'u', value: '1' }],
    federates_with: wire.federatesWith ?? [],
    dns_names: [],
    x509_svid_ttl: 0,
    jwt_svid_ttl: 0,
    admin: false,
    downstream: false,
    store_svid: false,
    hint: '',
    expires_at: 0,
    created_at: wire.createdAt ?? 1,
    revision_number: wire.revision ?? 0,
    additional_attributes: null,
  };
}

const revision = (id: string, revision_number = 0, created_at = 1) => ({
  id,
  revision_number,
  created_at,
});

/** A channel whose one stream answers each request with the next script line. */
function scripted(...script: object[][]) {
  const sent: { ids?: readonly string[] }[] = [];
  const queue: object[] = [];
  let wake = () => undefined as unknown;
  const stream = {
    messages: {
      async *[Symbol.asyncIterator]() {
        for (;;) {
          while (queue.length === 0) {
            await new Promise((resolve) => {
              wake = () => resolve(undefined);
            });
          }
          const next = queue.shift();
          if (next === undefined || 'end' in next) return;
          yield { entries: [], entry_revisions: [], more: false, ...next };
        }
      },
    },
    async send(request: { ids?: readonly string[] }) {
      sent.push(request);
      queue.push(...(script.shift() ?? [{ end: true }]));
      wake();
    },
    end: () => undefined,
    cancel: () => undefined,
  };
  return { sent, channel: { open: () => stream } as unknown as Channel };
}

function sync(script: object[][], known: RegistrationEntry[] = []) {
  const byId = new Map(known.map((entry) => [entry.id, entry]));
  const lookup = {
    entryCount: byId.size,
    findEntry: (id: string) => byId.get(id),
    entryIds: () => byId.keys(),
  };
  const { channel, sent } = scripted(...script);
  const result = syncAuthorizedEntries(channel, lookup, silentLogger, new AbortController().signal);
  return { result, sent };
}

const have = (id: string, fields: Parameters<typeof entryOf>[1] = {}) =>
  entryOf(id, { selectors: [parseSelector('u:1')], createdAtMs: 1_000, ...fields });

test('a short list comes whole; only differences are told', async () => {
  const { result, sent } = sync(
    [
      [
        {
          entries: [
            message({ id: 'same' }),
            message({ id: 'new' }),
            message({ id: 'more', revision: 2 }),
          ],
        },
      ],
    ],
    [have('same'), have('more'), have('gone')],
  );
  const { changed, removed } = await result;
  assert.deepEqual(
    changed.map(({ id }) => id),
    ['new', 'more'],
  );
  assert.deepEqual(removed, ['gone']);
  assert.equal(sent.length, 1);
  assert.equal(sent[0]?.ids, undefined);
});

test('a federation that ended is seen although the revision stays', async () => {
  const { result } = sync(
    [[{ entries: [message({ id: 'a' })] }]],
    [have('a', { federatesWith: ['other.test' as never] })],
  );
  assert.deepEqual((await result).changed[0]?.federatesWith, []);
});

test('a long list comes as revisions, and what is stale is asked for in sorted pages', async () => {
  const { result, sent } = sync(
    [
      [
        { entry_revisions: [revision('d'), revision('same')], more: true },
        { entry_revisions: [revision('c', 3), revision('a', 0, 9)], more: false },
      ],
      [
        { entries: [message({ id: 'a', createdAt: 9 })], more: true },
        { entries: [message({ id: 'c', revision: 3 })] },
      ],
      [{ entries: [message({ id: 'd' })] }],
    ],
    [have('same'), have('a'), have('c'), have('gone')],
  );
  const { changed, removed } = await result;
  assert.deepEqual(sent.slice(1), [{ ids: ['a', 'c'] }, { ids: ['d'] }]);
  assert.deepEqual(
    changed.map(({ id }) => id),
    ['a', 'c', 'd'],
  );
  assert.deepEqual(removed, ['gone']);
});

test('a creation time of 0, from older servers, makes nothing stale', async () => {
  const { result, sent } = sync([[{ entry_revisions: [revision('a', 0, 0)] }]], [have('a')]);
  assert.deepEqual(await result, { changed: [], removed: [] });
  assert.equal(sent.length, 1);
});

test('malformed entries and revisions are left out, the rest counts', async () => {
  const bad: Wire[] = [
    { id: '' },
    { id: 'path', path: 'no-slash' },
    { id: 'none', selectors: [] },
    { id: 'type', selectors: [{ type: 'a:b', value: 'c' }] },
    { id: 'value', selectors: [{ type: 'a', value: '' }] },
    { id: 'domain', federatesWith: ['Not A Domain'] },
  ];
  const { result } = sync([[{ entries: [...bad, { id: 'good' }].map(message) }]]);
  assert.deepEqual(
    (await result).changed.map(({ id }) => id),
    ['good'],
  );
  const revisions = sync([
    [{ entry_revisions: [revision(''), revision('neg', -1), revision('good')] }],
    [{ entries: [message({ id: 'good' })] }],
  ]);
  assert.deepEqual(
    (await revisions.result).changed.map(({ id }) => id),
    ['good'],
  );
});

test('a server that breaks the protocol fails the sync, so nothing is removed', async () => {
  const rows: [name: string, script: object[][]][] = [
    ['it ends early', [[{ end: true }]]],
    [
      'entries among revisions',
      [[{ entry_revisions: [revision('a')], entries: [message({ id: 'b' })] }]],
    ],
    [
      'revisions among entries',
      [[{ entry_revisions: [revision('a')] }], [{ entry_revisions: [revision('b')] }]],
    ],
    ['a list that goes on', [[{ entries: [message({ id: 'a' })], more: true }]]],
  ];
  for (const [name, script] of rows) {
    await assert.rejects(sync(script, [have('x')]).result, /broke the protocol/, name);
  }
});
