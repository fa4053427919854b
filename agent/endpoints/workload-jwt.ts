import { hasCode, messageOf, SpiffeError } from '../../common/errors/spiffe-error.ts';
import type { Call, ServedMethod } from '../../common/rpc/contract.ts';
import { serveStream, serveUnary } from '../../common/rpc/serve.ts';
import { workloadService } from '../../common/rpc/services/workload.ts';
import type { Bundle } from '../../common/spiffe/bundle.ts';
import type { IdentityView } from '../../common/spiffe/identity-view.ts';
import type { RegistrationEntry } from '../../common/spiffe/registration-entry.ts';
import type { Selector } from '../../common/spiffe/selector.ts';
import { parseSpiffeId, trustDomainOf } from '../../common/spiffe/spiffe-id.ts';
import { trustDomainId, type TrustDomain } from '../../common/spiffe/trust-domain.ts';
import { encodeJwks } from '../../common/x509/bundle-document.ts';
import { JWTBundlesResponse } from '../../proto/gen/workload-api.js';
import { follow, strangerFields, type FollowOptions, type KnownCaller } from './follow.ts';
import { isNobody } from './hold.ts';
import { audiencesOf, validateJwtSvid, type ValidatedJwtSvid } from './jwt-validation.ts';
import { structOf } from '../../common/rpc/protobuf-struct.ts';
import { uniqueHints } from './x509-responses.ts';

interface WorkloadJwtOptions extends FollowOptions {
  readonly match: (selectors: readonly Selector[]) => readonly RegistrationEntry[];
  readonly fetchJwtSvid: (
    entry: RegistrationEntry,
    audience: readonly string[],
  ) => Promise<{ readonly token: string }>;
  readonly ownBundle: () => Bundle | undefined;
  readonly allowUnauthenticatedVerifiers: boolean;
  /** Claims of foreign JWT-SVIDs that may be seen beside sub, aud and exp. */
  readonly allowedForeignClaims: readonly string[];
}

/** The JWT half of the SPIFFE Workload API (SPIFFE Workload API §6). */
export function createWorkloadJwt(options: WorkloadJwtOptions): readonly ServedMethod[] {
  const encoded = new WeakMap<IdentityView, Uint8Array>();
  return [
    serveUnary(workloadService.FetchJWTSVID, (request, call) =>
      fetchJwtSvid(request.audience, request.spiffe_id, call, options),
    ),
    serveStream(workloadService.FetchJWTBundles, (stream) =>
      follow(stream, options, {
        method: 'fetch_jwt_bundles',
        isEnough: (view) => options.allowUnauthenticatedVerifiers || !isNobody(view),
        encode(view) {
          const known = encoded.get(view) ?? encodeBundles(view);
          encoded.set(view, known);
          return known;
        },
      }),
    ),
    serveUnary(workloadService.ValidateJWTSVID, (request, call) =>
      validate(request.audience, request.svid, call, options),
    ),
  ];
}

async function fetchJwtSvid(
  audience: readonly string[],
  spiffeId: string,
  call: Call,
  options: WorkloadJwtOptions,
) {
  if (audience.length === 0) throw invalid('audience must be specified');
  if (spiffeId !== '') checkId(spiffeId);
  const caller = await options.findCaller(call.peer);
  options.limits.check('fetch_jwt_svid', call.peer, caller.selectorsKey);
  const entries = uniqueHints(await findEntries(caller, spiffeId, call, options));
  try {
    const svids = await Promise.all(
      entries.map(async ({ entry }) => ({
        spiffe_id: entry.spiffeId,
        svid: (await options.fetchJwtSvid(entry, audience)).token,
        hint: entry.hint,
      })),
    );
    return { svids };
  } catch (error) {
    if (hasCode(error, 'INVALID_ARGUMENT')) throw error;
    throw new SpiffeError('UNAVAILABLE', `could not fetch JWT-SVID: ${messageOf(error)}`, {
      cause: error,
    });
  }
}

/** The entries of the caller, after a sync when there is none. Throws NO_IDENTITY. */
async function findEntries(
  caller: KnownCaller,
  spiffeId: string,
  call: Call,
  { clock, logSelectors, match, refusals, requestSync }: WorkloadJwtOptions,
) {
  const find = () =>
    match(caller.selectors)
      .filter((entry) => spiffeId === '' || entry.spiffeId === spiffeId)
      .map((entry) => ({
        entry,
        entryId: entry.id,
        hint: entry.hint,
        createdAtMs: entry.createdAtMs,
      }));
  const now = find();
  if (now.length > 0) return now;
  const late = Promise.withResolvers<undefined>();
  const cancel = clock.after(syncHoldMs, () => late.resolve(undefined));
  await Promise.race([requestSync(), late.promise]);
  cancel();
  const then = find();
  if (then.length > 0) return then;
  refusals.refused('No identity issued', strangerFields(call.peer, caller, logSelectors));
  throw new SpiffeError('NO_IDENTITY', 'no identity issued');
}

async function validate(audience: string, token: string, call: Call, options: WorkloadJwtOptions) {
  if (audience === '') throw invalid('audience must be specified');
  if (token === '') throw invalid('svid must be specified');
  const caller = await options.findCaller(call.peer);
  const own = options.ownBundle();
  const find = (name: TrustDomain) =>
    name === own?.trustDomain ? own : caller.current()?.federatedBundles.get(name);
  const validated = validateJwtSvid(token, audience, find, options.clock.now());
  const claims = visibleClaims(validated, own?.trustDomain, options.allowedForeignClaims);
  return { spiffe_id: validated.spiffeId, claims: structOf(claims) };
}

/** SPIRE 1.15: of tokens of other trust domains only what every JWT-SVID has, and what is allowed. */
function visibleClaims(
  { claims, spiffeId }: ValidatedJwtSvid,
  ownDomain: TrustDomain | undefined,
  allowed: readonly string[],
): Record<string, unknown> {
  const all = { ...claims, aud: audiencesOf(claims) };
  if (trustDomainOf(spiffeId) === ownDomain) return all;
  const names = new Set(['sub', 'aud', 'exp', ...allowed]);
  return Object.fromEntries(Object.entries(all).filter(([name]) => names.has(name)));
}

function encodeBundles(view: IdentityView): Uint8Array {
  const all = isNobody(view) ? [view.bundle] : [view.bundle, ...view.federatedBundles.values()];
  const bundles = Object.fromEntries(
    all.map(({ jwtAuthorities, trustDomain }) => [
      trustDomainId(trustDomain),
      Buffer.from(encodeJwks(jwtAuthorities)),
    ]),
  );
  return JWTBundlesResponse.encode({ bundles }).finish();
}

function checkId(spiffeId: string): void {
  try {
    parseSpiffeId(spiffeId);
  } catch (cause) {
    throw invalid(`invalid requested SPIFFE ID: ${messageOf(cause)}`);
  }
}

function invalid(message: string): SpiffeError {
  return new SpiffeError('INVALID_ARGUMENT', message);
}

const syncHoldMs = 5_000;
