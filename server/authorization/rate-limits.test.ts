import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { InterceptedCall, Peer } from '../../common/rpc/contract.ts';
import { agentService } from '../../common/rpc/services/agent.ts';
import { nodeTokenService } from '../../common/rpc/services/fleet.ts';
import { svidService } from '../../common/rpc/services/svid.ts';
import { parseSpiffeId } from '../../common/spiffe/spiffe-id.ts';
import { FakeClock, settle } from '../../testkit/fake-clock.ts';
import { rateLimitInterceptor } from './rate-limits.ts';
import { TokenBuckets } from './token-bucket.ts';

const closed = new AbortController().signal;
const on = { attestation: true, signing: true };

function remote(address: string): Peer {
  return { kind: 'remote', connectionId: 'c', address, closed };
}

function setUp(switches = on) {
  const clock = new FakeClock();
  const limit = rateLimitInterceptor(switches, clock);
  let passed = 0;
  const call = (path: string, peer: Peer, request?: unknown, signal = closed) => {
    const made: InterceptedCall = {
      path,
      peer,
      metadata: { get: () => [] },
      signal,
      whenOver: () => undefined,
    };
    const next = () => {
      passed++;
      return Promise.resolve();
    };
    return limit(made, next, request);
  };
  return { clock, call, passed: () => passed };
}

const attest = agentService.AttestAgent.path;
const sign = svidService.BatchNewX509SVID.path;

test('fifty attestations of an address pass at once; the next wait their turn and the others do not', async () => {
  const { clock, call, passed } = setUp();
  const calls = Array.from({ length: 52 }, () => call(attest, remote('a')));
  await call(attest, remote('b'));
  await settle();
  assert.equal(passed(), 51);
  await clock.advance(100);
  assert.equal(passed(), 52);
  await clock.advance(100);
  assert.equal(passed(), 53);
  await Promise.all(calls);
});

test('agents behind one address do not wait for each other, and one does on all its addresses', async () => {
  const { clock, call, passed } = setUp();
  const agent = (name: string, address: string): Peer => ({
    kind: 'remote',
    connectionId: 'c',
    address,
    closed,
    identity: {
      spiffeId: parseSpiffeId(`spiffe://zeta.test/spire/agent/${name}`),
      serialNumber: '1',
      notAfterMs: 0,
    },
  });
  const all = { params: Array.from({ length: 500 }) };
  await call(sign, agent('a', '192.0.2.1'), all);
  await call(sign, agent('b', '192.0.2.1'), all);
  const waiting = call(sign, agent('a', '192.0.2.2'), all);
  await settle();
  assert.equal(passed(), 2);
  await clock.advance(1000);
  await waiting;
});

test('a caller that goes away while it waits is let go', async () => {
  const { clock, call, passed } = setUp();
  await Promise.all(Array.from({ length: 50 }, () => call(attest, remote('a'))));
  const gone = new AbortController();
  const waiting = call(attest, remote('a'), undefined, gone.signal);
  gone.abort(new Error('caller left'));
  await assert.rejects(waiting, { message: 'caller left' });
  await clock.advance(5000);
  assert.equal(passed(), 50);
});

test('an agent gets twenty node tokens at once, and one a second after that', async () => {
  const { clock, call, passed } = setUp();
  const { path } = nodeTokenService.IssueNodeToken;
  const calls = Array.from({ length: 21 }, () => call(path, remote('a')));
  await settle();
  assert.equal(passed(), 20);
  await clock.advance(1_000);
  await Promise.all(calls);
});

test('callers on the admin socket have no limit', async () => {
  const { call, passed } = setUp();
  const local: Peer = {
    kind: 'local',
    connectionId: 'c',
    pid: 1,
    uid: 0,
    gid: 0,
    isAlive: () => true,
    closed,
  };
  await Promise.all(Array.from({ length: 60 }, () => call(attest, local)));
  assert.equal(passed(), 60);
});

test('each certificate of a batch costs a token: 500 pass, 501 are refused at once', async () => {
  const { call, passed } = setUp();
  const params = (count: number) => ({ params: Array.from({ length: count }) });
  await assert.rejects(call(sign, remote('a'), params(501)), {
    code: 'RESOURCE_EXHAUSTED',
    message:
      'rejecting request due to certificate signing rate limiting: rate (501) exceeds burst size (500)',
  });
  await call(sign, remote('a'), params(500));
  assert.equal(passed(), 1);
});

test('signing and renewal share a bucket', async () => {
  const { clock, call, passed } = setUp();
  await call(sign, remote('a'), { params: Array.from({ length: 500 }) });
  const renewal = call(agentService.RenewAgent.path, remote('a'));
  await settle();
  assert.equal(passed(), 1);
  await clock.advance(2);
  await renewal;
});

test('switched off, nobody waits', async () => {
  const { call, passed } = setUp({ attestation: false, signing: false });
  await Promise.all([1, 2, 3].map(() => call(attest, remote('a'))));
  await call(sign, remote('a'), { params: Array.from({ length: 501 }) });
  assert.equal(passed(), 4);
});

test('whoever would have to wait too long is refused', async () => {
  const clock = new FakeClock();
  const buckets = new TokenBuckets({ perSecond: 1, burst: 1 }, clock, 2000);
  const takes = [1, 2, 3, 4].map(() => buckets.take('a', 1, closed));
  const refused = assert.rejects(takes[3] ?? Promise.resolve(), { code: 'RESOURCE_EXHAUSTED' });
  await clock.advance(2000);
  await Promise.all(takes.slice(0, 3));
  await refused;
});

test('buckets that are full again are forgotten, so that addresses cost no memory for ever', async () => {
  const clock = new FakeClock();
  const buckets = new TokenBuckets({ perSecond: 1, burst: 1 }, clock);
  for (let at = 0; at < 1024; at++) await buckets.take(String(at), 1, closed);
  await clock.advance(1000);
  await buckets.take('one more', 1, closed);
  assert.equal(buckets.size, 1);
});

test('callers that give up do not make those wait who come later from the same address', async () => {
  const clock = new FakeClock();
  const buckets = new TokenBuckets({ perSecond: 1, burst: 1 }, clock);
  await buckets.take('a', 1, closed);
  const leaving = new AbortController();
  const left = Array.from({ length: 20 }, () => buckets.take('a', 1, leaving.signal));
  leaving.abort(new Error('gone'));
  await Promise.allSettled(left);
  let served = false;
  const honest = buckets.take('a', 1, closed).then(() => (served = true));
  await clock.advance(1_000);
  await honest;
  assert.equal(served, true);
});
