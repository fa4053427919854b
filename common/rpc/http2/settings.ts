import { ConnectionFault } from './faults.ts';
import type { ConnectionLimits } from './http2-limits.ts';
import { initialWindowBytes } from './stream.ts';

/** RFC 9113 §6.5.2. */
export const settingId = {
  HEADER_TABLE_SIZE: 1,
  ENABLE_PUSH: 2,
  MAX_CONCURRENT_STREAMS: 3,
  INITIAL_WINDOW_SIZE: 4,
  MAX_FRAME_SIZE: 5,
  MAX_HEADER_LIST_SIZE: 6,
} as const;

/** What the peer has told of itself, as far as it matters to what we send. */
export class PeerSettings {
  initialWindow = initialWindowBytes;

  /** Takes a SETTINGS frame; returns by how much the windows of all streams grow. */
  apply(payload: Buffer): number {
    if (payload.length % 6 !== 0) {
      throw new ConnectionFault('FRAME_SIZE_ERROR', 'SETTINGS that are not whole');
    }
    const before = this.initialWindow;
    for (let at = 0; at < payload.length; at += 6) {
      this.#set(payload.readUInt16BE(at), payload.readUInt32BE(at + 2));
    }
    return this.initialWindow - before;
  }

  #set(id: number, value: number): void {
    if (id === settingId.ENABLE_PUSH && value > 1) {
      throw new ConnectionFault('PROTOCOL_ERROR', 'ENABLE_PUSH is neither 0 nor 1');
    }
    if (id === settingId.MAX_FRAME_SIZE && (value < 16_384 || value > 2 ** 24 - 1)) {
      throw new ConnectionFault('PROTOCOL_ERROR', 'MAX_FRAME_SIZE is out of range');
    }
    if (id !== settingId.INITIAL_WINDOW_SIZE) return;
    if (value > 2 ** 31 - 1) {
      throw new ConnectionFault('FLOW_CONTROL_ERROR', 'INITIAL_WINDOW_SIZE is beyond 2^31-1');
    }
    this.initialWindow = value;
  }
}

/** The payload of our own SETTINGS. */
export function settingsPayload(limits: ConnectionLimits): Buffer {
  const settings = [
    [settingId.HEADER_TABLE_SIZE, limits.headerTableBytes],
    [settingId.MAX_CONCURRENT_STREAMS, limits.maxStreamsPerConnection],
    [settingId.MAX_HEADER_LIST_SIZE, limits.maxHeaderBytes],
  ] as const;
  const payload = Buffer.alloc(6 * settings.length);
  for (const [at, [id, value]] of settings.entries()) {
    payload.writeUInt16BE(id, 6 * at);
    payload.writeUInt32BE(value, 6 * at + 2);
  }
  return payload;
}
