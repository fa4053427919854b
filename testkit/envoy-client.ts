import type { Call, LocalPeer, MessageReceiver, ServedMethod } from '../common/rpc/contract.ts';
import { EncodedParts } from '../common/rpc/encoded-parts.ts';
import { handOn } from '../common/rpc/message-reader.ts';
import { envoy, type google } from '../proto/gen/envoy-sds.js';
import type { Init } from '../proto/gen/runtime.js';
import { settle } from './fake-clock.ts';

const { DiscoveryRequest, DiscoveryResponse, DeltaDiscoveryRequest, DeltaDiscoveryResponse } =
  envoy.service.discovery.v3;
const { Secret, SPIFFECertValidatorConfig } = envoy.extensions.transport_sockets.tls.v3;

export type SotwRequest = Init<envoy.service.discovery.v3.DiscoveryRequest>;
export type SotwResponse = envoy.service.discovery.v3.DiscoveryResponse;
type DeltaRequest = Init<envoy.service.discovery.v3.DeltaDiscoveryRequest>;
type DeltaResponse = envoy.service.discovery.v3.DeltaDiscoveryResponse;

export const secretType = 'type.googleapis.com/envoy.extensions.transport_sockets.tls.v3.Secret';

let connections = 0;

/** A process on this machine. `hangUp` closes its connection, `die` ends the process only. */
export class FakePeer {
  readonly #closing = new AbortController();
  #alive = true;
  readonly peer: LocalPeer;

  constructor(pid = 4711) {
    this.peer = {
      kind: 'local',
      connectionId: `connection-${++connections}`,
      pid,
      uid: 1000,
      gid: 1000,
      isAlive: () => this.#alive,
      closed: this.#closing.signal,
    };
  }

  die(): void {
    this.#alive = false;
  }

  hangUp(): void {
    this.#closing.abort(new Error('hung up'));
  }
}

function bytesOf(message: unknown): Uint8Array {
  return message instanceof EncodedParts ? message.join() : new Uint8Array(message as Uint8Array);
}

/** An Envoy's end of one SDS stream, in memory, driven by a script. */
export class ScriptedStream<Request, Response> {
  readonly #queue: Uint8Array[] = [];
  readonly #responses: Response[] = [];
  readonly #encode: (request: Request) => Uint8Array;
  readonly #signal: AbortController;
  /** Every message as it went over the wire. */
  readonly wire: Uint8Array[] = [];
  #wake: (() => void) | undefined;
  #ended = false;
  #read = 0;
  #stuck: (() => void)[] | undefined;
  /** Settles when the server ended the stream: with its error, or undefined when it ended well. */
  readonly end: Promise<unknown>;

  constructor(
    served: readonly ServedMethod[],
    path: string,
    peer: LocalPeer,
    codec: {
      readonly encode: (request: Request) => Uint8Array;
      readonly decode: (bytes: Uint8Array) => Response;
    },
  ) {
    const method = served.find((each) => each.method.path.endsWith(`/${path}`));
    if (method === undefined || !('stream' in method)) throw new Error(`no stream ${path}`);
    this.#encode = codec.encode;
    this.#signal = new AbortController();
    peer.closed.addEventListener('abort', () => this.#signal.abort());
    const call: Call = {
      path: method.method.path,
      peer,
      metadata: { get: () => [] },
      signal: this.#signal.signal,
    };
    const send = async (message: unknown) => {
      if (this.#stuck !== undefined) {
        await new Promise<void>((resolve) => this.#stuck?.push(resolve));
      }
      const bytes = bytesOf(message);
      this.wire.push(bytes);
      this.#responses.push(codec.decode(bytes));
    };
    this.end = (async () => {
      const messages = this.#messages();
      const receive = (receiver: MessageReceiver<unknown>) => void handOn(messages, receiver);
      await method.stream({ ...call, messages, receive, send });
    })().then(
      () => undefined,
      (error: unknown) => error,
    );
  }

  send(request: Request): void {
    this.sendBytes(this.#encode(request));
  }

  sendBytes(bytes: Uint8Array): void {
    this.#queue.push(bytes);
    this.#wake?.();
  }

  halfClose(): void {
    this.#ended = true;
    this.#wake?.();
  }

  cancel(): void {
    this.#signal.abort(new Error('cancelled'));
    this.halfClose();
  }

  /** The next response; the test fails when there is none. */
  async next(): Promise<Response> {
    await settle();
    const response = this.#responses[this.#read++];
    if (response === undefined) throw new Error('the server sent nothing');
    return response;
  }

  /** How many responses came that the script has not looked at. */
  async unread(): Promise<number> {
    await settle();
    return this.#responses.length - this.#read;
  }

  /** Stops reading: the transport takes nothing more. */
  stopReading(): void {
    this.#stuck ??= [];
  }

  resumeReading(): void {
    const stuck = this.#stuck ?? [];
    this.#stuck = undefined;
    for (const resolve of stuck) resolve();
  }

  async *#messages(): AsyncIterable<Uint8Array> {
    for (;;) {
      const next = this.#queue.shift();
      if (next !== undefined) yield next;
      else if (this.#ended || this.#signal.signal.aborted) return;
      else {
        const { promise, resolve } = Promise.withResolvers<undefined>();
        this.#wake = () => resolve(undefined);
        this.#signal.signal.addEventListener('abort', this.#wake, { once: true });
        await promise;
      }
    }
  }
}

/** Opens StreamSecrets. */
export function openSotw(
  served: readonly ServedMethod[],
  peer: LocalPeer = new FakePeer().peer,
): ScriptedStream<SotwRequest, SotwResponse> {
  return new ScriptedStream(served, 'StreamSecrets', peer, {
    encode: encodeSotw,
    decode: (bytes) => DiscoveryResponse.decode(bytes),
  });
}

/** Opens DeltaSecrets. */
export function openDelta(
  served: readonly ServedMethod[],
  peer: LocalPeer = new FakePeer().peer,
): ScriptedStream<DeltaRequest, DeltaResponse> {
  return new ScriptedStream(served, 'DeltaSecrets', peer, {
    encode: (request) =>
      DeltaDiscoveryRequest.encode({ type_url: secretType, ...request }).finish(),
    decode: (bytes) => DeltaDiscoveryResponse.decode(bytes),
  });
}

/** Calls FetchSecrets. */
export async function fetchSecrets(
  served: readonly ServedMethod[],
  request: SotwRequest,
  peer: LocalPeer = new FakePeer().peer,
): Promise<SotwResponse> {
  const method = served.find((each) => each.method.path.endsWith('/FetchSecrets'));
  if (method === undefined || !('unary' in method)) throw new Error('no FetchSecrets');
  const signal = new AbortController().signal;
  const call: Call = { path: method.method.path, peer, metadata: { get: () => [] }, signal };
  return DiscoveryResponse.decode(bytesOf(await method.unary(encodeSotw(request), call)));
}

export function encodeSotw(request: SotwRequest): Uint8Array {
  return DiscoveryRequest.encode({ type_url: secretType, ...request }).finish();
}

/** One secret, boiled down to what a test compares. */
export interface SecretSummary {
  readonly name: string;
  readonly flavour: 'spiffe' | 'rootca' | 'certificate' | 'nothing';
  /** Trust domains of the SPIFFE validator. */
  readonly trustDomains: readonly string[];
  /** All PEM text of the secret. */
  readonly pem: string;
}

/** Decodes a secret with the generated code, which shares nothing with the encoder under test. */
export function summarize(any: google.protobuf.Any): SecretSummary {
  const secret = Secret.decode(any.value);
  const { name, tls_certificate: certificate, validation_context: context } = secret;
  const text = (source: envoy.config.core.v3.DataSource | null | undefined) =>
    Buffer.from(source?.inline_bytes ?? []).toString('latin1');
  if (certificate !== null) {
    const pem = text(certificate.certificate_chain) + text(certificate.private_key);
    return { name, flavour: 'certificate', trustDomains: [], pem };
  }
  const validator = context?.custom_validator_config?.typed_config;
  if (validator !== null && validator !== undefined) {
    const domains = SPIFFECertValidatorConfig.decode(validator.value).trust_domains;
    const pem = domains.map((domain) => text(domain.trust_bundle)).join('');
    return { name, flavour: 'spiffe', trustDomains: domains.map((each) => each.name), pem };
  }
  const pem = text(context?.trusted_ca);
  return { name, flavour: pem === '' ? 'nothing' : 'rootca', trustDomains: [], pem };
}

export function summaries(response: SotwResponse): readonly SecretSummary[] {
  return response.resources.map(summarize);
}

/** A Node as an Envoy of this version sends it. */
export function aNode(
  version?: { readonly major: number; readonly minor: number },
  disable?: boolean | string | number,
): Init<envoy.config.core.v3.Node> {
  const value =
    typeof disable === 'boolean'
      ? { boolValue: disable }
      : typeof disable === 'string'
        ? { stringValue: disable }
        : { numberValue: disable ?? 0 };
  return {
    id: 'sidecar',
    cluster: 'web',
    ...(version === undefined
      ? {}
      : {
          user_agent_build_version: {
            version: { major_number: version.major, minor_number: version.minor, patch: 0 },
          },
        }),
    ...(disable === undefined
      ? {}
      : { metadata: { fields: { disable_spiffe_cert_validation: value } } }),
  };
}
