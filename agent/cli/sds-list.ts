import { systemClock } from '../../common/clock/clock.ts';
import { defineCommand, exitCodes } from '../../common/cli/command.ts';
import { outputFlag } from '../../common/cli/output.ts';
import { countText } from '../../common/cli/text.ts';
import {
  agentOperatorService,
  type ListSdsStreamsResponse,
} from '../../common/rpc/services/agent-operator.ts';
import { adminSocketFlags, withAdminSocket } from './connections.ts';
import { columns, printAnswer, whenText } from './operator-output.ts';

type Stream = ListSdsStreamsResponse['streams'][number];
type Name = Stream['names'][number];

/** Ours: SPIRE does not tell which Envoys it serves. */
export const sdsList = defineCommand({
  path: ['sds', 'list'],
  summary: 'Lists the Envoys that are connected, what each asked for and what it holds',
  flags: { ...adminSocketFlags, output: outputFlag() },
  run: async (flags, io) => {
    const answer = await withAdminSocket(flags, io, (client) =>
      client.call(agentOperatorService.ListSdsStreams, {}),
    );
    const nowMs = (io.clock ?? systemClock).now();
    printAnswer(io, flags.output, answer, () => listText(answer.streams, nowMs));
    return exitCodes.ok;
  },
});

function listText(streams: readonly Stream[], nowMs: number): string {
  const title = `${countText(streams.length, 'SDS stream', 'SDS streams')}\n`;
  return [title, ...streams.map((stream) => streamText(stream, nowMs))].join('\n');
}

function streamText(stream: Stream, nowMs: number): string {
  const { last_nack: nack, names } = stream;
  const state = [
    ...(stream.stalled ? ['stalled: a response was not answered in time'] : []),
    ...(stream.blocked ? ['blocked: the last response was not taken yet'] : []),
    ...(stream.wildcard ? ['asks for everything it may have'] : []),
  ];
  return [
    `pid ${stream.pid}, uid ${stream.uid}, gid ${stream.gid}\n`,
    `  Node      ${stream.node_id || '(none yet)'}, cluster ${stream.node_cluster || '(none)'}\n`,
    `  Envoy     ${stream.envoy_version || '(unknown version)'}, ${protocols[stream.protocol] ?? stream.protocol}\n`,
    stream.opened_at === null ? '' : `  Opened    ${whenText(stream.opened_at, nowMs)}\n`,
    ...state.map((line) => `  State     ${line}\n`),
    nack === null
      ? ''
      : `  Last NACK ${nack.at === null ? '' : whenText(nack.at, nowMs)}, ${nack.class}: ${nack.text}\n` +
        `            refused with ${nack.names.join(', ')}\n`,
    names.length === 0 ? '  No names asked for yet\n' : columns(namesTable(names, nowMs), '  '),
  ].join('');
}

function namesTable(names: readonly Name[], nowMs: number): string[][] {
  const head = ['NAME', 'STANDING', 'SENT', 'ACKNOWLEDGED', 'EXPIRES', 'REASON'];
  return [
    head,
    ...names.map((name) => [
      name.name,
      name.quarantined ? `${name.standing}, quarantined` : name.standing,
      versionText(name.version_sent),
      versionText(name.version_acked),
      name.expires_at === null ? '-' : whenText(name.expires_at, nowMs),
      reasonText(name, nowMs),
    ]),
  ];
}

/** A version is a hash of the content: its beginning tells it apart, its whole is in the JSON form. */
function versionText(version: string): string {
  return version === '' ? '-' : version.replace(/^([0-9a-f]{12})[0-9a-f]{20}/, '$1');
}

function reasonText({ reason, since }: Name, nowMs: number): string {
  if (reason === '' || since === null) return reason;
  return `${reason}, since ${whenText(since, nowMs)}`;
}

const protocols: Readonly<Record<string, string>> = {
  sotw: 'state of the world',
  delta: 'delta',
};
