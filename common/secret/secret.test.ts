import assert from 'node:assert/strict';
import { Writable } from 'node:stream';
import { test } from 'node:test';
import { inspect } from 'node:util';
import { createLog } from '../log/pino-logger.ts';
import { Secret } from './secret.ts';

test('a secret shows itself in no text form, alone or inside something else', () => {
  const held = { key: new Secret('hunter2') };
  const forms = [
    String(held.key),
    JSON.stringify(held),
    inspect(held, { depth: 9, showHidden: true }),
  ];
  assert.ok(
    forms.every((form) => !form.includes('hunter2')),
    forms.join('\n'),
  );
  assert.equal(held.key.reveal(), 'hunter2');
});

for (const format of ['json', 'text'] as const) {
  test(`a secret in a ${format} log line is redacted, also as the cause of an error`, () => {
    let written = '';
    const stdout = new Writable({
      write(chunk: Buffer, _encoding, done) {
        written += chunk.toString();
        done();
      },
    });
    const { logger } = createLog({ level: 'debug', format, stdout });
    const key = new Secret('hunter2');
    logger.error('Failed', { name: key, error: new Error('outer', { cause: key }) });
    assert.match(written, /Failed/);
    assert.match(written, /redacted/);
    assert.doesNotMatch(written, /hunter2/);
  });
}
