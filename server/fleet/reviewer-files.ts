import type { Clock } from '../../common/clock/clock.ts';

/** A credential file that is not used as it is now. */
interface UnusedCredential {
  /** `refused` by the API server, or `unreadable`. */
  readonly state: 'refused' | 'unreadable';
  /** Empty for a file that cannot be read. */
  readonly version: string;
  readonly path: string;
  readonly detail: string;
}

interface ReviewerFile {
  readonly cluster: string;
  /** Looks at the files as they are now; a new one is tried, and used if it is fit. */
  look(): Promise<UnusedCredential | undefined>;
}

/**
 * The reviewers of clusters that name their credentials by two paths. A call to the API server looks at
 * the files; this is for operators, who ask while nobody attests.
 */
export class ReviewerFiles {
  readonly #clock: Clock;
  #files: readonly ReviewerFile[] = [];

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** Replaces all: the configuration may change while the server runs. */
  set(files: readonly ReviewerFile[]): void {
    this.#files = files;
  }

  has(cluster: string): boolean {
    return this.#files.some((file) => file.cluster === cluster);
  }

  /** Those of one cluster, or of all; of an API server that is slow nothing is said. */
  async look(
    cluster?: string,
  ): Promise<readonly (UnusedCredential & { readonly cluster: string })[]> {
    const asked = this.#files.filter((file) => cluster === undefined || file.cluster === cluster);
    const found = await Promise.all(
      asked.map(async (file) => {
        const unused = await this.#inTime(() => file.look());
        return unused === undefined ? [] : [{ ...unused, cluster: file.cluster }];
      }),
    );
    return found.flat();
  }

  async #inTime<T>(look: () => Promise<T>): Promise<T | undefined> {
    const done = new AbortController();
    const late = this.#clock.sleep(longestLookMs, done.signal).then(() => undefined);
    try {
      return await Promise.race([look(), late]);
    } finally {
      late.catch(() => undefined);
      done.abort();
    }
  }
}

const longestLookMs = 5_000;
