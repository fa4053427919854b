import type { Readable } from 'node:stream';

/** What a line was cut to is still a line; the rest of it is not kept. */
export const longestLineBytes = 64 * 1024;

/** Calls `onLine` with each line of a stream, and with what follows the last one. It never keeps more than one line. */
export function readLines(stream: Readable, onLine: (line: string) => void): void {
  let held: Buffer[] = [];
  let heldBytes = 0;
  const take = (part: Buffer) => {
    const room = longestLineBytes - heldBytes;
    // A copy: what is kept must not keep a whole chunk alive.
    if (room > 0) held.push(Buffer.from(part.subarray(0, room)));
    heldBytes += Math.min(room, part.length);
  };
  const end = () => {
    onLine(Buffer.concat(held).toString('utf8').replace(/\r$/, ''));
    held = [];
    heldBytes = 0;
  };
  stream.on('data', (chunk: Buffer) => {
    let from = 0;
    for (let at = chunk.indexOf(10); at !== -1; at = chunk.indexOf(10, from)) {
      take(chunk.subarray(from, at));
      end();
      from = at + 1;
    }
    take(chunk.subarray(from));
  });
  stream.on('end', () => {
    if (heldBytes > 0) end();
  });
  // The process ended; whoever waits for it hears of that.
  stream.on('error', () => undefined);
}
