import type { RpcLimits } from '../limits.ts';

/** Things a peer may do often only if they are of use; the names are the metric's label. */
export type RatedAct =
  | 'early_resets'
  | 'stream_errors'
  | 'pings'
  | 'settings'
  | 'window_updates'
  | 'empty_frames'
  | 'needless_frames';

export interface Rate {
  readonly burst: number;
  readonly perSecond: number;
}

/** What one HTTP/2 connection may cost us, beyond what `RpcLimits` says of any transport. */
export interface Http2Limits {
  readonly maxHeaderFields: number;
  /** Of one header block as sent; a longer one would have to be held to be decoded. */
  readonly maxHeaderBlockBytes: number;
  readonly maxContinuationFrames: number;
  readonly headerTableBytes: number;
  /** Received and not yet read by a handler, and what open calls hold of headers, in all streams of a connection. */
  readonly maxHeldBytes: number;
  /** The same of all connections together; each may hold `fairHeldBytes` nevertheless. */
  readonly maxHeldBytesInTotal: number;
  readonly fairHeldBytes: number;
  /** Answered and not yet taken by the peer, beyond DATA, which waits for room. */
  readonly maxUnreadBytes: number;
  /** For a frame, once begun. */
  readonly frameMs: number;
  /** A connection without a call is told to go away after this. */
  readonly idleMs: number;
  /** A connection is told to go away after this, more or less, so that clients spread; 0 is never. */
  readonly ageMs: number;
  /** For what was written before a connection is closed for a fault. */
  readonly lingerMs: number;
  readonly rates: Readonly<Record<RatedAct, Rate>>;
}

export const defaultHttp2Limits: Http2Limits = {
  maxHeaderFields: 128,
  maxHeaderBlockBytes: 32 * 1024,
  maxContinuationFrames: 8,
  headerTableBytes: 4096,
  maxHeldBytes: 16 * 1024 * 1024,
  maxHeldBytesInTotal: 128 * 1024 * 1024,
  fairHeldBytes: 128 * 1024,
  maxUnreadBytes: 1024 * 1024,
  frameMs: 10_000,
  idleMs: 30 * 60_000,
  ageMs: 0,
  lingerMs: 1000,
  rates: {
    // Calls that are given up before they are answered; one that ends may take all its streams with it.
    early_resets: { burst: 2000, perSecond: 200 },
    stream_errors: { burst: 200, perSecond: 20 },
    // Not counted while we send: some clients measure the way with pings.
    pings: { burst: 100, perSecond: 10 },
    settings: { burst: 50, perSecond: 5 },
    // Not counted: two for each DATA frame that we send.
    window_updates: { burst: 2000, perSecond: 200 },
    empty_frames: { burst: 100, perSecond: 20 },
    // PRIORITY, unknown types, and what is for streams that are gone.
    needless_frames: { burst: 2000, perSecond: 200 },
  },
};

/** All limits of a connection. */
export type ConnectionLimits = Http2Limits &
  Pick<RpcLimits, 'maxHeaderBytes' | 'maxStreamsPerConnection' | 'maxMessageBytes'>;
