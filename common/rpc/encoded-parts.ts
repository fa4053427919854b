/** A message that is encoded already, in parts: what many streams are sent alike is held once for all of them. */
export class EncodedParts {
  readonly parts: readonly Uint8Array[];
  /** In bytes, all parts together. */
  readonly length: number;
  /** What must not be collected while the message is under way: with it the bytes of a part may go. */
  readonly owners: readonly object[];

  constructor(parts: readonly Uint8Array[], owners: readonly object[] = none) {
    let length = 0;
    for (const part of parts) length += part.length;
    this.parts = parts;
    this.owners = owners;
    this.length = length;
  }

  /** Copies the bytes `from` to `to` of the message to `out`; returns where they end. */
  copy(out: Uint8Array, start: number, from: number, to: number): number {
    let at = start;
    let offset = 0;
    for (const part of this.parts) {
      const first = Math.max(0, from - offset);
      const end = Math.min(part.length, to - offset);
      offset += part.length;
      if (first >= end) continue;
      out.set(first === 0 && end === part.length ? part : part.subarray(first, end), at);
      at += end - first;
    }
    return at;
  }

  /** All of it in one buffer, for a transport that cannot do with less. */
  join(): Buffer {
    return Buffer.concat(this.parts, this.length);
  }
}

const none: readonly object[] = [];
