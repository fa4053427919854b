import assert from 'node:assert/strict';
import { generateKeyPairSync } from 'node:crypto';
import { test } from 'node:test';
import { hasCode } from '../errors/spiffe-error.ts';
import { createTestCa } from '../../testkit/test-ca.ts';
import { parseCertificate } from './certificate.ts';
import {
  answerPopChallenge,
  createPopChallenge,
  encodePopChallenge,
  verifyPopAnswer,
} from './proof-of-possession.ts';

const ca = await createTestCa({ trustDomain: 'pop.test' });
const leafOf = async (fault?: 'no_digital_signature') => {
  const svid = await ca.issue('spiffe://pop.test/x', fault === undefined ? {} : { fault });
  return parseCertificate(svid.chainDer[0] ?? new Uint8Array());
};
const leaf = await leafOf();

const pairs = {
  'RSA 2048': generateKeyPairSync('rsa', { modulusLength: 2048 }),
  'RSA 3072': generateKeyPairSync('rsa', { modulusLength: 3072 }),
  'P-256': generateKeyPairSync('ec', { namedCurve: 'P-256' }),
  'P-384': generateKeyPairSync('ec', { namedCurve: 'P-384' }),
  'P-521': generateKeyPairSync('ec', { namedCurve: 'P-521' }),
};
for (const [name, { privateKey, publicKey }] of Object.entries(pairs)) {
  test(`the holder of a ${name} key is believed, and nobody who changes a byte`, () => {
    // Numbers with leading zeros are rare: many signatures meet some.
    const rounds = name.startsWith('RSA') ? 2 : 300;
    for (let round = 0; round < rounds; round++) {
      const challenge = createPopChallenge(leaf, publicKey);
      const answer = answerPopChallenge(privateKey, encodePopChallenge(challenge));
      verifyPopAnswer(publicKey, challenge, answer);
      const family = name.startsWith('RSA') ? 'RSA' : 'ECDSA';
      const message = JSON.parse(Buffer.from(answer).toString()) as Record<
        string,
        Record<string, string> | null
      >;
      const part = message['rsa_signature'] ?? message['ecdsa_signature'] ?? {};
      for (const field of Object.keys(part)) {
        const bytes = Buffer.from(part[field] ?? '', 'base64');
        bytes[5] = (bytes[5] ?? 0) ^ 1;
        const spoiled = { ...part, [field]: bytes.toString('base64') };
        const key = family === 'RSA' ? 'rsa_signature' : 'ecdsa_signature';
        const forged = Buffer.from(JSON.stringify({ ...message, [key]: spoiled }));
        assert.throws(
          () => verifyPopAnswer(publicKey, challenge, forged),
          (error) =>
            hasCode(error, 'PERMISSION_DENIED') &&
            error.message === `${family} signature verify failed`,
        );
      }
    }
  });
}

test('an answer to another challenge is refused', () => {
  const { privateKey, publicKey } = pairs['P-256'];
  const answer = answerPopChallenge(
    privateKey,
    encodePopChallenge(createPopChallenge(leaf, publicKey)),
  );
  assert.throws(() => verifyPopAnswer(publicKey, createPopChallenge(leaf, publicKey), answer), {
    message: 'ECDSA signature verify failed',
  });
});

test('challenges and answers have the form that Go writes and reads', () => {
  const { privateKey, publicKey } = pairs['P-256'];
  const challenge = encodePopChallenge(createPopChallenge(leaf, publicKey));
  assert.match(
    Buffer.from(challenge).toString(),
    /^\{"rsa_signature":null,"ecdsa_signature":\{"nonce":"[A-Za-z0-9+/]{43}="\}\}$/,
  );
  assert.match(
    Buffer.from(answerPopChallenge(privateKey, challenge)).toString(),
    /^\{"rsa_signature":null,"ecdsa_signature":\{"nonce":"[^"]+","r":"[^"]+","s":"[^"]+"\}\}$/,
  );
});

const nonce = Buffer.alloc(32).toString('base64');
for (const [what, family, text, expected] of [
  ['empty', 'P-256', '', 'unable to unmarshal challenge: not JSON'],
  ['an array', 'P-256', '[]', 'unable to unmarshal challenge: expected an object'],
  ['empty object', 'P-256', '{}', 'expecting ECDSA challenge'],
  ['empty object', 'RSA 2048', '{}', 'expecting RSA challenge'],
  [
    'of the other kind',
    'P-256',
    `{"rsa_signature":{"nonce":"${nonce}"}}`,
    'expecting ECDSA challenge',
  ],
  ['without nonce', 'P-256', '{"ecdsa_signature":{}}', 'invalid challenge nonce'],
  ['short', 'RSA 2048', '{"rsa_signature":{"nonce":"AAAA"}}', 'invalid challenge nonce'],
  ['with a number', 'RSA 2048', '{"rsa_signature":{"nonce":7}}', 'invalid challenge nonce'],
] as const) {
  test(`a node refuses a challenge that is ${what}: ${expected}`, () => {
    assert.throws(() => answerPopChallenge(pairs[family].privateKey, Buffer.from(text)), {
      message: expected,
    });
  });
}

for (const [what, text, expected] of [
  ['not JSON', '{', 'unable to unmarshal challenge response: not JSON'],
  ['empty', '{}', 'expecting ECDSA response'],
  ['null', '{"ecdsa_signature":null}', 'expecting ECDSA response'],
  ['without nonce', '{"ecdsa_signature":{}}', 'invalid response nonce'],
  ['without numbers', `{"ecdsa_signature":{"nonce":"${nonce}"}}`, 'ECDSA signature verify failed'],
  [
    'with endless numbers',
    `{"ecdsa_signature":{"nonce":"${nonce}","r":"${'A'.repeat(400)}","s":"AQ=="}}`,
    'ECDSA signature verify failed',
  ],
  [
    'huge',
    `"${'x'.repeat(70_000)}"`,
    'unable to unmarshal challenge response: longer than 65536 bytes',
  ],
] as const) {
  test(`a server refuses an answer that is ${what}`, () => {
    const { publicKey } = pairs['P-256'];
    const challenge = createPopChallenge(leaf, publicKey);
    assert.throws(() => verifyPopAnswer(publicKey, challenge, Buffer.from(text)), {
      message: expected,
    });
  });
}

test('a certificate that is not for signatures, or of another kind of key, gets no challenge', async () => {
  const noSignatures = await leafOf('no_digital_signature');
  assert.throws(() => createPopChallenge(noSignatures, pairs['P-256'].publicKey), {
    message: 'certificate not intended for digital signature use',
  });
  const { publicKey } = generateKeyPairSync('ed25519');
  assert.throws(() => createPopChallenge(leaf, publicKey), {
    message: 'unsupported key type "ed25519"',
  });
});
