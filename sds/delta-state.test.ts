import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  aCertificate,
  aMoment,
  anOffer,
  aPolicy,
  aValidationContext,
} from '../testkit/envoy-offers.ts';
import {
  initialDeltaState,
  type DeltaEvent,
  type DeltaResponse,
  type DeltaState,
} from './delta-model.ts';
import { deltaWakeMs, stepDelta } from './delta-state.ts';
import type { Offer } from './offer.ts';
import type { Decision, Moment, StreamPolicy } from './stream-policy.ts';

interface Ask {
  readonly subscribe?: readonly string[];
  readonly unsubscribe?: readonly string[];
  readonly held?: readonly string[];
  readonly nonce?: string;
  readonly refusal?: string;
}

/** Runs the machine by hand; collects everything that goes out until it has nothing more to say. */
class Script {
  state: DeltaState = initialDeltaState;
  moment: Moment;
  readonly policy: StreamPolicy;
  last: Decision<DeltaResponse> = { notes: [] };

  constructor(offer: Offer | undefined, policy: Partial<StreamPolicy> = {}) {
    this.moment = aMoment({ offer });
    this.policy = aPolicy(policy);
  }

  step(event: DeltaEvent): readonly string[] {
    const out: string[] = [];
    let next: DeltaEvent = event;
    for (;;) {
      [this.state, this.last] = stepDelta(this.state, next, this.moment, this.policy);
      const { send } = this.last;
      if (send === undefined) return out;
      out.push(
        send.item === undefined
          ? `-${send.removed ?? ''}`
          : `${send.item.resource.name}@${send.item.version}`,
      );
      next = { kind: 'taken' };
    }
  }

  ask(ask: Ask): readonly string[] {
    return this.step({
      kind: 'request',
      subscribe: ask.subscribe ?? [],
      unsubscribe: ask.unsubscribe ?? [],
      held: new Set(ask.held),
      nonce: ask.nonce ?? '',
      refusal: ask.refusal,
    });
  }

  /** Acknowledges all that is unanswered. */
  ackAll(): void {
    for (const nonce of this.state.unanswered.keys()) this.ask({ nonce });
  }

  nack(refusal: string): readonly string[] {
    return this.ask({ nonce: [...this.state.unanswered.keys()].at(-1) ?? '', refusal });
  }

  view(offer: Offer, more: Partial<Moment> = {}): readonly string[] {
    this.moment = { ...this.moment, offer, ...more };
    return this.step({ kind: 'view' });
  }

  later(ms: number): readonly string[] {
    const { nowMs, monotonicMs } = this.moment;
    this.moment = { ...this.moment, nowMs: nowMs + ms, monotonicMs: monotonicMs + ms };
    return this.step({ kind: 'tick' });
  }
}

const web1 = aCertificate('web', 'w1');
const web2 = aCertificate('web', 'w2');
const roots1 = aValidationContext('roots', 'r1');
const roots2 = aValidationContext('roots', 'r2');

test('each resource goes in a response of its own, bundles first', () => {
  const script = new Script(anOffer([web1, roots1]));
  assert.deepEqual(script.ask({ subscribe: ['web', 'roots'] }), ['roots@r1', 'web@w1']);
});

test('a name that the Envoy says it holds is answered all the same', () => {
  const script = new Script(anOffer([web1]));
  assert.deepEqual(script.ask({ subscribe: ['web'], held: ['web'] }), ['web@w1']);
});

test('a name listed again is answered again', () => {
  const script = new Script(anOffer([web1]));
  script.ask({ subscribe: ['web'] });
  script.ackAll();
  assert.deepEqual(script.ask({ subscribe: ['web'] }), ['web@w1']);
});

test('a held name that is no longer allowed is removed at once', () => {
  const script = new Script(anOffer([]));
  assert.deepEqual(script.ask({ subscribe: ['web'], held: ['web'] }), ['-web']);
});

test('a held name that a wildcard no longer brings is removed', () => {
  const script = new Script(anOffer([roots1]));
  assert.deepEqual(script.ask({ held: ['web', 'roots'] }), ['roots@r1', '-web']);
});

test('a name that is not there yet is removed after the grace, once, and pushed when it comes', () => {
  const script = new Script(anOffer([]));
  assert.deepEqual(script.ask({ subscribe: ['web'] }), []);
  assert.equal(deltaWakeMs(script.state, script.moment, script.policy), 11_000);
  assert.deepEqual(script.later(9999), []);
  assert.deepEqual(script.later(1), ['-web']);
  assert.deepEqual(script.later(60_000), []);
  script.ackAll();
  assert.deepEqual(script.view(anOffer([web1])), ['web@w1']);
});

test('a wall clock that is set, either way, does not move the moment of a removal', () => {
  for (const byMs of [-3_600_000, 3_600_000]) {
    const script = new Script(anOffer([]));
    script.ask({ subscribe: ['web'] });
    script.moment = { ...script.moment, nowMs: script.moment.nowMs + byMs };
    assert.deepEqual(script.later(9_999), []);
    assert.deepEqual(script.later(1), ['-web']);
  }
});

test('a name that can never be served is removed at once', () => {
  const script = new Script(anOffer([], { 'file-root:system': 'unservable' }));
  assert.deepEqual(script.ask({ subscribe: ['file-root:system'] }), ['-file-root:system']);
});

test('an unsubscribed name is pushed no more', () => {
  const script = new Script(anOffer([web1]));
  script.ask({ subscribe: ['web'] });
  script.ackAll();
  assert.deepEqual(script.ask({ unsubscribe: ['web'] }), []);
  assert.deepEqual(script.view(anOffer([web2])), []);
});

test('unsubscribing a name that the wildcard also brings answers with the resource', () => {
  const script = new Script(anOffer([web1]));
  script.ask({ subscribe: ['*', 'web'] });
  assert.deepEqual(script.ask({ unsubscribe: ['web'] }), ['web@w1']);
});

test('unsubscribing a name that the wildcard does not bring answers that it is removed', () => {
  const script = new Script(anOffer([roots1]));
  script.ask({ subscribe: ['*', 'late'] });
  assert.deepEqual(script.ask({ unsubscribe: ['late'] }), ['-late']);
});

test('changes of names count whatever the nonce is', () => {
  const script = new Script(anOffer([web1, roots1]));
  script.ask({ subscribe: ['web'] });
  assert.deepEqual(script.ask({ subscribe: ['roots'], nonce: 'bogus' }), ['roots@r1']);
});

test('a first request without names is the wildcard of old', () => {
  const script = new Script(anOffer([roots1, web1]));
  assert.deepEqual(script.ask({}), ['roots@r1', 'web@w1']);
});

test('without the star what only the wildcard brought is dropped', () => {
  const script = new Script(anOffer([roots1, web1]));
  script.ask({ subscribe: ['*', 'web'] });
  script.ackAll();
  script.ask({ unsubscribe: ['*'] });
  assert.deepEqual(script.view(anOffer([roots2, web2])), ['web@w2']);
});

test('a removed identity is told to a wildcard and forgotten', () => {
  const script = new Script(anOffer([roots1, web1]));
  script.ask({});
  script.ackAll();
  assert.deepEqual(script.view(anOffer([roots1])), ['-web']);
  assert.deepEqual([...script.state.subscriptions.keys()], ['roots']);
});

test('a lost name is removed, and sent again when it returns', () => {
  const script = new Script(anOffer([web1]));
  script.ask({ subscribe: ['web'] });
  script.ackAll();
  assert.deepEqual(script.view(anOffer([])), ['-web']);
  script.ackAll();
  assert.deepEqual(script.view(anOffer([web1])), ['web@w1']);
});

test('a gap while an SVID is renewed removes nothing', () => {
  const script = new Script(anOffer([web1]));
  script.ask({ subscribe: ['web'] });
  script.ackAll();
  assert.deepEqual(script.view(anOffer([], { web: 'coming' })), []);
  assert.deepEqual(script.later(3_600_000), []);
});

test('a refused version is not resent, the last good one is pushed instead', () => {
  const script = new Script(anOffer([web1]));
  script.ask({ subscribe: ['web'] });
  script.ackAll();
  script.view(anOffer([web2]));
  assert.deepEqual(script.nack('Failed to load certificate chain from <inline>'), ['web@w1-1']);
  script.ackAll();
  assert.deepEqual(script.view(anOffer([web2])), []);
});

test('sixteen responses may be unanswered, the next waits for an answer', () => {
  const names = Array.from({ length: 20 }, (_, at) => `c${at}`);
  const script = new Script(anOffer(names.map((name) => aCertificate(name, `${name}v`))));
  assert.equal(script.ask({ subscribe: names }).length, 16);
  const [first] = script.state.unanswered.keys();
  assert.deepEqual(script.ask({ nonce: first ?? '' }), ['c16@c16v']);
});

test('a Delta stream that is not answered for 30 s stalls, an answer wakes it', () => {
  const script = new Script(anOffer([web1]));
  script.ask({ subscribe: ['web'] });
  script.later(30_000);
  assert.equal(script.state.stalled, true);
  assert.deepEqual(script.view(anOffer([web2])), []);
  const [nonce] = script.state.unanswered.keys();
  assert.deepEqual(script.ask({ nonce: nonce ?? '' }), ['web@w2']);
});

test('more names than allowed end the stream', () => {
  const script = new Script(anOffer([]), { longestNames: 2 });
  script.ask({ subscribe: ['a', 'b'] });
  script.ask({ subscribe: ['c'] });
  assert.equal(script.last.close?.code, 'INVALID_ARGUMENT');
});

test('names that are only held count too, though twice as many are taken', () => {
  const holding = (count: number) => {
    const script = new Script(undefined, { longestNames: 2 });
    script.ask({ held: Array.from({ length: count }, (_, at) => `old-${at}`) });
    return script.last.close?.code;
  };
  assert.deepEqual([holding(4), holding(5)], [undefined, 'INVALID_ARGUMENT']);
});

test('rejecting, an unknown name ends the stream', () => {
  const script = new Script(anOffer([]), { unknownNames: 'reject' });
  script.ask({ subscribe: ['web'] });
  assert.equal(script.last.close?.code, 'INVALID_ARGUMENT');
});
