import {
  initialDeltaState,
  type DeltaEvent,
  type DeltaResponse,
  type DeltaState,
} from './delta-model.ts';
import { deltaWakeMs, stepDelta } from './delta-state.ts';
import { decodeDeltaRequest, decodeDiscoveryRequest } from './request.ts';
import { encodeDeltaResponse, encodeDiscoveryResponse } from './responses.ts';
import {
  initialSotwState,
  type SotwEvent,
  type SotwResponse,
  type SotwState,
} from './sotw-model.ts';
import type { StreamMachine } from './stream-machine.ts';
import { sotwWakeMs, stepSotw } from './stream-state.ts';

/** State of the world: StreamSecrets. */
export const sotwMachine: StreamMachine<SotwState, SotwEvent, SotwResponse> = {
  protocol: 'sotw',
  initial: initialSotwState,
  step: stepSotw,
  wakeMs: sotwWakeMs,
  decode(bytes, limits) {
    const { node, typeUrl, names, nonce, refusal } = decodeDiscoveryRequest(bytes, limits);
    return { event: { kind: 'request', names, nonce, refusal }, node, typeUrl };
  },
  encode: encodeDiscoveryResponse,
  itemsOf: ({ items }) => items,
  nonceOf: ({ nonce }) => nonce,
};

/** Incremental: DeltaSecrets. */
export const deltaMachine: StreamMachine<DeltaState, DeltaEvent, DeltaResponse> = {
  protocol: 'delta',
  initial: initialDeltaState,
  step: stepDelta,
  wakeMs: deltaWakeMs,
  decode(bytes, limits) {
    const { node, typeUrl, ...request } = decodeDeltaRequest(bytes, limits);
    return { event: { kind: 'request', ...request }, node, typeUrl };
  },
  encode: encodeDeltaResponse,
  itemsOf: ({ item }) => (item === undefined ? [] : [item]),
  nonceOf: ({ nonce }) => nonce,
};
