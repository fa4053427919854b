import type { spire } from '../../../proto/gen/spire-api.js';
import { findGoTime } from '../../../common/cli/go-time.ts';
import type { Init } from '../../../common/rpc/contract.ts';
import type { Agent, AgentFilter } from '../../datastore/datastore.ts';
import { applyMask } from '../messages/masks.ts';
import { selectorsOf, setFilterOf } from '../messages/selectors.ts';
import { named, spiffeIdMessage } from '../messages/spiffe-ids.ts';

type Filter =
  | spire.api.server.agent.v1.ListAgentsRequest.Filter
  | spire.api.server.agent.v1.CountAgentsRequest.Filter;

/** An agent as the API shows it; the ID is never masked. */
export function agentMessage(
  agent: Agent,
  mask: spire.api.types.AgentMask | null,
): Init<spire.api.types.Agent> {
  const message = {
    id: spiffeIdMessage(agent.spiffeId),
    attestation_type: agent.attestationType,
    x509svid_serial_number: agent.serialNumber,
    x509svid_expires_at: Math.floor(agent.expiresAtMs / 1000),
    selectors: agent.selectors,
    banned: agent.serialNumber === '',
    can_reattest: agent.canReattest,
    agent_version: agent.agentVersion,
  };
  return applyMask(message, mask, 'id');
}

/** Throws INVALID_ARGUMENT; also for a time that SPIRE would silently ignore. */
export function agentFilterOf(filter: Filter | null): AgentFilter {
  if (filter === null) return {};
  const { by_selector_match: selectors, by_banned: banned } = filter;
  const { by_can_reattest: canReattest, by_expires_before: expiresBefore } = filter;
  return {
    ...(filter.by_attestation_type !== '' && { attestationType: filter.by_attestation_type }),
    ...(banned && { banned: banned.value }),
    ...(canReattest && { canReattest: canReattest.value }),
    ...(expiresBefore !== '' && { expiresBeforeMs: timeOf(expiresBefore) }),
    ...(selectors && {
      selectors: named('failed to parse selectors', () =>
        setFilterOf(selectors.match, selectorsOf(selectors.selectors)),
      ),
    }),
  };
}

function timeOf(text: string): number {
  return named('failed to parse expires before', () => {
    const ms = findGoTime(text);
    if (ms === undefined) throw new Error('expected the form "2006-01-02 15:04:05 -0700 -07"');
    return ms;
  });
}
