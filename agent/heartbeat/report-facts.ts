import type { StreamRecord } from '../../sds/registry.ts';
import type { UsedSvid } from '../operator/outage-horizon.ts';
import type { ReportFacts } from './heartbeat.ts';

interface ReportSources {
  readonly version: string;
  /** What the agent says of itself and its node. */
  readonly evidence: Readonly<Record<string, string>>;
  readonly streams: { list(): readonly StreamRecord[] };
  /** The X509-SVIDs that workloads use now. */
  readonly used: () => Iterable<UsedSvid>;
}

interface NackEvent {
  readonly at_ms: number;
  readonly kind: 'nack';
  readonly text: string;
}

/** What an agent reports: counts, expiries, and what its Envoys refused. Never a key or a token. */
export function reportFacts(sources: ReportSources): ReportFacts {
  let toldUntilMs = 0;
  return {
    heartbeat: () => heartbeatOf(sources),
    evidence: () => clean(sources.evidence),
    newEvents: () =>
      sources.streams
        .list()
        .flatMap(nackOf)
        .filter(({ at_ms: at }) => at > toldUntilMs)
        .toSorted((a, b) => a.at_ms - b.at_ms)
        .slice(-mostEvents),
    told: (events) => {
      toldUntilMs = Math.max(toldUntilMs, ...(events as readonly NackEvent[]).map((e) => e.at_ms));
    },
  };
}

function heartbeatOf({ streams, used, version }: ReportSources): object {
  const all = streams.list();
  let identities = 0;
  let earliest = Infinity;
  for (const { notAfterMs } of used()) {
    identities++;
    earliest = Math.min(earliest, notAfterMs);
  }
  return {
    version,
    envoys: new Set(all.map(({ connectionId }) => connectionId)).size,
    nacks: all.flatMap(({ names }) => names.filter(({ quarantined }) => quarantined)).length,
    identities,
    earliest_expiry_at_ms: Number.isFinite(earliest) ? Math.floor(earliest) : 0,
  };
}

function nackOf({ lastNack, nodeId }: StreamRecord): NackEvent[] {
  if (lastNack === undefined) return [];
  const { atMs, class: kind, names, text } = lastNack;
  const what = `${nodeId || '(unnamed)'} refused ${names.join(', ')} (${kind}): ${text}`;
  return [{ at_ms: Math.floor(atMs), kind: 'nack', text: printable(what, 512) }];
}

function clean(facts: Readonly<Record<string, string>>): Readonly<Record<string, string>> {
  return Object.fromEntries(
    Object.entries(facts).map(([key, text]) => [key, printable(text, 256)]),
  );
}

/** What the server takes: no control characters, and not too long. */
function printable(text: string, longest: number): string {
  return text.replace(/[\u0000-\u001f\u007f-\u009f]+/g, ' ').slice(0, longest);
}

const mostEvents = 32;
