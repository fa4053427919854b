import { hasCode, messageOf, SpiffeError } from '../../common/errors/spiffe-error.ts';
import type { Clock } from '../../common/clock/clock.ts';
import type { Call, Peer, ServedMethod, ServerStream } from '../../common/rpc/contract.ts';
import { serveStream, serveUnary } from '../../common/rpc/serve.ts';
import { delegatedIdentityService } from '../../common/rpc/services/delegated-identity.ts';
import type { Bundle } from '../../common/spiffe/bundle.ts';
import type { IdentityView } from '../../common/spiffe/identity-view.ts';
import type { RegistrationEntry } from '../../common/spiffe/registration-entry.ts';
import type { Selector } from '../../common/spiffe/selector.ts';
import type { SpiffeId } from '../../common/spiffe/spiffe-id.ts';
import type { Metrics } from '../../common/telemetry/metrics.ts';
import {
  jwtBundlesMessage,
  jwtSvidMessage,
  x509BundlesMessage,
  x509SvidsMessage,
  type DelegatedJwtSvid,
} from './delegated-messages.ts';
import type { RefusalLog } from './refusal-log.ts';
import { subjectOf, type Subject, type SubjectSources } from './delegated-subject.ts';

/** A caller of the admin socket. */
interface Delegate {
  /** As attested last. */
  readonly selectors: readonly Selector[];
  views(signal: AbortSignal): AsyncIterable<IdentityView>;
}

export interface DelegatedIdentityOptions extends SubjectSources {
  /** SPIFFE IDs of which a caller must have one. */
  readonly authorizedDelegates: readonly SpiffeId[];
  readonly findCaller: (peer: Peer) => Promise<Delegate>;
  readonly manager: {
    match(selectors: readonly Selector[]): readonly RegistrationEntry[];
    views(selectors: readonly Selector[], signal: AbortSignal): AsyncIterable<IdentityView>;
    bundles(signal: AbortSignal): AsyncIterable<readonly Bundle[]>;
    requestSync(): Promise<void>;
  };
  readonly fetchJwtSvid: (
    entry: RegistrationEntry,
    audience: readonly string[],
  ) => Promise<DelegatedJwtSvid>;
  readonly clock: Clock;
  readonly refusals: Pick<RefusalLog, 'refused'>;
  readonly metrics: Metrics;
}

/**
 * SPIRE's Delegated Identity API: a process with an identity that `authorized_delegates` names gets
 * the identities of others, which it names by selectors or by pid. Entries for admins and downstream
 * servers are kept back.
 */
export function createDelegatedIdentity(
  options: DelegatedIdentityOptions,
): readonly ServedMethod[] {
  const { manager, metrics } = options;
  const latency = metrics.histogram(
    'delegated_identity_api.subscribe_x509_svids.first_update.elapsed_time',
    'milliseconds until a subscription has its first X509-SVID',
    [1, 5, 10, 50, 100, 500, 1_000, 5_000, 10_000],
  );
  const service = delegatedIdentityService;
  return [
    serveStream(service.SubscribeToX509SVIDs, (stream) =>
      subscribe(stream, options, async (signal) => {
        const startedMs = options.clock.monotonic();
        const subject = await subjectOf(await firstOf(stream), options, signal);
        const seen = () => latency.observe(options.clock.monotonic() - startedMs);
        return x509Svids(subject, options, signal, seen);
      }),
    ),
    serveStream(service.SubscribeToX509Bundles, (stream) =>
      subscribe(stream, options, (signal) => mapped(manager.bundles(signal), x509BundlesMessage)),
    ),
    serveUnary(service.FetchJWTSVIDs, (request, call) => fetchJwtSvids(request, call, options)),
    serveStream(service.SubscribeToJWTBundles, (stream) =>
      subscribe(stream, options, (signal) => mapped(manager.bundles(signal), jwtBundlesMessage)),
    ),
  ];
}

/** Sends what `open` yields, unless it is the same again, for as long as the caller is authorized. */
async function subscribe(
  stream: ServerStream<unknown, unknown>,
  options: DelegatedIdentityOptions,
  open: (signal: AbortSignal) => AsyncIterable<Uint8Array> | Promise<AsyncIterable<Uint8Array>>,
): Promise<void> {
  const delegate = await options.findCaller(stream.peer);
  await authorize(delegate, stream.peer, options);
  const ending = new AbortController();
  const signal = AbortSignal.any([stream.signal, ending.signal]);
  const authorized = watchAuthorization(delegate, stream.peer, options, signal);
  const sending = (async () => {
    let sent: Uint8Array | undefined;
    for await (const message of await open(signal)) {
      checkDelegate(delegate, stream.peer, options);
      if (sent !== undefined && Buffer.compare(sent, message) === 0) continue;
      sent = message;
      await stream.send(message);
    }
  })();
  try {
    await Promise.race([sending, authorized]);
  } finally {
    ending.abort();
    await Promise.allSettled([sending, authorized]);
  }
}

/** Rejects when the caller loses its right, or its identity, or its process is gone. */
async function watchAuthorization(
  delegate: Delegate,
  peer: Peer,
  options: DelegatedIdentityOptions,
  signal: AbortSignal,
): Promise<void> {
  const views = delegate.views(signal)[Symbol.asyncIterator]();
  while ((await views.next()).done !== true) checkDelegate(delegate, peer, options);
}

/** Its entry may be seconds old: before a refusal one sync looks for it. */
async function authorize(
  delegate: Delegate,
  peer: Peer,
  options: DelegatedIdentityOptions,
): Promise<void> {
  if (isAuthorized(delegate, options)) return;
  const late = Promise.withResolvers<undefined>();
  const cancel = options.clock.after(syncHoldMs, () => late.resolve(undefined));
  await Promise.race([options.manager.requestSync(), late.promise]);
  cancel();
  checkDelegate(delegate, peer, options);
}

function isAuthorized({ selectors }: Delegate, options: DelegatedIdentityOptions): boolean {
  const entries = options.manager.match(selectors);
  return entries.some(({ spiffeId }) => options.authorizedDelegates.includes(spiffeId));
}

/** Throws NO_IDENTITY or PERMISSION_DENIED. */
function checkDelegate(delegate: Delegate, peer: Peer, options: DelegatedIdentityOptions): void {
  if (isAuthorized(delegate, options)) return;
  const { manager, refusals } = options;
  const fields = peer.kind === 'local' ? { pid: peer.pid } : {};
  const [first] = manager.match(delegate.selectors);
  if (first === undefined) {
    refusals.refused('No identity issued', { ...fields, registered: false });
    throw new SpiffeError('NO_IDENTITY', 'no identity issued');
  }
  refusals.refused('Permission denied; caller not configured as an authorized delegate.', {
    ...fields,
    spiffe_id: first.spiffeId,
  });
  throw new SpiffeError('PERMISSION_DENIED', 'caller not configured as an authorized delegate');
}

async function* x509Svids(
  subject: Subject,
  { manager }: DelegatedIdentityOptions,
  signal: AbortSignal,
  seen: () => void,
): AsyncGenerator<Uint8Array> {
  let isFirst = true;
  for await (const view of manager.views(subject.selectors, signal)) {
    subject.checkAlive();
    // What is being signed comes in a moment; nobody at all is an answer.
    if (isFirst && view.identities.length === 0 && view.pending.length > 0) continue;
    if (isFirst && view.identities.length > 0) {
      seen();
      isFirst = false;
    }
    // A view may still have what the entries no longer do: only what is known to be harmless is shown.
    const shown = new Set(shareable(manager.match(subject.selectors)).map(({ id }) => id));
    yield x509SvidsMessage(view, (entryId) => shown.has(entryId));
  }
}

async function fetchJwtSvids(
  request: {
    readonly audience: readonly string[];
    readonly pid: number;
    readonly selectors: readonly Selector[];
  },
  call: Call,
  options: DelegatedIdentityOptions,
) {
  const { fetchJwtSvid, manager, refusals } = options;
  const { audience } = request;
  if (audience.length === 0) {
    throw new SpiffeError('INVALID_ARGUMENT', 'audience must be specified');
  }
  await authorize(await options.findCaller(call.peer), call.peer, options);
  const subject = await subjectOf(request, options, call.signal);
  const entries = shareable(manager.match(subject.selectors));
  if (entries.length === 0) {
    refusals.refused('No identity issued', { registered: false });
    throw new SpiffeError('NO_IDENTITY', 'no identity issued');
  }
  try {
    const svids = await Promise.all(
      entries.map(async (entry) => jwtSvidMessage(entry, await fetchJwtSvid(entry, audience))),
    );
    subject.checkAlive();
    return { svids };
  } catch (cause) {
    if (hasCode(cause, 'UNAUTHENTICATED')) throw cause;
    const text = `could not fetch JWT-SVID: ${messageOf(cause)}`;
    throw new SpiffeError('UNAVAILABLE', text, { cause });
  }
}

/** Without those that no delegate gets: their holders may change the server. */
function shareable(entries: readonly RegistrationEntry[]): readonly RegistrationEntry[] {
  return entries.filter(({ admin, downstream }) => !admin && !downstream);
}

async function* mapped<T>(
  values: AsyncIterable<T>,
  change: (value: T) => Uint8Array,
): AsyncGenerator<Uint8Array> {
  for await (const value of values) yield change(value);
}

async function firstOf<T>(stream: ServerStream<T, unknown>): Promise<T> {
  for await (const message of stream.messages) return message;
  throw new SpiffeError('INVALID_ARGUMENT', 'request is missing');
}

const syncHoldMs = 5_000;
