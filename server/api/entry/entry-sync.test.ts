import assert from 'node:assert/strict';
import { test } from 'node:test';
import { spire } from '../../../proto/gen/spire-api.js';
import type { Encoded, ServerStream } from '../../../common/rpc/contract.ts';
import { entryOf } from '../../../testkit/registration.ts';
import { EntryEncoder, syncPageSize } from './entry-encoder.ts';
import { syncEntries } from './entry-sync.ts';

const { SyncAuthorizedEntriesRequest: Request, SyncAuthorizedEntriesResponse: Response } =
  spire.api.server.entry.v1;

test('an agent that asks for the same entry over and over in one request gets it once', async () => {
  const entries = Array.from({ length: syncPageSize + 1 }, (_, at) => entryOf(`entry-${at}`));
  const byId = new Map(entries.map((entry) => [entry.id, entry]));
  const answers: InstanceType<typeof Response>[] = [];
  const ids = [...Array<string>(100_000).fill('entry-7'), 'unknown', 'entry-3'];
  const stream = {
    messages: (async function* () {
      yield Request.decode(new Uint8Array());
      await Promise.resolve();
      yield Request.decode(Request.encode({ ids }).finish());
    })(),
    send: (answer: Encoded) => void answers.push(Response.decode(answer)),
  };
  await syncEntries(
    stream as unknown as ServerStream<InstanceType<typeof Request>, InstanceType<typeof Response>>,
    { entries, get: (id) => byId.get(id) },
    new EntryEncoder(),
  );
  const sent = answers.flatMap((answer) => answer.entries.map(({ id }) => id));
  assert.deepEqual(sent, ['entry-7', 'entry-3']);
});
