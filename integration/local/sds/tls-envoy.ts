import { typedConfig, socketAddress, type EnvoyMessage } from '../../../envoy/messages.ts';
import { envoyBinary } from '../../../testkit/envoy-binary.ts';
import { startEnvoyWith, type RunningEnvoy } from '../harness/envoy.ts';
import { freePort } from '../harness/free-port.ts';
import type { ApiType } from '../harness/sidecar-pair.ts';
import type { Workspace } from '../harness/workspace.ts';

/** One mTLS listener that answers 200 to whoever gets in. */
interface ListenerOptions {
  readonly certificate?: string;
  readonly bundle?: string;
  /** `bare`: no SAN matchers, Envoy's most forgiving form. */
  readonly context?: 'combined' | 'bare';
  /** URI of the peers that are accepted, or with a closing `/` the start of it. */
  readonly accept?: readonly string[];
  readonly clientCertificate?: 'required' | 'optional';
}

interface TlsEnvoyOptions {
  readonly name: string;
  readonly socketPath: string;
  readonly apiType: ApiType;
  readonly listeners?: readonly ListenerOptions[];
  /** Runs from here, so that the agent can tell it from others. */
  readonly binary?: string;
  /** A file that names more clusters, which may be replaced while the Envoy runs. */
  readonly clustersPath?: string;
}

export interface TlsEnvoy extends RunningEnvoy {
  /** Of the listeners, in order. */
  readonly ports: readonly number[];
}

/** Starts an Envoy whose configuration the test spells out, where the generator would refuse to. */
export async function startTlsEnvoy(
  workspace: Workspace,
  options: TlsEnvoyOptions,
): Promise<TlsEnvoy> {
  const { name, socketPath, apiType, listeners = [{}] } = options;
  const adminPort = await freePort();
  const ports = await Promise.all(listeners.map(() => freePort()));
  const bootstrap = {
    node: { id: name, cluster: 'lab' },
    admin: { address: socketAddress('127.0.0.1', adminPort) },
    ...clusterDiscovery(options.clustersPath),
    static_resources: {
      clusters: [sdsCluster(socketPath)],
      listeners: listeners.map((one, at) => listener(one, ports[at] ?? 0, apiType)),
    },
  };
  const binary = options.binary ?? envoyBinary();
  const text = JSON.stringify(bootstrap);
  return { ...(await startEnvoyWith(workspace, binary, name, text, adminPort)), ports };
}

function clusterDiscovery(path: string | undefined): EnvoyMessage {
  if (path === undefined) return {};
  const source = { resource_api_version: 'V3', path_config_source: { path } };
  return { dynamic_resources: { cds_config: source } };
}

/** Where a secret comes from, spelled as Istio does: Node once, no time-out. */
function sdsSecret(name: string, apiType: ApiType): EnvoyMessage {
  return {
    name,
    sds_config: {
      resource_api_version: 'V3',
      initial_fetch_timeout: '0s',
      api_config_source: {
        api_type: apiType,
        transport_api_version: 'V3',
        set_node_on_first_message_only: true,
        grpc_services: [
          { envoy_grpc: { cluster_name: sdsClusterName, retry_policy: quickRetries } },
        ],
      },
    },
  };
}

/** Envoy's own back-off grows to 30 s; a test has no time for that. */
const quickRetries = { retry_back_off: { base_interval: '0.2s', max_interval: '1s' } };
const sdsClusterName = 'agent';
const tlsPackage = 'envoy.extensions.transport_sockets.tls.v3';

function sdsCluster(path: string): EnvoyMessage {
  const http2 = 'envoy.extensions.upstreams.http.v3.HttpProtocolOptions';
  return {
    name: sdsClusterName,
    type: 'STATIC',
    connect_timeout: '1s',
    typed_extension_protocol_options: {
      [http2]: typedConfig(http2, { explicit_http_config: { http2_protocol_options: {} } }),
    },
    load_assignment: {
      cluster_name: sdsClusterName,
      endpoints: [{ lb_endpoints: [{ endpoint: { address: { pipe: { path } } } }] }],
    },
  };
}

function listener(options: ListenerOptions, port: number, apiType: ApiType): EnvoyMessage {
  return {
    name: `listener_${port}`,
    address: socketAddress('127.0.0.1', port),
    filter_chains: [
      {
        transport_socket: {
          name: 'envoy.transport_sockets.tls',
          typed_config: typedConfig(`${tlsPackage}.DownstreamTlsContext`, {
            require_client_certificate: options.clientCertificate !== 'optional',
            disable_stateless_session_resumption: true,
            disable_stateful_session_resumption: true,
            common_tls_context: commonTls(options, apiType),
          }),
        },
        filters: [{ name: 'http', typed_config: answer200(port) }],
      },
    ],
  };
}

/** The TLS context of a listener or cluster. */
export function commonTls(options: ListenerOptions, apiType: ApiType): EnvoyMessage {
  const { certificate = 'default', bundle = 'ROOTCA', context = 'combined' } = options;
  const roots = { validation_context_sds_secret_config: sdsSecret(bundle, apiType) };
  return {
    tls_certificate_sds_secret_configs: [sdsSecret(certificate, apiType)],
    ...(context === 'bare'
      ? roots
      : {
          combined_validation_context: {
            default_validation_context: {
              match_typed_subject_alt_names: (options.accept ?? ['spiffe://']).map(uriMatcher),
            },
            ...roots,
          },
        }),
  };
}

function uriMatcher(uri: string): EnvoyMessage {
  return { san_type: 'URI', matcher: uri.endsWith('/') ? { prefix: uri } : { exact: uri } };
}

function answer200(port: number): EnvoyMessage {
  const manager =
    'envoy.extensions.filters.network.http_connection_manager.v3.HttpConnectionManager';
  return typedConfig(manager, {
    stat_prefix: `http_${port}`,
    route_config: {
      virtual_hosts: [
        {
          name: 'all',
          domains: ['*'],
          routes: [{ match: { prefix: '/' }, direct_response: { status: 200 } }],
        },
      ],
    },
    http_filters: [
      {
        name: 'router',
        typed_config: typedConfig('envoy.extensions.filters.http.router.v3.Router'),
      },
    ],
  });
}
