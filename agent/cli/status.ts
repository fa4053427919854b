import { systemClock } from '../../common/clock/clock.ts';
import { defineCommand, exitCodes } from '../../common/cli/command.ts';
import { outputFlag } from '../../common/cli/output.ts';
import { countText, labelledLines } from '../../common/cli/text.ts';
import {
  agentOperatorService,
  type GetStatusResponse,
} from '../../common/rpc/services/agent-operator.ts';
import { adminSocketFlags, withAdminSocket } from './connections.ts';
import { printAnswer, spanText, whenText } from './operator-output.ts';

/** Ours: how the agent is, and how long it could do without its server. */
export const status = defineCommand({
  path: ['status'],
  summary: 'Prints how the agent is and how long workloads keep their identity without the server',
  flags: { ...adminSocketFlags, output: outputFlag() },
  run: async (flags, io) => {
    const answer = await withAdminSocket(flags, io, (client) =>
      client.call(agentOperatorService.GetStatus, {}),
    );
    const nowMs = (io.clock ?? systemClock).now();
    printAnswer(io, flags.output, answer, () => statusText(answer, nowMs));
    return exitCodes.ok;
  },
});

function statusText(answer: GetStatusResponse, nowMs: number): string {
  const { agent_svid_expires_at: expires, last_sync: lastSync, sync_age: syncAge } = answer;
  const rows = labelledLines(20, [
    ['Version', answer.version],
    ['State', answer.state + (answer.state_error === '' ? '' : `: ${answer.state_error}`)],
    ['Attested as', answer.agent_id || '(not yet)'],
    ['Agent SVID expires', expires === null ? undefined : whenText(expires, nowMs)],
    ['Uptime', answer.uptime === null ? undefined : spanText(answer.uptime)],
    ['Last sync', lastSync === null || syncAge === null ? '(never)' : `${spanText(syncAge)} ago`],
    ['Sync error', answer.sync_error || undefined],
    ['Entries', answer.entries],
    ['X509-SVIDs', answer.x509_svids],
    ['JWT-SVIDs', answer.jwt_svids],
    ['Attested callers', answer.callers],
    ['SDS streams', answer.sds_streams],
  ]);
  const horizons = answer.horizons.map((horizon) => horizonText(horizon, nowMs));
  if (horizons.length === 0) return rows;
  return [rows, '\nIf the server went away now:\n', ...horizons].join('');
}

function horizonText(horizon: GetStatusResponse['horizons'][number], nowMs: number): string {
  const { identities, identity_lost_at: identityLost, trust_lost_at: trustLost } = horizon;
  const lost =
    identityLost === null
      ? ''
      : `    the first workload loses its identity at ${whenText(identityLost, nowMs)}\n` +
        `    it is ${horizon.spiffe_id}, of ${countText(identities, 'identity', 'identities')} in use\n`;
  const trust =
    trustLost === null
      ? '    no authority is known: its peers are not trusted\n'
      : `    its peers are trusted until ${whenText(trustLost, nowMs)}\n`;
  return `  ${horizon.trust_domain}\n${lost}${trust}`;
}
