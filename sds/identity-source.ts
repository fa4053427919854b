import type { IdentityView } from '../common/spiffe/identity-view.ts';

/** Follows the views of a caller. Neither method may throw. */
export interface ViewReader {
  /** The view in force, then each newer one. */
  view(view: IdentityView): void;
  /** The caller ended; with an error when it cannot be served any more. Nothing follows. */
  ended(error?: unknown): void;
}

/**
 * Where a caller's identities come from, made after the caller was attested. Connections of one process
 * may share one. The agent implements it; SDS only reads.
 */
export interface IdentitySource {
  /**
   * The attested selectors in canonical text, by which stream opens are rate limited as SPIRE does.
   * Absent: the connection is limited by itself.
   */
  readonly selectorsKey?: string;
  /** The view now in force; undefined before the first one. */
  current(): IdentityView | undefined;
  /** Tells the reader the current view at once if there is one, then each newer one. Returns how to stop. */
  follow(reader: ViewReader): () => void;
  /** Says that the caller waits for this name, so that the next sync looks for it. Cheap to repeat. */
  want(name: string): void;
}
