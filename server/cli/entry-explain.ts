import { systemClock } from '../../common/clock/clock.ts';
import { defineCommand, exitCodes } from '../../common/cli/command.ts';
import { listFlag, stringFlag, type FlagValues } from '../../common/cli/flags.ts';
import { formatGoTime } from '../../common/cli/go-time.ts';
import type { RpcClient } from '../../common/cli/rpc-client.ts';
import { spiffeIdText, spiffeIdToMessage } from '../../common/cli/spiffe-id-message.ts';
import { SpiffeError } from '../../common/errors/spiffe-error.ts';
import { bundleService } from '../../common/rpc/services/bundle.ts';
import { parseSelector, selectorText, type Selector } from '../../common/spiffe/selector.ts';
import { adminFlags, withServer } from './admin-connection.ts';
import type { AgentMessage } from './agent-text.ts';
import { missingSelectors, routesOf, type Ground } from './entry-routes.ts';
import type { EntryMessage } from './entry-text.ts';
import { listAllAgents, listAllEntries } from './list-all.ts';

const flags = {
  ...adminFlags,
  entryID: stringFlag('The ID of the entry to explain'),
  spiffeID: stringFlag('Explain every entry with this SPIFFE ID'),
  agentID: stringFlag('The SPIFFE ID of the agent that the workload runs at (optional)'),
  selector: listFlag(
    'A selector, type:value, that the workload has (optional). Can be used more than once',
  ),
};

/** Ours: says who serves an entry, or why nobody does. */
export const entryExplain = defineCommand({
  path: ['entry', 'explain'],
  summary: 'Explains which agents serve an entry, and why a workload gets it or not',
  flags,
  run: async (values, io) => {
    const asked = questionOf(values);
    const now = (io.clock ?? systemClock).now();
    const answers = await withServer(values, io, (client) => explain(client, asked, now));
    if (answers.length === 0) throw new SpiffeError('NOT_FOUND', 'no such entry is registered');
    const text =
      values.output === 'json'
        ? `${JSON.stringify({ entries: answers })}\n`
        : answers.map(answerText).join('\n');
    io.stdout.write(text);
    return exitCodes.ok;
  },
});

interface Question {
  readonly entryId: string;
  readonly spiffeId: string;
  readonly agentId: string;
  readonly selectors: readonly Selector[] | undefined;
}

interface Answer {
  readonly entry_id: string;
  readonly spiffe_id: string;
  readonly selectors: readonly string[];
  readonly agents: readonly { readonly agent_id: string; readonly via: readonly string[] }[];
  /** Everything that keeps it from being served; empty when it is. */
  readonly obstacles: readonly string[];
}

function questionOf(values: FlagValues<typeof flags>): Question {
  if ((values.entryID === '') === (values.spiffeID === '')) {
    throw new SpiffeError('INVALID_ARGUMENT', 'one of -entryID and -spiffeID is required');
  }
  const idOf = (text: string) => (text === '' ? '' : spiffeIdText(spiffeIdToMessage(text)));
  return {
    entryId: values.entryID,
    spiffeId: idOf(values.spiffeID),
    agentId: idOf(values.agentID),
    selectors: values.selector.length === 0 ? undefined : values.selector.map(parseSelector),
  };
}

async function explain(client: RpcClient, asked: Question, now: number): Promise<Answer[]> {
  const entries = await listAllEntries(client, {});
  const agents = await listAllAgents(client, {});
  const bundle = await client.call(bundleService.GetBundle, { output_mask: {} });
  const serverId = `spiffe://${bundle.trust_domain}/spire/server`;
  const wanted = entries.filter(
    ({ id, spiffe_id }) => id === asked.entryId || spiffeIdText(spiffe_id) === asked.spiffeId,
  );
  return wanted.map((entry) => answerFor(entry, { serverId, entries, agents }, asked, now));
}

function answerFor(entry: EntryMessage, ground: Ground, asked: Question, now: number): Answer {
  const isAlias = spiffeIdText(entry.parent_id) === ground.serverId;
  const { agents, deadEnds } = isAlias ? aliasRoutes(entry, ground) : routesOf(entry, ground);
  return {
    entry_id: entry.id,
    spiffe_id: spiffeIdText(entry.spiffe_id),
    selectors: entry.selectors.map(selectorText),
    agents: agents.map(({ agent, via }) => ({ agent_id: spiffeIdText(agent.id), via })),
    obstacles: [
      ...(isAlias
        ? [
            'it is a node alias: it names nodes, and no workload gets it; entries below it are served',
          ]
        : []),
      ...deadEnds,
      ...agents.flatMap(({ agent }) => agentObstacles(agent, now)),
      ...askedObstacles(entry, agents, asked),
      ...entryObstacles(entry, now),
    ],
  };
}

function aliasRoutes(alias: EntryMessage, { agents }: Ground): ReturnType<typeof routesOf> {
  const matching = agents.filter(
    (agent) => missingSelectors(alias.selectors, agent.selectors).length === 0,
  );
  const none = matching.length === 0 ? ['no attested agent has all of its selectors'] : [];
  return { agents: matching.map((agent) => ({ agent, via: [] })), deadEnds: none };
}

function agentObstacles(agent: AgentMessage, now: number): string[] {
  const id = spiffeIdText(agent.id);
  if (agent.banned) return [`agent ${id} is banned`];
  const expiresMs = agent.x509svid_expires_at * 1000;
  return expiresMs < now
    ? [`the X509-SVID of agent ${id} expired at ${formatGoTime(expiresMs)}: it must attest again`]
    : [];
}

function askedObstacles(
  entry: EntryMessage,
  agents: readonly { readonly agent: AgentMessage }[],
  { agentId, selectors }: Question,
): string[] {
  const serves = agents.some(({ agent }) => spiffeIdText(agent.id) === agentId);
  const missing = selectors === undefined ? [] : missingSelectors(entry.selectors, selectors);
  return [
    ...(agentId !== '' && !serves ? [`agent ${agentId} may not serve it`] : []),
    ...missing.map((text) => `the workload does not have selector ${text}`),
  ];
}

function entryObstacles(entry: EntryMessage, now: number): string[] {
  const expiresMs = entry.expires_at * 1000;
  return [
    ...(entry.expires_at !== 0 && expiresMs < now
      ? [`the entry expired at ${formatGoTime(expiresMs)} and is about to be deleted`]
      : []),
    ...(entry.store_svid
      ? ['store_svid is set: its SVID goes to an SVIDStore plugin, not to workloads']
      : []),
  ];
}

function answerText(answer: Answer): string {
  const via = (ids: readonly string[]) => (ids.length === 0 ? '' : ` through ${ids.join(', ')}`);
  const lines = [
    `Entry ${answer.entry_id}, ${answer.spiffe_id}`,
    `  for workloads with all of: ${answer.selectors.join(' ')}`,
    ...answer.agents.map((one) => `  may be served by ${one.agent_id}${via(one.via)}`),
    ...(answer.agents.length === 0 ? ['  is served by no agent'] : []),
    ...answer.obstacles.map((obstacle) => `  but ${obstacle}`),
  ];
  return `${lines.join('\n')}\n`;
}
