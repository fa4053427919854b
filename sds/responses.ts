import type { EncodedParts } from '../common/rpc/encoded-parts.ts';
import { encodeInParts, type Field } from './protobuf.ts';
import type { DeltaResponse } from './delta-model.ts';
import type { Sendable } from './subscription.ts';

/** What every response of a stream carries besides its resources. */
export interface Envelope {
  readonly typeUrl: string;
  /** `control_plane.identifier`: who answers, for the operator who looks at the Envoy. */
  readonly identifier: string;
}

/**
 * An `envoy.service.discovery.v3.DiscoveryResponse`; the resources are referred to as they were encoded, and kept
 * until it is written: what nobody holds is wiped.
 */
export function encodeDiscoveryResponse(
  response: {
    readonly versionInfo: string;
    readonly nonce: string;
    readonly items: readonly Sendable[];
  },
  envelope: Envelope,
): EncodedParts {
  const resources = response.items.map(({ resource }) => resource);
  return encodeInParts(
    [
      ...text(1, response.versionInfo),
      ...resources.map(({ any }): Field => [2, any]),
      ...text(4, envelope.typeUrl),
      ...text(5, response.nonce),
      ...controlPlane(6, envelope),
    ],
    resources,
  );
}

/** An `envoy.service.discovery.v3.DeltaDiscoveryResponse`. */
export function encodeDeltaResponse(response: DeltaResponse, envelope: Envelope): EncodedParts {
  const { item, removed } = response;
  return encodeInParts(
    [
      ...text(1, response.systemVersionInfo),
      ...(item === undefined ? [] : [[2, deltaResource(item)] as const]),
      ...text(4, envelope.typeUrl),
      ...text(5, response.nonce),
      ...(removed === undefined ? [] : [[6, removed] as const]),
      ...controlPlane(7, envelope),
    ],
    item === undefined ? [] : [item.resource],
  );
}

/** Envoy refuses a resource whose name differs from that of the secret inside. */
function deltaResource({ resource, version }: Sendable): readonly Field[] {
  return [
    [1, version],
    [2, resource.any],
    [3, resource.name],
  ];
}

function controlPlane(field: number, { identifier }: Envelope): readonly Field[] {
  return identifier === '' ? [] : [[field, [[1, identifier]]]];
}

/** proto3 leaves empty text out. */
function text(field: number, value: string): readonly Field[] {
  return value === '' ? [] : [[field, value]];
}
