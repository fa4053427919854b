import { formatGoTime } from '../../common/cli/go-time.ts';
import { spiffeIdText } from '../../common/cli/spiffe-id-message.ts';
import { labelledLines } from '../../common/cli/text.ts';
import type { spire } from '../../proto/gen/spire-api.js';

export type AgentMessage = spire.api.types.Agent;

/** One attested agent as a block of lines with an empty one at the end (SPIRE 1.15). */
export function agentText(agent: AgentMessage): string {
  const serial = agent.banned
    ? (['Banned', 'true'] as const)
    : (['Serial number', agent.x509svid_serial_number] as const);
  const rows: readonly (readonly [string, string | undefined])[] = [
    ['SPIFFE ID', spiffeIdText(agent.id)],
    ['Attestation type', agent.attestation_type],
    ['Expiration time', formatGoTime(agent.x509svid_expires_at * 1000)],
    serial,
    ['Can re-attest', String(agent.can_reattest)],
    ['Agent version', agent.agent_version === '' ? undefined : agent.agent_version],
  ];
  return `${labelledLines(18, rows)}\n`;
}
