import { spiffeIdText } from '../../common/cli/spiffe-id-message.ts';
import { countText } from '../../common/cli/text.ts';
import { selectorText } from '../../common/spiffe/selector.ts';
import type { AgentImpact, EntryPlan } from './entry-plan.ts';
import type { EntryMessage } from './entry-text.ts';

/** The plan in words; with the impact it was not carried out. */
export function planText(plan: EntryPlan, impact: readonly AgentImpact[] | undefined): string {
  const done = impact === undefined;
  const title = (words: string, count: number) =>
    `${done ? words : `Would ${words.toLowerCase()}`} ${countText(count, 'entry', 'entries')}\n`;
  const rows = (mark: string, entries: readonly EntryMessage[]) =>
    entries.map((entry) => `  ${mark} ${entryLine(entry)}\n`).join('');
  const updates = plan.update.map(
    ({ after, fields }) =>
      `  ~ ${entryLine(after)}\n` +
      Object.entries(fields)
        .map(([name, [before, now]]) => `      ${name}: ${json(before)} -> ${json(now)}\n`)
        .join(''),
  );
  return [
    title(done ? 'Created' : 'create', plan.create.length) + rows('+', plan.create),
    title(done ? 'Updated' : 'update', plan.update.length) + updates.join(''),
    title(done ? 'Deleted' : 'delete', plan.delete.length) + rows('-', plan.delete),
    `Unchanged: ${countText(plan.unchanged, 'entry', 'entries')}\n`,
    impact === undefined ? '' : impactText(impact),
  ].join('');
}

export function planJson(plan: EntryPlan, impact: readonly AgentImpact[] | undefined): string {
  const result = {
    dry_run: impact !== undefined,
    created: plan.create.map(entryJson),
    updated: plan.update.map(({ after, fields }) => ({ ...entryJson(after), fields })),
    deleted: plan.delete.map(entryJson),
    unchanged: plan.unchanged,
    ...(impact !== undefined && {
      agents: impact.map(({ agentId, gains, changes, loses }) => ({
        agent_id: agentId,
        gains: gains.map(entryJson),
        changes: changes.map(entryJson),
        loses: loses.map(entryJson),
      })),
    }),
  };
  return `${JSON.stringify(result)}\n`;
}

function impactText(impact: readonly AgentImpact[]): string {
  const lines = impact.flatMap(({ agentId, gains, changes, loses }) => [
    agentId,
    ...gains.map((entry) => `  + ${workloadLine(entry)}`),
    ...changes.map((entry) => `  ~ ${workloadLine(entry)}`),
    ...loses.map((entry) => `  - ${workloadLine(entry)}`),
  ]);
  const title = `Would change what ${countText(impact.length, 'agent serves', 'agents serve')}\n`;
  return title + lines.map((line) => `${line}\n`).join('');
}

function entryLine(entry: EntryMessage): string {
  const id = entry.id === '' ? '(new ID)' : entry.id;
  return `${id} ${spiffeIdText(entry.spiffe_id)} below ${spiffeIdText(entry.parent_id)}`;
}

function workloadLine(entry: EntryMessage): string {
  const selectors = entry.selectors.map(selectorText).join(' ');
  return `${spiffeIdText(entry.spiffe_id)} for workloads with ${selectors}`;
}

function entryJson(entry: EntryMessage) {
  return {
    id: entry.id,
    spiffe_id: spiffeIdText(entry.spiffe_id),
    parent_id: spiffeIdText(entry.parent_id),
    selectors: entry.selectors.map(selectorText),
  };
}

function json(value: unknown): string {
  return JSON.stringify(value);
}
