import { defineCommand, exitCodes, type CliIo, type Command } from '../../common/cli/command.ts';
import { stringFlag } from '../../common/cli/flags.ts';
import { printMessage, type OutputFormat } from '../../common/cli/output.ts';
import type { RpcClient } from '../../common/cli/rpc-client.ts';
import { spiffeIdToMessage, type SpiffeIdMessage } from '../../common/cli/spiffe-id-message.ts';
import { labelledLines } from '../../common/cli/text.ts';
import { SpiffeError } from '../../common/errors/spiffe-error.ts';
import { agentService } from '../../common/rpc/services/agent.ts';
import { selectorText } from '../../common/spiffe/selector.ts';
import { adminFlags, withServer } from './admin-connection.ts';
import { agentText, type AgentMessage } from './agent-text.ts';

export const agentShow = agentCommand(
  'show',
  'Shows the details of an attested agent given its SPIFFE ID',
  async (client, id, io, format) => {
    const agent = await client.call(agentService.GetAgent, { id });
    printMessage(io, format, agent, () => detailsText(agent));
  },
);

export const agentEvict = agentCommand(
  'evict',
  'Evicts an attested agent given its SPIFFE ID',
  async (client, id, io, format) => {
    const answer = await client.call(agentService.DeleteAgent, { id });
    printMessage(io, format, answer, () => 'Agent evicted successfully\n');
  },
);

export const agentBan = agentCommand(
  'ban',
  'Ban an attested agent given its SPIFFE ID',
  async (client, id, io, format) => {
    const answer = await client.call(agentService.BanAgent, { id });
    printMessage(io, format, answer, () => 'Agent banned successfully\n');
  },
);

/** A command about the agent that `-spiffeID` names. */
function agentCommand(
  verb: 'show' | 'evict' | 'ban',
  summary: string,
  call: (client: RpcClient, id: SpiffeIdMessage, io: CliIo, format: OutputFormat) => Promise<void>,
): Command {
  return defineCommand({
    path: ['agent', verb],
    summary,
    flags: {
      ...adminFlags,
      spiffeID: stringFlag(`The SPIFFE ID of the agent to ${verb} (agent identity)`),
    },
    run: async (flags, io) => {
      if (flags.spiffeID === '') {
        throw new SpiffeError('INVALID_ARGUMENT', 'a SPIFFE ID is required');
      }
      const id = spiffeIdToMessage(flags.spiffeID);
      await withServer(flags, io, (client) => call(client, id, io, flags.output));
      return exitCodes.ok;
    },
  });
}

function detailsText(agent: AgentMessage): string {
  const rows = agent.selectors.map((selector) => ['Selectors', selectorText(selector)] as const);
  const title = 'Found an attested agent given its SPIFFE ID\n\n';
  return title + agentText(agent) + labelledLines(18, rows);
}
