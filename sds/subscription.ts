import type { Answer } from './offer.ts';
import type { ServedResource } from './secrets.ts';

/**
 * How one name stands on one stream.
 * `new`: not looked at yet. `served`: there is a secret for it. `waiting`: it may come.
 * `coming`: an entry matches, its SVID is on the way. `conflict`: not in this Envoy's flavour.
 * `unservable`: nothing can ever provide it. `lost`: it was served and is gone; the Envoy keeps what it
 * has. `expired`: the SVID expired and there is none newer; nothing is sent.
 */
export type Standing =
  'new' | 'served' | 'waiting' | 'coming' | 'conflict' | 'unservable' | 'lost' | 'expired';

/** What was put on the wire last for a name. `version` may differ from the content's: see `heal`. */
interface Sent {
  readonly resource: ServedResource;
  readonly version: string;
  /** Monotonic. */
  readonly atMs: number;
}

/** The book of one name on one stream. Never changed in place. */
export interface Subscription {
  readonly name: string;
  /** Asked for by name, not only through the wildcard. */
  readonly explicit: boolean;
  readonly standing: Standing;
  readonly reason: string;
  /** Monotonic. */
  readonly sinceMs: number;
  /** The Envoy asked and is owed an answer, even if it may hold the content already. */
  readonly owed: boolean;
  readonly sent: Sent | undefined;
  /** The version that the Envoy acknowledged last. */
  readonly acked: string | undefined;
  /** Contents that the Envoy acknowledged and did not refuse later, newest first. */
  readonly good: readonly ServedResource[];
  /** Contents that the Envoy refused: never sent again on this stream. */
  readonly refused: readonly string[];
  /** Last good content to push, so that Envoy forgets the refused one that it stored. */
  readonly heal: ServedResource | undefined;
  readonly heals: number;
  /** Delta: the Envoy was told that the name does not exist. */
  readonly removed: boolean;
  /** Delta: the Envoy said that it holds this name from an earlier stream. */
  readonly held: boolean;
}

export interface Sendable {
  readonly resource: ServedResource;
  readonly version: string;
}

export function newSubscription(name: string, explicit: boolean, atMs: number): Subscription {
  return {
    name,
    explicit,
    standing: 'new',
    reason: '',
    sinceMs: atMs,
    owed: true,
    sent: undefined,
    acked: undefined,
    good: nothing,
    refused: nothing,
    heal: undefined,
    heals: 0,
    removed: false,
    held: false,
  };
}

/** Brings the standing up to date with what is on offer. Returns the same object if nothing changed. */
export function reconsider(
  sub: Subscription,
  answer: Answer,
  { nowMs, monotonicMs }: { readonly nowMs: number; readonly monotonicMs: number },
): Subscription {
  const [standing, reason] = standingOf(sub, answer, nowMs);
  if (standing === sub.standing) return sub.reason === reason ? sub : { ...sub, reason };
  return { ...sub, standing, reason, sinceMs: monotonicMs };
}

/** What should go out now for this name, if anything. */
export function nextToSend(sub: Subscription, answer: Answer, nowMs: number): Sendable | undefined {
  const heal = healing(sub, answer, nowMs);
  if (heal !== undefined) return heal;
  if (answer.kind !== 'resource' || answer.resource.notAfterMs <= nowMs) return undefined;
  const { resource } = answer;
  if (sub.refused.includes(resource.version)) return owedGood(sub, nowMs);
  if (!sub.owed && sub.sent?.resource.version === resource.version) return undefined;
  return { resource, version: resource.version };
}

export function markSent(sub: Subscription, what: Sendable, atMs: number): Subscription {
  const healed = sub.heal !== undefined && sub.heal === what.resource;
  return {
    ...sub,
    sent: { resource: what.resource, version: what.version, atMs },
    owed: false,
    heal: undefined,
    heals: healed ? sub.heals + 1 : sub.heals,
    removed: false,
    held: false,
  };
}

/** The Envoy took this version. Says nothing about one that was replaced on the wire since. */
export function acknowledge(sub: Subscription, version: string): Subscription {
  if (sub.sent?.version !== version) return sub;
  const { resource } = sub.sent;
  if (sub.refused.includes(resource.version)) return { ...sub, acked: version };
  const older = sub.good.filter((each) => each.version !== resource.version);
  return { ...sub, acked: version, good: [resource, ...older].slice(0, longestGood) };
}

/**
 * The Envoy refused a content of this name: it is quarantined. Envoy stores what it refused and then
 * refuses all else in the same TLS context, so the last good content is due at once, as a version of
 * its own. A content is healed once: a refusal of the last good one does not start a loop.
 */
export function refuse(sub: Subscription, content: string): Subscription {
  if (sub.refused.includes(content)) return sub;
  const refused = [content, ...sub.refused].slice(0, longestQuarantine);
  const good = sub.good.filter((each) => !refused.includes(each.version));
  const holdsIt = sub.sent?.resource.version === content;
  return { ...sub, refused, good, heal: holdsIt ? good[0] : sub.heal };
}

/** True when the Envoy stored a refused content of this name, or is just being healed of one. */
export function isPoisoned(sub: Subscription): boolean {
  if (sub.heal !== undefined) return true;
  if (sub.sent === undefined || sub.refused.length === 0) return false;
  return sub.refused.includes(sub.sent.resource.version) || sub.acked !== sub.sent.version;
}

/** Shared by the many names that were never refused. */
const nothing: readonly never[] = [];
const longestGood = 2;
const longestQuarantine = 16;

function standingOf(sub: Subscription, answer: Answer, nowMs: number): [Standing, string] {
  if (answer.kind === 'resource') {
    return answer.resource.notAfterMs > nowMs
      ? ['served', '']
      : ['expired', 'the X509-SVID expired and there is none newer'];
  }
  const served = sub.sent !== undefined || sub.standing === 'lost';
  if (answer.kind === 'waiting' && served) return ['lost', answer.reason];
  return [answer.kind, answer.reason];
}

/**
 * The last good content, if there is nothing newer, which heals as well. Never what was withdrawn: a
 * key goes out only while the workload is entitled to it.
 */
function healing(sub: Subscription, answer: Answer, nowMs: number): Sendable | undefined {
  const { heal } = sub;
  if (heal === undefined || heal.notAfterMs <= nowMs) return undefined;
  if (answer.kind === 'resource') {
    const { version, notAfterMs } = answer.resource;
    const newer = version !== heal.version && !sub.refused.includes(version);
    if (newer && notAfterMs > nowMs) return undefined;
  } else if (answer.kind !== 'coming') return undefined;
  return { resource: heal, version: `${heal.version}-${sub.heals + 1}` };
}

/** A fresh question for a name whose present content was refused is answered with the last good one. */
function owedGood(sub: Subscription, nowMs: number): Sendable | undefined {
  const good = sub.good.find((each) => each.notAfterMs > nowMs);
  if (!sub.owed || good === undefined) return undefined;
  return { resource: good, version: good.version };
}
