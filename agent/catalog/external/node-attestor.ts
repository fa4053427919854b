import type { PluginCalls } from '../../../common/catalog/external/plugin-calls.ts';
import { agentNodeAttestorService } from '../../../common/rpc/services/agent-plugins.ts';
import { Secret } from '../../../common/secret/secret.ts';
import type { NodeAttestor } from '../../attestor/node-attestor.ts';

/** A plugin that hangs must not keep the agent from trying again. */
const attestationMs = 120_000;

/** Proves the node through a NodeAttestor plugin that runs in a process of its own. */
export function externalNodeAttestor(plugin: PluginCalls): NodeAttestor {
  return {
    type: plugin.name,
    async begin(signal) {
      const stream = plugin.open(agentNodeAttestorService.AidAttestation, {
        signal,
        timeoutMs: attestationMs,
      });
      const messages = stream.messages[Symbol.asyncIterator]();
      const next = async (ended: string) => {
        const found = await messages.next();
        if (found.done === true) throw plugin.error('INTERNAL', ended);
        return found.value;
      };
      try {
        const first = await next('plugin closed stream before returning attestation data');
        const payload = first.data === 'payload' ? first.payload : null;
        if (payload === null || payload.length === 0) {
          throw plugin.error('INTERNAL', 'plugin response missing attestation payload');
        }
        return {
          payload: new Secret<Uint8Array>(Buffer.from(payload)),
          async answer(challenge) {
            const tooEarly = 'plugin closed stream before handling the challenge';
            await stream.send({ challenge });
            const { challenge_response: response, data } = await next(tooEarly);
            if (data === 'challenge_response' && response !== null && response.length > 0) {
              return Buffer.from(response);
            }
            throw plugin.error('INTERNAL', 'plugin response missing challenge response');
          },
          end: () => stream.cancel(),
        };
      } catch (error) {
        stream.cancel();
        throw error;
      }
    },
  };
}
