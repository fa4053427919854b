import { systemClock } from '../../../common/clock/clock.ts';
import { createPeerTracker } from '../../../common/peertracker/peer-tracker.ts';
import { transportUnderTest } from '../harness/transport.ts';
import { createRpcServer } from '../../../common/rpc/rpc-server.ts';
import type { Identity, IdentityView } from '../../../common/spiffe/identity-view.ts';
import type { X509Svid } from '../../../common/spiffe/x509-svid.ts';
import { sdsConfigSchema } from '../../../sds/config.ts';
import { StreamRegistry } from '../../../sds/registry.ts';
import { createSdsService } from '../../../sds/service.ts';
import { RecordedLog, RecordedMetrics } from '../../../testkit/envoy-service.ts';
import { FakeIdentitySource } from '../../../testkit/envoy-source.ts';
import type { Workspace } from '../harness/workspace.ts';

/**
 * The real SDS service on a real socket, whose views a test writes: the manager, which would never let
 * a bad one pass, is left out.
 */
export interface ScriptedAgent {
  readonly socketPath: string;
  readonly metrics: RecordedMetrics;
  readonly log: RecordedLog;
  readonly registry: StreamRegistry;
  publish(view: IdentityView): void;
}

/** Serves until the workspace is disposed of; `config` is the `sds` section. */
export async function serveScript(
  workspace: Workspace,
  name: string,
  config: object = {},
): Promise<ScriptedAgent> {
  const socketPath = workspace.path(`${name}.sock`);
  const source = new FakeIdentitySource();
  const metrics = new RecordedMetrics();
  const log = new RecordedLog();
  const registry = new StreamRegistry();
  const methods = createSdsService({
    sourceFor: () => Promise.resolve(source),
    config: sdsConfigSchema.parse(config),
    log,
    metrics,
    clock: systemClock,
    registry,
  });
  const server = createRpcServer({
    methods,
    log,
    clock: systemClock,
    unixTransport: transportUnderTest(),
  });
  await server.listenUnix({ path: socketPath, mode: 0o777, trackPeers: createPeerTracker() });
  workspace.defer(() => server.close({ graceMs: 0 }));
  return { socketPath, metrics, log, registry, publish: (view) => source.publish(view) };
}

/** The identity of an entry whose ID is the SPIFFE ID's path. */
export function identityOf(svid: X509Svid): Identity {
  return { entryId: svid.id, hint: '', createdAtMs: 0, federatesWith: [], svid };
}
