import assert from 'node:assert/strict';
import { test } from 'node:test';
import { aView } from '../testkit/envoy-views.ts';
import { sdsConfigSchema } from './config.ts';
import { OfferCache } from './offer.ts';
import { SecretStore } from './secrets.ts';

test('equal questions get the same answer, and made-up names fill no memory', () => {
  const config = sdsConfigSchema.parse({});
  const offer = new OfferCache(config, new SecretStore(() => undefined)).offer(aView(), 'spiffe');
  assert.equal(offer.find('unknown'), offer.find('unknown'));
  for (let at = 0; at < 5000; at++) offer.find(`made-up-${at}`);
  assert.notEqual(offer.find('one-more'), offer.find('one-more'));
  assert.equal(offer.find('ROOTCA').kind, 'resource');
  assert.equal(offer.find('ROOTCA'), offer.find('ROOTCA'));
});
