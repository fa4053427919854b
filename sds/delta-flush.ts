import {
  longestWindow,
  type DeltaResponse,
  type DeltaState,
  type Unanswered,
} from './delta-model.ts';
import {
  dueNow,
  noteDropped,
  setVersion,
  withSubscription,
  type Moment,
  type Note,
  type StreamPolicy,
} from './stream-policy.ts';
import { markSent, type Sendable, type Subscription } from './subscription.ts';

/** The next message of a Delta stream, if one is due: a resource, else a removal. */
export function flush(
  state: DeltaState,
  moment: Moment,
  policy: StreamPolicy,
  notes: Note[],
): [DeltaState, DeltaResponse | undefined] {
  if (moment.offer === undefined || state.writing || state.stalled || !moment.room) {
    return [state, undefined];
  }
  const window = openWindow(state.unanswered, moment, policy);
  if (window === undefined) return [state, undefined];
  const item = firstDue(state, moment);
  if (item !== undefined) {
    const sub = state.subscriptions.get(item.resource.name);
    if (sub === undefined) return [state, undefined];
    const next = withSubscription(state, markSent(sub, item, moment.monotonicMs));
    return respond(next, window, { item }, moment, policy);
  }
  const gone = firstGone(state, moment, policy);
  if (gone === undefined) return [state, undefined];
  return respond(withoutName(state, gone, notes), window, { removed: gone }, moment, policy);
}

/** Room for one more unanswered response; the oldest is given up once it had its time. */
function openWindow(
  unanswered: DeltaState['unanswered'],
  moment: Moment,
  policy: StreamPolicy,
): Map<string, Unanswered> | undefined {
  const window = new Map(unanswered);
  const [oldest] = window;
  if (oldest === undefined || window.size < longestWindow) return window;
  if (moment.monotonicMs < oldest[1].sentAtMs + policy.ackWaitMs) return undefined;
  window.delete(oldest[0]);
  return window;
}

function firstDue(state: DeltaState, moment: Moment): Sendable | undefined {
  let certificate: Sendable | undefined;
  for (const sub of state.subscriptions.values()) {
    const item = dueNow(sub, moment);
    if (item?.resource.kind === 'bundle') return item;
    certificate ??= item;
  }
  return certificate;
}

/** A name that the Envoy is to be told does not exist. */
function firstGone(state: DeltaState, moment: Moment, policy: StreamPolicy): string | undefined {
  const [farewell] = state.farewells;
  if (farewell !== undefined) return farewell;
  for (const sub of state.subscriptions.values()) {
    if (!sub.removed && isGone(sub, moment, policy)) return sub.name;
  }
  return undefined;
}

function isGone(sub: Subscription, moment: Moment, policy: StreamPolicy): boolean {
  switch (sub.standing) {
    case 'unservable':
    case 'lost':
      return true;
    case 'waiting':
      return sub.held || moment.monotonicMs >= sub.sinceMs + policy.pendingGraceMs;
    case 'conflict':
      return moment.monotonicMs >= sub.sinceMs + policy.pendingGraceMs;
    case 'coming':
      // The Envoy holds what was served: a gap in renewal is no withdrawal.
      return sub.sent === undefined && moment.monotonicMs >= sub.sinceMs + policy.pendingGraceMs;
    case 'new':
    case 'served':
    case 'expired':
      return false;
  }
}

function withoutName(state: DeltaState, name: string, notes: Note[]): DeltaState {
  const farewells = state.farewells.filter((each) => each !== name);
  const sub = state.subscriptions.get(name);
  if (sub === undefined) return { ...state, farewells };
  if (sub.explicit) {
    const told = { ...sub, removed: true, owed: true, sent: undefined, acked: undefined };
    return { ...withSubscription(state, told), farewells };
  }
  const subscriptions = new Map(state.subscriptions);
  subscriptions.delete(name);
  noteDropped(sub, notes);
  return { ...state, farewells, subscriptions };
}

function respond(
  state: DeltaState,
  window: Map<string, Unanswered>,
  what: { readonly item: Sendable } | { readonly removed: string },
  moment: Moment,
  policy: StreamPolicy,
): [DeltaState, DeltaResponse] {
  const responses = state.responses + 1;
  const nonce = `${policy.nonceTag}-${responses}`;
  const item = 'item' in what ? what.item : undefined;
  window.set(nonce, { item, sentAtMs: moment.monotonicMs });
  const next: DeltaState = {
    ...state,
    responses,
    unanswered: window,
    unansweredSinceMs: state.unansweredSinceMs ?? moment.monotonicMs,
    writing: true,
  };
  const systemVersionInfo = setVersion(next.subscriptions.values());
  return [next, { nonce, systemVersionInfo, ...what }];
}
