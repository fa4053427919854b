import { defineCommand, exitCodes } from '../../common/cli/command.ts';
import { stringFlag } from '../../common/cli/flags.ts';
import { printMessage } from '../../common/cli/output.ts';
import { spiffeIdToMessage } from '../../common/cli/spiffe-id-message.ts';
import { agentService } from '../../common/rpc/services/agent.ts';
import { adminFlags, withServer } from './admin-connection.ts';
import { checkSeconds, secondsFlag } from './seconds.ts';

export const tokenGenerate = defineCommand({
  path: ['token', 'generate'],
  summary: 'Generates a join token',
  flags: {
    ...adminFlags,
    spiffeID: stringFlag('Additional SPIFFE ID to assign the token owner (optional)'),
    ttl: secondsFlag('Token TTL in seconds, or a duration as 10m', 600),
  },
  run: async (flags, io) => {
    const agentId = flags.spiffeID === '' ? null : spiffeIdToMessage(flags.spiffeID);
    const ttl = checkSeconds(flags.ttl, 'TTL');
    const token = await withServer(flags, io, (client) =>
      client.call(agentService.CreateJoinToken, { ttl, agent_id: agentId }),
    );
    const warning = agentId === null ? 'Warning: Missing SPIFFE ID.\n' : '';
    printMessage(io, flags.output, token, () => `Token: ${token.value}\n${warning}`);
    return exitCodes.ok;
  },
});
