import type { Clock } from '../common/clock/clock.ts';
import type { EncodedParts } from '../common/rpc/encoded-parts.ts';
import { SpiffeError } from '../common/errors/spiffe-error.ts';
import type { Call } from '../common/rpc/contract.ts';
import type { IdentityView } from '../common/spiffe/identity-view.ts';
import type { SdsConfig } from './config.ts';
import type { IdentitySource } from './identity-source.ts';
import { decodeNode, flavourOf } from './node-metadata.ts';
import type { OfferCache } from './offer.ts';
import { decodeDiscoveryRequest } from './request.ts';
import { encodeDiscoveryResponse } from './responses.ts';
import type { ServedResource } from './secrets.ts';
import { notAuthorized } from './stream-policy.ts';
import type { SdsTelemetry } from './telemetry.ts';

interface FetchDeps {
  readonly config: SdsConfig;
  readonly clock: Clock;
  readonly offers: OfferCache;
  readonly telemetry: SdsTelemetry;
}

/**
 * Answers one FetchSecrets call as SPIRE does: a snapshot, without version and nonce, the type URL
 * echoed whatever it is; a name that is not there refuses the whole call.
 */
export async function fetchSecrets(
  bytes: Uint8Array,
  source: IdentitySource,
  call: Call,
  deps: FetchDeps,
): Promise<EncodedParts> {
  const { config, telemetry } = deps;
  const request = decodeDiscoveryRequest(bytes, config.limits);
  telemetry.request('fetch', 'first');
  const node = request.node === undefined ? undefined : decodeNode(request.node);
  const view = source.current() ?? (await firstView(source, call, deps));
  const offer = deps.offers.offer(view, flavourOf(node, config));
  const all = request.names.length === 0 || request.names.includes('*');
  const names = request.names.filter((name) => name !== '*');
  const resources = new Map<string, ServedResource>();
  const missing: string[] = [];
  for (const name of [...(all ? offer.everything() : []), ...names]) {
    const answer = offer.find(name);
    if (answer.kind === 'resource') resources.set(name, answer.resource);
    else if (answer.kind === 'conflict') throw new SpiffeError('INTERNAL', answer.reason);
    else missing.push(name);
  }
  if (missing.length > 0) {
    const { code, message } = notAuthorized(missing);
    throw new SpiffeError(code, message);
  }
  return answer([...resources.values()], request.typeUrl, deps, call);
}

function answer(
  resources: readonly ServedResource[],
  typeUrl: string,
  { telemetry }: FetchDeps,
  call: Call,
): EncodedParts {
  const sorted = [
    ...resources.filter(({ kind }) => kind === 'bundle'),
    ...resources.filter(({ kind }) => kind === 'certificate'),
  ];
  const holdsKey = sorted.some(({ kind }) => kind === 'certificate');
  if (holdsKey && call.peer.kind === 'local' && !call.peer.isAlive()) {
    throw new SpiffeError('CANCELLED', 'the process that opened the connection is gone');
  }
  const items = sorted.map((resource) => ({ resource, version: '' }));
  const bytes = encodeDiscoveryResponse(
    { versionInfo: '', nonce: '', items },
    { typeUrl, identifier: '' },
  );
  telemetry.response(
    'fetch',
    sorted.map(({ kind }) => kind),
    bytes.length,
  );
  return bytes;
}

/** Before the first sync there is nothing to take a snapshot of. */
async function firstView(
  source: IdentitySource,
  call: Call,
  { clock, config }: FetchDeps,
): Promise<IdentityView> {
  const { promise, resolve, reject } = Promise.withResolvers<IdentityView>();
  const unknown = new SpiffeError('UNAVAILABLE', 'no identities are known yet');
  const giveUp = () => reject(unknown);
  const cancel = clock.after(config.fetch_wait, giveUp);
  call.signal.addEventListener('abort', giveUp, { once: true });
  const stop = source.follow({
    view: resolve,
    ended: (error) => reject(error ?? unknown),
  });
  try {
    return await promise;
  } finally {
    stop();
    cancel();
    call.signal.removeEventListener('abort', giveUp);
  }
}
