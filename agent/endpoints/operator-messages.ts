import type { NameRecord, StreamRecord } from '../../sds/registry.ts';
import type { Explanation, MatchingEntry } from '../operator/explain.ts';
import type { OutageHorizon } from '../operator/outage-horizon.ts';
import type { ContainerRef } from '../pods/cgroup.ts';
import type { PodTrace } from '../pods/pod-trace.ts';

/** A moment as google.protobuf.Timestamp; absent stays absent. */
export function timestampOf(ms: number | undefined) {
  if (ms === undefined || !Number.isFinite(ms)) return null;
  const seconds = Math.floor(ms / 1000);
  return { seconds, nanos: Math.round((ms - seconds * 1000) * 1e6) };
}

/** A span as google.protobuf.Duration; a negative one counts as none. */
export function durationOf(ms: number) {
  return timestampOf(Math.max(ms, 0));
}

export function horizonMessage(horizon: OutageHorizon) {
  const { firstLost, identities, trustDomain, trustLostAtMs } = horizon;
  return {
    trust_domain: trustDomain,
    identity_lost_at: timestampOf(firstLost?.notAfterMs),
    spiffe_id: firstLost?.spiffeId ?? '',
    entry_id: firstLost?.entryId ?? '',
    trust_lost_at: timestampOf(trustLostAtMs),
    identities,
  };
}

export function streamMessage(stream: StreamRecord) {
  const nack = stream.lastNack;
  return {
    connection_id: stream.connectionId,
    pid: stream.pid,
    uid: stream.uid,
    gid: stream.gid,
    protocol: stream.protocol,
    node_id: stream.nodeId,
    node_cluster: stream.cluster,
    envoy_version: stream.envoyVersion,
    opened_at: timestampOf(stream.openedAtMs),
    wildcard: stream.wildcard,
    stalled: stream.stalled,
    blocked: stream.blocked,
    last_nack: nack && {
      text: nack.text,
      class: nack.class,
      at: timestampOf(nack.atMs),
      names: [...nack.names],
    },
    names: stream.names.map(nameMessage),
  };
}

function nameMessage(name: NameRecord) {
  return {
    name: name.name,
    kind: name.kind ?? '',
    standing: name.standing,
    reason: name.reason,
    since: timestampOf(name.sinceMs),
    version_sent: name.versionSent ?? '',
    version_acked: name.versionAcked ?? '',
    sent_at: timestampOf(name.sentAtMs),
    expires_at: timestampOf(name.expiresAtMs),
    serial_number: name.serialNumber ?? '',
    quarantined: name.quarantined,
  };
}

export function explanationMessage(explanation: Explanation) {
  return {
    pids: [...explanation.pids],
    selectors: [...explanation.selectors],
    incomplete: !explanation.complete,
    matching: explanation.matching.map(matchingMessage),
    near: explanation.near.map((near) => ({
      entry_id: near.entryId,
      spiffe_id: near.spiffeId,
      matched: [...near.matched],
      missing: near.missing.map(({ instead, selector }) => ({ selector, instead: [...instead] })),
    })),
    more_near: explanation.moreNear,
    sds_names: explanation.sdsNames.map((name) => ({
      name: name.name,
      outcome: name.outcome,
      spiffe_ids: [...name.spiffeIds],
      reason: name.reason,
    })),
    verdict: explanation.verdict,
    attested_in: optionalDuration(explanation.attestedInMs),
    pod_trace: explanation.trace === undefined ? null : traceMessage(explanation.trace),
  };
}

function traceMessage({ chosen, named, ...trace }: PodTrace) {
  return {
    cgroup: [...trace.cgroup],
    named: named.map(refMessage),
    chosen: chosen === undefined ? null : refMessage(chosen),
    pod: trace.pod,
    container: trace.container,
    source: trace.source,
    waited: optionalDuration(trace.waitedMs),
    reason: trace.reason,
  };
}

function refMessage({ podUid, containerId }: ContainerRef) {
  return { pod_uid: podUid, container_id: containerId };
}

function optionalDuration(ms: number | undefined) {
  return ms === undefined ? null : durationOf(ms);
}

function matchingMessage(entry: MatchingEntry) {
  return {
    entry_id: entry.entryId,
    spiffe_id: entry.spiffeId,
    hint: entry.hint,
    selectors: [...entry.selectors],
    served: entry.reason === '',
    reason: entry.reason,
    expires_at: timestampOf(entry.expiresAtMs),
  };
}
