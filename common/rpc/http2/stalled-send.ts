import type { Clock } from '../../clock/clock.ts';

/** How far the sending has come. */
export interface SendProgress {
  /** Bytes of the message that are written. */
  readonly ofMessage: number;
  /** Bytes of all messages of the connection that were ever written. */
  readonly ofConnection: number;
  /** The peer gives this one stream no window, whatever it reads of others. */
  readonly isHeldByPeer: boolean;
}

interface SendPatience {
  readonly clock: Clock;
  readonly sendMs: number;
  readonly sendLeastBytes: number;
}

/**
 * Watches a message that its peer has not taken at once, and calls `stalled` when the peer makes no progress worth
 * the name. A large answer may go over a slow line for as long as that takes. Returns what ends the watch.
 */
export function watchSend(
  { clock, sendMs, sendLeastBytes }: SendPatience,
  progress: () => SendProgress,
  stalled: () => void,
): () => void {
  let before = progress();
  const look = () => {
    const now = progress();
    if (isTaking(before, now, sendLeastBytes)) {
      before = now;
      cancel = clock.after(sendMs, look);
    } else stalled();
  };
  let cancel = clock.after(sendMs, look);
  return () => cancel();
}

/**
 * Whether the peer took enough meanwhile: of all messages, where some may wait for the same line; and something of
 * this one, unless it gives it window that others keep it from.
 */
export function isTaking(before: SendProgress, now: SendProgress, leastBytes: number): boolean {
  if (now.isHeldByPeer && now.ofMessage - before.ofMessage < leastOfHeldBytes) return false;
  return now.ofConnection - before.ofConnection >= leastBytes;
}

/** A window that is used up looks like none while the line is slow; a few bytes at a time are none. */
const leastOfHeldBytes = 1024;
