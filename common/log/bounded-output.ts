/**
 * Writes lines to a stream whose reader may be stuck, as a container's log is when the disk of its host hangs. What the
 * stream has not passed on waits in memory, up to a bound; further lines are left out and counted.
 */
export class BoundedOutput {
  readonly #stream: NodeJS.WritableStream;
  readonly #tell: (leftOut: number) => void;
  #waiting = 0;
  #leftOut = 0;

  /** `tell` is called once there is room again. */
  constructor(stream: NodeJS.WritableStream, tell: (leftOut: number) => void) {
    this.#stream = stream;
    this.#tell = tell;
  }

  write(line: string): void {
    if (this.#waiting >= mostWaiting) {
      this.#leftOut++;
      return;
    }
    this.#waiting += line.length;
    // Called for an error as well: who reads no more costs lines, never the process.
    this.#stream.write(line, () => this.#passedOn(line.length));
  }

  #passedOn(length: number): void {
    this.#waiting -= length;
    const leftOut = this.#leftOut;
    if (leftOut === 0 || this.#waiting > mostWaiting / 2) return;
    this.#leftOut = 0;
    this.#tell(leftOut);
  }
}

/** Characters: a burst of thousands of lines fits, an hour of them does not. */
const mostWaiting = 1024 * 1024;
