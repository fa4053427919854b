import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sdsConfigSchema, withSpireRateLimits } from './config.ts';

test('an empty section has SPIRE’s names and safe limits', () => {
  const config = sdsConfigSchema.parse({});
  assert.equal(config.default_svid_name, 'default');
  assert.equal(config.default_bundle_name, 'ROOTCA');
  assert.equal(config.default_all_bundles_name, 'ALL');
  assert.equal(config.disable_spiffe_cert_validation, false);
  assert.equal(config.unknown_name_policy, 'hold');
  assert.equal(config.certificate_delay, 300);
  assert.equal(config.limits.names_per_stream, 256);
});

test('a full section is taken as it is, durations in milliseconds', () => {
  const config = sdsConfigSchema.parse({
    default_svid_name: '',
    aliases: {
      ROOTCA_PLAIN: { bundle: 'own', flavour: 'rootca' },
      partner: { bundle: 'partner.test' },
      web: { hint: 'web' },
      api: { spiffe_id: 'spiffe://domain.test/api' },
    },
    default_identity_order: 'hint-first',
    default_identity_hint: 'web',
    close_on_lost: true,
    enable_delta: false,
    ack_wait: '1m30s',
    limits: { names_per_stream: 3 },
  });
  assert.equal(config.ack_wait, 90_000);
  assert.equal(config.limits.names_per_stream, 3);
  assert.equal(config.limits.name_bytes, 2048);
});

test('a limit of 0 that would refuse everything is refused itself', () => {
  const names = [
    'streams_per_connection',
    'streams_per_process',
    'streams_total',
    'names_per_stream',
    'name_bytes',
    'waiting_names',
    'outstanding_bytes',
  ];
  for (const name of names) {
    const { error } = sdsConfigSchema.safeParse({ limits: { [name]: 0 } });
    assert.deepEqual(
      error?.issues.map(({ path, code }) => [path.join('.'), code]),
      [[`limits.${name}`, 'too_small']],
    );
  }
});

test('SPIRE’s rate limits set rate and burst; zero switches them off', () => {
  const config = sdsConfigSchema.parse({});
  const { limits } = withSpireRateLimits(config, { stream_secrets: 7, fetch_secrets: 0 });
  assert.equal(limits.stream_opens_per_second, 7);
  assert.equal(limits.stream_opens_burst, 7);
  assert.equal(limits.fetches_per_second, 0);
});

test('a default bundle that hides the set of all bundles is accepted, as in SPIRE', () => {
  assert.ok(sdsConfigSchema.safeParse({ default_bundle_name: 'ALL' }).success);
});

const faults: readonly [string, unknown, RegExp][] = [
  ['equal SVID and bundle names', { default_svid_name: 'ROOTCA' }, /certificate and a bundle/],
  ['equal SVID and all-bundles names', { default_svid_name: 'ALL' }, /certificate and a bundle/],
  [
    'an alias of a certificate under the name of a bundle',
    { aliases: { ROOTCA: { hint: 'web' } } },
    /certificate and a bundle/,
  ],
  [
    'an alias of a bundle under the name of the SVID',
    { aliases: { default: { bundle: 'own' } } },
    /certificate and a bundle/,
  ],
  ['an alias twice', { aliases: { ROOTCA: { bundle: 'all' } } }, /already the name/],
  [
    'a certificate under a trust domain ID',
    { default_svid_name: 'spiffe://domain.test' },
    /a trust domain ID names a bundle/,
  ],
  [
    'a bundle under a SPIFFE ID',
    { default_bundle_name: 'spiffe://domain.test/web' },
    /a SPIFFE ID names a certificate/,
  ],
  ['the star as a name', { default_svid_name: '*' }, /always means everything/],
  ['an alias without a name', { aliases: { '': { hint: 'x' } } }, /needs a name/],
  ['an alias under the hint prefix', { aliases: { 'hint:x': { hint: 'x' } } }, /selects by hint/],
  ['an unknown key', { default_svid: 'x' }, /default_svid/],
  ['an unknown policy', { unknown_name_policy: 'ignore' }, /hold/],
  ['a duration without a unit', { ack_wait: '5' }, /missing unit/],
  ['a negative duration', { ack_wait: '-5s' }, /negative/],
  ['a negative limit', { limits: { names_per_stream: -1 } }, /names_per_stream|>=0/],
];

for (const [what, input, message] of faults) {
  test(`${what} is refused`, () => {
    const result = sdsConfigSchema.safeParse(input);
    assert.match(JSON.stringify(result.error?.issues), message);
  });
}
