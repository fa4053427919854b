import assert from 'node:assert/strict';
import { test } from 'node:test';
import { hasCode } from '../../common/errors/spiffe-error.ts';
import { parseEvents, parseEvidence, parseHeartbeat } from './reports.ts';

const bytes = (value: unknown) =>
  Buffer.from(typeof value === 'string' ? value : JSON.stringify(value));

test('a heartbeat keeps the fields that are known and has a default for each', () => {
  assert.deepEqual(JSON.parse(parseHeartbeat(bytes({ envoys: 3, from_the_future: true }))), {
    version: '',
    envoys: 3,
    nacks: 0,
    identities: 0,
    earliest_expiry_at_ms: 0,
  });
});

test('evidence and events are kept as they are', () => {
  assert.equal(parseEvidence(bytes({ kernel: '6.1' })), '{"kernel":"6.1"}');
  const event = { at_ms: 1, kind: 'nack', text: 'no' };
  assert.deepEqual(parseEvents(bytes({ events: [event] })), [JSON.stringify(event)]);
});

const event = { at_ms: 1, kind: 'nack', text: '' };
const bad: readonly [
  name: string,
  parse: (body: Uint8Array) => unknown,
  body: unknown,
  fault: RegExp,
][] = [
  ['no JSON', parseHeartbeat, '{', /^body: must be JSON$/],
  ['no body', parseHeartbeat, '', /^body: must be JSON$/],
  ['a list', parseHeartbeat, [], /^body: /],
  ['a negative count', parseHeartbeat, { envoys: -1 }, /^envoys: /],
  ['a broken count', parseHeartbeat, { nacks: 1.5 }, /^nacks: /],
  ['a huge count', parseHeartbeat, { identities: 1e9 }, /^identities: /],
  [
    'a time beyond dates',
    parseHeartbeat,
    { earliest_expiry_at_ms: 9e15 },
    /^earliest_expiry_at_ms: /,
  ],
  ['a long version', parseHeartbeat, { version: 'x'.repeat(256) }, /^version: /],
  [
    'an escape sequence',
    parseHeartbeat,
    { version: '\u001b[2J' },
    /^version: must not contain control/,
  ],
  ['a C1 control', parseHeartbeat, { version: '\u009b' }, /^version: must not contain control/],
  ['a nested fact', parseEvidence, { a: {} }, /^a: /],
  ['a fact without a name', parseEvidence, { 'A b': 'x' }, /^A b: /],
  [
    '33 facts',
    parseEvidence,
    Object.fromEntries(Array.from({ length: 33 }, (_, at) => [`f${at}`, ''])),
    /^body: must have at most 32 facts$/,
  ],
  ['no events', parseEvents, { events: [] }, /^events: /],
  ['33 events', parseEvents, { events: Array(33).fill(event) }, /^events: /],
  [
    'an event with a long text',
    parseEvents,
    { events: [{ ...event, text: 'x'.repeat(513) }] },
    /^events\.0\.text: /,
  ],
  [
    'an event of a strange kind',
    parseEvents,
    { events: [event, { ...event, kind: 'A' }] },
    /^events\.1\.kind: /,
  ],
];
for (const [name, parse, body, fault] of bad) {
  test(`${name} is refused, and the field is named`, () => {
    assert.throws(
      () => parse(bytes(body)),
      (error) => {
        assert.ok(hasCode(error, 'INVALID_ARGUMENT'), String(error));
        assert.match(error.message, fault);
        return true;
      },
    );
  });
}

test('a fact that names the prototype is dropped', () => {
  assert.equal(parseEvidence(bytes('{"__proto__":"x","kernel":"6"}')), '{"kernel":"6"}');
});

test('half a surrogate pair is replaced, so that every client can read the list', () => {
  assert.equal(parseEvidence(bytes('{"kernel":"\\ud800"}')), '{"kernel":"\ufffd"}');
  const event = { at_ms: 1, kind: 'nack', text: 'x\udc00' };
  assert.match(parseEvents(bytes({ events: [event] })).join(), /"x\ufffd"/);
});

test('facts beyond the limit are counted before they are looked at', () => {
  const facts = Object.fromEntries(Array.from({ length: 5_000 }, (_, at) => [`${at}`, 1]));
  assert.throws(() => parseEvidence(bytes(facts)), { message: 'body: must have at most 32 facts' });
});
