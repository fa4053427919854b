import { createHash } from 'node:crypto';
import type { ErrorCode } from '../common/errors/codes.ts';
import type { Refusal } from './nack.ts';
import type { Offer } from './offer.ts';
import type { ServedResource } from './secrets.ts';
import {
  newSubscription,
  nextToSend,
  reconsider,
  type Sendable,
  type Standing,
  type Subscription,
} from './subscription.ts';

export type Subscriptions = ReadonlyMap<string, Subscription>;

/** What the world looks like at the moment of an event. */
export interface Moment {
  /** Of the wall clock: what certificates expire by. */
  readonly nowMs: number;
  /** Of the clock that never jumps: what every wait is measured by. */
  readonly monotonicMs: number;
  /** Absent until the first view. */
  readonly offer: Offer | undefined;
  /** Renewed certificates wait until then (monotonic), so that new roots are in use first. */
  readonly certificatesNotBeforeMs: number;
  /** False while the connection holds too many bytes that nobody reads. */
  readonly room: boolean;
}

export interface StreamPolicy {
  /** Random per stream; with a counter it makes nonces that no other stream uses. */
  readonly nonceTag: string;
  readonly ackWaitMs: number;
  readonly stallAfterMs: number;
  readonly longestNames: number;
  readonly unknownNames: 'hold' | 'reject';
  readonly closeOnLost: boolean;
  readonly legacyEmptyList: boolean;
  readonly fullState: boolean;
  readonly pendingGraceMs: number;
}

/** What happened, for logs and metrics. */
export type Note =
  | { readonly kind: 'first' | 'change' | 'stale' | 'stalled' | 'resumed' }
  | { readonly kind: 'ack'; readonly sentAtMs: number }
  | {
      readonly kind: 'nack';
      readonly refusal: Refusal;
      readonly resources: readonly ServedResource[];
      /** None of the refused resources is of the accused kind: look at the Envoy's other streams. */
      readonly elsewhere: boolean;
    }
  | {
      readonly kind: 'standing';
      readonly name: string;
      readonly from: Standing;
      readonly to: Standing | 'dropped';
      readonly reason: string;
    };

/** Ends the stream with an error. */
export interface Closing {
  readonly code: ErrorCode;
  readonly message: string;
}

export interface Decision<Response> {
  readonly send?: Response;
  readonly close?: Closing;
  readonly notes: readonly Note[];
}

/** The state with one book replaced. */
export function withSubscription<State extends { readonly subscriptions: Subscriptions }>(
  state: State,
  sub: Subscription,
): State {
  return { ...state, subscriptions: new Map(state.subscriptions).set(sub.name, sub) };
}

/** For the wildcard: a book for each name that is on offer. Returns the same map when none is new. */
export function withEverything(
  subscriptions: Subscriptions,
  offer: Offer,
  monotonicMs: number,
): Subscriptions {
  const added = offer.everything().filter((name) => !subscriptions.has(name));
  if (added.length === 0) return subscriptions;
  return new Map([
    ...subscriptions,
    ...added.map((name) => [name, newSubscription(name, false, monotonicMs)] as const),
  ]);
}

/** Stops a stream whose Envoy owes an answer for too long. */
export function watchStall<
  State extends { readonly stalled: boolean; readonly unansweredSinceMs: number | undefined },
>(state: State, moment: Moment, policy: StreamPolicy, notes: Note[]): State {
  const since = state.unansweredSinceMs;
  if (state.stalled || since === undefined) return state;
  if (moment.monotonicMs < since + policy.stallAfterMs) return state;
  notes.push({ kind: 'stalled' });
  return { ...state, stalled: true };
}

/** Brings every standing up to date. Returns the same map when nothing changed. */
export function reconsiderAll(
  subscriptions: Subscriptions,
  moment: Moment,
  notes: Note[],
): Subscriptions {
  const { offer } = moment;
  if (offer === undefined) return subscriptions;
  let changed: Map<string, Subscription> | undefined;
  for (const [name, sub] of subscriptions) {
    const next = reconsider(sub, offer.find(name), moment);
    if (next === sub) continue;
    changed ??= new Map(subscriptions);
    changed.set(name, next);
    if (next.standing !== sub.standing) {
      const { standing: to, reason } = next;
      notes.push({ kind: 'standing', name, from: sub.standing, to, reason });
    }
  }
  return changed ?? subscriptions;
}

/** Notes that a name is no longer watched. */
export function noteDropped(sub: Subscription, notes: Note[]): void {
  notes.push({ kind: 'standing', name: sub.name, from: sub.standing, to: 'dropped', reason: '' });
}

/** Whether what just changed ends the stream: only where the operator chose so. */
export function closingFor(
  subscriptions: Subscriptions,
  notes: readonly Note[],
  policy: StreamPolicy,
): Closing | undefined {
  const standings = notes.filter((note) => note.kind === 'standing');
  if (policy.unknownNames === 'reject') {
    const conflict = standings.find(({ to }) => to === 'conflict');
    if (conflict !== undefined) return { code: 'INTERNAL', message: conflict.reason };
    if (standings.some(({ to }) => rejected.has(to))) {
      const names = [...subscriptions.values()].filter(({ standing }) => rejected.has(standing));
      return notAuthorized(names.map(({ name }) => name));
    }
  }
  const lost = standings.find(({ to }) => to === 'lost');
  if (!policy.closeOnLost || lost === undefined) return undefined;
  return {
    code: 'PERMISSION_DENIED',
    message: `workload is no longer authorized for ${JSON.stringify(lost.name)}`,
  };
}

/** SPIRE's answer to names that it does not have, word for word. */
export function notAuthorized(names: readonly string[]): Closing {
  const list = names.toSorted().map((name) => JSON.stringify(name));
  return {
    code: 'INVALID_ARGUMENT',
    message: `workload is not authorized for the requested identities [${list.join(' ')}]`,
  };
}

/** What may go out now for this name. Renewed certificates wait a moment after new roots. */
export function dueNow(sub: Subscription, moment: Moment): Sendable | undefined {
  if (moment.offer === undefined) return undefined;
  const item = nextToSend(sub, moment.offer.find(sub.name), moment.nowMs);
  if (item?.resource.kind !== 'certificate') return item;
  const renewal = sub.sent !== undefined && !sub.owed && sub.heal === undefined;
  return renewal && moment.monotonicMs < moment.certificatesNotBeforeMs ? undefined : item;
}

/** Version of all that a stream was given: that of its one resource, else a hash of the list. */
export function setVersion(subscriptions: Iterable<Subscription>): string {
  const pairs = [...subscriptions].flatMap(({ name, sent }) =>
    sent === undefined ? [] : [[name, sent.version] as const],
  );
  const [only] = pairs;
  if (only !== undefined && pairs.length === 1) return only[1];
  const list = JSON.stringify(pairs.sort(([a], [b]) => (a < b ? -1 : 1)));
  return createHash('sha256').update(list).digest('hex').slice(0, 32);
}

/** The earliest of these moments that is still ahead. */
export function earliest(times: readonly number[], nowMs: number): number | undefined {
  const ahead = times.filter((at) => at > nowMs);
  return ahead.length === 0 ? undefined : Math.min(...ahead);
}

/** `coming` is not among them: SPIRE too waits for an SVID that is on its way. */
const rejected: ReadonlySet<string> = new Set(['waiting', 'unservable', 'lost']);
