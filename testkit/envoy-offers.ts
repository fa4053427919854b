import type { Answer, Offer } from '../sds/offer.ts';
import type { Unavailable } from '../sds/resource-names.ts';
import { ServedResource } from '../sds/secrets.ts';
import type { Moment, StreamPolicy } from '../sds/stream-policy.ts';

/** A resource whose content is its version. */
export function aCertificate(name: string, version: string, notAfterMs = 1e15): ServedResource {
  const about = { name, kind: 'certificate' as const, version, notAfterMs, serialNumber: version };
  return new ServedResource(about, new Uint8Array([1]));
}

export function aValidationContext(name: string, version: string): ServedResource {
  const about = {
    name,
    kind: 'bundle' as const,
    version,
    notAfterMs: Infinity,
    serialNumber: '',
  };
  return new ServedResource(about, new Uint8Array([2]));
}

/** An offer made of resources; names that are not among them are what `others` says. */
export function anOffer(
  resources: readonly ServedResource[],
  others: Readonly<Record<string, Unavailable['kind']>> = {},
): Offer {
  const byName = new Map(resources.map((resource) => [resource.name, resource]));
  return {
    find(name): Answer {
      const resource = byName.get(name);
      if (resource !== undefined) return { kind: 'resource', resource };
      return { kind: others[name] ?? 'waiting', reason: `no ${name}` };
    },
    everything: () => [...byName.keys()],
  };
}

export function aMoment(more: Partial<Moment> = {}): Moment {
  const times = { nowMs: 1_000_000, monotonicMs: 1000, certificatesNotBeforeMs: 0 };
  return { ...times, offer: undefined, room: true, ...more };
}

export function aPolicy(more: Partial<StreamPolicy> = {}): StreamPolicy {
  return {
    nonceTag: 'n',
    ackWaitMs: 5000,
    stallAfterMs: 30_000,
    longestNames: 256,
    unknownNames: 'hold',
    closeOnLost: false,
    legacyEmptyList: false,
    fullState: false,
    pendingGraceMs: 10_000,
    ...more,
  };
}
