import assert from 'node:assert/strict';
import { test } from 'node:test';
import { FakeClock } from '../../testkit/fake-clock.ts';
import { HandshakeBudget } from './handshake-budget.ts';
import { defaultLimits } from './limits.ts';

const few = { handshakesBurst: 3, handshakesPerSecond: 2 };

function taken(budget: HandshakeBudget, address: string, times: number): number {
  return Array.from({ length: times }, () => budget.take(address)).filter(Boolean).length;
}

test('an address has its burst, then so many a second, and no more of it for waiting long', async () => {
  const clock = new FakeClock();
  const budget = new HandshakeBudget(few, clock);
  assert.equal(taken(budget, '192.0.2.1', 10), 3);
  await clock.advance(1_000);
  assert.equal(taken(budget, '192.0.2.1', 10), 2);
  await clock.advance(3_600_000);
  assert.equal(taken(budget, '192.0.2.1', 10), 3);
});

test('a flood from one address costs others nothing; an IPv6 host has one budget for its /64', () => {
  const budget = new HandshakeBudget(few, new FakeClock());
  taken(budget, '192.0.2.1', 100);
  assert.equal(taken(budget, '192.0.2.2', 10), 3);
  assert.equal(taken(budget, '2001:db8::1', 2), 2);
  assert.equal(taken(budget, '2001:db8::ffff', 10), 1);
  assert.equal(taken(budget, '2001:db8:0:1::1', 10), 3);
  assert.equal(taken(budget, '::ffff:192.0.2.1', 10), 0);
});

test('a fleet of two thousand behind one gateway starts at once, by default', () => {
  const budget = new HandshakeBudget(defaultLimits, new FakeClock());
  assert.equal(taken(budget, '192.0.2.1', 2_500), 2_000);
});

test('what is kept is bounded at one moment, and shrinks as budgets fill', async () => {
  const clock = new FakeClock();
  const budget = new HandshakeBudget(few, clock, 100);
  taken(budget, '192.0.2.1', 10);
  for (let net = 0; net < 1_000; net++) {
    budget.take(`2001:db8:0:${net.toString(16)}::1`);
    // Who goes on is not forgotten.
    assert.equal(budget.take('192.0.2.1'), false);
    assert.ok(budget.size <= 101, String(budget.size));
  }
  await clock.advance(60_000);
  budget.take('192.0.2.2');
  assert.equal(budget.size, 1);
});
