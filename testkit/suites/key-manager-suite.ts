import assert from 'node:assert/strict';
import { createPublicKey, verify } from 'node:crypto';
import { suite, test } from 'node:test';
import { inspect } from 'node:util';
import type { KeyManager } from '../../common/keymanager/key-manager.ts';
import { hasCode } from '../../common/errors/spiffe-error.ts';
import { pkcs8Of, type KeyType } from '../../common/x509/keys.ts';
import type { HashName } from '../../common/x509/signature.ts';

/** What every key manager promises. `create` gives an empty one. */
export function keyManagerSuite(
  name: string,
  create: () => KeyManager | Promise<KeyManager>,
): void {
  suite(`key manager contract: ${name}`, () => {
    test('a fresh manager has no keys', async () => {
      const keys = await create();
      assert.deepEqual(keys.getKeys(), []);
      assert.equal(keys.getKey('a'), undefined);
    });

    const types: readonly [KeyType, HashName][] = [
      ['ec-p256', 'sha256'],
      ['ec-p384', 'sha384'],
      ['rsa-2048', 'sha256'],
    ];
    for (const [type, hash] of types) {
      test(`a ${type} key signs with ${hash} by default and its public key verifies`, async () => {
        const key = await (await create()).generateKey('a', type);
        const data = Buffer.from('data');
        const publicKey = createPublicKey({
          key: Buffer.from(key.publicKeyDer),
          type: 'spki',
          format: 'der',
        });
        assert.equal(key.type, type);
        assert.ok(verify(hash, data, publicKey, await key.sign(data)));
        assert.ok(verify('sha512', data, publicKey, await key.sign(data, 'sha512')));
      });
    }

    test('a key is found by its id and listed', async () => {
      const keys = await create();
      const [a, b] = [
        await keys.generateKey('a', 'ec-p256'),
        await keys.generateKey('b', 'ec-p256'),
      ];
      assert.equal(keys.getKey('a'), a);
      assert.deepEqual(new Set(keys.getKeys()), new Set([a, b]));
    });

    test('generating an id again replaces its key and no other', async () => {
      const keys = await create();
      const first = await keys.generateKey('a', 'ec-p256');
      const other = await keys.generateKey('b', 'ec-p256');
      const second = await keys.generateKey('a', 'ec-p256');
      assert.notDeepEqual(second.publicKeyDer, first.publicKeyDer);
      assert.equal(keys.getKey('a'), second);
      assert.equal(keys.getKey('b'), other);
    });

    test('keys generated at the same moment are all kept', async () => {
      const keys = await create();
      const ids = Array.from({ length: 8 }, (_, at) => `key-${at}`);
      await Promise.all(ids.map((id) => keys.generateKey(id, 'ec-p256')));
      assert.deepEqual(
        keys
          .getKeys()
          .map((key) => key.id)
          .sort(),
        ids,
      );
    });

    test('an id that is empty or holds control characters is refused', async () => {
      const keys = await create();
      for (const id of ['', 'a\nb', 'x'.repeat(256)]) {
        await assert.rejects(keys.generateKey(id, 'ec-p256'), (error) =>
          hasCode(error, 'INVALID_ARGUMENT'),
        );
      }
    });

    test('a key prints neither its private key nor its JSON form', async () => {
      const key = await (await create()).generateKey('a', 'ec-p256');
      const secret = Buffer.from(pkcs8Of(key.keyPair().privateKey));
      const printed = inspect(key, { depth: 9, showHidden: true }) + JSON.stringify(key);
      assert.match(printed, /\[redacted\]/);
      for (const form of ['base64', 'hex', 'base64url'] as const) {
        assert.ok(!printed.includes(secret.toString(form).slice(48, 80)));
      }
    });
  });
}
