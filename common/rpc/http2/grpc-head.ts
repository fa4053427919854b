import { SpiffeError } from '../../errors/spiffe-error.ts';
import type { Metadata, ServedMethod } from '../contract.ts';
import { statusOf, type WireStatus } from '../grpc-status.ts';
import type { FieldList } from './hpack/field-list.ts';
import { encodeFields } from './hpack/encoder.ts';
import type { RequestHead } from './request-head.ts';

type Fields = readonly (readonly [string, string])[];

/** A request that will be served. */
export interface Admitted {
  readonly served: ServedMethod;
  readonly fields: FieldList;
  readonly timeoutMs: number | undefined;
}

/** A request that is answered at once, by this header block alone. */
interface Answered {
  readonly block: Uint8Array;
}

/** Decides whether a request is a gRPC call of ours. `head` is undefined when its fields are over the limit. */
export function admit(
  head: RequestHead | undefined,
  methods: ReadonlyMap<string, ServedMethod>,
  maxHeaderBytes: number,
): Admitted | Answered {
  if (head === undefined) {
    const text = `request headers are over ${maxHeaderBytes} bytes or too many`;
    return refusal('RESOURCE_EXHAUSTED', text);
  }
  if (head.method !== 'POST') return { block: notAllowed };
  if (!grpcContentType.test(head.contentType ?? '')) return { block: unsupportedMediaType };
  const served = methods.get(head.path);
  if (served === undefined) return refusal('UNIMPLEMENTED', unknownText(head.path, methods));
  const { encoding, timeout, fields } = head;
  if (encoding !== undefined && encoding !== 'identity') {
    const text = `grpc: Decompressor is not installed for grpc-encoding ${JSON.stringify(encoding)}`;
    return refusal('UNIMPLEMENTED', text, [['grpc-accept-encoding', 'identity']]);
  }
  const timeoutMs = timeout === undefined ? undefined : parseTimeout(timeout);
  if (Number.isNaN(timeoutMs)) {
    return refusal('INVALID_ARGUMENT', `malformed grpc-timeout: ${JSON.stringify(timeout)}`);
  }
  return { served, fields, timeoutMs };
}

/** What begins every answer with messages. */
export const responseHeaders: Uint8Array = encodeFields([
  [':status', '200'],
  ['content-type', 'application/grpc'],
]);

/** What ends a call that went well. */
export const okTrailers: Uint8Array = encodeFields([['grpc-status', '0']]);

/** What ends any other call; `alone` when no headers have been sent. */
export function statusTrailers(status: WireStatus, alone: boolean, more: Fields = []): Uint8Array {
  const fields: [string, string][] = [
    ['grpc-status', String(status.code)],
    ['grpc-message', percentEncode(status.details)],
  ];
  for (const [name, values] of Object.entries(status.metadata?.toHttp2Headers() ?? {})) {
    for (const value of [values].flat()) fields.push([name, String(value)]);
  }
  const trailers = encodeFields([...fields, ...more]);
  return alone ? Buffer.concat([responseHeaders, trailers]) : trailers;
}

/**
 * Milliseconds of a `grpc-timeout`, or NaN. Below a millisecond it is one: time runs out, but not before
 * the call began.
 */
export function parseTimeout(text: string): number {
  const [, digits, unit] = /^(\d{1,8})([HMSmun])$/.exec(text) ?? [];
  if (digits === undefined || unit === undefined) return NaN;
  return Math.ceil(Number(digits) * (unitMs[unit] ?? NaN));
}

/** gRPC over HTTP/2, "Percent-Encoded": cut where a trailer would get too long. */
export function percentEncode(text: string): string {
  const start = text.slice(0, longestMessage).toWellFormed();
  const whole = start.replace(notPlain, encodeURIComponent);
  const encoded = whole.length > longestMessage ? cutEncoded(start) : whole;
  // RFC 9113 §8.2.1: no blank at either end of a value.
  return encoded.replace(/^ | $/g, '%20');
}

function cutEncoded(text: string): string {
  let encoded = '';
  for (const character of text) {
    const next = character.replace(notPlain, encodeURIComponent);
    if (encoded.length + next.length > longestMessage) break;
    encoded += next;
  }
  return encoded;
}

/** The fields of a request as handlers see them. */
export class RequestMetadata implements Metadata {
  readonly #fields: FieldList;

  constructor(fields: FieldList) {
    this.#fields = fields;
  }

  /** What is kept for the call. */
  get bytes(): number {
    return this.#fields.bytes;
  }

  get(name: string): readonly string[] {
    if (name.startsWith(':') || ofTheProtocol.has(name)) return [];
    const { texts } = this.#fields;
    const values: string[] = [];
    for (let at = 0; at < texts.length; at += 2) {
      if (texts[at] !== name) continue;
      const value = texts[at + 1] as string;
      // Several binary values may share a field; base64 has no comma.
      if (name.endsWith('-bin')) values.push(...value.split(',').map((part) => part.trim()));
      else values.push(value);
    }
    return values;
  }
}

function refusal(
  code: 'RESOURCE_EXHAUSTED' | 'UNIMPLEMENTED' | 'INVALID_ARGUMENT',
  text: string,
  more: Fields = [],
): Answered {
  return { block: statusTrailers(statusOf(new SpiffeError(code, text)), true, more) };
}

/** As grpc-go says it, which is what SPIRE's clients know; of a path without end only the beginning. */
function unknownText(wholePath: string, methods: ReadonlyMap<string, ServedMethod>): string {
  // HPACK lets a peer send a path of 4 kB in one byte, as often as it likes.
  const path = wholePath.slice(0, longestShownPath);
  const cut = path.lastIndexOf('/');
  if (!path.startsWith('/') || cut < 1) return `malformed method name: ${JSON.stringify(path)}`;
  const service = path.slice(1, cut);
  for (const known of methods.keys()) {
    if (known.startsWith(`/${service}/`)) {
      return `unknown method ${path.slice(cut + 1)} for service ${service}`;
    }
  }
  return `unknown service ${service}`;
}

const unitMs: Readonly<Record<string, number>> = {
  H: 3_600_000,
  M: 60_000,
  S: 1000,
  m: 1,
  u: 1e-3,
  n: 1e-6,
};
const longestMessage = 8192;
const longestShownPath = 256;
/** What is not visible ASCII, and the percent sign. */
const notPlain = /[^ -$&-~]+/gu;
const grpcContentType = /^application\/grpc(?:[+;]|$)/i;
const ofTheProtocol = new Set([
  'te',
  'content-type',
  'content-length',
  'grpc-timeout',
  'grpc-encoding',
  'grpc-accept-encoding',
]);
const notAllowed = encodeFields([
  [':status', '405'],
  ['allow', 'POST'],
]);
const unsupportedMediaType = encodeFields([
  [':status', '415'],
  ['content-type', 'application/grpc'],
  ['grpc-status', '3'],
  ['grpc-message', 'invalid gRPC request content-type'],
]);
