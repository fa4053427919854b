import { setImmediate as nextTurn } from 'node:timers/promises';
import type { RegistrationEntry } from '../../common/spiffe/registration-entry.ts';
import type { TrustDomain } from '../../common/spiffe/trust-domain.ts';
import type { Mirror } from './change-follower.ts';
import type { EntryIndex } from './entry-index.ts';

interface PageOf<T> {
  readonly items: readonly T[];
  readonly nextToken: string;
}

interface EntryReader {
  list(
    filter: Record<string, never>,
    page: { readonly size: number; readonly token: string },
  ): Promise<PageOf<RegistrationEntry>>;
  findAll(ids: readonly string[]): Promise<readonly RegistrationEntry[]>;
}

/** Keeps the entry index equal to the stored entries. */
export function entryMirror(index: EntryIndex, store: EntryReader): Mirror {
  return {
    async reload() {
      const gone = new Set(index.ids());
      const read = (token: string) => store.list({}, { size: pageSize, token });
      await eachPage(read, (entry) => {
        gone.delete(entry.id);
        index.set(entry);
      });
      for (const id of gone) index.delete(id);
    },
    async refresh(ids) {
      const found = await store.findAll(ids);
      for (const id of ids) index.delete(id);
      for (const entry of found) index.set(entry);
    },
  };
}

interface TrustDomainReader<T> {
  list(page: { readonly size: number; readonly token: string }): Promise<PageOf<T>>;
  find(trustDomain: TrustDomain): Promise<T | undefined>;
}

/**
 * Keeps what belongs to trust domains in memory, bundles and federation relationships: few things,
 * and bundles are asked for at every handshake and sync.
 */
export function trustDomainMirror<T extends { readonly trustDomain: TrustDomain }>(
  mirrored: Map<TrustDomain, T>,
  store: TrustDomainReader<T>,
): Mirror {
  return {
    async reload() {
      const gone = new Set(mirrored.keys());
      const read = (token: string) => store.list({ size: pageSize, token });
      await eachPage(read, (item) => {
        gone.delete(item.trustDomain);
        mirrored.set(item.trustDomain, item);
      });
      for (const trustDomain of gone) mirrored.delete(trustDomain);
    },
    async refresh(names) {
      for (const name of names as readonly TrustDomain[]) {
        const item = await store.find(name);
        if (item === undefined) mirrored.delete(name);
        else mirrored.set(name, item);
      }
    },
  };
}

/** Calls `notify` whenever the mirror may show something new. */
export function notifying(mirror: Mirror, notify: () => void): Mirror {
  return {
    async reload() {
      await mirror.reload();
      notify();
    },
    async refresh(keys) {
      await mirror.refresh(keys);
      notify();
    },
  };
}

/** Hears what a mirror reads again; `keys` are undefined when that is everything. */
export interface MirrorObserver {
  /** Before, while the mirror still shows the old. */
  reading?(keys: readonly string[]): void;
  read(keys: readonly string[] | undefined): void;
}

/** Tells an observer about each change of the mirror. */
export function observed(mirror: Mirror, observer: MirrorObserver): Mirror {
  return {
    async reload() {
      await mirror.reload();
      observer.read(undefined);
    },
    async refresh(keys) {
      observer.reading?.(keys);
      await mirror.refresh(keys);
      observer.read(keys);
    },
  };
}

/** Reads page after page, giving the event loop a turn between two. */
export async function eachPage<T>(
  read: (token: string) => Promise<PageOf<T>>,
  use: (item: T) => void,
): Promise<void> {
  for (let token = ''; ;) {
    const page = await read(token);
    page.items.forEach(use);
    if (page.nextToken === '' || page.items.length === 0) return;
    token = page.nextToken;
    await nextTurn();
  }
}

const pageSize = 500;
