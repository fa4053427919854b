import assert from 'node:assert/strict';
import { test } from 'node:test';
import { inspect } from 'node:util';
import { hasCode } from '../../../common/errors/spiffe-error.ts';
import { parseConnectionString } from './connection-string.ts';

const named = { applicationName: 'sigil-server', options: '' };

const accepted: readonly [string, object][] = [
  [
    'dbname=spire user=spire host=db.test port=5433 sslmode=verify-full',
    {
      ...named,
      host: 'db.test',
      port: 5433,
      user: 'spire',
      database: 'spire',
      tls: { mode: 'verify-full' },
    },
  ],
  ['', { ...named, tls: { mode: 'require' } }],
  [
    `  dbname = 'two words'\n user='it\\'s \\\\'  `,
    { ...named, database: 'two words', user: `it's \\`, tls: { mode: 'require' } },
  ],
  [
    'host=/run/postgresql sslmode=disable',
    { ...named, host: '/run/postgresql', tls: { mode: 'disable' } },
  ],
  [`host='' port='' sslmode=''`, { ...named, tls: { mode: 'require' } }],
  [
    'application_name=a connect_timeout=3 search_path=a\\ b options=-cx=1 client_encoding=UTF-8',
    {
      applicationName: 'a',
      connectTimeoutMs: 3000,
      options: '-cx=1 -c search_path=a\\ b',
      tls: { mode: 'require' },
    },
  ],
  [
    'sslrootcert=/a sslcert=/b sslkey=/c sslmode=verify-ca passfile=/p',
    { ...named, passfile: '/p', tls: { mode: 'verify-ca', rootCert: '/a', cert: '/b', key: '/c' } },
  ],
  [
    'postgres://us%40er@db.test:5433/sp%20ire?sslmode=disable&connect_timeout=1',
    {
      ...named,
      host: 'db.test',
      port: 5433,
      user: 'us@er',
      database: 'sp ire',
      connectTimeoutMs: 1000,
      tls: { mode: 'disable' },
    },
  ],
  ['postgresql://[::1]/x', { ...named, host: '::1', database: 'x', tls: { mode: 'require' } }],
  [
    'postgres:///spire?host=/run/postgresql',
    { ...named, host: '/run/postgresql', database: 'spire', tls: { mode: 'require' } },
  ],
];
for (const [text, expected] of accepted) {
  test(`${JSON.stringify(text)} is understood`, () => {
    assert.deepEqual(parseConnectionString(text), expected);
  });
}

for (const text of [
  `user=a password='p w'`,
  'postgres://a:p%20w@h/d',
  'postgres://h/d?password=p+w',
]) {
  test(`the password of ${JSON.stringify(text)} is read and cannot be printed`, () => {
    const settings = parseConnectionString(text);
    const password = settings.password?.reveal() ?? '';
    assert.match(password, /^p w$/);
    const printed = [inspect(settings, { depth: 9 }), JSON.stringify(settings)].join();
    assert.ok(!printed.includes(password), printed);
  });
}

const refused: readonly [string, RegExp][] = [
  ['sslmode=prefer', /sslmode "prefer" is not supported/],
  ['sslmode=verify_full', /sslmode "verify_full" is not supported/],
  ['sslmod=verify-full', /unknown key "sslmod"/],
  ['port=0', /port must be a whole number from 1 to 65535/],
  ['port=5432x', /port must be a whole number/],
  ['connect_timeout=-1', /connect_timeout must be a whole number/],
  ['host=a,b', /host must be one host/],
  ['sslcert=/a', /sslcert and sslkey must be set together/],
  ['client_encoding=LATIN1', /client_encoding must be UTF8/],
  ['dbname=a dbname=b', /key "dbname" is given twice/],
  ['dbname=a sEcret', /expected key=value after 1 pairs/],
  [`password='sEcret`, /expected key=value after 0 pairs/],
  [`password='sEcret'x`, /expected key=value after 0 pairs/],
  ['user=a password=sEc ret', /expected key=value after 2 pairs/],
  ['=sEcret', /expected key=value/],
  ['user=\0', /user contains a NUL/],
  ['postgres://u:sEc@ret@h/d', /must be a URL/],
  ['postgres://u:sEc%zzret@h/d', /password has a wrong percent escape/],
  ['postgres://h:sEcret/d', /must be a URL/],
  ['postgres://u:12?sEc@h/d', /unknown key$/],
  ['postgres://h/d?sEcret', /unknown key$/],
  ['mysql://u:sEcret@h/d', /expected key=value/],
];
for (const [text, message] of refused) {
  test(`${JSON.stringify(text)} is refused`, () => {
    assert.throws(
      () => parseConnectionString(text),
      (error) => hasCode(error, 'CONFIG_INVALID') && message.test(error.message),
    );
  });
}

test('a refusal names no value but the mode, so no password that slipped out of place', () => {
  const secrets = refused.filter(([text]) => /sEc/.test(text));
  assert.ok(secrets.length > 4);
  for (const [text] of secrets) {
    assert.throws(
      () => parseConnectionString(text),
      (error) => !inspect(error, { depth: 9 }).split('\n')[0]?.includes('sEc'),
    );
  }
});
