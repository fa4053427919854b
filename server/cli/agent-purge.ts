import { systemClock } from '../../common/clock/clock.ts';
import { defineCommand, exitCodes } from '../../common/cli/command.ts';
import { booleanFlag, durationFlag } from '../../common/cli/flags.ts';
import type { RpcClient } from '../../common/cli/rpc-client.ts';
import { spiffeIdText, type SpiffeIdMessage } from '../../common/cli/spiffe-id-message.ts';
import { countText, labelledLines } from '../../common/cli/text.ts';
import { messageOf } from '../../common/errors/spiffe-error.ts';
import { agentService } from '../../common/rpc/services/agent.ts';
import { adminFlags, withServer } from './admin-connection.ts';

export const agentPurge = defineCommand({
  path: ['agent', 'purge'],
  summary:
    'Purge expired agents that were attested using a non-TOFU security model based on a given time',
  flags: {
    ...adminFlags,
    expiredFor: durationFlag(
      "Amount of time that has passed since the agent's SVID has expired. It is used to determine which agents to purge.",
      30 * 24 * 60 * 60_000,
    ),
    dryRun: booleanFlag(
      'Indicates that the command will not perform any action, but will print the agents that would be purged.',
    ),
  },
  run: async (flags, io) => {
    const before = (io.clock ?? systemClock).now() - flags.expiredFor;
    const purged = await withServer(flags, io, async (client) => {
      const expired = await expiredBefore(client, before);
      return flags.dryRun ? expired.map(untouched) : purge(client, expired);
    });
    const text = flags.output === 'json' ? jsonText(purged) : prettyText(purged, flags.dryRun);
    io.stdout.write(text);
    return exitCodes.ok;
  },
});

interface Purged {
  readonly id: string;
  readonly deleted: boolean;
  readonly error?: string;
}

/** Agents that attest again by themselves; their pages are read to the end before anything is deleted. */
async function expiredBefore(client: RpcClient, beforeMs: number): Promise<SpiffeIdMessage[]> {
  const filter = { by_can_reattest: { value: true } };
  const expired: SpiffeIdMessage[] = [];
  let token = '';
  do {
    const page = await client.call(
      agentService.ListAgents,
      {
        filter,
        output_mask: { x509svid_expires_at: true },
        page_size: 1000,
        page_token: token,
      },
      'failed to list agents',
    );
    for (const { id, x509svid_expires_at: seconds } of page.agents) {
      if (id !== null && seconds * 1000 < beforeMs) expired.push(id);
    }
    token = page.next_page_token;
  } while (token !== '');
  return expired;
}

async function purge(client: RpcClient, ids: readonly SpiffeIdMessage[]): Promise<Purged[]> {
  const purged: Purged[] = [];
  for (const id of ids) {
    try {
      await client.call(agentService.DeleteAgent, { id });
      purged.push({ id: spiffeIdText(id), deleted: true });
    } catch (error) {
      purged.push({ ...untouched(id), error: messageOf(error) });
    }
  }
  return purged;
}

function untouched(id: SpiffeIdMessage): Purged {
  return { id: spiffeIdText(id), deleted: false };
}

function jsonText(purged: readonly Purged[]): string {
  const agents = purged.map(({ id, deleted, error }) => ({
    agent_id: id,
    deleted,
    ...(error !== undefined && { error }),
  }));
  return `${JSON.stringify({ expired_agents: agents })}\n`;
}

function prettyText(purged: readonly Purged[], dryRun: boolean): string {
  if (purged.length === 0) return 'No agents to purge.\n';
  const found = countText(purged.length, 'expired agent', 'expired agents');
  const title = `Found ${found}\n\n`;
  const rows = ({ id, error }: Purged) =>
    labelledLines(18, [
      ['SPIFFE ID', id],
      ['Error', error],
    ]);
  const section = (name: string, some: readonly Purged[]) =>
    some.length === 0 ? '' : `${name}\n${some.map(rows).join('')}`;
  if (dryRun) return `${title}\n${section('Agents that can be purged:', purged)}`;
  const deleted = section(
    'Agents purged:',
    purged.filter((one) => one.deleted),
  );
  const kept = section(
    'Agents not purged:',
    purged.filter((one) => !one.deleted),
  );
  return title + deleted + kept;
}
