import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parseSpiffeId } from '../../common/spiffe/spiffe-id.ts';
import type { NackRecord, NameRecord, StreamRecord } from '../../sds/registry.ts';
import { reportFacts } from './report-facts.ts';
import { endpointAt } from './send-report.ts';

function stream(connectionId: string, lastNack?: NackRecord, quarantined = false): StreamRecord {
  const name: NameRecord = {
    name: 'default',
    kind: undefined,
    standing: 'delivered' as NameRecord['standing'],
    reason: '',
    sinceMs: 0,
    versionSent: undefined,
    versionAcked: undefined,
    sentAtMs: undefined,
    expiresAtMs: undefined,
    serialNumber: undefined,
    quarantined,
  };
  return {
    connectionId,
    pid: 1,
    uid: 1,
    gid: 1,
    protocol: 'sotw',
    nodeId: 'envoy\u001b[31m',
    cluster: '',
    envoyVersion: '',
    openedAtMs: 0,
    wildcard: false,
    stalled: false,
    blocked: false,
    lastNack,
    names: [name],
  };
}

const nack = (atMs: number, text = 'bad key'): NackRecord => ({
  text,
  class: 'content' as NackRecord['class'],
  atMs,
  names: ['default'],
});

function factsOf(streams: readonly StreamRecord[], expiries: readonly number[] = []) {
  const spiffeId = parseSpiffeId('spiffe://zeta.test/web');
  return reportFacts({
    version: '1.0',
    evidence: { kernel: '6.1', noise: `a\n${'x'.repeat(400)}` },
    streams: { list: () => streams },
    used: () => expiries.map((notAfterMs) => ({ entryId: 'e', spiffeId, notAfterMs })),
  });
}

test('Envoys are counted by connection, refusals by name, and the first expiry is found', () => {
  const facts = factsOf([stream('a'), stream('a', undefined, true), stream('b')], [9_000, 5_000]);
  assert.deepEqual(facts.heartbeat(), {
    version: '1.0',
    envoys: 2,
    nacks: 1,
    identities: 2,
    earliest_expiry_at_ms: 5_000,
  });
  assert.deepEqual(factsOf([]).heartbeat(), {
    version: '1.0',
    envoys: 0,
    nacks: 0,
    identities: 0,
    earliest_expiry_at_ms: 0,
  });
});

test('each refusal is an event until it was told', () => {
  const facts = factsOf([stream('a', nack(7)), stream('b', nack(5)), stream('c')]);
  const events = facts.newEvents();
  assert.deepEqual(
    events.map((event) => (event as { at_ms: number }).at_ms),
    [5, 7],
  );
  facts.told(events.slice(0, 1));
  assert.deepEqual(facts.newEvents(), events.slice(1));
  facts.told(events);
  assert.deepEqual(facts.newEvents(), []);
});

test('what hostile Envoys say fits into what the server takes', () => {
  const hostile = [stream('a', nack(1, `\u0000\u009b\r\n${'y'.repeat(5_000)}`))];
  const facts = factsOf(hostile, [1.5]);
  const texts = [
    ...facts.newEvents().map((event) => (event as { text: string }).text),
    ...Object.values(facts.evidence()).map(String),
  ];
  assert.equal(texts.length, 3);
  for (const text of texts) assert.match(text, /^[^\p{Cc}]{1,512}$/u);
  assert.equal((facts.heartbeat() as Record<string, unknown>)['earliest_expiry_at_ms'], 1);
});

test('an endpoint without a host is at the server', () => {
  assert.equal(endpointAt(':8083', 'server'), 'server:8083');
  assert.equal(endpointAt(':8083', '::1'), '[::1]:8083');
  assert.equal(endpointAt('other:1', 'server'), 'other:1');
});
