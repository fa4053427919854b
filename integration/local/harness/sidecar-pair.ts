import type { RunningAgent } from './agent.ts';
import { envoyUnderOwnName, startEnvoy, type RunningEnvoy } from './envoy.ts';
import { freePort } from './free-port.ts';
import { startHttpService, type Greeting, type HttpService } from './http-service.ts';
import { eventually } from './poll.ts';
import type { RunningServer } from './server.ts';
import { get, type TrafficPorts } from './traffic.ts';
import type { Workspace } from './workspace.ts';

export type ApiType = 'GRPC' | 'DELTA_GRPC';

interface PairOptions {
  readonly apiType?: ApiType;
  /** Life of the X509-SVIDs. */
  readonly ttlSeconds?: number;
  /** Sets the names of this pair apart from those of another one. */
  readonly suffix?: string;
}

/**
 * Two applications with a sidecar each: `web` calls, `orders` answers. Each identity belongs to one
 * Envoy binary; the sidecars accept each other's SPIFFE ID only.
 */
export interface SidecarPair {
  readonly webId: string;
  readonly ordersId: string;
  readonly web: RunningEnvoy;
  readonly orders: RunningEnvoy;
  /** Where the sidecar of `orders` takes mTLS connections. */
  readonly ordersPort: number;
  readonly service: HttpService;
  /** Where the application `web` sends its requests. */
  readonly ports: TrafficPorts;
}

const verifiedPeerHeader = 'x-verified-peer';

/** Registers both identities with the server's CLI and starts the Envoys; does not wait for LIVE. */
export async function startPair(
  workspace: Workspace,
  server: RunningServer,
  agent: RunningAgent,
  options: PairOptions = {},
): Promise<SidecarPair> {
  const names = { web: `web${options.suffix ?? ''}`, orders: `orders${options.suffix ?? ''}` };
  const binaries = {
    web: envoyUnderOwnName(workspace, `envoy-${names.web}`),
    orders: envoyUnderOwnName(workspace, `envoy-${names.orders}`),
  };
  const ttlSeconds = options.ttlSeconds ?? 3600;
  const webId = await register(server, agent, names.web, binaries.web, ttlSeconds);
  const ordersId = await register(server, agent, names.orders, binaries.orders, ttlSeconds);
  const service = await startHttpService(workspace);
  const ordersPort = await freePort();
  const sds = { socket_path: agent.socketPath, api_type: options.apiType ?? 'GRPC' };
  const orders = await startEnvoy(workspace, binaries.orders, {
    ...sds,
    node_id: names.orders,
    inbound: [{ address: '127.0.0.1', port: ordersPort, app_port: service.port, allow: [webId] }],
  });
  const ports = { pooled: await freePort(), fresh: await freePort() };
  const web = await startEnvoy(workspace, binaries.web, {
    ...sds,
    node_id: names.web,
    upstreams: upstreamsTo(ordersId, ordersPort, ports),
  });
  return { webId, ordersId, web, orders, ordersPort, service, ports };
}

/** The two listeners of a calling sidecar: one pools its connections, one opens one per request. */
export function upstreamsTo(peerId: string, peerPort: number, ports: TrafficPorts) {
  const common = {
    host: '127.0.0.1',
    remote_port: peerPort,
    expect: [peerId],
    peer_id_header: verifiedPeerHeader,
  };
  return [
    { ...common, name: 'pooled', port: ports.pooled },
    { ...common, name: 'fresh', port: ports.fresh, max_requests_per_connection: 1 },
  ];
}

/** Who verified whom in one request. */
interface Introduction {
  /** The SPIFFE ID of the caller, as the sidecar of `orders` verified it. */
  readonly caller: string | null;
  /** The SPIFFE ID of the server, as the sidecar of `web` verified it. */
  readonly server: string;
}

/** Waits until both Envoys are LIVE and a request goes through. */
export async function introduced(pair: SidecarPair, deadlineMs = 20_000): Promise<Introduction> {
  await Promise.all([pair.web.admin.ready(deadlineMs), pair.orders.admin.ready(deadlineMs)]);
  const answer = await eventually('a request passes both sidecars', async () => {
    const one = await get(pair.ports.fresh);
    return one.status === 200 ? one : undefined;
  });
  const greeting = JSON.parse(answer.body) as Greeting;
  return { caller: greeting.caller, server: String(answer.headers[verifiedPeerHeader]) };
}

/** Registers `spiffe://<td>/<name>` for processes that run this binary on the agent's node. */
export async function register(
  server: RunningServer,
  agent: RunningAgent,
  name: string,
  binary: string,
  ttlSeconds: number,
): Promise<string> {
  const spiffeId = `spiffe://${server.trustDomain}/${name}`;
  const selectors = [`unix:path:${binary}`];
  await server.createEntry({ spiffeId, parentId: agent.nodeId, selectors, ttlSeconds });
  return spiffeId;
}
