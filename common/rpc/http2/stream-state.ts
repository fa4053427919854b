import { frameType } from './frames.ts';
import type { ErrorCodeName } from './faults.ts';

/**
 * Where a stream is in its life (RFC 9113 §5.1; a server that never pushes has no reserved streams).
 * - open: both sides may send.
 * - half_closed_remote: the request is complete; only we send.
 * - half_closed_local: our answer is complete; what the peer still sends is of no use.
 * - closed: both are done, or one side reset it.
 * A stream that nobody opened is idle: it has no state at all.
 */
export type StreamState = 'open' | 'half_closed_remote' | 'half_closed_local' | 'closed';

type StreamEvent = 'end_received' | 'end_sent' | 'reset';

/** What follows an event. It must be one that `mayReceive` or we ourselves allow. */
export function nextState(state: StreamState, event: StreamEvent): StreamState {
  if (event === 'reset' || state === 'closed') return 'closed';
  if (state === 'open')
    return event === 'end_received' ? 'half_closed_remote' : 'half_closed_local';
  return 'closed';
}

/** What a frame is worth that is not allowed: the stream, or the connection. */
interface Refusal {
  readonly ends: 'stream' | 'connection';
  readonly code: ErrorCodeName;
}

/** Undefined when a frame of this type may come now. PRIORITY may come in any state. */
export function refusalOf(state: StreamState | 'idle', type: number): Refusal | undefined {
  switch (type) {
    case frameType.HEADERS:
      return refusals.headers[state];
    case frameType.DATA:
      return refusals.data[state];
    case frameType.RST_STREAM:
    case frameType.WINDOW_UPDATE:
      // In a closed stream they have crossed our own end.
      return state === 'idle' ? protocolError : undefined;
    default:
      return undefined;
  }
}

const protocolError: Refusal = { ends: 'connection', code: 'PROTOCOL_ERROR' };
const streamClosed: Refusal = { ends: 'stream', code: 'STREAM_CLOSED' };

const refusals: Record<'headers' | 'data', Partial<Record<StreamState | 'idle', Refusal>>> = {
  headers: {
    half_closed_remote: streamClosed,
    closed: { ends: 'connection', code: 'STREAM_CLOSED' },
  },
  data: { idle: protocolError, half_closed_remote: streamClosed, closed: streamClosed },
};
