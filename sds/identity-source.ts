import type { IdentityView } from '../common/spiffe/identity-view.ts';

/**
 * Where a caller's identities come from: one per connection, made after the caller was attested. The
 * agent implements it; SDS only reads.
 */
export interface IdentitySource {
  /**
   * The attested selectors in canonical text, by which stream opens are rate limited as SPIRE does.
   * Absent: the connection is limited by itself.
   */
  readonly selectorsKey?: string;
  /** The view now in force; undefined before the first one. */
  current(): IdentityView | undefined;
  /**
   * Yields the current view at once if there is one, then each newer one; a slow consumer sees only
   * the newest. Ends when the caller ends. Throws SpiffeError when attestation failed for good.
   */
  views(signal: AbortSignal): AsyncIterable<IdentityView>;
  /** Says that the caller waits for this name, so that the next sync looks for it. Cheap to repeat. */
  want(name: string): void;
}
