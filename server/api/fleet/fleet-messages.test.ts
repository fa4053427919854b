import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parseSpiffeId } from '../../../common/spiffe/spiffe-id.ts';
import { sigil } from '../../../proto/gen/fleet.js';
import { silentLogger } from '../../../common/log/logger.ts';
import { FakeClock } from '../../../testkit/fake-clock.ts';
import { memoryDatastore } from '../../../testkit/memory-datastore.ts';
import { AuditLog } from '../../authorization/audit.ts';
import { ReviewerFiles } from '../../fleet/reviewer-files.ts';
import type { AgentStatus } from '../../fleet/statuses.ts';
import { parseTrustDomain } from '../../../common/spiffe/trust-domain.ts';
import { fleetService } from '../../../common/rpc/services/fleet.ts';
import { fleetApi } from './fleet-api.ts';
import { agentStatusMessage, sizeOfStatus } from './fleet-messages.ts';

const { AgentStatus: Message, ListAgentStatusesResponse } = sigil.fleet.v1;
const long = '\u4e2d';

/** An agent that fills everything it may fill. */
function greedy(name: string): AgentStatus {
  const facts = Array.from({ length: 32 }, (_, at) => [`fact_${at}`, long.repeat(256)]);
  const event = { at_ms: 1, kind: 'nack', text: long.repeat(512) };
  return {
    agent: {
      spiffeId: parseSpiffeId(`spiffe://zeta.test/spire/agent/x/${name}`),
      attestationType: 'x509pop',
      serialNumber: '1',
      expiresAtMs: 1_800_000_000_000,
      newSerialNumber: '',
      newExpiresAtMs: 0,
      canReattest: true,
      agentVersion: '1',
      selectors: [{ type: 'x509pop', value: 'subject:cn:x' }],
    },
    lastHeartbeatAtMs: 1_800_000_000_000,
    silent: false,
    heartbeat: undefined,
    evidence: Object.fromEntries(facts) as Record<string, string>,
    evidenceAtMs: 1_800_000_000_000,
    events: Array.from({ length: 32 }, () => event),
    eventCount: 1_000,
  };
}

test('the size of a status is no less than that of its message', () => {
  for (const status of [greedy('a'), { ...greedy('a'), evidence: {}, events: [] }]) {
    assert.ok(sizeOfStatus(status) >= Message.encode(agentStatusMessage(status)).finish().length);
  }
});

test('a page of agents that fill all they may is still one that clients receive', async (t) => {
  const { tokens: store, reviewers } = memoryDatastore(t);
  const all = Array.from({ length: 100 }, (_, at) => greedy(`${at}`));
  const methods = fleetApi({
    trustDomain: parseTrustDomain('zeta.test'),
    endpoint: { address: ':1', heartbeatIntervalMs: 1 },
    statuses: {
      list: ({ size }) => Promise.resolve({ items: all.slice(0, size), nextToken: `${size}` }),
    },
    checkTokenProfile: () => [],
    store,
    reviewers,
    reviewerFiles: new ReviewerFiles(new FakeClock()),
    clock: new FakeClock(),
    audit: new AuditLog(silentLogger),
  });
  const found = methods.find(({ method }) => method.path === fleetService.ListAgentStatuses.path);
  assert.ok(found !== undefined && 'unary' in found);
  const asked = { page_size: 100, page_token: '' };
  const page = (await found.unary(asked, undefined as never)) as { agents: object[] };
  const bytes = ListAgentStatusesResponse.encode(page).finish().length;
  assert.ok(bytes < 4 * 1024 * 1024, `${bytes} bytes`);
  assert.ok(page.agents.length > 10);
});
