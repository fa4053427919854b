import type { IdentityView } from '../../common/spiffe/identity-view.ts';
import type { RegistrationEntry } from '../../common/spiffe/registration-entry.ts';
import { selectorText, type Selector } from '../../common/spiffe/selector.ts';
import type { PodTrace } from '../pods/pod-trace.ts';
import type { Flavour } from '../../sds/config.ts';
import { everyName, resolveName, type NameRules } from '../../sds/resource-names.ts';
import { nearEntries, type NearEntry } from './near-entries.ts';

/** Whom an explanation is about. */
export interface Subject {
  readonly pids: readonly number[];
  readonly selectors: readonly Selector[];
  /** False when some attestor failed: selectors may be missing. */
  readonly complete: boolean;
  /** What its selectors are entitled to now; undefined before the first sync. */
  readonly view: IdentityView | undefined;
  /** Names that its Envoy asks for now. */
  readonly asked: readonly string[];
  /** How long its attestation took just now; absent when it was not attested for this. */
  readonly attestedInMs?: number | undefined;
  /** How it was found to be a container, where an attestor knows pods. */
  readonly trace?: PodTrace | undefined;
}

/** What the agent knows that bears on it. */
export interface Surroundings {
  readonly entries: Iterable<RegistrationEntry>;
  readonly rules: NameRules;
  readonly flavour: Flavour;
  /** Why the agent serves nobody; empty when it does. */
  readonly unready: string;
}

export interface Explanation {
  readonly pids: readonly number[];
  readonly selectors: readonly string[];
  readonly complete: boolean;
  readonly matching: readonly MatchingEntry[];
  /** The nearest first. */
  readonly near: readonly NearEntry[];
  /** How many more are near and left out. */
  readonly moreNear: number;
  readonly sdsNames: readonly ResolvedName[];
  /** One sentence on why it gets no identity; empty when it gets one. */
  readonly verdict: string;
  readonly attestedInMs: number | undefined;
  readonly trace: PodTrace | undefined;
}

export interface MatchingEntry {
  readonly entryId: string;
  readonly spiffeId: string;
  readonly hint: string;
  readonly selectors: readonly string[];
  /** Why it is not served; empty when it is. */
  readonly reason: string;
  /** Of the certificate; absent when there is none. */
  readonly expiresAtMs: number | undefined;
}

interface ResolvedName {
  readonly name: string;
  readonly outcome: 'certificate' | 'bundle' | 'waiting' | 'coming' | 'conflict' | 'unservable';
  /** Of the certificate, or of the trust domains. */
  readonly spiffeIds: readonly string[];
  readonly reason: string;
}

/** Says what a workload gets and why not more. Pure. */
export function explain(subject: Subject, around: Surroundings): Explanation {
  const entries = [...around.entries];
  const texts = new Set(subject.selectors.map(selectorText));
  const matching = entries
    .filter((entry) => entry.selectors.every((selector) => texts.has(selectorText(selector))))
    .sort((a, b) => (a.id < b.id ? -1 : 1))
    .map((entry) => matchingEntry(entry, subject.view));
  const near = nearEntries(texts, entries);
  const partial = { matching, near, texts };
  return {
    pids: subject.pids,
    selectors: [...texts],
    complete: subject.complete,
    matching,
    near: near.slice(0, mostNear),
    moreNear: Math.max(near.length - mostNear, 0),
    sdsNames: subject.view === undefined ? [] : resolveAll(subject, subject.view, matching, around),
    verdict: verdictOf(partial, entries.length, subject, around),
    attestedInMs: subject.attestedInMs,
    trace: subject.trace,
  };
}

const mostNear = 10;

function matchingEntry(entry: RegistrationEntry, view: IdentityView | undefined): MatchingEntry {
  const identity = view?.identities.find(({ entryId }) => entryId === entry.id);
  const pending = view?.pending.find(({ entryId }) => entryId === entry.id);
  const unserved = entry.storeSvid
    ? 'the entry is for an SVID store, not for workloads'
    : (pending?.reason ?? 'the agent has not synchronized with the server yet');
  return {
    entryId: entry.id,
    spiffeId: entry.spiffeId,
    hint: entry.hint,
    selectors: entry.selectors.map(selectorText),
    reason: identity === undefined ? unserved : '',
    expiresAtMs: identity?.svid.notAfterMs,
  };
}

/** The names an Envoy is likely to ask for, and those that it does ask for. */
function resolveAll(
  { asked }: Subject,
  view: IdentityView,
  matching: readonly MatchingEntry[],
  { flavour, rules }: Surroundings,
): readonly ResolvedName[] {
  const configured = [
    rules.default_svid_name,
    rules.default_bundle_name,
    rules.default_all_bundles_name,
    ...Object.keys(rules.aliases),
  ].filter((name) => name !== '');
  const ids = matching.map(({ spiffeId }) => spiffeId);
  const hints = matching.flatMap(({ hint }) => (hint === '' ? [] : [`hint:${hint}`]));
  const names = new Set([...configured, ...everyName(view, rules), ...ids, ...hints, ...asked]);
  return [...names].map((name) => resolve(name, view, rules, flavour));
}

function resolve(
  name: string,
  view: IdentityView,
  rules: NameRules,
  flavour: Flavour,
): ResolvedName {
  const target = resolveName(name, view, rules, flavour);
  if (target.kind === 'certificate') {
    return {
      name,
      outcome: 'certificate',
      spiffeIds: [target.identity.svid.id],
      reason: '',
    };
  }
  if (target.kind === 'bundles') {
    const spiffeIds = target.bundles.map(({ trustDomain }) => `spiffe://${trustDomain}`);
    return { name, outcome: 'bundle', spiffeIds, reason: '' };
  }
  return { name, outcome: target.kind, spiffeIds: [], reason: target.reason };
}

interface Partial {
  readonly matching: readonly MatchingEntry[];
  readonly near: readonly NearEntry[];
  readonly texts: ReadonlySet<string>;
}

function verdictOf(
  { matching, near, texts }: Partial,
  entries: number,
  { complete, pids, trace }: Subject,
  { unready }: Surroundings,
): string {
  const [unserved] = matching;
  if (unready !== '') return unready;
  if (matching.some(({ reason }) => reason === '')) return '';
  if (unserved !== undefined) return `${unserved.spiffeId} is not served: ${unserved.reason}`;
  const reason = trace?.reason ?? '';
  if (pids.length === 0) return reason;
  if (texts.size === 0) {
    const why = reason === '' ? '' : `: ${reason}`;
    return complete
      ? `no workload attestor knows the process${why}`
      : `workload attestation failed, see the log of the agent${why}`;
  }
  const [nearest] = near;
  if (nearest !== undefined) {
    const lacks = nearest.missing.map(({ selector }) => selector).join(', ');
    const needs = `the nearest, ${nearest.spiffeId}, also needs ${lacks}`;
    // What is missing may be what the attestor that failed would have said.
    return complete
      ? `no registration entry matches; ${needs}`
      : `a workload attestor failed, so selectors are missing; ${needs}`;
  }
  if (entries === 0) return 'the agent has no registration entry: see its ID and the parent IDs';
  return `none of the ${entries} registration entries of this agent comes near`;
}
