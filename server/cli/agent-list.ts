import { defineCommand, exitCodes } from '../../common/cli/command.ts';
import { listFlag, stringFlag, type FlagValues } from '../../common/cli/flags.ts';
import { findGoTime } from '../../common/cli/go-time.ts';
import { printMessage } from '../../common/cli/output.ts';
import { countText } from '../../common/cli/text.ts';
import { messageOf, SpiffeError } from '../../common/errors/spiffe-error.ts';
import type { Init } from '../../common/rpc/contract.ts';
import { agentService } from '../../common/rpc/services/agent.ts';
import { parseSelector } from '../../common/spiffe/selector.ts';
import type { spire } from '../../proto/gen/spire-api.js';
import { adminFlags, withServer } from './admin-connection.ts';
import { agentText } from './agent-text.ts';
import { listAllAgents } from './list-all.ts';
import { matchFlag, parseMatch } from './matching.ts';

const timeFormat = '2006-01-02 15:04:05 -0700 -07';

const anyFlag = (help: string) => ({ ...stringFlag(help), placeholder: 'value' });

const filterFlags = {
  ...adminFlags,
  selector: listFlag('A colon-delimited type:value selector. Can be used more than once'),
  matchSelectorsOn: matchFlag('selectors'),
  attestationType: stringFlag('Filter by attestation type, like join_token or x509pop.'),
  canReattest: anyFlag(
    "Filter based on string received, 'true': agents that can reattest, 'false': agents that can't reattest, other value will return all.",
  ),
  banned: anyFlag(
    "Filter based on string received, 'true': banned agents, 'false': not banned agents, other value will return all.",
  ),
  expiresBefore: stringFlag(`Filter by expiration time (format: ${JSON.stringify(timeFormat)})`),
};

export const agentList = defineCommand({
  path: ['agent', 'list'],
  summary: 'Lists attested agents and their SPIFFE IDs',
  flags: filterFlags,
  run: async (flags, io) => {
    const filter = agentFilter(flags);
    const agents = await withServer(flags, io, (client) => listAllAgents(client, filter));
    printMessage(io, flags.output, { agents, next_page_token: '' }, () => {
      if (agents.length === 0) return 'No attested agents found\n';
      const title = `Found ${countText(agents.length, 'attested agent', 'attested agents')}`;
      return `${title}:\n\n${agents.map(agentText).join('')}`;
    });
    return exitCodes.ok;
  },
});

export const agentCount = defineCommand({
  path: ['agent', 'count'],
  summary: 'Count attested agents',
  flags: filterFlags,
  run: async (flags, io) => {
    const filter = agentFilter(flags);
    const answer = await withServer(flags, io, (client) =>
      client.call(agentService.CountAgents, { filter }),
    );
    const text = countText(answer.count, 'attested agent', 'attested agents');
    printMessage(io, flags.output, answer, () => `${text}\n`);
    return exitCodes.ok;
  },
});

type Filter = Init<spire.api.server.agent.v1.ListAgentsRequest.Filter>;

function agentFilter(flags: FlagValues<typeof filterFlags>): Filter {
  if (flags.expiresBefore !== '' && findGoTime(flags.expiresBefore) === undefined) {
    const text = JSON.stringify(flags.expiresBefore);
    const rule = `date is not valid: ${text} must have the form ${JSON.stringify(timeFormat)}`;
    throw new SpiffeError('INVALID_ARGUMENT', rule);
  }
  const selectors = {
    selectors: flags.selector.map(selectorOf),
    match: parseMatch(flags.matchSelectorsOn),
  };
  return {
    by_selector_match: flags.selector.length === 0 ? null : selectors,
    by_expires_before: flags.expiresBefore,
    by_attestation_type: flags.attestationType,
    by_can_reattest: booleanOf(flags.canReattest),
    by_banned: booleanOf(flags.banned),
  };
}

function selectorOf(text: string) {
  try {
    return parseSelector(text);
  } catch (cause) {
    const message = `error parsing selector ${JSON.stringify(text)}: ${messageOf(cause)}`;
    throw new SpiffeError('SELECTOR_INVALID', message, { cause });
  }
}

function booleanOf(text: string) {
  return text === 'true' || text === 'false' ? { value: text === 'true' } : null;
}
