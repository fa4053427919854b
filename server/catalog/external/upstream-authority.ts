import type { PluginCalls } from '../../../common/catalog/external/plugin-calls.ts';
import { messageOf } from '../../../common/errors/spiffe-error.ts';
import type { Init, Method } from '../../../common/rpc/contract.ts';
import { upstreamAuthorityService } from '../../../common/rpc/services/server-plugins.ts';
import type { JwtAuthority, X509Authority } from '../../../common/spiffe/bundle.ts';
import { parseCertificate } from '../../../common/x509/certificate.ts';
import { publicKeyFromSpki } from '../../../common/x509/keys.ts';
import type { spire } from '../../../proto/gen/spire-plugins.js';
import type { UpstreamAuthority } from '../../ca/upstream-authority.ts';
import { jwtKeyMessage } from './bundle-message.ts';

type CertificateMessage = spire.plugin.types.X509Certificate;
type KeyMessage = spire.plugin.types.JWTKey;

/** Has the server's CA signed by an UpstreamAuthority plugin that runs in a process of its own. */
export function externalUpstreamAuthority(plugin: PluginCalls): UpstreamAuthority {
  const { MintX509CAAndSubscribe, PublishJWTKeyAndSubscribe, SubscribeToLocalBundle } =
    upstreamAuthorityService;
  const read = new Reader(plugin);
  return {
    name: plugin.name,
    async mintX509Ca({ csrDer, preferredTtlMs }, signal) {
      const request = { csr: csrDer, preferred_ttl: Math.floor(preferredTtlMs / 1000) };
      const messages = stream(plugin, MintX509CAAndSubscribe, request, signal);
      const first = await firstOf(plugin, messages, (message) => ({
        chainDer: read.chain(message.x509_ca_chain),
        roots: read.roots(message.upstream_x509_roots),
      }));
      return { ...first, rootUpdates: map(messages, (message) => read.rootsUpdate(message)) };
    },
    async publishJwtKey(key, signal) {
      const request = { jwt_key: jwtKeyMessage(key) };
      const messages = stream(plugin, PublishJWTKeyAndSubscribe, request, signal);
      const keysOf = (message: { readonly upstream_jwt_keys: readonly KeyMessage[] }) =>
        read.keys(message.upstream_jwt_keys);
      const keys = await firstOf(plugin, messages, keysOf);
      return { keys, keyUpdates: map(messages, keysOf) };
    },
    watchLocalBundle(signal) {
      const messages = stream(plugin, SubscribeToLocalBundle, {}, signal);
      return map(messages, (message) => ({
        x509Authorities: read.roots(message.upstream_x509_roots),
        jwtAuthorities: read.keys(message.upstream_jwt_keys),
      }));
    },
  };
}

/** Turns what a plugin answers into what the CA knows; what is malformed is the plugin's fault. */
class Reader {
  readonly #plugin: PluginCalls;

  constructor(plugin: PluginCalls) {
    this.#plugin = plugin;
  }

  certificate({ asn1, tainted }: CertificateMessage, what: string): X509Authority {
    const der = Buffer.from(asn1);
    try {
      parseCertificate(der);
    } catch (error) {
      const text = `plugin response has malformed ${what}: ${messageOf(error)}`;
      throw this.#plugin.error('INTERNAL', text);
    }
    return { der, tainted };
  }

  chain(messages: readonly CertificateMessage[]): readonly Uint8Array[] {
    if (messages.length === 0) {
      throw this.#plugin.error('INTERNAL', 'plugin response missing X.509 CA chain');
    }
    return messages.map((message) => this.certificate(message, 'X.509 CA chain').der);
  }

  roots(messages: readonly CertificateMessage[]): readonly X509Authority[] {
    if (messages.length === 0) {
      throw this.#plugin.error('INTERNAL', 'plugin response missing upstream X.509 roots');
    }
    return messages.map((message) => this.certificate(message, 'upstream X.509 roots'));
  }

  rootsUpdate(message: {
    readonly x509_ca_chain: readonly CertificateMessage[];
    readonly upstream_x509_roots: readonly CertificateMessage[];
  }): readonly X509Authority[] {
    if (message.x509_ca_chain.length === 0) return this.roots(message.upstream_x509_roots);
    const text = 'plugin response has an X.509 CA chain after the first response';
    throw this.#plugin.error('INTERNAL', text);
  }

  keys(messages: readonly KeyMessage[]): readonly JwtAuthority[] {
    return messages.map((message) => {
      const publicKeyDer = Buffer.from(message.public_key);
      try {
        publicKeyFromSpki(publicKeyDer);
        if (message.key_id === '') throw new Error('missing key ID for JWT key');
      } catch (error) {
        throw this.#plugin.error('INTERNAL', `invalid plugin response: ${messageOf(error)}`);
      }
      const { expires_at: expiresAt, key_id: keyId, tainted } = message;
      return { keyId, publicKeyDer, expiresAtMs: expiresAt * 1000, tainted };
    });
  }
}

/** Asks once and yields the answers; the call ends with the signal, or when nobody reads on. */
async function* stream<Request, Response>(
  plugin: PluginCalls,
  method: Method<Request, Response>,
  request: Init<Request>,
  signal: AbortSignal,
): AsyncGenerator<Response, void> {
  const call = plugin.open(method, { signal });
  try {
    await call.send(request);
    call.end();
    yield* call.messages;
  } finally {
    call.cancel();
  }
}

/** Reads the first answer; without a good one the call is over. */
async function firstOf<T, U>(
  plugin: PluginCalls,
  messages: AsyncGenerator<T, void>,
  read: (message: T) => U,
): Promise<U> {
  try {
    const first = await messages.next();
    if (first.done !== true) return read(first.value);
    throw plugin.error('INTERNAL', 'plugin closed stream unexpectedly');
  } catch (error) {
    await messages.return();
    throw error;
  }
}

async function* map<T, U>(messages: AsyncIterable<T>, to: (message: T) => U): AsyncGenerator<U> {
  for await (const message of messages) yield to(message);
}
