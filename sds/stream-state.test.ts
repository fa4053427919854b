import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  aCertificate,
  aMoment,
  anOffer,
  aPolicy,
  aValidationContext,
} from '../testkit/envoy-offers.ts';
import type { Offer } from './offer.ts';
import type { Decision, Moment, StreamPolicy } from './stream-policy.ts';
import {
  initialSotwState,
  type SotwEvent,
  type SotwResponse,
  type SotwState,
} from './sotw-model.ts';
import { sotwWakeMs, stepSotw } from './stream-state.ts';

/** Runs the machine by hand: every response is taken by the transport at once unless told otherwise. */
class Script {
  state: SotwState = initialSotwState;
  moment: Moment;
  readonly policy: StreamPolicy;
  last: Decision<SotwResponse> = { notes: [] };

  constructor(offer: Offer | undefined, policy: Partial<StreamPolicy> = {}) {
    this.moment = aMoment({ offer });
    this.policy = aPolicy(policy);
  }

  step(event: SotwEvent): Decision<SotwResponse> {
    [this.state, this.last] = stepSotw(this.state, event, this.moment, this.policy);
    return this.last;
  }

  ask(names: readonly string[], nonce = this.state.lastNonce ?? ''): Decision<SotwResponse> {
    return this.step({ kind: 'request', names, nonce, refusal: undefined });
  }

  nack(names: readonly string[], refusal: string): Decision<SotwResponse> {
    return this.step({ kind: 'request', names, nonce: this.state.lastNonce ?? '', refusal });
  }

  taken(): Decision<SotwResponse> {
    return this.step({ kind: 'taken' });
  }

  view(offer: Offer, more: Partial<Moment> = {}): Decision<SotwResponse> {
    this.moment = { ...this.moment, offer, ...more };
    return this.step({ kind: 'view' });
  }

  later(ms: number): Decision<SotwResponse> {
    const { nowMs, monotonicMs } = this.moment;
    this.moment = { ...this.moment, nowMs: nowMs + ms, monotonicMs: monotonicMs + ms };
    return this.step({ kind: 'tick' });
  }

  /** Asks, lets the transport take the answer, and acknowledges it. */
  settled(names: readonly string[]): this {
    this.ask(names);
    this.taken();
    this.ask(names);
    return this;
  }
}

const web1 = aCertificate('web', 'w1');
const web2 = aCertificate('web', 'w2');
const web3 = aCertificate('web', 'w3');
const roots1 = aValidationContext('roots', 'r1');
const roots2 = aValidationContext('roots', 'r2');
const mismatch =
  'Failed to load private key from <inline>, Cause: error:0b000074:X.509 certificate routines:OPENSSL_internal:KEY_VALUES_MISMATCH';

function sent(decision: Decision<SotwResponse>): readonly string[] {
  return decision.send?.items.map(({ resource, version }) => `${resource.name}@${version}`) ?? [];
}

function standings({ notes }: Decision<SotwResponse>): readonly string[] {
  return notes.flatMap((note) => (note.kind === 'standing' ? [`${note.from}>${note.to}`] : []));
}

test('nothing is sent before a request, whatever is on offer', () => {
  const script = new Script(undefined);
  assert.deepEqual(sent(script.view(anOffer([web1]))), []);
});

test('the first request gets what is there and the rest waits', () => {
  const script = new Script(anOffer([web1]));
  assert.deepEqual(sent(script.ask(['web', 'late'])), ['web@w1']);
  assert.equal(script.state.subscriptions.get('late')?.standing, 'waiting');
});

test('a first request without any available name sends no response at all', () => {
  const script = new Script(anOffer([]));
  assert.equal(script.ask(['late']).send, undefined);
});

test('a waiting name is pushed as soon as it arrives', () => {
  const script = new Script(anOffer([]));
  script.ask(['web']);
  assert.deepEqual(sent(script.view(anOffer([web1]))), ['web@w1']);
});

test('a request with another nonce, or with none, is ignored whole after a response', () => {
  const script = new Script(anOffer([web1, roots1]));
  script.ask(['web']);
  script.taken();
  for (const nonce of ['bogus', '']) {
    const decision = script.ask(['roots'], nonce);
    assert.deepEqual(decision, { notes: [{ kind: 'stale' }] });
    assert.deepEqual([...script.state.subscriptions.keys()], ['web']);
  }
});

test('before the first response any nonce will do', () => {
  const script = new Script(undefined);
  script.ask(['web'], 'of an earlier stream');
  assert.deepEqual(sent(script.view(anOffer([web1]))), ['web@w1']);
});

test('an ACK counts without looking at the version and is not answered', () => {
  const script = new Script(anOffer([web1]));
  script.ask(['web']);
  script.taken();
  assert.deepEqual(script.ask(['web']).notes, [{ kind: 'ack', sentAtMs: 1000 }]);
  assert.equal(script.last.send, undefined);
  assert.equal(script.state.subscriptions.get('web')?.acked, 'w1');
});

test('an added name is answered alone', () => {
  const script = new Script(anOffer([web1, roots1])).settled(['web']);
  assert.deepEqual(sent(script.ask(['web', 'roots'])), ['roots@r1']);
});

test('a dropped name is forgotten, and answered anew when it comes back', () => {
  const script = new Script(anOffer([web1, roots1])).settled(['web', 'roots']);
  assert.deepEqual(sent(script.ask(['roots'])), []);
  assert.deepEqual(sent(script.view(anOffer([web2, roots1]))), []);
  assert.deepEqual(sent(script.ask(['web', 'roots'])), ['web@w2']);
});

test('a changed view pushes only what changed', () => {
  const script = new Script(anOffer([web1, roots1])).settled(['web', 'roots']);
  assert.deepEqual(sent(script.view(anOffer([web2, roots1]))), ['web@w2']);
});

test('an equal view pushes nothing', () => {
  const script = new Script(anOffer([web1, roots1])).settled(['web', 'roots']);
  assert.deepEqual(script.view(anOffer([web1, roots1])), { notes: [] });
});

test('bundles come before certificates, whatever the order asked', () => {
  const script = new Script(anOffer([web1, roots1]));
  assert.deepEqual(sent(script.ask(['web', 'roots'])), ['roots@r1', 'web@w1']);
});

test('a renewed certificate waits a moment after new roots, the roots do not', () => {
  const script = new Script(anOffer([web1, roots1])).settled(['web', 'roots']);
  const both = anOffer([web2, roots2]);
  assert.deepEqual(sent(script.view(both, { certificatesNotBeforeMs: 1300 })), ['roots@r2']);
  script.taken();
  script.ask(['web', 'roots']);
  assert.equal(script.last.send, undefined);
  assert.equal(sotwWakeMs(script.state, script.moment, script.policy), 1300);
  assert.deepEqual(sent(script.later(300)), ['web@w2']);
});

test('a wall clock that is set, either way, shortens and lengthens no wait', () => {
  const hour = 3_600_000;
  for (const byMs of [-hour, hour]) {
    const script = new Script(anOffer([roots1, web1])).settled(['roots', 'web']);
    const { nowMs, monotonicMs } = script.moment;
    script.moment = { ...script.moment, nowMs: nowMs + byMs };
    const both = anOffer([roots2, web2]);
    script.view(both, { certificatesNotBeforeMs: monotonicMs + 300 });
    script.taken();
    assert.deepEqual(sent(script.ask(['roots', 'web'])), []);
    assert.deepEqual(sent(script.later(299)), []);
    assert.deepEqual(sent(script.later(1)), ['web@w2']);
    script.taken();
    script.view(anOffer([roots2, web3]));
    assert.deepEqual(sent(script.later(4_999)), [], 'the Envoy has five seconds to answer');
    assert.deepEqual(sent(script.later(1)), ['web@w3']);
  }
});

test('a certificate that a wrong clock called expired is good again when the clock is', () => {
  const short = aCertificate('web', 'w1', 2_000_000);
  const script = new Script(anOffer([short])).settled(['web']);
  const { nowMs } = script.moment;
  script.moment = { ...script.moment, nowMs: nowMs + 86_400_000 };
  assert.deepEqual(standings(script.step({ kind: 'tick' })), ['served>expired']);
  script.moment = { ...script.moment, nowMs };
  assert.deepEqual(standings(script.step({ kind: 'tick' })), ['expired>served']);
  assert.equal(script.last.send, undefined, 'the Envoy holds it still');
});

test('the first certificate of a stream waits for nothing', () => {
  const script = new Script(anOffer([web1]));
  script.moment = { ...script.moment, certificatesNotBeforeMs: 9999 };
  assert.deepEqual(sent(script.ask(['web'])), ['web@w1']);
});

test('nothing is sent over an unanswered response until the Envoy had its time', () => {
  const script = new Script(anOffer([web1]));
  script.ask(['web']);
  script.taken();
  assert.deepEqual(sent(script.view(anOffer([web2]))), []);
  assert.deepEqual(sent(script.later(4999)), []);
  assert.deepEqual(sent(script.later(1)), ['web@w2']);
});

test('while the transport holds a response only the newest content is kept', () => {
  const script = new Script(anOffer([web1]));
  script.ask(['web']);
  script.view(anOffer([web2]));
  script.view(anOffer([web3]), { monotonicMs: 7000 });
  assert.equal(script.last.send, undefined);
  assert.deepEqual(sent(script.taken()), ['web@w3']);
});

test('nothing is sent while the connection has no room', () => {
  const script = new Script(anOffer([web1]));
  script.moment = { ...script.moment, room: false };
  assert.deepEqual(sent(script.ask(['web'])), []);
  assert.deepEqual(sent(script.view(anOffer([web1]), { room: true })), ['web@w1']);
});

test('a response unanswered for 30 s stalls the stream until the Envoy answers', () => {
  const script = new Script(anOffer([web1]));
  script.ask(['web']);
  script.taken();
  assert.deepEqual(script.later(30_000).notes, [{ kind: 'stalled' }]);
  assert.deepEqual(sent(script.view(anOffer([web2]))), []);
  const decision = script.ask(['web']);
  assert.ok(decision.notes.some(({ kind }) => kind === 'resumed'));
  assert.deepEqual(sent(decision), ['web@w2']);
});

test('an idle Envoy that answered everything never stalls', () => {
  const script = new Script(anOffer([web1])).settled(['web']);
  assert.deepEqual(script.later(86_400_000).notes, []);
});

test('a NACK is not answered when nothing good was ever accepted', () => {
  const script = new Script(anOffer([web1]));
  script.ask(['web']);
  script.taken();
  assert.equal(script.nack(['web'], mismatch).send, undefined);
});

test('a NACK is answered with the last good content as a version of its own', () => {
  const script = new Script(anOffer([web1])).settled(['web']);
  script.view(anOffer([web2]));
  script.taken();
  assert.deepEqual(sent(script.nack(['web'], mismatch)), ['web@w1-1']);
});

test('what was refused is never sent again on the stream, newer content is', () => {
  const script = new Script(anOffer([web1])).settled(['web']);
  script.view(anOffer([web2]));
  script.taken();
  script.nack(['web'], mismatch);
  script.taken();
  script.ask(['web']);
  assert.deepEqual(sent(script.view(anOffer([web2]))), []);
  assert.deepEqual(sent(script.view(anOffer([web3]))), ['web@w3']);
});

test('a refused last good content ends the healing instead of starting a loop', () => {
  const script = new Script(anOffer([web1])).settled(['web']);
  script.view(anOffer([web2]));
  script.taken();
  script.nack(['web'], mismatch);
  script.taken();
  assert.equal(script.nack(['web'], mismatch).send, undefined);
});

test('a NACK that accuses the certificate does not quarantine the bundle it came for', () => {
  const script = new Script(anOffer([roots1])).settled(['roots']);
  script.view(anOffer([roots2]));
  script.taken();
  const decision = script.nack(['roots'], mismatch);
  assert.equal(decision.send, undefined);
  assert.ok(decision.notes.some((note) => note.kind === 'nack' && note.elsewhere));
  assert.deepEqual(script.state.subscriptions.get('roots')?.refused, []);
});

test('a content blamed by another stream is replaced by the last good one at once', () => {
  const script = new Script(anOffer([web1])).settled(['web']);
  script.view(anOffer([web2]));
  script.taken();
  script.ask(['web']);
  assert.deepEqual(sent(script.step({ kind: 'blame', name: 'web', content: 'w2' })), ['web@w1-1']);
});

test('a withdrawn key is not pushed to heal anything', () => {
  const script = new Script(anOffer([web1])).settled(['web']);
  script.view(anOffer([web2]));
  script.taken();
  script.view(anOffer([]));
  assert.deepEqual(sent(script.nack(['web'], mismatch)), []);
});

test('an expired last good certificate is not pushed', () => {
  const short = aCertificate('web', 'w1', 1_000_500);
  const script = new Script(anOffer([short])).settled(['web']);
  script.view(anOffer([web2]), { nowMs: 1_001_000 });
  script.taken();
  assert.deepEqual(sent(script.nack(['web'], mismatch)), []);
});

test('a name that is gone is lost: nothing is sent, and equal content that returns is not resent', () => {
  const script = new Script(anOffer([web1])).settled(['web']);
  const lost = script.view(anOffer([]));
  assert.equal(lost.send, undefined);
  assert.equal(script.state.subscriptions.get('web')?.standing, 'lost');
  assert.equal(script.view(anOffer([web1])).send, undefined);
  assert.equal(script.state.subscriptions.get('web')?.standing, 'served');
});

test('a lost name ends the stream only where the operator chose so', () => {
  const script = new Script(anOffer([web1]), { closeOnLost: true }).settled(['web']);
  assert.equal(script.view(anOffer([])).close?.code, 'PERMISSION_DENIED');
});

test('an expired certificate is not sent, and is told', () => {
  const script = new Script(anOffer([aCertificate('web', 'w1', 900)]));
  assert.deepEqual(sent(script.ask(['web'])), []);
  assert.equal(script.state.subscriptions.get('web')?.standing, 'expired');
});

test('without a name ever, everything is watched, also what comes later', () => {
  const script = new Script(anOffer([roots1]));
  assert.deepEqual(sent(script.ask([])), ['roots@r1']);
  script.taken();
  script.ask([]);
  assert.deepEqual(sent(script.view(anOffer([roots1, web1]))), ['web@w1']);
});

test('the star means everything too', () => {
  const script = new Script(anOffer([roots1, web1]));
  assert.deepEqual(sent(script.ask(['*'])), ['roots@r1', 'web@w1']);
});

test('an empty list after names unsubscribes from all and keeps the stream open', () => {
  const script = new Script(anOffer([web1])).settled(['web']);
  assert.equal(script.ask([]).close, undefined);
  assert.deepEqual(sent(script.view(anOffer([web2]))), []);
});

test('an empty list after names means everything where SPIRE’s reading is chosen', () => {
  const script = new Script(anOffer([web1, roots1]), { legacyEmptyList: true }).settled(['web']);
  assert.deepEqual(sent(script.ask([])), ['roots@r1']);
});

test('with the full state every response repeats what is good', () => {
  const script = new Script(anOffer([web1, roots1]), { fullState: true });
  script.settled(['web', 'roots']);
  assert.deepEqual(sent(script.view(anOffer([web2, roots1]))), ['roots@r1', 'web@w2']);
});

test('rejecting, an unknown name ends the stream with SPIRE’s text', () => {
  const script = new Script(anOffer([web1]), { unknownNames: 'reject' });
  assert.deepEqual(script.ask(['web', 'zebra', 'ant']).close, {
    code: 'INVALID_ARGUMENT',
    message: 'workload is not authorized for the requested identities ["ant" "zebra"]',
  });
});

test('rejecting, an SVID that is on its way is waited for', () => {
  const script = new Script(anOffer([], { web: 'coming' }), { unknownNames: 'reject' });
  assert.equal(script.ask(['web']).close, undefined);
});

test('one resource gives its version to the response, several give a hash of all', () => {
  const one = new Script(anOffer([web1, roots1]));
  assert.equal(one.ask(['web']).send?.versionInfo, 'w1');
  const two = new Script(anOffer([web1, roots1]));
  const other = new Script(anOffer([web1, roots1]));
  const version = two.ask(['web', 'roots']).send?.versionInfo;
  assert.match(version ?? '', /^[0-9a-f]{32}$/);
  assert.equal(other.ask(['roots', 'web']).send?.versionInfo, version);
});
