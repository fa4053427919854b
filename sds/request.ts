import { SpiffeError } from '../common/errors/spiffe-error.ts';
import { SharedTexts } from '../common/text/shared-texts.ts';
import { MessageReader } from './protobuf.ts';

/** What is read of an `envoy.service.discovery.v3.DiscoveryRequest`. */
interface DiscoveryRequest {
  readonly versionInfo: string;
  /** Still encoded, and a view into the message: decode it at once or drop it. */
  readonly node: Uint8Array | undefined;
  /** Without empty names and duplicates. */
  readonly names: readonly string[];
  readonly typeUrl: string;
  readonly nonce: string;
  /** Present when the Envoy refused the response that the nonce names. */
  readonly refusal: string | undefined;
}

/** What is read of an `envoy.service.discovery.v3.DeltaDiscoveryRequest`. */
interface DeltaRequest {
  readonly node: Uint8Array | undefined;
  readonly typeUrl: string;
  readonly subscribe: readonly string[];
  readonly unsubscribe: readonly string[];
  /** Names that the Envoy holds from an earlier stream. */
  readonly held: ReadonlySet<string>;
  readonly nonce: string;
  readonly refusal: string | undefined;
}

export interface RequestLimits {
  readonly names_per_stream: number;
  readonly name_bytes: number;
}

/** Decodes a state-of-the-world or fetch request. Throws INVALID_ARGUMENT. */
export function decodeDiscoveryRequest(bytes: Uint8Array, limits: RequestLimits): DiscoveryRequest {
  const names = new NameList('resource_names', limits);
  let versionInfo = '';
  let node: Uint8Array | undefined;
  let typeUrl = '';
  let nonce = '';
  let refusal: string | undefined;
  const reader = new MessageReader(bytes);
  for (let field = reader.next(); field !== 0; field = reader.next()) {
    if (field === 1) versionInfo = reader.text(longestTokenBytes);
    else if (field === 2) node = reader.bytes();
    else if (field === 3) names.add(reader.bytes());
    else if (field === 4) typeUrl = readTypeUrl(reader);
    else if (field === 5) nonce = reader.text(longestTokenBytes);
    else if (field === 6) refusal = decodeStatusMessage(reader.bytes());
    else reader.skip();
  }
  return { versionInfo, node, names: [...names.names], typeUrl, nonce, refusal };
}

/** Decodes a Delta request. Throws INVALID_ARGUMENT. */
export function decodeDeltaRequest(bytes: Uint8Array, limits: RequestLimits): DeltaRequest {
  const subscribe = new NameList('resource_names_subscribe', limits);
  const unsubscribe = new NameList('resource_names_unsubscribe', limits);
  const held = new NameList('initial_resource_versions', limits);
  let node: Uint8Array | undefined;
  let typeUrl = '';
  let nonce = '';
  let refusal: string | undefined;
  const reader = new MessageReader(bytes);
  for (let field = reader.next(); field !== 0; field = reader.next()) {
    if (field === 1) node = reader.bytes();
    else if (field === 2) typeUrl = readTypeUrl(reader);
    else if (field === 3) subscribe.add(reader.bytes());
    else if (field === 4) unsubscribe.add(reader.bytes());
    else if (field === 5) held.add(keyOf(reader.bytes()));
    else if (field === 6) nonce = reader.text(longestTokenBytes);
    else if (field === 7) refusal = decodeStatusMessage(reader.bytes());
    else reader.skip();
  }
  return {
    node,
    typeUrl,
    subscribe: [...subscribe.names],
    unsubscribe: [...unsubscribe.names],
    held: held.names,
    nonce,
    refusal,
  };
}

const shared = new SharedTexts(256, 4096);
const longestTokenBytes = 256;
const longestRefusalBytes = 4096;
const none = new Uint8Array(0);

class NameList {
  readonly names = new Set<string>();
  readonly #field: string;
  readonly #limits: RequestLimits;

  constructor(field: string, limits: RequestLimits) {
    this.#field = field;
    this.#limits = limits;
  }

  add(bytes: Uint8Array): void {
    if (bytes.length === 0) return;
    if (bytes.length > this.#limits.name_bytes) {
      throw new SpiffeError(
        'INVALID_ARGUMENT',
        `${this.#field}: a name has ${bytes.length} bytes, at most ${this.#limits.name_bytes} are allowed`,
      );
    }
    const name = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).toString('utf8');
    this.names.add(shared.share(name));
    if (this.names.size > this.#limits.names_per_stream) {
      throw new SpiffeError(
        'INVALID_ARGUMENT',
        `${this.#field}: at most ${this.#limits.names_per_stream} names are allowed`,
      );
    }
  }
}

function readTypeUrl(reader: MessageReader): string {
  const bytes = reader.bytes();
  if (bytes.length > longestTokenBytes) {
    throw new SpiffeError(
      'INVALID_ARGUMENT',
      `type_url: has ${bytes.length} bytes, at most ${longestTokenBytes} are allowed`,
    );
  }
  return shared.share(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).toString('utf8'));
}

function keyOf(entry: Uint8Array): Uint8Array {
  let key = none;
  const reader = new MessageReader(entry);
  for (let field = reader.next(); field !== 0; field = reader.next()) {
    if (field === 1) key = new Uint8Array(reader.bytes());
    else reader.skip();
  }
  return key;
}

/** google.rpc.Status: only its message; an empty one is still a refusal. */
function decodeStatusMessage(bytes: Uint8Array): string {
  let message = '';
  const reader = new MessageReader(bytes);
  for (let field = reader.next(); field !== 0; field = reader.next()) {
    if (field === 2) message = reader.text(longestRefusalBytes);
    else reader.skip();
  }
  return message;
}
