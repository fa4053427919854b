import { jitter } from '../../../common/clock/backoff.ts';
import type { Clock } from '../../../common/clock/clock.ts';
import type { Encoded, Peer, ServedMethod, ServerStream } from '../../../common/rpc/contract.ts';
import { serveStream } from '../../../common/rpc/serve.ts';
import {
  serverWatchService,
  type WatchChangesRequest,
  type WatchChangesResponse,
} from '../../../common/rpc/services/server-watch.ts';
import type { SpiffeId } from '../../../common/spiffe/spiffe-id.ts';
import { callerIdOf } from '../../authorization/caller.ts';
import type { Notice, Watch } from './watch.ts';

interface WatchApiOptions {
  readonly watches: {
    open(agentId: SpiffeId): Watch;
    close(watch: Watch): void;
  };
  readonly clock: Clock;
}

/**
 * The server asks clients to leave a connection after three minutes, give or take a tenth. A watch
 * would keep it open for ever, beside the one that the agent's other calls use by then.
 */
const longestConnectionMs = 210_000;
const shortestWatchMs = 10_000;

/** `sigil.server.v1.Watch`. */
export function watchApi(options: WatchApiOptions): readonly ServedMethod[] {
  return [serveStream(serverWatchService.WatchChanges, (stream) => follow(stream, options))];
}

async function follow(
  stream: ServerStream<WatchChangesRequest, WatchChangesResponse>,
  { watches, clock }: WatchApiOptions,
): Promise<void> {
  const watch = watches.open(callerIdOf(stream));
  const cancel = clock.after(lifeMs(stream.peer, clock.now()), () => watch.end());
  try {
    await stream.send(encoded({ entries: false, bundles: false }));
    for (;;) {
      const notice = await watch.next(stream.signal);
      if (notice === undefined) return;
      await stream.send(encoded(notice));
    }
  } finally {
    cancel();
    watches.close(watch);
  }
}

/** Spread a little: after a restart of the server all connections are of one age. */
function lifeMs(peer: Peer, nowMs: number): number {
  const connectedAtMs = peer.kind === 'remote' ? (peer.connectedAtMs ?? nowMs) : nowMs;
  const left = connectedAtMs + jitter(longestConnectionMs, 0.04) - nowMs;
  return Math.max(left, shortestWatchMs);
}

/** Thousands of agents are told the same three things. */
function encoded({ entries, bundles }: Notice): Encoded {
  const at = (entries ? 1 : 0) + (bundles ? 2 : 0);
  return (messages[at] ??= serverWatchService.WatchChanges.response
    .encode({ entries, bundles })
    .finish());
}

const messages: Encoded[] = [];
