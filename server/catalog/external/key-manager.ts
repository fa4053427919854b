import { createHash } from 'node:crypto';
import type { PluginCalls } from '../../../common/catalog/external/plugin-calls.ts';
import { messageOf, SpiffeError } from '../../../common/errors/spiffe-error.ts';
import type { KeyManager, ManagedKey } from '../../../common/keymanager/key-manager.ts';
import { checkKeyId } from '../../../common/keymanager/managed-key.ts';
import { keyManagerService } from '../../../common/rpc/services/server-plugins.ts';
import { keyTypeOf, publicKeyFromSpki, type KeyType } from '../../../common/x509/keys.ts';
import { hashFor } from '../../../common/x509/signature.ts';
import type { spire } from '../../../proto/gen/spire-plugins.js';

type PublicKey = spire.plugin.server.keymanager.v1.PublicKey;

/**
 * Keeps the server's signing keys in a KeyManager plugin that runs in a process of its own: certificates and
 * tokens are put together here and signed there. Which keys there are is asked at the start and after each
 * restart of the plugin.
 */
export async function externalKeyManager(plugin: PluginCalls): Promise<KeyManager> {
  const remote = new RemoteKeys(plugin);
  const known = new KnownKeys(await remote.all());
  plugin.onRestart(() => {
    const asked = known.ask();
    remote.all().then(
      (found) => known.answer(asked, found),
      // Keys that are known go on being asked for; whether they are there shows when they sign.
      () => undefined,
    );
  });
  return {
    async generateKey(id, type) {
      checkKeyId(id);
      const key = await remote.generate(id, type);
      known.made(key);
      return key;
    },
    getKey: (id) => known.keys.get(id),
    getKeys: () => [...known.keys.values()],
  };
}

/** The keys as far as we know: a list that was asked for earlier says nothing of a key that was made since. */
class KnownKeys {
  keys: ReadonlyMap<string, ManagedKey>;
  /** When each key was made, counted with the questions. */
  readonly #made = new Map<string, number>();
  #now = 0;
  #answered = 0;

  constructor(keys: ReadonlyMap<string, ManagedKey>) {
    this.keys = keys;
  }

  made(key: ManagedKey): void {
    this.#made.set(key.id, ++this.#now);
    this.keys = new Map(this.keys).set(key.id, key);
  }

  /** Returns what the answer is given with. */
  ask(): number {
    return ++this.#now;
  }

  answer(asked: number, found: ReadonlyMap<string, ManagedKey>): void {
    // Of two lists the one that was asked for later counts.
    if (asked < this.#answered) return;
    this.#answered = asked;
    const since = [...this.keys].filter(([id]) => (this.#made.get(id) ?? 0) > asked);
    this.keys = new Map([...found, ...since]);
  }
}

class RemoteKeys {
  readonly #plugin: PluginCalls;

  constructor(plugin: PluginCalls) {
    this.#plugin = plugin;
  }

  async all(): Promise<ReadonlyMap<string, ManagedKey>> {
    const options = { timeoutMs: callMs };
    const { public_keys: found } = await this.#plugin.unary(
      keyManagerService.GetPublicKeys,
      {},
      options,
    );
    return new Map(found.map((key) => [key.id, this.#keyOf(key.id, key)]));
  }

  async generate(id: string, type: KeyType): Promise<ManagedKey> {
    const request = { key_id: id, key_type: keyTypes[type] };
    const options = { timeoutMs: callMs };
    const answer = await this.#plugin.unary(keyManagerService.GenerateKey, request, options);
    const key = this.#keyOf(id, answer.public_key);
    if (key.type === type) return key;
    throw this.#fault(`plugin made a key of type ${key.type} for key "${id}", not ${type}`);
  }

  #keyOf(id: string, found: PublicKey | null): ManagedKey {
    if (found === null) throw this.#fault(`plugin response empty for key "${id}"`);
    if (found.id !== id) {
      throw this.#fault(`plugin response has unexpected key id "${found.id}" for key "${id}"`);
    }
    if (found.pkix_data.length === 0) {
      throw this.#fault(`plugin response missing public key PKIX data for key "${id}"`);
    }
    const publicKeyDer = Buffer.from(found.pkix_data);
    const type = this.#typeOf(id, publicKeyDer);
    const { fingerprint } = found;
    const { name } = this.#plugin;
    return {
      id,
      type,
      publicKeyDer,
      sign: (data, hash = hashFor(type)) => {
        const digest = createHash(hash).update(data).digest();
        return this.#sign(id, fingerprint, digest, hashNumbers[hash]);
      },
      keyPair() {
        throw new SpiffeError(
          'UNIMPLEMENTED',
          `key "${id}" is kept by the key manager "${name}", which does not hand it over`,
        );
      },
    };
  }

  #typeOf(id: string, publicKeyDer: Uint8Array): KeyType {
    let type: KeyType | undefined;
    try {
      type = keyTypeOf(publicKeyFromSpki(publicKeyDer));
    } catch (error) {
      const text = `unable to parse public key PKIX data for key "${id}": ${messageOf(error)}`;
      throw this.#fault(text);
    }
    if (type !== undefined) return type;
    throw this.#fault(`key "${id}" is of a type that SPIRE does not have`);
  }

  async #sign(id: string, fingerprint: string, digest: Uint8Array, hash: number) {
    const request = { key_id: id, data: digest, hash_algorithm: hash };
    const options = { timeoutMs: callMs };
    const answer = await this.#plugin.unary(keyManagerService.SignData, request, options);
    const { key_fingerprint: signedBy, signature } = answer;
    if (signature.length === 0) throw this.#fault('plugin returned empty signature data');
    if (signedBy !== fingerprint) {
      throw this.#fault(`fingerprint "${fingerprint}" on key "${id}" does not match "${signedBy}"`);
    }
    return Buffer.from(signature);
  }

  #fault(message: string): SpiffeError {
    return this.#plugin.error('INTERNAL', message);
  }
}

/** SPIRE's limit. */
const callMs = 30_000;
const keyTypes: Record<KeyType, number> = {
  'ec-p256': 1,
  'ec-p384': 2,
  'rsa-2048': 3,
  'rsa-4096': 4,
};
/** Go's `crypto.Hash`. */
const hashNumbers = { sha256: 5, sha384: 6, sha512: 7 } as const;
