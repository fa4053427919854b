import { systemClock } from '../../common/clock/clock.ts';
import { defineCommand, exitCodes } from '../../common/cli/command.ts';
import { intFlag } from '../../common/cli/flags.ts';
import { outputFlag } from '../../common/cli/output.ts';
import { SpiffeError } from '../../common/errors/spiffe-error.ts';
import {
  agentOperatorService,
  type ExplainResponse,
} from '../../common/rpc/services/agent-operator.ts';
import { adminSocketFlags, withAdminSocket } from './connections.ts';
import { columns, printAnswer, whenText } from './operator-output.ts';

type Explanation = ExplainResponse['explanations'][number];

/** Ours: why a process gets the identities that it gets, and why not others. */
export const explain = defineCommand({
  path: ['explain'],
  summary: 'Explains which identities a process gets, and why not others',
  flags: {
    ...adminSocketFlags,
    pid: intFlag('The process to explain, as the agent sees it'),
    uid: intFlag('Explain the processes of this user that are connected to the agent'),
    output: outputFlag(),
  },
  run: async (flags, io, given) => {
    const answer = await withAdminSocket(flags, io, (client) =>
      client.call(agentOperatorService.Explain, targetOf(flags, given)),
    );
    const nowMs = (io.clock ?? systemClock).now();
    printAnswer(io, flags.output, answer, () =>
      answer.explanations.map((explanation) => explanationText(explanation, nowMs)).join('\n'),
    );
    return exitCodes.ok;
  },
});

function targetOf(
  { pid, uid }: { readonly pid: number; readonly uid: number },
  given: ReadonlySet<string>,
) {
  if (given.has('pid') === given.has('uid')) {
    throw new SpiffeError('USAGE', 'exactly one of -pid and -uid is required');
  }
  const [name, value] = given.has('pid') ? (['pid', pid] as const) : (['uid', uid] as const);
  if (value < 0 || value > 0xffff_ffff) {
    throw new SpiffeError('USAGE', `-${name} must be a number from 0 to 4294967295`);
  }
  return { [name]: value };
}

function explanationText(explanation: Explanation, nowMs: number): string {
  const { matching, near, pids, selectors, sds_names: names, verdict } = explanation;
  return [
    `${pids.length === 1 ? 'Process' : 'Processes'} ${pids.join(', ')}\n`,
    verdict === '' ? '  It gets an identity.\n' : `  It gets no identity: ${verdict}.\n`,
    explanation.incomplete
      ? '  A workload attestor failed: selectors may be missing; see the log of the agent.\n'
      : '',
    section('Selectors', selectors.length === 0 ? ['(none)'] : selectors),
    section(
      'Entries that match',
      matching.length === 0 ? ['(none)'] : matching.flatMap((entry) => matchText(entry, nowMs)),
    ),
    section('Entries that nearly match', near.flatMap(nearText)),
    explanation.more_near === 0 ? '' : `    and ${explanation.more_near} more\n`,
    names.length === 0 ? '' : `\n  SDS names\n${columns(namesTable(names), '    ')}`,
  ].join('');
}

function section(title: string, lines: readonly string[]): string {
  if (lines.length === 0) return '';
  return `\n  ${title}\n${lines.map((line) => `    ${line}\n`).join('')}`;
}

function matchText(entry: Explanation['matching'][number], nowMs: number): string[] {
  const hint = entry.hint === '' ? '' : `, hint ${JSON.stringify(entry.hint)}`;
  const expiry =
    entry.expires_at === null ? '' : `served until ${whenText(entry.expires_at, nowMs)}`;
  return [
    `${entry.spiffe_id} (entry ${entry.entry_id}${hint})`,
    `  ${entry.served ? expiry : `not served: ${entry.reason}`}`,
  ];
}

function nearText(entry: Explanation['near'][number]): string[] {
  return [
    `${entry.spiffe_id} (entry ${entry.entry_id})`,
    ...entry.matched.map((selector) => `  has    ${selector}`),
    ...entry.missing.map(({ instead, selector }) => {
      const other = instead.length === 0 ? '' : `, but has ${instead.join(', ')}`;
      return `  lacks  ${selector}${other}`;
    }),
  ];
}

function namesTable(names: Explanation['sds_names']): string[][] {
  return [
    ['NAME', 'GETS', 'DETAIL'],
    ...names.map(({ name, outcome, reason, spiffe_ids: ids }) => [
      name === '' ? '""' : name,
      outcome,
      reason === '' ? ids.join(', ') : reason,
    ]),
  ];
}
