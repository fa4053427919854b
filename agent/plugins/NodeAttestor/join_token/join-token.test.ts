import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Secret } from '../../../../common/secret/secret.ts';
import { joinToken } from './join-token.ts';

test('without a token the error says why one is needed and where it comes from', async () => {
  for (const none of [undefined, new Secret('')]) {
    const attestor = await joinToken.create({}, { joinToken: none });
    await assert.rejects(attestor.begin(), {
      code: 'FAILED_PRECONDITION',
      message:
        'join token was not provided (join_token, join_token_file), and data_dir holds no X509-SVID to go on with',
    });
  }
});
