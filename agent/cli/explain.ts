import { systemClock } from '../../common/clock/clock.ts';
import { defineCommand, exitCodes } from '../../common/cli/command.ts';
import { intFlag, stringFlag } from '../../common/cli/flags.ts';
import { outputFlag } from '../../common/cli/output.ts';
import { SpiffeError } from '../../common/errors/spiffe-error.ts';
import {
  agentOperatorService,
  type ExplainResponse,
} from '../../common/rpc/services/agent-operator.ts';
import { adminSocketFlags, withAdminSocket } from './connections.ts';
import { columns, printAnswer, timeMs, whenText, type WireTime } from './operator-output.ts';

type Explanation = ExplainResponse['explanations'][number];
type ContainerRef = NonNullable<Explanation['pod_trace']>['named'][number];

/** Ours: why a process gets the identities that it gets, and why not others. */
export const explain = defineCommand({
  path: ['explain'],
  summary: 'Explains which identities a process gets, and why not others',
  flags: {
    ...adminSocketFlags,
    pid: intFlag('The process to explain, as the agent sees it'),
    uid: intFlag('Explain the processes of this user that are connected to the agent'),
    pod: stringFlag('Explain the containers of this pod of the node, as NAMESPACE/NAME'),
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
  { pid, pod, uid }: { readonly pid: number; readonly pod: string; readonly uid: number },
  given: ReadonlySet<string>,
) {
  const names = (['pid', 'pod', 'uid'] as const).filter((name) => given.has(name));
  const [name] = names;
  if (name === undefined || names.length > 1) {
    throw new SpiffeError('USAGE', 'exactly one of -pid, -pod and -uid is required');
  }
  if (name === 'pod') return { pod: podName(pod) };
  const value = name === 'pid' ? pid : uid;
  if (value < 0 || value > 0xffff_ffff) {
    throw new SpiffeError('USAGE', `-${name} must be a number from 0 to 4294967295`);
  }
  return { [name]: value };
}

function podName(text: string): string {
  if (/^[^/]+\/[^/]+$/.test(text)) return text;
  throw new SpiffeError('USAGE', `-pod must be NAMESPACE/NAME, got ${JSON.stringify(text)}`);
}

function explanationText(explanation: Explanation, nowMs: number): string {
  const { matching, near, selectors, sds_names: names, verdict } = explanation;
  return [
    `${titleOf(explanation)}\n`,
    verdict === '' ? '  It gets an identity.\n' : `  It gets no identity: ${verdict}.\n`,
    explanation.incomplete
      ? '  A workload attestor failed: selectors may be missing; see the log of the agent.\n'
      : '',
    section('Attestation', attestationText(explanation)),
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

function titleOf({ pids, pod_trace: trace }: Explanation): string {
  const container = trace?.container ?? '';
  const where = container === '' ? '' : `container ${container} of pod ${trace?.pod ?? ''}`;
  if (pids.length === 0) return `No process: ${where}`;
  const who = `${pids.length === 1 ? 'Process' : 'Processes'} ${pids.join(', ')}`;
  return where === '' ? who : `${who}: ${where}`;
}

function attestationText({ attested_in: took, pod_trace: trace }: Explanation): string[] {
  const rows = took === null ? [] : [['took', millisecondsText(took)]];
  if (trace === null) return rows.map((row) => row.join('  '));
  const { chosen, named, waited } = trace;
  rows.push(
    ...trace.cgroup.map((line) => ['cgroup', line]),
    ...named.map((ref) => ['names', refText(ref)]),
    ...(chosen === null || named.length < 2 ? [] : [['chosen', refText(chosen)]]),
    ...(trace.source === '' ? [] : [['source', trace.source]]),
    ...(waited === null ? [] : [['waited', `${millisecondsText(waited)}, when it came`]]),
    ...(trace.reason === '' ? [] : [['reason', trace.reason]]),
  );
  return columns(rows).trimEnd().split('\n');
}

function refText({ container_id: id, pod_uid: uid }: ContainerRef): string {
  return uid === '' ? `container ${id} of an unnamed pod` : `container ${id} of pod ${uid}`;
}

function millisecondsText(span: WireTime): string {
  return `${Math.round(timeMs(span))}ms`;
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
