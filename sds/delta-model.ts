import type { Subscriptions } from './stream-policy.ts';
import type { Sendable } from './subscription.ts';

/** A response that the Envoy has not answered yet; a removal carries no item. */
export interface Unanswered {
  readonly item: Sendable | undefined;
  /** Monotonic, like all times in here. */
  readonly sentAtMs: number;
}

/** One Delta stream. Never changed in place. */
export interface DeltaState {
  readonly subscriptions: Subscriptions;
  readonly asked: boolean;
  readonly wildcard: boolean;
  readonly responses: number;
  /** By nonce, oldest first; never more than `longestWindow`. */
  readonly unanswered: ReadonlyMap<string, Unanswered>;
  readonly unansweredSinceMs: number | undefined;
  /** Names to call removed though they are not watched. */
  readonly farewells: readonly string[];
  readonly writing: boolean;
  readonly stalled: boolean;
}

export type DeltaEvent =
  | {
      readonly kind: 'request';
      readonly subscribe: readonly string[];
      readonly unsubscribe: readonly string[];
      /** Names that the Envoy holds from an earlier stream. */
      readonly held: ReadonlySet<string>;
      readonly nonce: string;
      readonly refusal: string | undefined;
    }
  | { readonly kind: 'view' }
  | { readonly kind: 'blame'; readonly name: string; readonly content: string }
  | { readonly kind: 'taken' }
  | { readonly kind: 'tick' };

/** One resource, or one removed name: so that a refusal names its culprit. */
export interface DeltaResponse {
  readonly nonce: string;
  readonly systemVersionInfo: string;
  readonly item?: Sendable;
  readonly removed?: string;
}

/** How many responses may be unanswered. */
export const longestWindow = 16;

export const initialDeltaState: DeltaState = {
  subscriptions: new Map(),
  asked: false,
  wildcard: false,
  responses: 0,
  unanswered: new Map(),
  unansweredSinceMs: undefined,
  farewells: [],
  writing: false,
  stalled: false,
};
