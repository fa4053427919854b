import { SpiffeError } from '../../common/errors/spiffe-error.ts';
import type { Channel, ClientStream } from '../../common/rpc/contract.ts';
import { agentService } from '../../common/rpc/services/agent.ts';
import type { Bundle } from '../../common/spiffe/bundle.ts';
import type { spire } from '../../proto/gen/spire-api.js';
import { getBundle } from '../client/server-client.ts';
import type { NodeAttestor, NodeAttestorSession } from './node-attestor.ts';

export interface Attestation {
  /** Leaf first. */
  readonly chainDer: readonly Uint8Array[];
  /** Whether the agent may attest again by the same means. */
  readonly reattestable: boolean;
  readonly bundle: Bundle;
}

type AttestRequest = spire.api.server.agent.v1.AttestAgentRequest;
type AttestResponse = spire.api.server.agent.v1.AttestAgentResponse;

/** SPIRE gives this exchange no deadline; a hung server must not hold the agent for ever. */
const timeoutMs = 30_000;
const mostChallenges = 16;

/**
 * Proves this node to the server over a channel without client certificate, and fetches the bundle
 * over the same channel. The caller closes the channel.
 */
export async function attestNode(
  channel: Channel,
  attestor: NodeAttestor,
  csrDer: Uint8Array,
  signal: AbortSignal,
): Promise<Attestation> {
  const session = await attestor.begin(signal);
  try {
    return await attestWith(channel, attestor.type, session, csrDer, signal);
  } finally {
    session.end?.();
  }
}

async function attestWith(
  channel: Channel,
  type: string,
  session: NodeAttestorSession,
  csrDer: Uint8Array,
  signal: AbortSignal,
): Promise<Attestation> {
  const stream = channel.open(agentService.AttestAgent, { signal, timeoutMs });
  try {
    await stream.send({
      params: {
        data: { type, payload: session.payload.reveal() },
        params: { csr: csrDer },
      },
    });
    const result = await converse(stream, (challenge) => session.answer(challenge));
    stream.end();
    const bundle = await getBundle(channel, signal);
    return {
      chainDer: (result.svid?.cert_chain ?? []).map((der) => Buffer.from(der)),
      reattestable: result.reattestable,
      bundle,
    };
  } finally {
    stream.cancel();
  }
}

async function converse(
  stream: ClientStream<AttestRequest, AttestResponse>,
  answer: (challenge: Uint8Array) => Promise<Uint8Array>,
): Promise<spire.api.server.agent.v1.AttestAgentResponse.Result> {
  let challenges = 0;
  for await (const { step, challenge, result } of stream.messages) {
    // An empty challenge is one too, so only the presence of the field counts.
    if (step === 'challenge' && challenge !== null) {
      if (++challenges > mostChallenges) break;
      await stream.send({ challenge_response: await answer(Buffer.from(challenge)) });
      continue;
    }
    if (result === null || result.svid === null)
      throw fault('failed to get attestation result: no X509-SVID');
    if (result.svid.cert_chain.length === 0) throw fault('empty SVID chain');
    return result;
  }
  throw fault('failed to get attestation result: the server ended without one');
}

function fault(message: string): SpiffeError {
  return new SpiffeError('INTERNAL', message);
}
