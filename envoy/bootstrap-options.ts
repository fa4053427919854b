import { isIPv4, isIPv6 } from 'node:net';
import { z } from 'zod';
import { issueText } from '../common/config/decode.ts';
import { findNearMiss } from '../common/config/near-miss.ts';
import { SpiffeError } from '../common/errors/spiffe-error.ts';
import { parseSpiffeId, trustDomainOf } from '../common/spiffe/spiffe-id.ts';

/** Longest path of a Unix socket: `sun_path` holds 108 bytes with the closing zero. */
export const longestSocketPathBytes = 107;

const port = z.number().int().min(1).max(65535);
const milliseconds = z.number().int().min(0).max(86_400_000);
const ip = z.string().refine((value) => isIPv4(value) || isIPv6(value), 'must be an IP address');
const loopback = ip.refine(
  (value) => value === '::1' || value.startsWith('127.'),
  'must be a loopback address',
);
const host = z
  .string()
  .regex(
    /^(?=.{1,253}$)[A-Za-z0-9_]([A-Za-z0-9._-]*[A-Za-z0-9])?$/,
    'must be a host name or an IP address',
  )
  .or(ip);
const label = z
  .string()
  .regex(/^[A-Za-z0-9._:/-]{1,200}$/, 'may hold letters, digits and . _ : / - only');

/**
 * Which peers are accepted: one SPIFFE ID (`spiffe://example.org/web`), or with a closing `/*` all
 * IDs below a path (`spiffe://example.org/shop/*`, `spiffe://example.org/*`).
 */
const peer = z.string().refine(isPeerPattern, {
  error: (issue) =>
    `must be a SPIFFE ID with a path, or one that ends with "/*": ${JSON.stringify(issue.input)}`,
});

const protocol = z.enum(['http', 'tcp']).default('http');

/** A listener that takes mTLS connections from other sidecars and hands plain ones to the application. */
const inbound = z.strictObject({
  name: label.optional(),
  address: ip.default('0.0.0.0'),
  port,
  app_address: host.default('127.0.0.1'),
  app_port: port,
  allow: z.array(peer).min(1, 'needs at least one peer'),
  protocol,
  /** Ends connections after this time, so that peers are verified again; 0 keeps them. */
  max_connection_duration_ms: milliseconds.default(3_600_000),
});

/** A local plain listener whose connections go by mTLS to another sidecar. */
const upstream = z.strictObject({
  name: label.optional(),
  address: loopback.default('127.0.0.1'),
  port,
  host,
  remote_port: port,
  expect: z.array(peer).min(1, 'needs at least one peer'),
  protocol,
  sni: host.optional(),
  /** Ends connections after this many requests (HTTP only), so that peers are verified again. */
  max_requests_per_connection: z.number().int().min(1).optional(),
  max_connection_duration_ms: milliseconds.default(3_600_000),
  /** A response header that tells the application which SPIFFE ID the sidecar verified (HTTP only). */
  peer_id_header: z
    .string()
    .regex(/^[a-z0-9-]{1,64}$/, 'must be a header name in lower case')
    .optional(),
});

const fields = z.strictObject({
  node_id: label,
  node_cluster: label.default('sigil'),
  socket_path: z
    .string()
    .regex(/^\/[^\0\n]*$/, 'must be an absolute path')
    .refine((value) => Buffer.byteLength(value) <= longestSocketPathBytes, {
      error: `must have at most ${longestSocketPathBytes} bytes, the limit of a Unix socket`,
    })
    .default('/tmp/spire-agent/public/api.sock'),
  sds_cluster: label.default('sigil_agent'),
  /** A real spire-agent serves GRPC only. */
  api_type: z.enum(['GRPC', 'DELTA_GRPC']).default('GRPC'),
  svid_name: z
    .string()
    .refine((value) => isSvidName(value), 'must be an alias such as "default" or a SPIFFE ID')
    .default('default'),
  bundle_name: z
    .string()
    .refine(
      (value) => isBundleName(value),
      'must be an alias such as "ROOTCA" or "ALL", or a trust domain ID',
    )
    .default('ROOTCA'),
  /** 0 keeps the sidecar's ports closed until it has an identity. */
  initial_fetch_timeout_ms: milliseconds.default(0),
  admin_address: loopback.default('127.0.0.1'),
  /** 0 leaves the admin interface out. */
  admin_port: z.number().int().min(0).max(65535).default(9901),
  /** Connections to all listeners together; more are refused. */
  max_connections: z.number().int().min(1).max(1_000_000).default(50_000),
  inbound: z.array(inbound).default([]),
  upstreams: z.array(upstream).default([]),
});

/** Everything `renderBootstrap` needs to know; also what the flags of `sigil-agent envoy bootstrap` fill. */
export const bootstrapOptions = fields.check((context) => {
  for (const [path, message] of crossFaults(context.value)) {
    context.issues.push({ code: 'custom', path, message, input: context.value });
  }
});

/** What a caller writes; defaults may be left out. */
export type BootstrapInput = z.input<typeof bootstrapOptions>;
/** The same with every default filled in. */
export type BootstrapOptions = z.output<typeof fields>;
export type InboundOptions = BootstrapOptions['inbound'][number];
export type UpstreamOptions = BootstrapOptions['upstreams'][number];

/** Checks options and fills in the defaults. Throws CONFIG_INVALID with every fault and its field. */
export function parseBootstrapOptions(input: unknown): BootstrapOptions {
  const parsed = bootstrapOptions.safeParse(input);
  if (parsed.success) return parsed.data;
  const faults = parsed.error.issues.flatMap((issue) =>
    issue.code === 'unrecognized_keys'
      ? issue.keys.map((key) => unknownKeyText(issue.path, key))
      : `${fieldName(issue.path)}: ${faultText(issue)}`,
  );
  throw new SpiffeError('CONFIG_INVALID', `envoy bootstrap options: ${faults.join('; ')}`);
}

function unknownKeyText(path: readonly PropertyKey[], key: string): string {
  const { shape } = path[0] === 'inbound' ? inbound : path[0] === 'upstreams' ? upstream : fields;
  const meant = findNearMiss(key, Object.keys(shape));
  const hint = meant === undefined ? '' : `, did you mean ${JSON.stringify(meant)}?`;
  return `${fieldName([...path, key])}: unknown key${hint}`;
}

function faultText(issue: z.core.$ZodIssue): string {
  if (/^invalid input: .*received undefined$/i.test(issue.message)) return 'is required';
  // Where the schema above has words of its own, they say more.
  return /^Too (small|big)/.test(issue.message) ? issueText(issue) : lowerFirst(issue.message);
}

/** True for a name that asks for a certificate, not for a bundle: an alias or a SPIFFE ID with a path. */
export function isSvidName(name: string): boolean {
  if (name.startsWith('spiffe://')) return isSpiffeId(name, true);
  return name !== '' && !bundleAliases.has(name);
}

/** True for a name that asks for a bundle: an alias, or the ID of a trust domain. */
export function isBundleName(name: string): boolean {
  if (name.startsWith('spiffe://')) return isSpiffeId(name, false);
  return name !== '' && name !== 'default';
}

/** SPIRE's bundle aliases, as they are unless an operator changed them. */
const bundleAliases: ReadonlySet<string> = new Set(['ROOTCA', 'ALL']);

function isPeerPattern(value: string): boolean {
  if (!value.endsWith('/*')) return isSpiffeId(value, true);
  return isSpiffeId(value.slice(0, -'/*'.length));
}

function isSpiffeId(value: string, withPath?: boolean): boolean {
  try {
    const id = parseSpiffeId(value);
    return withPath === undefined || id.slice('spiffe://'.length).includes('/') === withPath;
  } catch {
    // The grammar's own text would not name the option; the caller's does.
    return false;
  }
}

type Fault = readonly [path: (string | number)[], message: string];

function crossFaults(value: BootstrapOptions): Fault[] {
  const faults: Fault[] = [];
  if (value.inbound.length + value.upstreams.length === 0) {
    faults.push([['inbound'], 'needs at least one inbound listener or one upstream']);
  }
  if (value.svid_name === value.bundle_name) {
    faults.push([['bundle_name'], 'must differ from svid_name: Envoy would verify nobody']);
  }
  if (value.bundle_name !== 'ALL' && trustDomainsOf(value).size > 1) {
    faults.push([['bundle_name'], 'must be "ALL" when peers are of several trust domains']);
  }
  value.upstreams.forEach((one, index) => {
    if (one.protocol === 'http') return;
    for (const key of ['peer_id_header', 'max_requests_per_connection'] as const) {
      if (one[key] !== undefined) faults.push([['upstreams', index, key], 'needs protocol "http"']);
    }
  });
  return [...faults, ...repeated(value)];
}

/** The trust domains of all peers, and the own one when `svid_name` tells it. */
function trustDomainsOf(value: BootstrapOptions): Set<string> {
  const ids = [
    ...value.inbound.flatMap((one) => one.allow),
    ...value.upstreams.flatMap((one) => one.expect),
    ...(value.svid_name.startsWith('spiffe://') ? [value.svid_name] : []),
  ];
  return new Set(
    ids.filter(isPeerPattern).map((id) => trustDomainOf(parseSpiffeId(id.replace(/\/\*$/, '')))),
  );
}

function repeated(value: BootstrapOptions): Fault[] {
  const faults: Fault[] = [];
  const ports = new Set(value.admin_port === 0 ? [] : [value.admin_port]);
  const names = new Set<string>();
  for (const kind of ['inbound', 'upstreams'] as const) {
    value[kind].forEach((one, index) => {
      if (ports.has(one.port)) faults.push([[kind, index, 'port'], `repeats port ${one.port}`]);
      ports.add(one.port);
      if (one.name === undefined) return;
      if (names.has(one.name)) faults.push([[kind, index, 'name'], `repeats "${one.name}"`]);
      names.add(one.name);
    });
  }
  return faults;
}

function fieldName(path: readonly PropertyKey[]): string {
  const name = path
    .map((part) => (typeof part === 'number' ? `[${part}]` : `.${String(part)}`))
    .join('');
  return name === '' ? 'options' : name.replace(/^\./, '');
}

function lowerFirst(text: string): string {
  return text.charAt(0).toLowerCase() + text.slice(1);
}
