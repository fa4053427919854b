import type { Subscriptions } from './stream-policy.ts';
import type { Sendable } from './subscription.ts';

/** A response on the wire that the Envoy has not answered yet. */
interface InFlight {
  readonly nonce: string;
  readonly items: readonly Sendable[];
  /** Monotonic, like all times in here. */
  readonly sentAtMs: number;
}

/** One state-of-the-world stream. Never changed in place. */
export interface SotwState {
  readonly subscriptions: Subscriptions;
  /** A request came; before that nothing is watched. */
  readonly asked: boolean;
  /** Everything on offer is watched, not only what was named. */
  readonly wildcard: boolean;
  /** A name was given once: from then on an empty list means nothing, not everything. */
  readonly everNamed: boolean;
  /** Responses sent so far; the nonce is made of it. */
  readonly responses: number;
  readonly lastNonce: string | undefined;
  readonly inFlight: InFlight | undefined;
  /** Since when the Envoy owes an answer; survives a response sent over an unanswered one. */
  readonly unansweredSinceMs: number | undefined;
  /** The transport has not taken the last response yet. */
  readonly writing: boolean;
  /** The Envoy left a response unanswered for too long: nothing more is sent until it answers. */
  readonly stalled: boolean;
}

export type SotwEvent =
  | {
      readonly kind: 'request';
      readonly names: readonly string[];
      readonly nonce: string;
      /** Text of the Envoy's error_detail. */
      readonly refusal: string | undefined;
    }
  /** What is on offer changed. */
  | { readonly kind: 'view' }
  /** Another stream's NACK was traced to this content of this stream. */
  | { readonly kind: 'blame'; readonly name: string; readonly content: string }
  /** The transport took the last response. */
  | { readonly kind: 'taken' }
  | { readonly kind: 'tick' };

export interface SotwResponse {
  readonly nonce: string;
  readonly versionInfo: string;
  readonly items: readonly Sendable[];
}

export const initialSotwState: SotwState = {
  subscriptions: new Map(),
  asked: false,
  wildcard: false,
  everNamed: false,
  responses: 0,
  lastNonce: undefined,
  inFlight: undefined,
  unansweredSinceMs: undefined,
  writing: false,
  stalled: false,
};
