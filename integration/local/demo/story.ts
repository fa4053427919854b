/** Prints the demo's story: chapters with a time, and indented lines below them. */
export class Story {
  readonly #start = performance.now();

  get seconds(): number {
    return Math.round((performance.now() - this.#start) / 100) / 10;
  }

  chapter(title: string): void {
    process.stdout.write(`\n[${this.seconds.toFixed(1).padStart(5)} s] ${title}\n`);
  }

  line(text: string): void {
    process.stdout.write(`          ${text}\n`);
  }

  /** A line whose parts stand in columns. */
  row(name: string, ...rest: readonly string[]): void {
    this.line(`${name.padEnd(8)} ${rest.join('  ')}`);
  }
}

/** The time of day, to the second, as the certificates have it. */
export function timeOfDay(date: Date): string {
  return `${date.toISOString().slice(11, 19)} UTC`;
}

/** A serial number short enough for a line: its last digits tell two apart. */
export function shortSerial(serial: string): string {
  return serial.length <= 12 ? serial : `…${serial.slice(-12)}`;
}
