import { defineCommand, exitCodes } from '../../common/cli/command.ts';
import { stringFlag } from '../../common/cli/flags.ts';
import { printMessage } from '../../common/cli/output.ts';
import { spiffeIdToMessage } from '../../common/cli/spiffe-id-message.ts';
import { countText } from '../../common/cli/text.ts';
import { SpiffeError } from '../../common/errors/spiffe-error.ts';
import { agentService } from '../../common/rpc/services/agent.ts';
import { parseTrustDomain } from '../../common/spiffe/trust-domain.ts';
import { adminFlags, withServer } from './admin-connection.ts';
import { entryText, sortEntries } from './entry-text.ts';
import { listAllEntries } from './list-all.ts';
import { Registrations } from './registrations.ts';

/** Ours: SPIRE has no way to see what an agent may serve. */
export const agentAuthorizedEntries = defineCommand({
  path: ['agent', 'authorized-entries'],
  summary: 'Lists the registration entries that an attested agent may serve',
  flags: { ...adminFlags, spiffeID: stringFlag('The SPIFFE ID of the agent (agent identity)') },
  run: async (flags, io) => {
    if (flags.spiffeID === '') throw new SpiffeError('INVALID_ARGUMENT', 'a SPIFFE ID is required');
    const id = spiffeIdToMessage(flags.spiffeID);
    const found = await withServer(flags, io, async (client) => {
      const agent = await client.call(agentService.GetAgent, { id });
      const entries = await listAllEntries(client, {});
      const trustDomain = parseTrustDomain(id.trust_domain);
      return new Registrations(trustDomain, entries).authorizedFor(agent);
    });
    const entries = sortEntries(found);
    printMessage(io, flags.output, { entries }, () => {
      const title = `Found ${countText(entries.length, 'entry', 'entries')}\n`;
      return title + entries.map(entryText).join('');
    });
    return exitCodes.ok;
  },
});
