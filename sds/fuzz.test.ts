import assert from 'node:assert/strict';
import { test } from 'node:test';
import { SpiffeError } from '../common/errors/spiffe-error.ts';
import {
  aCertificate,
  aMoment,
  anOffer,
  aPolicy,
  aValidationContext,
} from '../testkit/envoy-offers.ts';
import { aBundle, anEmptyBundle, anIdentity, aView } from '../testkit/envoy-views.ts';
import { summarize, type SecretSummary } from '../testkit/envoy-client.ts';
import { google } from '../proto/gen/envoy-sds.js';
import { sdsConfigSchema } from './config.ts';
import { initialDeltaState, type DeltaEvent } from './delta-model.ts';
import { stepDelta } from './delta-state.ts';
import { decodeNode } from './node-metadata.ts';
import { OfferCache } from './offer.ts';
import { decodeDeltaRequest, decodeDiscoveryRequest } from './request.ts';
import { SecretStore } from './secrets.ts';
import { initialSotwState, type SotwEvent } from './sotw-model.ts';
import { stepSotw } from './stream-state.ts';
import type { Subscription } from './subscription.ts';

/** Mulberry32: the same sequence for the same seed, everywhere. */
class Dice {
  #state: number;
  constructor(seed: number) {
    this.#state = seed;
  }
  below(limit: number): number {
    this.#state = (this.#state + 0x6d2b79f5) | 0;
    let t = Math.imul(this.#state ^ (this.#state >>> 15), 1 | this.#state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) % limit;
  }
  chance(oneIn: number): boolean {
    return this.below(oneIn) === 0;
  }
  of<T>(list: readonly T[]): T {
    const item = list[this.below(list.length)];
    assert.ok(item !== undefined);
    return item;
  }
  some<T>(list: readonly T[]): readonly T[] {
    return list.filter(() => this.chance(3));
  }
}

const names = ['web', 'api', 'roots', 'all', 'late', '*'];
const texts = ['KEY_VALUES_MISMATCH', 'Failed to load trusted CA certificates', 'other', ''];
const certificates = ['web', 'api'].flatMap((name) =>
  ['1', '2', '3'].map((version) => aCertificate(name, name + version, version === '3' ? 5e6 : 1e9)),
);
const bundles = ['roots', 'all'].flatMap((name) =>
  ['1', '2'].map((version) => aValidationContext(name, name + version)),
);
const offers = Array.from({ length: 24 }, (_, at) => {
  const dice = new Dice(at + 77);
  const one = (name: string) =>
    dice.chance(4) ? [] : [dice.of([...certificates, ...bundles].filter((r) => r.name === name))];
  return anOffer(['roots', 'all', 'web', 'api'].flatMap(one), {
    late: dice.of(['waiting', 'coming', 'unservable', 'conflict']),
  });
});
const sequences = 50_000;

function checkBooks(subscriptions: Iterable<Subscription>): void {
  for (const sub of subscriptions) {
    assert.ok(sub.refused.length <= 16 && sub.good.length <= 2);
    for (const good of sub.good) assert.ok(!sub.refused.includes(good.version));
  }
}

function momentOf(dice: Dice, monotonicMs: number) {
  return aMoment({
    // Whatever the wall clock says, and however it changes its mind.
    nowMs: dice.of([0, 6_000_000, 1_000_000_000]) + monotonicMs,
    monotonicMs,
    offer: dice.chance(9) ? undefined : dice.of(offers),
    certificatesNotBeforeMs: dice.chance(4) ? monotonicMs + 300 : 0,
    room: !dice.chance(8),
  });
}

test('50,000 state-of-the-world scripts never get a name unasked, a nonce twice or a refused content', () => {
  const dice = new Dice(20_260_101);
  for (let run = 0; run < sequences; run++) {
    const policy = aPolicy({ nonceTag: `t${run}`, fullState: dice.chance(5), longestNames: 8 });
    let state = initialSotwState;
    let monotonicMs = 1000;
    const nonces = new Set<string>();
    for (let at = 0; at < 10; at++) {
      monotonicMs += dice.below(3) * 2500;
      const event = sotwEvent(dice, state.lastNonce ?? '');
      const moment = momentOf(dice, monotonicMs);
      const wasWriting = state.writing;
      const [next, { send }] = stepSotw(state, event, moment, policy);
      if (send !== undefined) {
        assert.ok(!wasWriting || event.kind === 'taken', 'two messages at once');
        assert.ok(!nonces.has(send.nonce), 'nonce used twice');
        nonces.add(send.nonce);
        assert.ok(send.items.length > 0, 'empty response');
        const sent = send.items.map(({ resource }) => resource.name);
        assert.equal(new Set(sent).size, sent.length, 'name twice');
        for (const { resource } of send.items) {
          assert.ok(next.subscriptions.has(resource.name), 'name not asked for');
          assert.ok(resource.notAfterMs > moment.nowMs, 'expired');
          // A dropped name loses its book; on one that was kept, what was refused stays away.
          const book = next.subscriptions.get(resource.name);
          assert.ok(book?.refused.includes(resource.version) !== true, 'refused content resent');
        }
      }
      checkBooks(next.subscriptions.values());
      state = next;
    }
    assert.ok(state.subscriptions.size <= names.length);
  }
});

test('50,000 Delta scripts never get a name unasked, a nonce twice or an unbounded window', () => {
  const dice = new Dice(20_260_102);
  for (let run = 0; run < sequences; run++) {
    const policy = aPolicy({ nonceTag: `t${run}`, longestNames: 8 });
    let state = initialDeltaState;
    let monotonicMs = 1000;
    const nonces = new Set<string>();
    const mentioned = new Set<string>();
    for (let at = 0; at < 10; at++) {
      monotonicMs += dice.below(3) * 2500;
      const event = deltaEvent(dice, [...state.unanswered.keys()]);
      if (event.kind === 'request') {
        for (const name of [...event.subscribe, ...event.held]) mentioned.add(name);
      }
      const wasWriting = state.writing;
      const moment = momentOf(dice, monotonicMs);
      const [next, { send }] = stepDelta(state, event, moment, policy);
      if (send !== undefined) {
        assert.ok(!wasWriting || event.kind === 'taken', 'two messages at once');
        assert.ok(!nonces.has(send.nonce), 'nonce used twice');
        nonces.add(send.nonce);
        assert.notEqual(send.item === undefined, send.removed === undefined, 'one thing each');
        if (send.item !== undefined) {
          const { name, version, notAfterMs } = send.item.resource;
          const book = next.subscriptions.get(name);
          assert.ok(book !== undefined, 'name not asked for');
          assert.ok(!book.refused.includes(version), 'refused content resent');
          assert.ok(notAfterMs > moment.nowMs, 'expired');
        } else if (!state.wildcard && !next.wildcard) {
          assert.ok(mentioned.has(send.removed ?? ''), 'removed a name never heard of');
        }
      }
      assert.ok(next.unanswered.size <= 16);
      assert.ok(next.subscriptions.size + next.farewells.length <= 16);
      checkBooks(next.subscriptions.values());
      state = next;
    }
  }
});

test('100,000 mangled requests are read or refused, and nothing else happens', () => {
  const dice = new Dice(20_260_103);
  const limits = { names_per_stream: 16, name_bytes: 64 };
  let refused = 0;
  for (let run = 0; run < 100_000; run++) {
    const bytes = Uint8Array.from({ length: dice.below(40) }, () =>
      dice.chance(2) ? dice.below(256) : dice.of([0x0a, 0x12, 0x1a, 0x22, 0x2a, 0x32, 1, 2, 3]),
    );
    for (const decode of [decodeDiscoveryRequest, decodeDeltaRequest]) {
      try {
        const { node } = decode(bytes, limits);
        if (node !== undefined) decodeNode(node);
      } catch (error) {
        assert.ok(error instanceof SpiffeError && error.code === 'INVALID_ARGUMENT');
        refused++;
      }
    }
  }
  assert.ok(refused > 10_000 && refused < 200_000);
});

test('no view, name, flavour or configuration ever makes a secret that opens an Envoy', () => {
  const dice = new Dice(20_260_104);
  const candidates = ['a', 'b', 'ROOTCA', 'ALL', 'default', '', 'spiffe://domain.test', 'hint:h'];
  const bundleNames = ['spiffe://domain.test', 'spiffe://b.test'];
  let served = 0;
  for (let run = 0; run < 20_000; run++) {
    const parsed = sdsConfigSchema.safeParse({
      default_svid_name: dice.of(candidates),
      default_bundle_name: dice.of(candidates),
      default_all_bundles_name: dice.of(candidates),
      aliases: {
        [dice.of(candidates)]: dice.of<object>([
          { hint: 'h' },
          { bundle: 'own' },
          { bundle: 'all', flavour: 'rootca' },
        ]),
      },
    });
    if (!parsed.success) continue;
    const view = aView({
      bundle: dice.chance(3) ? anEmptyBundle('domain.test') : aBundle('domain.test'),
      federated: dice.some([aBundle('b.test'), anEmptyBundle('c.test')]),
      identities: dice.some([
        anIdentity('spiffe://domain.test', { hint: 'h' }),
        anIdentity('spiffe://domain.test/web', { hint: 'h' }),
        anIdentity('spiffe://b.test', { hint: '' }),
      ]),
    });
    const cache = new OfferCache(parsed.data, new SecretStore(() => undefined));
    const offer = cache.offer(view, dice.of(['spiffe', 'rootca']));
    const { default_bundle_name: own, default_all_bundles_name: all } = parsed.data;
    const ofBundles = [...bundleNames, own, all].filter((name) => name !== '');
    for (const name of [...candidates, ...bundleNames, ...offer.everything()]) {
      const answer = offer.find(name);
      if (answer.kind !== 'resource') continue;
      served++;
      const secret = summarize(google.protobuf.Any.decode(answer.resource.any));
      assert.equal(secret.name, name);
      assertClosed(secret);
      if (ofBundles.includes(name)) assert.notEqual(secret.flavour, 'certificate', name);
    }
  }
  assert.ok(served > 10_000);
});

function assertClosed(secret: SecretSummary): void {
  assert.notEqual(secret.flavour, 'nothing');
  assert.match(secret.pem, /^-----BEGIN CERTIFICATE-----\n./);
  if (secret.flavour === 'spiffe') assert.ok(secret.trustDomains.length > 0);
  if (secret.flavour === 'certificate') assert.match(secret.pem, /BEGIN PRIVATE KEY-----\n./);
}

function sotwEvent(dice: Dice, nonce: string): SotwEvent {
  switch (dice.below(6)) {
    case 0:
      return { kind: 'view' };
    case 1:
      return { kind: 'tick' };
    case 2:
      return { kind: 'blame', name: dice.of(names), content: dice.of(certificates).version };
    case 3:
      return { kind: 'taken' };
    default:
      return {
        kind: 'request',
        names: dice.some(names),
        nonce: dice.chance(5) ? 'bogus' : nonce,
        refusal: dice.chance(4) ? dice.of(texts) : undefined,
      };
  }
}

function deltaEvent(dice: Dice, nonces: readonly string[]): DeltaEvent {
  switch (dice.below(6)) {
    case 0:
      return { kind: 'view' };
    case 1:
      return { kind: 'tick' };
    case 2:
      return { kind: 'blame', name: dice.of(names), content: dice.of(certificates).version };
    case 3:
      return { kind: 'taken' };
    default:
      return {
        kind: 'request',
        subscribe: dice.some(names),
        unsubscribe: dice.chance(2) ? dice.some(names) : [],
        held: new Set(dice.chance(4) ? dice.some(['web', 'old']) : []),
        nonce: nonces.length === 0 || dice.chance(5) ? '' : dice.of(nonces),
        refusal: dice.chance(4) ? dice.of(texts) : undefined,
      };
  }
}
