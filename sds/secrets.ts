import { createHash } from 'node:crypto';
import { inspect } from 'node:util';
import type { Bundle } from '../common/spiffe/bundle.ts';
import type { X509Svid } from '../common/spiffe/x509-svid.ts';
import { encodePemBytes } from '../common/x509/pem.ts';
import type { Flavour } from './config.ts';
import { encodeMessage, type Field } from './protobuf.ts';

export type ResourceKind = 'certificate' | 'bundle';

/**
 * One secret as it goes over the wire, encoded once per node and shared by every stream that watches
 * it. Its printed forms hold no bytes.
 */
export class ServedResource {
  readonly name: string;
  readonly kind: ResourceKind;
  /**
   * Stands for the content: 32 hex digits, equal on every node and after a restart. Made from
   * certificates only, never from a key.
   */
  readonly version: string;
  /** When the leaf expires; Infinity for bundles. */
  readonly notAfterMs: number;
  /** Of the leaf, decimal; empty for bundles. */
  readonly serialNumber: string;
  readonly #any: Uint8Array;

  constructor(about: ResourceAbout, any: Uint8Array) {
    this.name = about.name;
    this.kind = about.kind;
    this.version = about.version;
    this.notAfterMs = about.notAfterMs;
    this.serialNumber = about.serialNumber;
    this.#any = any;
  }

  /** The encoded google.protobuf.Any. Use it while you hold this resource: it is wiped afterwards. */
  get any(): Uint8Array {
    return this.#any;
  }

  toJSON(): ResourceAbout {
    const { name, kind, version, notAfterMs, serialNumber } = this;
    return { name, kind, version, notAfterMs, serialNumber };
  }

  [inspect.custom](): string {
    return `ServedResource(${this.kind} ${this.name} ${this.version})`;
  }
}

interface ResourceAbout {
  readonly name: string;
  readonly kind: ResourceKind;
  readonly version: string;
  readonly notAfterMs: number;
  readonly serialNumber: string;
}

/**
 * Encodes secrets, each content once. What no stream and no view holds any more is collected, and its
 * bytes are zeroed then.
 */
export class SecretStore {
  readonly #interned = new Map<string, WeakRef<ServedResource>>();
  readonly #collected: FinalizationRegistry<Leftover>;
  readonly #onEncode: (kind: ResourceKind) => void;
  readonly #bundlePems = new WeakMap<Bundle, Uint8Array>();

  constructor(onEncode: (kind: ResourceKind) => void) {
    this.#onEncode = onEncode;
    this.#collected = new FinalizationRegistry(({ key, any }) => {
      any.fill(0);
      if (this.#interned.get(key)?.deref() === undefined) this.#interned.delete(key);
    });
  }

  /** How many contents are held. */
  get size(): number {
    return this.#interned.size;
  }

  /** A tls_certificate; undefined when there is no chain or no key to put in it. */
  certificate(name: string, svid: X509Svid): ServedResource | undefined {
    if (!svid.chainDer.some((der) => der.length > 0)) return undefined;
    if (svid.privateKeyDer.reveal().length === 0) return undefined;
    const version = hash(['certificate', '', name], svid.chainDer);
    const about: ResourceAbout = {
      name,
      kind: 'certificate',
      version,
      notAfterMs: svid.notAfterMs,
      serialNumber: svid.serialNumber,
    };
    return this.#intern(about, () => encodeCertificate(name, svid));
  }

  /**
   * A validation_context; undefined when any of the bundles is empty, or when plain roots would mix
   * trust domains.
   */
  validationContext(
    name: string,
    bundles: readonly Bundle[],
    flavour: Flavour,
  ): ServedResource | undefined {
    if (flavour === 'rootca' && bundles.length > 1) return undefined;
    if (bundles.some((bundle) => authoritiesOf(bundle).length === 0)) return undefined;
    const version = hash(
      ['bundle', flavour, name],
      bundles.flatMap((bundle) => {
        const authorities = authoritiesOf(bundle);
        return [bundle.trustDomain, String(authorities.length), ...authorities];
      }),
    );
    const about: ResourceAbout = {
      name,
      kind: 'bundle',
      version,
      notAfterMs: Infinity,
      serialNumber: '',
    };
    const [first] = bundles;
    if (first === undefined) return undefined;
    return this.#intern(about, () =>
      encodeSecret(name, [
        validationContextField,
        flavour === 'spiffe'
          ? [[customValidatorField, this.#spiffeValidator(bundles)]]
          : [[trustedCaField, inlineBytes(this.#pemOf(first))]],
      ]),
    );
  }

  #spiffeValidator(bundles: readonly Bundle[]): readonly Field[] {
    const trustDomains = bundles.map((bundle): Field => [
      1,
      [
        [1, bundle.trustDomain],
        [2, inlineBytes(this.#pemOf(bundle))],
      ],
    ]);
    return [
      [1, 'envoy.tls.cert_validator.spiffe'],
      [
        2,
        [
          [1, spiffeValidatorTypeUrl],
          [2, trustDomains],
        ],
      ],
    ];
  }

  #pemOf(bundle: Bundle): Uint8Array {
    const known = this.#bundlePems.get(bundle);
    if (known !== undefined) return known;
    const pem = certificatesPem(authoritiesOf(bundle));
    this.#bundlePems.set(bundle, pem);
    return pem;
  }

  #intern(about: ResourceAbout, encode: () => Uint8Array): ServedResource {
    const key = about.version;
    const known = this.#interned.get(key)?.deref();
    if (known !== undefined) return known;
    const any = encode();
    const resource = new ServedResource(about, any);
    this.#onEncode(about.kind);
    this.#interned.set(key, new WeakRef(resource));
    this.#collected.register(resource, { key, any });
    return resource;
  }
}

/** `type_url` of every SDS message. */
export const secretTypeUrl = 'type.googleapis.com/envoy.extensions.transport_sockets.tls.v3.Secret';

interface Leftover {
  readonly key: string;
  readonly any: Uint8Array;
}

const spiffeValidatorTypeUrl =
  'type.googleapis.com/envoy.extensions.transport_sockets.tls.v3.SPIFFECertValidatorConfig';
const versionTag = 'sigil-secret-1';
const versionBytes = 16;
// envoy.extensions.transport_sockets.tls.v3.Secret and CertificateValidationContext.
const tlsCertificateField = 2;
const validationContextField = 4;
const trustedCaField = 1;
const customValidatorField = 12;

function encodeCertificate(name: string, svid: X509Svid): Uint8Array {
  const keyPem = encodePemBytes('PRIVATE KEY', svid.privateKeyDer.reveal());
  const chainPem = certificatesPem(svid.chainDer);
  try {
    return encodeSecret(name, [
      tlsCertificateField,
      [
        [1, inlineBytes(chainPem)],
        [2, inlineBytes(keyPem)],
      ],
    ]);
  } finally {
    keyPem.fill(0);
  }
}

/** The Any around a Secret; `type` is its oneof, without which Envoy would stop verifying peers. */
function encodeSecret(name: string, type: Field): Uint8Array {
  return encodeMessage([
    [1, secretTypeUrl],
    [2, [[1, name], type]],
  ]);
}

/** An `envoy.config.core.v3.DataSource`. */
function inlineBytes(bytes: Uint8Array): readonly Field[] {
  return [[2, bytes]];
}

function authoritiesOf(bundle: Bundle): readonly Uint8Array[] {
  return bundle.x509Authorities.map(({ der }) => der).filter((der) => der.length > 0);
}

function certificatesPem(ders: readonly Uint8Array[]): Uint8Array {
  return Buffer.concat(
    ders.filter((der) => der.length > 0).map((der) => encodePemBytes('CERTIFICATE', der)),
  );
}

/** SHA-256 over length-prefixed parts, cut to 16 bytes. */
function hash(tags: readonly string[], parts: readonly (string | Uint8Array)[]): string {
  const sha = createHash('sha256');
  for (const part of [versionTag, ...tags, ...parts]) {
    const size = Buffer.alloc(4);
    size.writeUInt32BE(typeof part === 'string' ? Buffer.byteLength(part) : part.length);
    sha.update(size).update(part);
  }
  return sha.digest().subarray(0, versionBytes).toString('hex');
}
