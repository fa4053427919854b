import type { EncodedParts } from '../encoded-parts.ts';
import type { StreamState } from './stream-state.ts';

/** The window that both sides begin with (RFC 9113 §6.9.2). */
export const initialWindowBytes = 65_535;
export const largestWindow = 2 ** 31 - 1;

/** One stream of a connection, with what a user of the connection hangs on it. */
export class Stream<User> {
  readonly id: number;
  state: StreamState = 'open';
  /** How much the peer takes; below zero after it shrank its windows. */
  sendWindow: number;
  receiveWindow = initialWindowBytes;
  /** Taken by the user and not yet given back to the peer. */
  unacknowledged = 0;
  /** What the request still has to bring by its content-length, or -1. */
  expected = -1;
  answered = false;
  /** The message in flight and how much of it, prefix included, is written. */
  message: EncodedParts | undefined = undefined;
  written = 0;
  /** Sent when the message is. */
  trailers: Uint8Array | undefined = undefined;
  user: User | undefined = undefined;

  constructor(id: number, sendWindow: number) {
    this.id = id;
    this.sendWindow = sendWindow;
  }
}
