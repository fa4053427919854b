import { randomInt } from 'node:crypto';
import type { Socket } from 'node:net';
import { nextTick } from 'node:process';
import type { Peer, ServedMethod } from '../contract.ts';
import type { EncodedParts } from '../encoded-parts.ts';
import type { RpcLimits } from '../limits.ts';
import { GrpcCall, type CallConnection, type CallHost, type CallStream } from './call.ts';
import { ConnectionState, type ConnectionActions } from './connection-state.ts';
import { ConnectionFault, type ErrorCodeName, type StreamFault } from './faults.ts';
import { FrameReader, type OutFrame } from './frames.ts';
import { admit } from './grpc-head.ts';
import type { HeldBytes } from './held-bytes.ts';
import type { Http2Limits } from './http2-limits.ts';
import { Output } from './output.ts';
import type { RequestHead } from './request-head.ts';
import type { SendProgress } from './stalled-send.ts';

/** What the connections of a server share. */
export interface ConnectionHost {
  readonly handlers: CallHost;
  readonly methods: ReadonlyMap<string, ServedMethod>;
  readonly limits: RpcLimits & Http2Limits;
  readonly held: HeldBytes;
  faulted(fault: ConnectionFault, peer: Peer): void;
  /** The connection is closed. */
  gone(connection: Http2Connection): void;
}

/** One connection: owns the socket, feeds the state machine and does what it says. */
export class Http2Connection implements ConnectionActions<GrpcCall>, CallConnection {
  readonly peer: Peer;
  readonly #socket: Socket;
  readonly #host: ConnectionHost;
  readonly #state: ConnectionState<GrpcCall>;
  readonly #reader: FrameReader;
  readonly #output: Output;
  #prefaceLeft = prefaceBytes;
  #flushing = false;
  /** Handlers that have not returned, also of streams that are gone. */
  #running = 0;
  #held = 0;
  // For the sweep.
  #heard = true;
  #heardMs = 0;
  #pingedMs: number | undefined;
  #idleSinceMs: number | undefined;
  readonly #drainAtMs: number;
  #framesSeen = 0;
  #framesSeenMs = 0;
  #cancelLinger: (() => void) | undefined;
  /** All is written that ever will be. */
  #ended = false;

  constructor(socket: Socket, peer: Peer, host: ConnectionHost) {
    this.peer = peer;
    this.#socket = socket;
    this.#host = host;
    this.#state = new ConnectionState(host.limits, this, () => host.handlers.clock.monotonic());
    this.#reader = new FrameReader(this.#state);
    this.#output = new Output(socket, () => this.#flush());
    const { ageMs } = host.limits;
    this.#drainAtMs = ageMs === 0 ? Infinity : host.handlers.clock.monotonic() + spread(ageMs);
  }

  /** Serves a socket whose first bytes are the client's preface. */
  start(): void {
    this.#state.start();
    this.#socket.on('data', (chunk: Buffer) => this.#receive(chunk));
    this.#socket.on('drain', () => this.#resume());
    this.#socket.once('close', () => this.#gone());
  }

  /** Takes no new calls and closes when those under way are over. */
  drain(): void {
    this.#state.drain();
  }

  /** Looks after time: called now and then. */
  sweep(nowMs: number): void {
    if (this.#state.phase === 'over') return;
    const { keepaliveMs, keepaliveTimeoutMs, idleMs } = this.#host.limits;
    if (this.#heard) {
      this.#heard = false;
      this.#heardMs = nowMs;
      this.#pingedMs = undefined;
    } else if (this.#pingedMs !== undefined) {
      if (nowMs - this.#pingedMs >= keepaliveTimeoutMs) this.#socket.destroy();
    } else if (nowMs - this.#heardMs >= keepaliveMs) {
      this.#pingedMs = nowMs;
      this.#state.ping();
    }
    this.#checkFrames(nowMs);
    if (nowMs >= this.#drainAtMs) this.drain();
    if (this.#state.streamCount > 0) this.#idleSinceMs = undefined;
    else if (nowMs - (this.#idleSinceMs ??= nowMs) >= idleMs) this.drain();
  }

  // ConnectionActions.

  write(frame: OutFrame): void {
    if (this.#ended) return;
    this.#output.add(frame);
    if (this.#flushing) return;
    this.#flushing = true;
    // After all that this tick brings, promises too: one write for all of it.
    nextTick(() => this.#flush());
  }

  hasRoom(): boolean {
    return this.#output.hasRoom;
  }

  request(stream: CallStream, head: RequestHead | undefined): void {
    const { methods, limits, handlers } = this.#host;
    const admitted = admit(head, methods, limits.maxHeaderBytes);
    if ('block' in admitted) {
      this.#state.finish(stream, admitted.block);
      return;
    }
    // Streams that are reset leave their handlers behind for a while.
    if (this.#running >= 2 * limits.maxStreamsPerConnection) {
      this.#state.reset(stream, 'REFUSED_STREAM');
      return;
    }
    const call = new GrpcCall(admitted, stream, this, handlers, limits.maxMessageBytes);
    stream.user = call;
    call.begin();
  }

  data(stream: CallStream, bytes: Buffer, start: number, end: number): void {
    stream.user?.data(bytes, start, end);
  }

  end(stream: CallStream): void {
    stream.user?.end();
  }

  taken(stream: CallStream): void {
    stream.user?.taken();
  }

  closed(stream: CallStream, fault?: StreamFault): void {
    stream.user?.closed(fault);
  }

  drained(): void {
    // A slow reader gets the end of its answers too. The peer closes first: to close a socket that is still told
    // of windows would reset the connection, and what is on its way would be lost.
    this.#close(this.#host.limits.sendMs, () => this.#socket.end());
  }

  // CallConnection.

  respond(stream: CallStream, block: Uint8Array): void {
    this.#state.respond(stream, block);
  }

  send(stream: CallStream, message: EncodedParts): boolean {
    return this.#state.send(stream, message);
  }

  progressOf(stream: CallStream): SendProgress {
    return this.#state.progressOf(stream);
  }

  finish(stream: CallStream, block: Uint8Array): void {
    this.#state.finish(stream, block);
  }

  reset(stream: CallStream, code: ErrorCodeName): void {
    this.#state.reset(stream, code);
  }

  credit(stream: CallStream, bytes: number): void {
    this.#state.credit(stream, bytes);
  }

  hold(bytes: number): boolean {
    this.#held += bytes;
    return this.#host.held.add(bytes, this.#held);
  }

  begun(): void {
    this.#running++;
  }

  over(): void {
    this.#running--;
  }

  #receive(chunk: Buffer): void {
    if (this.#state.phase === 'over') return;
    this.#heard = true;
    try {
      // Whoever gave us the socket has looked at the preface.
      const skipped = Math.min(this.#prefaceLeft, chunk.length);
      this.#prefaceLeft -= skipped;
      this.#reader.push(skipped === 0 ? chunk : chunk.subarray(skipped));
    } catch (error) {
      this.#fail(error);
    }
    if (this.#output.unread > this.#host.limits.maxUnreadBytes) this.#checkUnread();
    // A peer that does not read its answers is not read either.
    if (this.#output.isStuck) this.#socket.pause();
  }

  #fail(error: unknown): void {
    const fault =
      error instanceof ConnectionFault ? error : new ConnectionFault('INTERNAL_ERROR', '');
    if (fault !== error) {
      this.#host.handlers.log.error('Connection failed', { error });
    }
    this.#host.faulted(fault, this.peer);
    this.#state.fail(fault);
    if (this.#ended) this.#socket.destroy();
    else this.#close(this.#host.limits.lingerMs, () => this.#socket.destroySoon());
  }

  #flush(): void {
    this.#flushing = false;
    while (!this.#output.isIdle) {
      this.#output.flush();
      this.#state.pump();
    }
    if (this.#socket.isPaused() && !this.#output.isStuck) this.#socket.resume();
  }

  /** Answers without end, to a peer that takes none of them, would otherwise pile up within one read. */
  #checkUnread(): void {
    if (this.#state.phase === 'over') return;
    this.#flush();
    if (this.#output.unread <= this.#host.limits.maxUnreadBytes) return;
    const text = 'it asks for more than it reads';
    this.#fail(new ConnectionFault('ENHANCE_YOUR_CALM', text, 'unread_bytes'));
  }

  #resume(): void {
    if (!this.#output.isStuck) this.#socket.resume();
    this.#state.pump();
  }

  /** Ends the socket once what was said is written, or after some time if the peer does not read it. */
  #close(patienceMs: number, end: () => void): void {
    if (this.#cancelLinger !== undefined) return;
    const { clock } = this.#host.handlers;
    this.#cancelLinger = clock.after(patienceMs, () => this.#socket.destroy());
    nextTick(() => {
      this.#flush();
      this.#output.finish();
      this.#ended = true;
      end();
      // Nothing else would any more: a socket that ends says not that it has room.
      this.#socket.resume();
    });
  }

  #gone(): void {
    this.#cancelLinger?.();
    this.#host.gone(this);
    this.#state.fail();
    this.#host.held.add(-this.#held, 0);
  }

  /** A frame or header block that was begun must be finished. */
  #checkFrames(nowMs: number): void {
    const waiting = this.#reader.waiting || this.#state.waitingForHeaders;
    if (!waiting || this.#reader.frames !== this.#framesSeen || this.#socket.isPaused()) {
      this.#framesSeen = this.#reader.frames;
      this.#framesSeenMs = nowMs;
    } else if (nowMs - this.#framesSeenMs >= this.#host.limits.frameMs) {
      this.#fail(
        new ConnectionFault('ENHANCE_YOUR_CALM', 'a frame is not finished in time', 'frame_ms'),
      );
    }
  }
}

/** RFC 9113 §3.4. */
const prefaceBytes = 24;

/** Within a tenth, so that what was opened together is not closed together. */
function spread(ms: number): number {
  const tenth = Math.ceil(ms / 10);
  return ms - tenth + randomInt(2 * tenth);
}
