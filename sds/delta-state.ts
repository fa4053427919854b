import { flush } from './delta-flush.ts';
import {
  longestWindow,
  type DeltaEvent,
  type DeltaResponse,
  type DeltaState,
} from './delta-model.ts';
import { readRefusal } from './nack.ts';
import {
  closingFor,
  earliest,
  noteDropped,
  reconsiderAll,
  watchStall,
  withEverything,
  withSubscription,
  type Closing,
  type Decision,
  type Moment,
  type Note,
  type StreamPolicy,
  type Subscriptions,
} from './stream-policy.ts';
import { acknowledge, newSubscription, refuse, type Subscription } from './subscription.ts';

/** Decides what a Delta stream does next. Pure: the driver owns sockets, time and logs. */
export function stepDelta(
  state: DeltaState,
  event: DeltaEvent,
  moment: Moment,
  policy: StreamPolicy,
): [DeltaState, Decision<DeltaResponse>] {
  const notes: Note[] = [];
  const heard = hear(state, event, moment, notes);
  if (heard.subscriptions.size + heard.farewells.length > 2 * policy.longestNames) {
    return [state, { close: tooManyNames(policy), notes }];
  }
  if (countExplicit(heard.subscriptions) > policy.longestNames) {
    return [state, { close: tooManyNames(policy), notes }];
  }
  const awake = watchStall(heard, moment, policy, notes);
  const seen = event.kind === 'taken' ? awake : look(awake, moment, notes);
  const close = closingFor(seen.subscriptions, notes, policy);
  if (close !== undefined) return [seen, { close, notes }];
  const [next, send] = flush(seen, moment, policy, notes);
  return [next, send === undefined ? { notes } : { send, notes }];
}

/** When the stream wants a `tick` though nothing else happens; undefined when never. */
export function deltaWakeMs(
  state: DeltaState,
  moment: Moment,
  policy: StreamPolicy,
): number | undefined {
  const times = [moment.certificatesNotBeforeMs];
  const oldest = state.unanswered.values().next().value;
  if (oldest !== undefined && state.unanswered.size >= longestWindow) {
    times.push(oldest.sentAtMs + policy.ackWaitMs);
  }
  if (state.unansweredSinceMs !== undefined) {
    times.push(state.unansweredSinceMs + policy.stallAfterMs);
  }
  for (const sub of state.subscriptions.values()) {
    if (!sub.removed && graceful.has(sub.standing)) {
      times.push(sub.sinceMs + policy.pendingGraceMs);
    }
  }
  return earliest(times, moment.monotonicMs);
}

const graceful: ReadonlySet<string> = new Set(['waiting', 'coming', 'conflict']);

function hear(state: DeltaState, event: DeltaEvent, moment: Moment, notes: Note[]): DeltaState {
  switch (event.kind) {
    case 'request': {
      const answered = hearAnswer(state, event, notes);
      const next = watchNames(answered, event, moment, notes);
      if (!state.asked) notes.push({ kind: 'first' });
      else if (next !== answered) notes.push({ kind: 'change' });
      return next;
    }
    case 'blame': {
      const sub = state.subscriptions.get(event.name);
      return sub === undefined ? state : withSubscription(state, refuse(sub, event.content));
    }
    case 'taken':
      return { ...state, writing: false };
    case 'view':
    case 'tick':
      return state;
  }
}

/** The nonce only tells which response is answered: a change of names counts whatever it is. */
function hearAnswer(
  state: DeltaState,
  event: Extract<DeltaEvent, { kind: 'request' }>,
  notes: Note[],
): DeltaState {
  if (event.nonce === '') return state;
  const answered = state.unanswered.get(event.nonce);
  if (answered === undefined) {
    notes.push({ kind: 'stale' });
    return state;
  }
  if (state.stalled) notes.push({ kind: 'resumed' });
  const unanswered = new Map(state.unanswered);
  unanswered.delete(event.nonce);
  const next: DeltaState = {
    ...state,
    unanswered,
    unansweredSinceMs: unanswered.values().next().value?.sentAtMs,
    stalled: false,
  };
  const { item } = answered;
  const sub = item === undefined ? undefined : next.subscriptions.get(item.resource.name);
  if (event.refusal === undefined) {
    notes.push({ kind: 'ack', sentAtMs: answered.sentAtMs });
    if (item === undefined || sub === undefined) return next;
    return withSubscription(next, acknowledge(sub, item.version));
  }
  const read = readRefusal(event.refusal);
  const accused =
    item !== undefined && (read.culprit === 'sent' || read.culprit === item.resource.kind);
  const resources = item === undefined ? [] : [item.resource];
  notes.push({ kind: 'nack', refusal: read, resources, elsewhere: !accused });
  if (!accused || sub === undefined) return next;
  return withSubscription(next, refuse(sub, item.resource.version));
}

function watchNames(
  state: DeltaState,
  event: Extract<DeltaEvent, { kind: 'request' }>,
  moment: Moment,
  notes: Note[],
): DeltaState {
  const { subscribe, unsubscribe, held } = event;
  if (state.asked && subscribe.length === 0 && unsubscribe.length === 0) return state;
  const subscriptions = new Map(state.subscriptions);
  const farewells = new Set(state.farewells);
  let wildcard = state.wildcard || subscribe.includes('*');
  // A first request without names is the old form of the wildcard.
  if (!state.asked && subscribe.length === 0) wildcard = true;
  if (unsubscribe.includes('*')) wildcard = false;
  for (const name of unsubscribe) {
    const sub = subscriptions.get(name);
    if (sub === undefined) continue;
    if (wildcard && !sub.explicit) continue;
    if (wildcard && moment.offer?.everything().includes(name) === true) {
      subscriptions.set(name, { ...sub, explicit: false, owed: true, removed: false });
      continue;
    }
    subscriptions.delete(name);
    noteDropped(sub, notes);
    if (wildcard) farewells.add(name);
  }
  for (const name of subscribe) {
    if (name === '*') continue;
    farewells.delete(name);
    const sub = subscriptions.get(name) ?? newSubscription(name, true, moment.monotonicMs);
    subscriptions.set(name, {
      ...sub,
      explicit: true,
      owed: true,
      removed: false,
      held: sub.held || held.has(name),
    });
  }
  if (!wildcard) dropImplicit(subscriptions, notes);
  else if (!state.asked) {
    for (const name of held) if (!subscriptions.has(name)) farewells.add(name);
  }
  return { ...state, subscriptions, wildcard, asked: true, farewells: [...farewells] };
}

function dropImplicit(subscriptions: Map<string, Subscription>, notes: Note[]): void {
  for (const sub of subscriptions.values()) {
    if (sub.explicit) continue;
    subscriptions.delete(sub.name);
    noteDropped(sub, notes);
  }
}

function look(state: DeltaState, moment: Moment, notes: Note[]): DeltaState {
  const { offer, monotonicMs } = moment;
  if (offer === undefined || !state.asked) return state;
  let { subscriptions, farewells } = state;
  if (state.wildcard) {
    subscriptions = withEverything(subscriptions, offer, monotonicMs);
    if (farewells.some((name) => subscriptions.has(name))) {
      farewells = farewells.filter((name) => !subscriptions.has(name));
    }
  }
  subscriptions = reconsiderAll(subscriptions, moment, notes);
  if (subscriptions === state.subscriptions && farewells === state.farewells) return state;
  return { ...state, subscriptions, farewells };
}

function tooManyNames(policy: StreamPolicy): Closing {
  return {
    code: 'INVALID_ARGUMENT',
    message: `resource_names_subscribe: at most ${policy.longestNames} names are allowed`,
  };
}

function countExplicit(subscriptions: Subscriptions): number {
  let count = 0;
  for (const sub of subscriptions.values()) if (sub.explicit) count++;
  return count;
}
