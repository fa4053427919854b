import type { EncodedParts } from '../common/rpc/encoded-parts.ts';
import type { RequestLimits } from './request.ts';
import type { Envelope } from './responses.ts';
import type { Decision, Moment, StreamPolicy, Subscriptions } from './stream-policy.ts';
import type { Sendable } from './subscription.ts';

/** What the states of both protocols have. */
export interface CommonState {
  readonly subscriptions: Subscriptions;
  readonly wildcard: boolean;
  readonly writing: boolean;
  readonly stalled: boolean;
}

/** What happens on streams of both protocols. */
export type CommonEvent =
  | { readonly kind: 'view' | 'taken' | 'tick' }
  | { readonly kind: 'blame'; readonly name: string; readonly content: string };

/** One of the two protocols: a pure machine with its encoding. */
export interface StreamMachine<State extends CommonState, Event, Response> {
  readonly protocol: 'sotw' | 'delta';
  readonly initial: State;
  step(
    state: State,
    event: Event | CommonEvent,
    moment: Moment,
    policy: StreamPolicy,
  ): [State, Decision<Response>];
  wakeMs(state: State, moment: Moment, policy: StreamPolicy): number | undefined;
  decode(
    bytes: Uint8Array,
    limits: RequestLimits,
  ): { readonly event: Event; readonly node: Uint8Array | undefined; readonly typeUrl: string };
  encode(response: Response, envelope: Envelope): EncodedParts;
  itemsOf(response: Response): readonly Sendable[];
  nonceOf(response: Response): string;
}
