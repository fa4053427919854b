import type { PluginCalls } from '../../../common/catalog/external/plugin-calls.ts';
import { messageOf, SpiffeError } from '../../../common/errors/spiffe-error.ts';
import { serverNodeAttestorService } from '../../../common/rpc/services/server-plugins.ts';
import { parseSpiffeId } from '../../../common/spiffe/spiffe-id.ts';
import type { NodeAttestation, NodeAttestor } from '../../attestation/node-attestor.ts';

/** A plugin that hangs must not hold a call for ever. */
const attestationMs = 120_000;

/** Attests nodes through a NodeAttestor plugin that runs in a process of its own. */
export function externalNodeAttestor(plugin: PluginCalls): NodeAttestor {
  return {
    async attest(payload, challenge, signal, node = {}) {
      if (payload.length === 0) {
        throw new SpiffeError('INVALID_ARGUMENT', 'payload cannot be empty');
      }
      const metadata = { 'x-forwarded-client-ip': node.address ?? '' };
      const stream = plugin.open(serverNodeAttestorService.Attest, {
        signal,
        metadata,
        timeoutMs: attestationMs,
      });
      try {
        await stream.send({ payload });
        for await (const {
          agent_attributes: found,
          challenge: asked,
          response,
        } of stream.messages) {
          if (response === 'agent_attributes' && found !== null) return attestationOf(found);
          if (response !== 'challenge' || asked === null) {
            throw plugin.error('INTERNAL', 'plugin response missing challenge or agent attributes');
          }
          await stream.send({ challenge_response: await challenge(Buffer.from(asked)) });
        }
        throw plugin.error('INTERNAL', 'plugin closed stream unexpectedly');
      } finally {
        stream.cancel();
      }
    },
  };

  function attestationOf(found: {
    readonly spiffe_id: string;
    readonly selector_values: readonly string[];
    readonly can_reattest: boolean;
  }): NodeAttestation {
    if (found.spiffe_id === '') {
      throw plugin.error('INTERNAL', 'plugin response missing agent ID');
    }
    return {
      agentId: agentIdOf(found.spiffe_id),
      selectors: found.selector_values.map((value) => ({ type: plugin.name, value })),
      canReattest: found.can_reattest,
    };
  }

  function agentIdOf(text: string) {
    try {
      return parseSpiffeId(text);
    } catch (error) {
      throw plugin.error('INTERNAL', `invalid agent ID: ${messageOf(error)}`);
    }
  }
}
