import assert from 'node:assert/strict';
import { test } from 'node:test';
import { FakeClock } from '../../testkit/fake-clock.ts';
import { sparingLookup } from './sparing-lookup.ts';

function create() {
  const clock = new FakeClock();
  const asked: ((error: Error | null, address: string) => void)[] = [];
  const lookup = sparingLookup(clock, (_host, { family }, found) => {
    asked.push((error, address) => found(error, address, family));
  });
  const answers: string[] = [];
  const want = (host = 'statsd') => {
    lookup(host, 4, (error, address) => answers.push(error?.message ?? address));
  };
  return { clock, asked, answers, want };
}

test('while a name server does not answer it is asked once, and packets are lost', () => {
  const { asked, answers, want } = create();
  for (let at = 0; at < 1000; at++) want();
  assert.equal(asked.length, 1);
  assert.equal(answers.length, 999);
  asked[0]?.(null, '10.0.0.1');
  want();
  assert.deepEqual(answers.slice(998), [
    'the address of statsd is not known yet',
    '10.0.0.1',
    '10.0.0.1',
  ]);
});

test('an address is asked for anew after a minute, and used until there is another', async () => {
  const { clock, asked, answers, want } = create();
  want();
  asked[0]?.(null, '10.0.0.1');
  await clock.advance(60_000);
  want();
  want();
  assert.equal(asked.length, 2);
  asked[1]?.(new Error('no answer'), '');
  want();
  assert.equal(asked.length, 3);
  asked[2]?.(null, '10.0.0.2');
  want();
  assert.deepEqual(answers, ['10.0.0.1', '10.0.0.1', '10.0.0.1', '10.0.0.1', '10.0.0.2']);
});

test('an address that is one already needs nobody', () => {
  const { asked, answers, want } = create();
  want('127.0.0.1');
  want('::1');
  assert.deepEqual([answers, asked.length], [['127.0.0.1', '::1'], 0]);
});

test('what could not be found is asked for again', () => {
  const { asked, answers, want } = create();
  want();
  asked[0]?.(new Error('no such name'), '');
  want();
  assert.deepEqual([answers, asked.length], [['no such name'], 2]);
});
