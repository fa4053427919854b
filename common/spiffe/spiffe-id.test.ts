import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { hasCode } from '../errors/spiffe-error.ts';
import {
  isAgentId,
  isReserved,
  parseSpiffeId,
  pathOf,
  serverIdOf,
  spiffeIdFrom,
  trustDomainOf,
} from './spiffe-id.ts';
import { parseTrustDomain } from './trust-domain.ts';

const longestTrustDomain = 'z'.repeat(255);
const longestId = `spiffe://zeta.test/${'a'.repeat(2048 - 'spiffe://zeta.test/'.length)}`;

suite('F139: SPIFFE-ID §2: the grammar', () => {
  const good: readonly [input: string, trustDomain: string, path: string][] = [
    ['spiffe://zeta.test', 'zeta.test', ''],
    ['spiffe://z/q', 'z', '/q'],
    ['spiffe://10.20.0.9/db', '10.20.0.9', '/db'],
    ['spiffe://my_td-7.zeta.test/Pay.Svc_v2-blue', 'my_td-7.zeta.test', '/Pay.Svc_v2-blue'],
    ['spiffe://zeta.test/...', 'zeta.test', '/...'],
    ['spiffe://zeta.test/.env', 'zeta.test', '/.env'],
    ['spiffe://zeta.test/a..b', 'zeta.test', '/a..b'],
    ['spiffe://zeta.test/-', 'zeta.test', '/-'],
    ['spiffe://zeta.test/_', 'zeta.test', '/_'],
    ['spiffe://-.-/x', '-.-', '/x'],
    ['spiffe://zeta.test./x', 'zeta.test.', '/x'],
    [`spiffe://${longestTrustDomain}/x`, longestTrustDomain, '/x'],
    [longestId, 'zeta.test', longestId.slice('spiffe://zeta.test'.length)],
  ];
  for (const [input, trustDomain, path] of good) {
    test(`${input.slice(0, 60)} is a SPIFFE ID`, () => {
      const id = parseSpiffeId(input);
      assert.deepEqual([trustDomainOf(id), pathOf(id)], [trustDomain, path]);
    });
  }

  const bad: readonly [input: string, rule: RegExp][] = [
    ['', /cannot be empty/],
    ['zeta.test/x', /scheme/],
    ['https://zeta.test/x', /scheme/],
    ['spiffe:zeta.test/x', /scheme/],
    ['spiffe:/zeta.test/x', /scheme/],
    ['SPIFFE://zeta.test/x', /scheme/],
    ['spiffe://', /trust domain is missing/],
    ['spiffe:///x', /trust domain is missing/],
    ['spiffe://Zeta.test/x', /characters/],
    ['spiffe://zeta~test/x', /characters/],
    ['spiffe://zéta.test/x', /characters/],
    ['spiffe://zeta.test:8443/x', /characters/],
    ['spiffe://u@zeta.test/x', /characters/],
    ['spiffe://[::1]/x', /characters/],
    ['spiffe://zeta%2Etest/x', /characters/],
    ['spiffe://zeta.test/a%20b', /segment characters/],
    ['spiffe://zeta.test/', /trailing slash/],
    ['spiffe://zeta.test/a/', /trailing slash/],
    ['spiffe://zeta.test//a', /empty segments/],
    ['spiffe://zeta.test/a//b', /empty segments/],
    ['spiffe://zeta.test/.', /dot segments/],
    ['spiffe://zeta.test/a/../b', /dot segments/],
    ['spiffe://zeta.test/a/.', /dot segments/],
    ['spiffe://zeta.test/a?x=1', /segment characters/],
    ['spiffe://zeta.test/a#f', /segment characters/],
    ['spiffe://zeta.test/a:b', /segment characters/],
    ['spiffe://zeta.test/a b', /segment characters/],
    ['spiffe://zeta.test/a+b', /segment characters/],
    ['spiffe://zeta.test/a*', /segment characters/],
    ['spiffe://zeta.test/a~', /segment characters/],
    ['spiffe://zeta.test/ä', /segment characters/],
    ['spiffe://zeta.test/a\0', /segment characters/],
    ['spiffe://zeta.test/a\n', /segment characters/],
    ['spiffe://zeta.test?x', /characters/],
    ['spiffe://zeta.test#x', /characters/],
    [`spiffe://${longestTrustDomain}z/x`, /too long/],
    [`${longestId}a`, /too long/],
  ];
  for (const [input, rule] of bad) {
    test(`${JSON.stringify(input.slice(0, 60))} (${input.length}) is refused: ${rule.source}`, () => {
      assert.throws(
        () => parseSpiffeId(input),
        (error) => hasCode(error, 'SPIFFE_ID_INVALID') && rule.test(error.message),
      );
    });
  }

  test('every ASCII character is either allowed in a path segment or refused there', () => {
    const allowed = [...Array(128).keys()]
      .map((code) => String.fromCharCode(code))
      .filter((character) => accepts(`spiffe://zeta.test/a${character}b`));
    assert.equal(
      allowed.join(''),
      '-./0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ_abcdefghijklmnopqrstuvwxyz',
    );
  });

  test('a path without its leading slash is refused', () => {
    assert.throws(() => spiffeIdFrom(parseTrustDomain('zeta.test'), 'a/b'), /leading slash/);
  });
});

suite('the classes of IDs that a server tells apart', () => {
  const trustDomain = parseTrustDomain('zeta.test');
  const id = (path: string) => parseSpiffeId(`spiffe://zeta.test${path}`);

  for (const path of ['/spirea', '/Spire/x', '/x/spire']) {
    test(`${path} may be given to a workload`, () => assert.equal(isReserved(id(path)), false));
  }
  for (const path of ['/spire', '/spire/x', '/spire/agent/a']) {
    test(`${path} is SPIRE's own`, () => assert.equal(isReserved(id(path)), true));
  }
  test('an agent ID lies under /spire/agent/', () => {
    assert.equal(isAgentId(trustDomain, id('/spire/agent/k8s_psat/c/u')), true);
    assert.equal(isAgentId(trustDomain, id('/spire/agent')), false);
    assert.equal(isAgentId(trustDomain, id('/agent/x')), false);
    const foreign = parseSpiffeId('spiffe://other.test/spire/agent/k8s_psat/c/u');
    assert.equal(isAgentId(trustDomain, foreign), false);
  });
  test('the server has one fixed ID', () =>
    assert.equal(serverIdOf(trustDomain), 'spiffe://zeta.test/spire/server'));
});

test('a trust domain argument may be a whole ID, whose path is dropped', () => {
  assert.equal(parseTrustDomain('spiffe://zeta.test/some/path'), 'zeta.test');
  assert.throws(() => parseTrustDomain('http://zeta.test'), /scheme/);
});

function accepts(input: string): boolean {
  try {
    parseSpiffeId(input);
    return true;
  } catch {
    return false; // refused, which is the answer
  }
}
