import { z } from 'zod';
import { parseDuration } from '../common/config/duration.ts';
import { messageOf } from '../common/errors/spiffe-error.ts';

/** How a validation context carries its roots: per trust domain, or as one plain list. */
export type Flavour = 'spiffe' | 'rootca';

const flavour = z.enum(['spiffe', 'rootca']);

/** What an extra name stands for. */
const alias = z.union([
  z.strictObject({ bundle: z.string().min(1), flavour: flavour.optional() }),
  z.strictObject({ hint: z.string().min(1) }),
  z.strictObject({ spiffe_id: z.string().startsWith('spiffe://') }),
]);

/** `bundle` is `own`, `all` or a trust domain name; the flavour wins over the Envoy's own. */
export type Alias = z.output<typeof alias>;

const limits = z.strictObject({
  streams_per_connection: limit(1024),
  streams_per_process: limit(2048),
  streams_total: limit(20_000),
  /**
   * An Envoy opens all of its streams at once, one for each secret: the bursts let the largest one
   * through, the rates stop what reconnects without end.
   * SPIRE's `stream_secrets` and `fetch_secrets` set rate and burst to one number; 0 switches off. */
  stream_opens_per_second: count(500),
  stream_opens_burst: count(4096),
  fetches_per_second: count(50),
  fetches_burst: count(100),
  opens_per_connection_per_second: count(1024),
  requests_per_second: count(20),
  requests_burst: count(100),
  names_per_stream: limit(256),
  name_bytes: limit(2048),
  waiting_names: limit(512),
  outstanding_bytes: limit(4 * 1024 * 1024),
});

const fields = z.strictObject({
  default_svid_name: z.string().default('default'),
  default_bundle_name: z.string().default('ROOTCA'),
  default_all_bundles_name: z.string().default('ALL'),
  disable_spiffe_cert_validation: z.boolean().default(false),
  aliases: z.record(z.string(), alias).default({}),
  unknown_name_policy: z.enum(['hold', 'reject']).default('hold'),
  default_identity_order: z.enum(['spire', 'hint-first']).default('spire'),
  default_identity_hint: z.string().default(''),
  close_on_lost: z.boolean().default(false),
  enable_delta: z.boolean().default(true),
  legacy_empty_list: z.boolean().default(false),
  sotw_full_state: z.boolean().default(false),
  coalesce: duration('20ms'),
  certificate_delay: duration('300ms'),
  ack_wait: duration('5s'),
  stall_after: duration('30s'),
  send_timeout: duration('30s'),
  delta_pending_grace: duration('10s'),
  fetch_wait: duration('30s'),
  limits: limits.prefault({}),
});

/**
 * The `sds` section. SPIRE's four keys keep their names and defaults; an empty name switches an alias
 * off. Durations come out as milliseconds. A name that would stand for a certificate and for a bundle
 * is refused: an Envoy that finds a certificate where it looks for roots stops verifying its peers.
 */
export const sdsConfigSchema = fields.superRefine((config, context) => {
  for (const { path, message } of aliasFaults(config)) {
    context.addIssue({ code: 'custom', path: [...path], message });
  }
});

export type SdsConfig = z.output<typeof sdsConfigSchema>;

/** Applies SPIRE's `experimental.ratelimit` keys: one number is rate and burst, 0 means no limit. */
export function withSpireRateLimits(
  config: SdsConfig,
  rates: { readonly stream_secrets?: number; readonly fetch_secrets?: number },
): SdsConfig {
  const { stream_secrets: streams, fetch_secrets: fetches } = rates;
  return {
    ...config,
    limits: {
      ...config.limits,
      ...(streams === undefined
        ? {}
        : { stream_opens_per_second: streams, stream_opens_burst: streams }),
      ...(fetches === undefined ? {} : { fetches_per_second: fetches, fetches_burst: fetches }),
    },
  };
}

interface Fault {
  readonly path: readonly string[];
  readonly message: string;
}

type NameKind = 'certificate' | 'bundle';

function aliasFaults(config: z.output<typeof fields>): readonly Fault[] {
  const names: readonly (readonly [readonly string[], string, NameKind])[] = [
    [['default_svid_name'], config.default_svid_name, 'certificate'],
    [['default_bundle_name'], config.default_bundle_name, 'bundle'],
    [['default_all_bundles_name'], config.default_all_bundles_name, 'bundle'],
    ...Object.entries(config.aliases).map(
      ([name, target]) =>
        [['aliases', name], name, 'bundle' in target ? 'bundle' : 'certificate'] as const,
    ),
  ];
  return names.flatMap(([path, name, kind], at) => {
    const message =
      shapeFault(name, kind, path[0] === 'aliases') ?? clash(names.slice(0, at), name, kind, path);
    return message === undefined ? [] : [{ path, message }];
  });
}

function shapeFault(name: string, kind: NameKind, extra: boolean): string | undefined {
  const quoted = JSON.stringify(name);
  if (name === '') return extra ? 'an alias needs a name' : undefined;
  if (name === '*') return 'the name "*" always means everything';
  if (name.startsWith('hint:')) return `the name ${quoted} is taken: "hint:" selects by hint`;
  if (!name.startsWith('spiffe://')) return undefined;
  const isTrustDomain = !name.slice('spiffe://'.length).includes('/');
  if (isTrustDomain === (kind === 'bundle')) return undefined;
  return `the name ${quoted} cannot stand for a ${kind}: a ${isTrustDomain ? 'trust domain ID names a bundle' : 'SPIFFE ID names a certificate'}`;
}

function clash(
  earlier: readonly (readonly [readonly string[], string, NameKind])[],
  name: string,
  kind: NameKind,
  path: readonly string[],
): string | undefined {
  if (name === '') return undefined;
  const other = earlier.find(([, taken]) => taken === name);
  if (other === undefined) return undefined;
  const quoted = JSON.stringify(name);
  if (other[2] !== kind) {
    return `${quoted} would name a certificate and a bundle (${other[0].join('.')}); Envoy stops verifying peers when it finds a certificate in a bundle's place`;
  }
  // SPIRE 1.15 warns only: the default bundle hides the set of all bundles, and guides rely on it.
  return path[0] === 'aliases'
    ? `${quoted} is already the name of ${other[0].join('.')}`
    : undefined;
}

/** A limit that nothing would pass at 0, which others here take for "off". */
function limit(fallback: number) {
  return z.int().min(1).default(fallback);
}

function count(fallback: number) {
  return z.int().nonnegative().default(fallback);
}

/** A Go duration such as "300ms", as milliseconds. */
function duration(fallback: string) {
  return z
    .string()
    .default(fallback)
    .transform((text, context) => {
      try {
        const ms = parseDuration(text);
        if (ms >= 0) return ms;
        context.addIssue({ code: 'custom', message: 'must not be negative' });
      } catch (error) {
        context.addIssue({ code: 'custom', message: messageOf(error) });
      }
      return z.NEVER;
    });
}
