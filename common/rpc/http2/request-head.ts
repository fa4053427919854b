import type { FieldList } from './hpack/field-list.ts';

/** The header fields of a request that a gRPC server acts on. */
export interface RequestHead {
  readonly method: string;
  readonly path: string;
  readonly contentType: string | undefined;
  readonly contentLength: number | undefined;
  readonly timeout: string | undefined;
  readonly encoding: string | undefined;
  readonly fields: FieldList;
}

/** What is wrong with a field section (RFC 9113 §8.1.1): its stream ends with PROTOCOL_ERROR. */
interface Malformed {
  readonly malformed: string;
}

/**
 * Checks the fields of a request (RFC 9113 §8.2, §8.3.1). `:authority` may be anything or missing: on a
 * local socket it names nobody. The same list is checked once.
 */
export function parseRequestHead(fields: FieldList): RequestHead | Malformed {
  fields.parsed ??= parse(fields);
  return fields.parsed as RequestHead | Malformed;
}

/** The fields after a request; undefined when they are sound. */
export function findTrailerFault({ texts }: FieldList): Malformed | undefined {
  for (let at = 0; at < texts.length; at += 2) {
    const name = texts[at] as string;
    if (name.startsWith(':')) return { malformed: 'a pseudo-header in trailers' };
    const fault = findFieldFault(name, texts[at + 1] as string);
    if (fault !== undefined) return { malformed: fault };
  }
  return undefined;
}

function parse(fields: FieldList): RequestHead | Malformed {
  const { texts } = fields;
  const pseudo: Record<string, string> = {};
  const known: Record<string, string> = {};
  let regular = false;
  for (let at = 0; at < texts.length; at += 2) {
    const name = texts[at] as string;
    const value = texts[at + 1] as string;
    if (name.startsWith(':')) {
      if (regular) return { malformed: 'a pseudo-header after a regular one' };
      if (!requestPseudo.has(name)) return { malformed: 'an unknown pseudo-header' };
      if (pseudo[name] !== undefined) return { malformed: 'a pseudo-header twice' };
      if (badValue.test(value)) return { malformed: 'a control character in a pseudo-header' };
      pseudo[name] = value;
      continue;
    }
    regular = true;
    const fault = findFieldFault(name, value);
    if (fault !== undefined) return { malformed: fault };
    if (readNames.has(name)) {
      if (name === 'content-length' && (known[name] ?? value) !== value) {
        return { malformed: 'two different content lengths' };
      }
      known[name] ??= value;
    }
  }
  return headOf(fields, pseudo, known);
}

function headOf(
  fields: FieldList,
  { ':method': method, ':scheme': scheme, ':path': path }: Readonly<Record<string, string>>,
  known: Readonly<Record<string, string>>,
): RequestHead | Malformed {
  if (method === undefined || scheme === undefined || path === undefined) {
    return { malformed: 'a request without :method, :scheme or :path' };
  }
  if (path === '') return { malformed: 'an empty :path' };
  const length = known['content-length'];
  if (length !== undefined && !/^\d{1,15}$/.test(length)) {
    return { malformed: 'a content length that is no number' };
  }
  return {
    method,
    path,
    contentType: known['content-type'],
    contentLength: length === undefined ? undefined : Number(length),
    timeout: known['grpc-timeout'],
    encoding: known['grpc-encoding'],
    fields,
  };
}

function findFieldFault(name: string, value: string): string | undefined {
  if (!soundName.test(name)) return 'a field name that HTTP/2 does not allow';
  if (badValue.test(value) || badEdge.test(value)) {
    return 'a field value that HTTP/2 does not allow';
  }
  if (ofConnections.has(name)) return 'a field that belongs to HTTP/1.1 connections';
  if (name === 'te' && value !== 'trailers') return 'a te field other than trailers';
  return undefined;
}

const requestPseudo = new Set([':method', ':scheme', ':path', ':authority']);
const readNames = new Set(['content-type', 'content-length', 'grpc-timeout', 'grpc-encoding']);
const ofConnections = new Set([
  'connection',
  'keep-alive',
  'proxy-connection',
  'transfer-encoding',
  'upgrade',
]);
/** RFC 9113 §8.2.1: visible ASCII without capitals and colons. */
const soundName = /^[!-9;-@[-~]+$/;
const badValue = /[\0\r\n]/;
const badEdge = /^[ \t]|[ \t]$/;
