import assert from 'node:assert/strict';
import { test } from 'node:test';
import { SpiffeError } from '../../common/errors/spiffe-error.ts';
import type { Call, Peer, PeerIdentity, RemotePeer } from '../../common/rpc/contract.ts';
import { agentService } from '../../common/rpc/services/agent.ts';
import { bundleService } from '../../common/rpc/services/bundle.ts';
import { entryService } from '../../common/rpc/services/entry.ts';
import {
  fleetService,
  nodeTokenService,
  reviewersService,
  tokensService,
} from '../../common/rpc/services/fleet.ts';
import { healthService } from '../../common/rpc/services/health.ts';
import { localAuthorityService } from '../../common/rpc/services/local-authority.ts';
import { serverDebugService } from '../../common/rpc/services/server-debug.ts';
import { serverEnrollmentService } from '../../common/rpc/services/server-enrollment.ts';
import { serverLoggerService } from '../../common/rpc/services/server-logger.ts';
import { serverWatchService } from '../../common/rpc/services/server-watch.ts';
import { svidService } from '../../common/rpc/services/svid.ts';
import { trustDomainService } from '../../common/rpc/services/trust-domain.ts';
import { createTestCa } from '../../testkit/test-ca.ts';
import { Authorizer } from './authorizer.ts';
import { allowedCallers } from './methods.ts';

const methods = [
  ...Object.values(agentService),
  ...Object.values(entryService),
  ...Object.values(svidService),
  ...Object.values(bundleService),
  ...Object.values(trustDomainService),
  ...Object.values(localAuthorityService),
  ...Object.values(serverDebugService),
  ...Object.values(serverLoggerService),
  ...Object.values(serverWatchService),
  ...Object.values(serverEnrollmentService),
  ...Object.values(nodeTokenService),
  ...Object.values(fleetService),
  ...Object.values(tokensService),
  ...Object.values(reviewersService),
  ...Object.values(healthService),
].map((method) => method.path);

const ca = await createTestCa({ trustDomain: 'zeta.test' });
const closed = new AbortController().signal;

async function remote(path: string): Promise<RemotePeer & { readonly identity: PeerIdentity }> {
  const { id, serialNumber, notAfterMs } = await ca.issue(`spiffe://zeta.test${path}`);
  const identity = { spiffeId: id, serialNumber, notAfterMs };
  return { kind: 'remote', connectionId: 'c', address: '127.0.0.1', closed, identity };
}

const callers = {
  nobody: { kind: 'remote', connectionId: 'c', address: '127.0.0.1', closed },
  local: { kind: 'local', connectionId: 'c', pid: 1, uid: 0, gid: 0, isAlive: () => true, closed },
  'admin by config': await remote('/ops'),
  'admin by entry': await remote('/admin'),
  agent: await remote('/spire/agent/x509pop/n1'),
  downstream: await remote('/nested'),
  workload: await remote('/web'),
} satisfies Record<string, Peer>;

type Caller = keyof typeof callers;

const authorizer = new Authorizer({
  adminIds: new Set([callers['admin by config'].identity.spiffeId]),
  entries: {
    isAdmin: (id) => id === callers['admin by entry'].identity.spiffeId,
    isDownstream: (id) => id === callers.downstream.identity.spiffeId,
  },
  agents: {
    authorize: ({ spiffeId }) =>
      spiffeId === callers.agent.identity.spiffeId
        ? Promise.resolve()
        : Promise.reject(new SpiffeError('AGENT_NOT_ATTESTED', 'not attested')),
  },
});

function callOf(path: string, peer: Peer): Call {
  return { path, peer, metadata: { get: () => [] }, signal: closed };
}

async function outcome(path: string, caller: Caller): Promise<string> {
  try {
    const { as, via } = await authorizer.authorize(callOf(path, callers[caller]));
    return via === '' ? as : `${as} by ${via}`;
  } catch (error) {
    return error instanceof SpiffeError ? error.code : String(error);
  }
}

/** Written out from the table of SPIRE 1.15, and for what is ours, apart from the code under test. */
const admins = ['admin by config', 'admin by entry'] as const;
const operators: readonly Caller[] = ['local', ...admins];
const groups: readonly [readonly Caller[], readonly string[]][] = [
  [Object.keys(callers) as Caller[], ['Bundle/GetBundle', 'Agent/AttestAgent']],
  [
    ['agent'],
    [
      'Agent/RenewAgent',
      'Agent/PostStatus',
      'Entry/GetAuthorizedEntries',
      'Entry/SyncAuthorizedEntries',
      'SVID/BatchNewX509SVID',
      'SVID/NewJWTSVID',
      'SVID/BatchNewWITSVID',
      'Watch/WatchChanges',
      'NodeToken/IssueNodeToken',
    ],
  ],
  [[...operators, 'agent'], ['Bundle/GetFederatedBundle']],
  [
    ['downstream'],
    ['Bundle/PublishJWTAuthority', 'Bundle/PublishWITAuthority', 'SVID/NewDownstreamX509CA'],
  ],
  [
    ['local'],
    [
      'Debug/GetInfo',
      'Logger/GetLogger',
      'Logger/SetLogLevel',
      'Logger/ResetLogLevel',
      'Health/Check',
      'Health/List',
      'Health/Watch',
    ],
  ],
];

function expectedCallers(path: string): readonly Caller[] {
  const name = path.split('.').at(-1) ?? '';
  return groups.find(([, names]) => names.includes(name))?.[0] ?? operators;
}

test('the table knows every method that is served, and no other', () => {
  assert.deepEqual([...allowedCallers.keys()].sort(), [...methods].sort());
  assert.equal(methods.length, 83);
});

for (const path of methods) {
  const expected = expectedCallers(path);
  for (const caller of Object.keys(callers) as Caller[]) {
    const may = expected.includes(caller);
    test(`${path.slice(1)} ${may ? 'lets' : 'does not let'} in a caller that is ${caller}`, async () => {
      const result = await outcome(path, caller);
      const refusals = ['PERMISSION_DENIED', 'AGENT_NOT_ATTESTED'];
      assert.equal(refusals.includes(result), !may, result);
    });
  }
}

test('the authorization names as what and by which source a caller was let in', async () => {
  const list = agentService.ListAgents.path;
  assert.equal(await outcome(list, 'local'), 'local by transport');
  assert.equal(await outcome(list, 'admin by config'), 'admin by config');
  assert.equal(await outcome(list, 'admin by entry'), 'admin by entries');
  assert.equal(await outcome(agentService.PostStatus.path, 'agent'), 'agent by datastore');
  assert.equal(
    await outcome(svidService.NewDownstreamX509CA.path, 'downstream'),
    'downstream by entries',
  );
  assert.equal(await outcome(bundleService.GetBundle.path, 'workload'), 'nobody');
});

test('a refusal names the method, and an agent method tells an agent why', async () => {
  const { path } = agentService.ListAgents;
  await assert.rejects(authorizer.authorize(callOf(path, callers.workload)), {
    code: 'PERMISSION_DENIED',
    message: 'authorization denied for method /spire.api.server.agent.v1.Agent/ListAgents',
  });
  assert.equal(await outcome(agentService.PostStatus.path, 'workload'), 'AGENT_NOT_ATTESTED');
});

test('a method outside the table is denied to everybody', async () => {
  for (const caller of Object.keys(callers) as Caller[]) {
    assert.equal(
      await outcome('/spire.api.server.agent.v1.Agent/Nope', caller),
      'PERMISSION_DENIED',
    );
    assert.equal(await outcome('/constructor/__proto__', caller), 'PERMISSION_DENIED');
  }
});
