// The CA changes twice under traffic on new connections between two Envoys: by an operator, then by
// the clock. Nobody may meet a certificate whose root is not there yet.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { certificatesFromPem } from '../../../common/x509/pem.ts';
import { parseCertificate } from '../../../common/x509/certificate.ts';
import { startAgent, type RunningAgent } from '../harness/agent.ts';
import type { EnvoyAdmin, RunningEnvoy } from '../harness/envoy.ts';
import { eventually, when } from '../harness/poll.ts';
import { startServer, type RunningServer } from '../harness/server.ts';
import { introduced, startPair, type SidecarPair } from '../harness/sidecar-pair.ts';
import { Traffic } from '../harness/traffic.ts';
import { Workspace } from '../harness/workspace.ts';

/** The next CA is prepared at half of this and signs from five sixths on. */
const caTtl = '60s';
const patient = { deadlineMs: 90_000, everyMs: 100 };
/** Per pair, each on a connection of its own. */
const requestsPerSecond = 25;

let workspace: Workspace;
let server: RunningServer;
let agent: RunningAgent;
let pairs: readonly SidecarPair[];

before(async () => {
  workspace = new Workspace();
  server = await startServer(workspace, { caTtl });
  agent = await startAgent(workspace, server);
  pairs = await Promise.all([
    startPair(workspace, server, agent, { apiType: 'GRPC', suffix: '-sotw', ttlSeconds: 20 }),
    startPair(workspace, server, agent, {
      apiType: 'DELTA_GRPC',
      suffix: '-delta',
      ttlSeconds: 20,
    }),
  ]);
  for (const pair of pairs) await introduced(pair, 60_000);
});
after(() => workspace.dispose());

test('a CA that an operator prepares and activates, and the next one by itself, fail no handshake', async (t) => {
  const traffic = pairs.map(({ ports: { fresh } }) => {
    const one = new Traffic({ pooled: fresh, fresh }, requestsPerSecond);
    t.after(() => one.stop());
    return one;
  });
  const before = await Promise.all(envoys().map(({ admin }) => faultsOf(admin)));
  const first = await activeAuthority();

  const prepared = await authority('prepare', 'prepared_authority');
  await everywhere('the prepared root', ({ roots }) => roots.includes(prepared));
  await everywhere('no certificate by it', ({ issuer }) => issuer === first);
  await authority('activate', 'activated_authority', '-authorityID', prepared);
  await everywhere('a certificate by the activated CA', ({ issuer }) => issuer === prepared);
  await everywhere('the first root is still trusted', ({ roots }) => roots.includes(first));

  const next = await eventually(
    'the CA changes by itself',
    async () => {
      const active = await activeAuthority();
      return active === prepared ? undefined : active;
    },
    patient,
  );
  await everywhere('a certificate by the next CA', ({ issuer }) => issuer === next);

  for (const one of traffic) {
    const report = await one.stop();
    assert.deepEqual([report.failed, report.failures], [0, []]);
    assert.ok(report.requests > 100, `${report.requests} requests`);
  }
  for (const [at, { admin }] of envoys().entries()) {
    assert.deepEqual(await faultsOf(admin), before[at]);
  }
});

function envoys(): readonly RunningEnvoy[] {
  return pairs.flatMap(({ web, orders }) => [web, orders]);
}

/** Every counter of what must not happen, with its count. */
function faultsOf(admin: EnvoyAdmin): Promise<ReadonlyMap<string, number>> {
  const secrets = '^sds\\..*\\.(update_rejected|update_failure)$';
  // A resumed session would not be verified, and prove nothing.
  const handshakes = '\\.ssl\\.(fail_verify_.*|connection_error|session_reused)$';
  return admin.stats(`${secrets}|${handshakes}`);
}

interface Held {
  /** Key identifier of the CA that signed the certificate in use. */
  readonly issuer: string;
  /** Key identifiers of the trusted roots. */
  readonly roots: readonly string[];
}

/** Waits until every Envoy holds this. */
async function everywhere(what: string, check: (held: Held) => boolean): Promise<void> {
  for (const { admin } of envoys()) {
    await eventually(what, async () => when(check(await heldBy(admin))), patient);
  }
}

/** What an Envoy has in its dump of secrets; keys are redacted there. */
async function heldBy(admin: EnvoyAdmin): Promise<Held> {
  const dump = await admin.get('/config_dump?resource=dynamic_active_secrets');
  const certificatesOf = (pattern: RegExp) => {
    const pem = Buffer.from(pattern.exec(dump)?.[1] ?? '', 'base64');
    return certificatesFromPem(pem).map((der) => parseCertificate(der));
  };
  const [leaf] = certificatesOf(/"certificate_chain": \{\s*"inline_bytes": "([^"]+)"/);
  const roots = certificatesOf(/"trust_bundle": \{\s*"inline_bytes": "([^"]+)"/);
  return { issuer: leaf?.authorityKeyId ?? '', roots: roots.map((root) => root.subjectKeyId) };
}

async function activeAuthority(): Promise<string> {
  const states = (await server.json('localauthority', 'x509', 'show')) as {
    active: { authority_id: string };
  };
  return states.active.authority_id;
}

/** Runs a step of the server's CLI; the ID of the authority that it is about. */
async function authority(step: string, field: string, ...flags: string[]): Promise<string> {
  const answer = (await server.json('localauthority', 'x509', step, ...flags)) as Record<
    string,
    { authority_id: string }
  >;
  return answer[field]?.authority_id ?? '';
}
