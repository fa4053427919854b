import { readRefusal } from './nack.ts';
import type { SotwEvent, SotwResponse, SotwState } from './sotw-model.ts';
import {
  closingFor,
  dueNow,
  earliest,
  noteDropped,
  reconsiderAll,
  setVersion,
  watchStall,
  withEverything,
  withSubscription,
  type Decision,
  type Moment,
  type Note,
  type StreamPolicy,
} from './stream-policy.ts';
import {
  acknowledge,
  markSent,
  newSubscription,
  refuse,
  type Sendable,
  type Subscription,
} from './subscription.ts';

/** Decides what a state-of-the-world stream does next. Pure: the driver owns sockets, time and logs. */
export function stepSotw(
  state: SotwState,
  event: SotwEvent,
  moment: Moment,
  policy: StreamPolicy,
): [SotwState, Decision<SotwResponse>] {
  const notes: Note[] = [];
  const heard = watchStall(hear(state, event, moment, policy, notes), moment, policy, notes);
  const seen = event.kind === 'taken' ? heard : look(heard, moment, notes);
  const close = closingFor(seen.subscriptions, notes, policy);
  if (close !== undefined) return [seen, { close, notes }];
  const [next, send] = flush(seen, moment, policy);
  return [next, send === undefined ? { notes } : { send, notes }];
}

/** When the stream wants a `tick` though nothing else happens; undefined when never. */
export function sotwWakeMs(
  state: SotwState,
  moment: Moment,
  policy: StreamPolicy,
): number | undefined {
  const times = [moment.certificatesNotBeforeMs];
  if (state.inFlight !== undefined) times.push(state.inFlight.sentAtMs + policy.ackWaitMs);
  if (state.unansweredSinceMs !== undefined) {
    times.push(state.unansweredSinceMs + policy.stallAfterMs);
  }
  return earliest(times, moment.monotonicMs);
}

function hear(
  state: SotwState,
  event: SotwEvent,
  moment: Moment,
  policy: StreamPolicy,
  notes: Note[],
): SotwState {
  switch (event.kind) {
    case 'request':
      return hearRequest(state, event, moment, policy, notes);
    case 'blame': {
      const sub = state.subscriptions.get(event.name);
      if (sub === undefined) return state;
      return withSubscription(state, refuse(sub, event.content));
    }
    case 'taken':
      return { ...state, writing: false };
    case 'view':
    case 'tick':
      return state;
  }
}

function hearRequest(
  state: SotwState,
  event: Extract<SotwEvent, { kind: 'request' }>,
  moment: Moment,
  policy: StreamPolicy,
  notes: Note[],
): SotwState {
  // SPIRE and the protocol: after a response, a request that answers another one is ignored whole.
  if (state.lastNonce !== undefined && event.nonce !== state.lastNonce) {
    notes.push({ kind: 'stale' });
    return state;
  }
  const answered = hearAnswer(state, event.refusal, notes);
  const next = watchNames(answered, event.names, moment, policy, notes);
  if (!state.asked) notes.push({ kind: 'first' });
  else if (next.subscriptions !== answered.subscriptions) notes.push({ kind: 'change' });
  return next;
}

function hearAnswer(state: SotwState, refusal: string | undefined, notes: Note[]): SotwState {
  const { inFlight } = state;
  if (inFlight === undefined) return state;
  const subscriptions = new Map(state.subscriptions);
  const update = (item: Sendable, change: (sub: Subscription) => Subscription) => {
    const sub = subscriptions.get(item.resource.name);
    if (sub !== undefined) subscriptions.set(sub.name, change(sub));
  };
  if (refusal === undefined) {
    // Judged by the absence of error_detail alone: clients may leave version_info empty.
    for (const item of inFlight.items) update(item, (sub) => acknowledge(sub, item.version));
    notes.push({ kind: 'ack', sentAtMs: inFlight.sentAtMs });
  } else {
    const read = readRefusal(refusal);
    const accused = inFlight.items.filter(
      ({ resource }) => read.culprit === 'sent' || read.culprit === resource.kind,
    );
    for (const item of accused) update(item, (sub) => refuse(sub, item.resource.version));
    const resources = inFlight.items.map(({ resource }) => resource);
    notes.push({ kind: 'nack', refusal: read, resources, elsewhere: accused.length === 0 });
  }
  if (state.stalled) notes.push({ kind: 'resumed' });
  return {
    ...state,
    subscriptions,
    inFlight: undefined,
    unansweredSinceMs: undefined,
    stalled: false,
  };
}

function watchNames(
  state: SotwState,
  names: readonly string[],
  moment: Moment,
  policy: StreamPolicy,
  notes: Note[],
): SotwState {
  const named = new Set(names.filter((name) => name !== '*'));
  const everNamed = state.everNamed || names.length > 0;
  const emptyMeansAll = !state.everNamed || policy.legacyEmptyList;
  const wildcard = names.length === 0 ? emptyMeansAll : names.includes('*');
  const subscriptions = new Map<string, Subscription>();
  for (const sub of state.subscriptions.values()) {
    if (named.has(sub.name)) {
      // Named anew although the wildcard brought it before: an answer is owed.
      subscriptions.set(sub.name, sub.explicit ? sub : { ...sub, explicit: true, owed: true });
    } else if (wildcard && !sub.explicit) subscriptions.set(sub.name, sub);
    else if (wildcard && moment.offer?.everything().includes(sub.name) === true) {
      subscriptions.set(sub.name, { ...sub, explicit: false });
    } else noteDropped(sub, notes);
  }
  for (const name of named) {
    if (!subscriptions.has(name)) {
      subscriptions.set(name, newSubscription(name, true, moment.monotonicMs));
    }
  }
  const same =
    subscriptions.size === state.subscriptions.size &&
    [...subscriptions].every(([name, sub]) => state.subscriptions.get(name) === sub);
  return {
    ...state,
    subscriptions: same ? state.subscriptions : subscriptions,
    asked: true,
    wildcard,
    everNamed,
  };
}

function look(state: SotwState, moment: Moment, notes: Note[]): SotwState {
  if (moment.offer === undefined || !state.asked) return state;
  const known = state.wildcard
    ? withEverything(state.subscriptions, moment.offer, moment.monotonicMs)
    : state.subscriptions;
  const subscriptions = reconsiderAll(known, moment, notes);
  return subscriptions === state.subscriptions ? state : { ...state, subscriptions };
}

function flush(
  state: SotwState,
  moment: Moment,
  policy: StreamPolicy,
): [SotwState, SotwResponse | undefined] {
  const { inFlight } = state;
  if (state.writing || state.stalled || !moment.room) return [state, undefined];
  if (inFlight !== undefined && moment.monotonicMs < inFlight.sentAtMs + policy.ackWaitMs) {
    return [state, undefined];
  }
  const items = dueItems(state, moment, policy);
  if (items.length === 0) return [state, undefined];
  const subscriptions = new Map(state.subscriptions);
  for (const item of items) {
    const sub = subscriptions.get(item.resource.name);
    if (sub !== undefined) subscriptions.set(sub.name, markSent(sub, item, moment.monotonicMs));
  }
  const responses = state.responses + 1;
  const nonce = `${policy.nonceTag}-${responses}`;
  const next: SotwState = {
    ...state,
    subscriptions,
    responses,
    lastNonce: nonce,
    inFlight: { nonce, items, sentAtMs: moment.monotonicMs },
    unansweredSinceMs: state.unansweredSinceMs ?? moment.monotonicMs,
    writing: true,
  };
  return [next, { nonce, versionInfo: setVersion(subscriptions.values()), items }];
}

/** Bundles before certificates, else in the order asked; only what changed. */
function dueItems(state: SotwState, moment: Moment, policy: StreamPolicy): readonly Sendable[] {
  const due = new Map<string, Sendable>();
  for (const sub of state.subscriptions.values()) {
    const item = dueNow(sub, moment);
    if (item !== undefined) due.set(sub.name, item);
  }
  if (due.size > 0 && policy.fullState) {
    for (const { name, sent, refused } of state.subscriptions.values()) {
      if (due.has(name) || sent === undefined) continue;
      if (!refused.includes(sent.resource.version) && sent.resource.notAfterMs > moment.nowMs) {
        due.set(name, sent);
      }
    }
  }
  const items = [...due.values()];
  return [
    ...items.filter(({ resource }) => resource.kind === 'bundle'),
    ...items.filter(({ resource }) => resource.kind === 'certificate'),
  ];
}
