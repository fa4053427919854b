import type { spire } from '../../../proto/gen/spire-api.js';
import type { Clock } from '../../../common/clock/clock.ts';
import { SpiffeError } from '../../../common/errors/spiffe-error.ts';
import type { Peer, ServerStream } from '../../../common/rpc/contract.ts';
import type { AuditLog } from '../../authorization/audit.ts';
import type { Attested, AttestationRequest } from '../../attestation/attestation.ts';
import type { Challenge, NodeAddress } from '../../attestation/node-attestor.ts';
import { EnrollmentRefusal } from '../../enrollment/refusal.ts';
import { x509SvidMessage } from '../messages/svids.ts';

type Request = spire.api.server.agent.v1.AttestAgentRequest;
type Response = spire.api.server.agent.v1.AttestAgentResponse;

export interface Attestor {
  attest(request: AttestationRequest, challenge: Challenge, signal: AbortSignal): Promise<Attested>;
}

/** Anybody may open this stream: one that says nothing must not stay for ever. */
const longestMs = 60_000;

/**
 * The AttestAgent stream: parameters, any number of challenges and responses, the result. Throws
 * DEADLINE_EXCEEDED when all of it takes more than a minute.
 */
export async function attestAgent(
  stream: ServerStream<Request, Response>,
  attestation: Attestor,
  audit: AuditLog,
  clock: Pick<Clock, 'after'>,
): Promise<void> {
  const late = Promise.withResolvers<never>();
  const cancel = clock.after(longestMs, () =>
    late.reject(new SpiffeError('DEADLINE_EXCEEDED', 'attestation took too long')),
  );
  try {
    await Promise.race([exchange(stream, attestation, audit), late.promise]);
  } finally {
    cancel();
  }
}

async function exchange(
  stream: ServerStream<Request, Response>,
  attestation: Attestor,
  audit: AuditLog,
): Promise<void> {
  const messages = stream.messages[Symbol.asyncIterator]();
  const first = await messages.next();
  if (first.done === true) throw invalid('failed to receive request from stream: EOF');
  const request = { ...requestOf(first.value), ...addressOf(stream.peer) };
  audit.add(stream, { attestor: request.type });
  const challenge: Challenge = async (bytes) => {
    // An empty challenge is one, too: the member must be set.
    await stream.send({ challenge: bytes });
    const next = await messages.next();
    if (next.done === true) throw invalid('failed to receive challenge from agent: EOF');
    return Uint8Array.from(next.value.challenge_response ?? []);
  };
  const attested = await attestation
    .attest(request, challenge, stream.signal)
    .catch((error: unknown) => {
      // Operators hear why; the agent hears the message only.
      if (error instanceof EnrollmentRefusal) audit.add(stream, error.fields);
      throw error;
    });
  const { svid, reattestable } = attested;
  audit.add(stream, { agent_id: svid.spiffeId, ...attested.audit });
  await stream.send({ result: { svid: x509SvidMessage(svid), reattestable } });
}

function addressOf(peer: Peer): NodeAddress {
  return peer.kind === 'remote' ? { address: peer.address } : {};
}

/** What is kept is copied: the message holds views of the received bytes. */
function requestOf({ params }: Request): AttestationRequest {
  if (params === null) throw malformed('missing params');
  const { data, params: svidParams } = params;
  if (data === null) throw malformed('missing attestation data');
  if (svidParams === null) throw malformed('missing X509-SVID parameters');
  if (svidParams.csr.length === 0) throw malformed('missing CSR');
  if (data.type === '') throw malformed('missing attestation data type');
  if (data.payload.length === 0) throw malformed('missing attestation data payload');
  return {
    type: data.type,
    payload: Uint8Array.from(data.payload),
    csrDer: Uint8Array.from(svidParams.csr),
  };
}

function malformed(what: string): SpiffeError {
  return invalid(`malformed param: ${what}`);
}

function invalid(message: string): SpiffeError {
  return new SpiffeError('INVALID_ARGUMENT', message);
}
