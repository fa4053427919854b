import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { temporaryFolder } from '../../../../testkit/temporary-folder.ts';
import { k8sPsat } from './k8s-psat.ts';

const folder = temporaryFolder();

const attestor = (path: string) =>
  k8sPsat.create(k8sPsat.config.parse({ cluster: 'production', token_path: path }), undefined);
const signal = new AbortController().signal;

test('the payload is compact JSON with cluster and token, and the token is not trimmed', async () => {
  const path = join(folder, 'token');
  writeFileSync(path, 'a.b.c\n');
  const { payload } = await (await attestor(path)).begin(signal);
  assert.equal(
    Buffer.from(payload.reveal()).toString(),
    '{"cluster":"production","token":"a.b.c\\n"}',
  );
});

test('F056 a token that was replaced is read at the next attempt', async () => {
  const path = join(folder, 'rotated');
  writeFileSync(path, 'old');
  const psat = await attestor(path);
  await psat.begin(signal);
  writeFileSync(path, 'new');
  const { payload } = await psat.begin(signal);
  assert.match(Buffer.from(payload.reveal()).toString(), /"token":"new"/);
});

for (const [name, content] of [
  ['absent', undefined],
  ['empty', ''],
] as const) {
  test(`a token file that is ${name} is refused`, async () => {
    const path = join(folder, name);
    if (content !== undefined) writeFileSync(path, content);
    await assert.rejects((await attestor(path)).begin(signal), {
      code: 'INVALID_ARGUMENT',
      message: `nodeattestor(k8s_psat): unable to load token from ${path}`,
    });
  });
}

test('a challenge cannot be answered', async () => {
  const path = join(folder, 'token');
  writeFileSync(path, 'x');
  const session = await (await attestor(path)).begin(signal);
  await assert.rejects(session.answer(Buffer.from('?')), { code: 'INTERNAL' });
});

test('a configuration without cluster is refused, one with nothing else is enough', () => {
  assert.throws(() => k8sPsat.config.parse({}), { message: /missing required cluster block/ });
  assert.equal(k8sPsat.config.parse({ cluster: 'c' }).cluster, 'c');
});
