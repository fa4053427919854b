import type { Clock } from '../common/clock/clock.ts';

interface NewsOptions {
  readonly clock: Pick<Clock, 'monotonic'>;
  /** Remembered for each process. */
  readonly mostNames: number;
  /** A process waits for more names than that. */
  readonly onForgotten: (process: string, name: string) => void;
}

interface Told {
  readonly reason: string;
  readonly atMs: number;
}

/**
 * What was already told about the names of each process. An Envoy that asks again, on a new stream or
 * a new connection, is no news.
 */
export class News {
  readonly #options: NewsOptions;
  /** By process, then by name; both in the order of last use. */
  readonly #books = new Map<string, Map<string, Told>>();

  constructor(options: NewsOptions) {
    this.#options = options;
  }

  /** True when this reason was not told about the name in the last ten minutes; it counts as told now. */
  isNews(process: string, name: string, reason: string): boolean {
    const book = this.#bookOf(process);
    const nowMs = this.#options.clock.monotonic();
    const told = book.get(name);
    const isNew = told?.reason !== reason || nowMs - told.atMs >= repeatAfterMs;
    book.delete(name);
    book.set(name, isNew ? { reason, atMs: nowMs } : told);
    const [oldest] = book.keys();
    if (oldest !== undefined && book.size > this.#options.mostNames) {
      book.delete(oldest);
      this.#options.onForgotten(process, oldest);
    }
    return isNew;
  }

  #bookOf(process: string): Map<string, Told> {
    const book = this.#books.get(process) ?? new Map<string, Told>();
    this.#books.delete(process);
    this.#books.set(process, book);
    const [oldest] = this.#books.keys();
    if (oldest !== undefined && this.#books.size > mostProcesses) this.#books.delete(oldest);
    return book;
  }
}

const repeatAfterMs = 600_000;
const mostProcesses = 1024;
