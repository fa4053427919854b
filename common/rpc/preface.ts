import type { Duplex } from 'node:stream';
import type { Clock } from '../clock/clock.ts';

/** The first bytes of every HTTP/2 client (RFC 9113 §3.4). */
const preface = Buffer.from('PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n');

interface PrefacePatience {
  readonly clock: Clock;
  readonly timeoutMs: number;
  /** Aborted when the server closes. */
  readonly signal: AbortSignal;
}

/**
 * Waits for the HTTP/2 preface of a fresh connection and leaves it in the socket for the next reader.
 * A peer that is silent, slow or speaks something else costs a timer and 24 bytes, not a session.
 */
export function awaitPreface(
  socket: Duplex,
  { clock, timeoutMs, signal }: PrefacePatience,
  settle: (fault?: string) => void,
): void {
  const finish = (fault?: string) => {
    cancel();
    socket.off('readable', look);
    socket.off('close', gone);
    signal.removeEventListener('abort', closing);
    settle(fault);
  };
  const closing = () => finish('the server is shutting down');
  const gone = () => finish('closed before the HTTP/2 preface');
  const look = () => {
    const bytes = socket.read(preface.length) as Buffer | null;
    if (bytes === null) {
      if (socket.readableEnded || socket.destroyed) gone();
      return;
    }
    if (!bytes.equals(preface)) {
      finish('not HTTP/2');
      return;
    }
    socket.unshift(bytes);
    finish();
  };
  const cancel = clock.after(timeoutMs, () => finish('no HTTP/2 preface in time'));
  signal.addEventListener('abort', closing, { once: true });
  if (signal.aborted) closing();
  else socket.on('readable', look);
  socket.once('close', gone);
}
