import type { Mirror } from '../registration/change-follower.ts';
import { eachPage } from '../registration/mirrors.ts';
import type { EnrollmentProfile } from './profile.ts';

interface ProfileReader {
  find(name: string): Promise<readonly EnrollmentProfile[]>;
  list(page: { readonly size: number; readonly token: string }): Promise<{
    readonly items: readonly EnrollmentProfile[];
    readonly nextToken: string;
  }>;
}

/** All profiles in memory, so that no call of an agent costs a query. */
export class ProfileIndex {
  readonly #byName = new Map<string, readonly EnrollmentProfile[]>();

  names(): IterableIterator<string> {
    return this.#byName.keys();
  }

  /** Oldest first; empty for a name that nobody used. */
  versionsOf(name: string): readonly EnrollmentProfile[] {
    return this.#byName.get(name) ?? [];
  }

  /** The version in force. */
  bound(name: string): EnrollmentProfile | undefined {
    return this.versionsOf(name).find(({ state }) => state === 'bound');
  }

  /** True once a version was in force, also when none is any more. */
  wasBound(name: string): boolean {
    return this.versionsOf(name).some(({ boundAtMs }) => boundAtMs > 0);
  }

  /** The version that waits to be bound. */
  staged(name: string): EnrollmentProfile | undefined {
    return this.versionsOf(name).find(({ state }) => state === 'staged');
  }

  set(name: string, versions: readonly EnrollmentProfile[]): void {
    if (versions.length === 0) this.#byName.delete(name);
    else this.#byName.set(name, versions);
  }
}

/** Keeps the index equal to the stored profiles. */
export function profileMirror(index: ProfileIndex, store: ProfileReader): Mirror {
  return {
    async reload() {
      const found = new Map<string, EnrollmentProfile[]>();
      const read = (token: string) => store.list({ size: 500, token });
      await eachPage(read, (profile) => {
        found.set(profile.name, [...(found.get(profile.name) ?? []), profile]);
      });
      for (const name of [...index.names()]) if (!found.has(name)) index.set(name, []);
      for (const [name, versions] of found) index.set(name, versions);
    },
    async refresh(names) {
      for (const name of names) index.set(name, await store.find(name));
    },
  };
}
