import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { FakeClock } from '../../../../testkit/fake-clock.ts';
import { temporaryFolder } from '../../../../testkit/temporary-folder.ts';
import { checkToken } from './check.ts';

const folder = temporaryFolder();

const clock = new FakeClock();
const nowSeconds = Math.floor(clock.now() / 1000);
const good = {
  aud: ['spire-server'],
  exp: nowSeconds + 600,
  'kubernetes.io': { pod: { name: 'sigil-agent-x' } },
};

function check(name: string, content: string | undefined) {
  const path = join(folder, name);
  if (content !== undefined) writeFileSync(path, content);
  return checkToken(path, { clock });
}
const tokenOf = (claims: object) =>
  `h.${Buffer.from(JSON.stringify(claims)).toString('base64url')}.s`;

test('a projected token as the kubelet makes it is fine in every way', () => {
  const findings = check('good', tokenOf(good));
  assert.deepEqual(
    findings.map(({ outcome, fix }) => [outcome, fix]),
    [
      ['ok', ''],
      ['ok', ''],
      ['ok', ''],
    ],
  );
});

const rows: readonly (readonly [
  name: string,
  content: string | undefined,
  outcome: string,
  what: RegExp,
  detail: RegExp,
])[] = [
  ['absent', undefined, 'missing', /^the token .*absent$/, /ENOENT/],
  ['empty', '', 'missing', /^a token in/, /no JSON Web Token/],
  ['of another kind', 'secret-words', 'missing', /^a token in/, /no JSON Web Token/],
  ['null', tokenOf([]).replace(/\..*\./, '.bnVsbA.'), 'missing', /^a token in/, /no JSON Web/],
  [
    'expired',
    tokenOf({ ...good, exp: nowSeconds - 1 }),
    'missing',
    /has not expired/,
    /it ended at/,
  ],
  [
    'everlasting',
    tokenOf({ ...good, exp: undefined }),
    'warning',
    /has not expired/,
    /never expires/,
  ],
  [
    'bound to no pod',
    tokenOf({ ...good, 'kubernetes.io': {} }),
    'missing',
    /bound to a pod/,
    /service account alone/,
  ],
  [
    "for the API server's audience",
    tokenOf({ ...good, aud: 'https://kubernetes.default.svc.cluster.local' }),
    'warning',
    /audience of its own/,
    /is the API server's/,
  ],
];
for (const [name, content, outcome, what, detail] of rows) {
  test(`a token that is ${name} is told of with the fix, and is not quoted`, () => {
    const [bad, second] = check(name, content).filter((finding) => finding.outcome !== 'ok');
    assert.equal(second, undefined);
    assert.equal(bad?.outcome, outcome);
    assert.match(bad.what, what);
    assert.match(bad.detail, detail);
    assert.notEqual(bad.fix, '');
    assert.ok(!JSON.stringify(bad).includes('secret-words'));
  });
}
