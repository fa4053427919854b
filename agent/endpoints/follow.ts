import type { Clock } from '../../common/clock/clock.ts';
import { hasCode } from '../../common/errors/spiffe-error.ts';
import type { Logger } from '../../common/log/logger.ts';
import type { Peer, ServerStream } from '../../common/rpc/contract.ts';
import { selectorText, type Selector } from '../../common/spiffe/selector.ts';
import type { IdentityView } from '../../common/spiffe/identity-view.ts';
import { firstView, isNobody, refusalOf, type HeldCaller } from './hold.ts';
import type { LimitedMethod } from './method-limits.ts';
import type { RefusalLog } from './refusal-log.ts';

/** A caller after attestation. */
export interface KnownCaller extends HeldCaller {
  readonly selectors: readonly Selector[];
  /** The same in one text. */
  readonly selectorsKey: string;
  /** False while some attestor fails: selectors may be missing. */
  readonly isComplete: boolean;
}

export interface FollowOptions {
  readonly findCaller: (peer: Peer) => Promise<KnownCaller>;
  /** Prefixes of selectors that may be logged for callers without identity. */
  readonly logSelectors: readonly string[];
  readonly limits: { check(method: LimitedMethod, peer: Peer, selectorsKey: string): void };
  readonly requestSync: () => Promise<void>;
  readonly clock: Clock;
  readonly refusals: Pick<RefusalLog, 'refused'>;
  readonly log: Logger;
}

/** What a stream sends of the views of its caller. */
interface Answer {
  readonly method: LimitedMethod;
  /** Whether the caller may have an answer from this view. */
  readonly isEnough: (view: IdentityView) => boolean;
  readonly encode: (view: IdentityView) => Uint8Array;
}

/** Serves a stream: one message at once or after a hold, then one for each that differs. */
export async function follow(
  stream: ServerStream<unknown, unknown>,
  options: FollowOptions,
  { method, isEnough, encode }: Answer,
): Promise<void> {
  const caller = await options.findCaller(stream.peer);
  const { clock, limits, refusals, requestSync } = options;
  limits.check(method, stream.peer, caller.selectorsKey);
  let sent: Uint8Array | undefined;
  const send = async (view: IdentityView) => {
    const message = encode(view);
    if (sent !== undefined && Buffer.compare(sent, message) === 0) return;
    sent = message;
    await stream.send(message);
  };
  try {
    await send(await firstView(caller, isEnough, { clock, requestSync }, stream.signal));
    for await (const view of caller.views(stream.signal)) {
      if (isEnough(view)) await send(view);
      // Pending ones come back; only a caller without any entry has lost its identity.
      else if (isNobody(view)) throw refusalOf(view);
    }
  } catch (error) {
    if (hasCode(error, 'NO_IDENTITY')) {
      const fields = strangerFields(stream.peer, caller, options.logSelectors);
      refusals.refused('No identity issued', fields);
    }
    throw error;
  }
}

/** Log fields of a caller without identity; of its selectors only those that may be logged. */
export function strangerFields(peer: Peer, caller: KnownCaller, logSelectors: readonly string[]) {
  const selectors = caller.selectors
    .map(selectorText)
    .filter((text) => logSelectors.some((one) => text === one || text.startsWith(`${one}:`)));
  return {
    ...(peer.kind === 'local' ? { pid: peer.pid } : {}),
    registered: false,
    ...(caller.isComplete
      ? {}
      : { reason: 'a workload attestor failed, so that selectors may be missing' }),
    ...(selectors.length === 0 ? {} : { selectors }),
  };
}
