import { spire } from '../../../proto/gen/spire-plugins.js';
import { agentPluginNames } from './agent-plugin-names.ts';
import { bidi, unary } from './method.ts';

const node = spire.plugin.agent.nodeattestor.v1;
const workload = spire.plugin.agent.workloadattestor.v1;
const store = spire.plugin.agent.svidstore.v1;

export const agentNodeAttestorService = {
  AidAttestation: bidi(
    `${agentPluginNames.NodeAttestor}/AidAttestation`,
    node.Challenge,
    node.PayloadOrChallengeResponse,
  ),
};

export const workloadAttestorService = {
  Attest: unary(
    `${agentPluginNames.WorkloadAttestor}/Attest`,
    workload.AttestRequest,
    workload.AttestResponse,
  ),
  AttestReference: unary(
    `${agentPluginNames.WorkloadAttestor}/AttestReference`,
    workload.AttestReferenceRequest,
    workload.AttestReferenceResponse,
  ),
};

export const svidStoreService = {
  PutX509SVID: unary(
    `${agentPluginNames.SVIDStore}/PutX509SVID`,
    store.PutX509SVIDRequest,
    store.PutX509SVIDResponse,
  ),
  DeleteX509SVID: unary(
    `${agentPluginNames.SVIDStore}/DeleteX509SVID`,
    store.DeleteX509SVIDRequest,
    store.DeleteX509SVIDResponse,
  ),
};

/** A reference by which a plugin is told of a process: `spiffe.broker.WorkloadPIDReference{pid=1}`. */
export function pidReference(pid: number): {
  readonly type_url: string;
  readonly value: Uint8Array;
} {
  // Field 1 as a varint is all there is to it, and that is what `AttestRequest` is too.
  return { type_url: pidReferenceType, value: workload.AttestRequest.encode({ pid }).finish() };
}

const pidReferenceType = 'type.googleapis.com/spiffe.broker.WorkloadPIDReference';
