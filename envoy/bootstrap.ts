import { stringify } from 'yaml';
import {
  parseBootstrapOptions,
  type BootstrapInput,
  type BootstrapOptions,
  type InboundOptions,
  type UpstreamOptions,
} from './bootstrap-options.ts';
import { httpFilters, inboundRoute, tcpFilters, upstreamRoute } from './filters.ts';
import { downstreamTls, upstreamTls } from './tls-contexts.ts';
import { durationOf, socketAddress, typedConfig, type EnvoyMessage } from './messages.ts';

/**
 * Renders a complete Envoy bootstrap (YAML) for a sidecar: identity over the agent's socket, mTLS
 * listeners in front of the application and local listeners that reach other sidecars.
 * Throws CONFIG_INVALID with every fault and its field.
 */
export function renderBootstrap(input: BootstrapInput): string {
  return stringify(buildBootstrap(parseBootstrapOptions(input)), {
    aliasDuplicateObjects: false,
    lineWidth: 0,
    // Envoy reads YAML 1.1, where an unquoted "on" is a boolean and "1:30" a number.
    version: '1.1',
  });
}

/** The bootstrap as plain data, from options that were already checked. */
function buildBootstrap(options: BootstrapOptions): EnvoyMessage {
  const inbound = options.inbound.map((one) => inboundParts(options, one));
  const upstreams = options.upstreams.map((one) => upstreamParts(options, one));
  const parts = [...inbound, ...upstreams];
  return {
    node: { id: options.node_id, cluster: options.node_cluster },
    ...(options.admin_port === 0
      ? {}
      : { admin: { address: socketAddress(options.admin_address, options.admin_port) } }),
    overload_manager: connectionLimit(options.max_connections),
    static_resources: {
      // Envoy wants the SDS cluster before the static clusters that use it.
      clusters: [sdsCluster(options), ...parts.map((part) => part.cluster)],
      listeners: parts.map((part) => part.listener),
    },
  };
}

/** Without it Envoy accepts connections until its descriptors are used up. */
function connectionLimit(connections: number): EnvoyMessage {
  const type =
    'envoy.extensions.resource_monitors.downstream_connections.v3.DownstreamConnectionsConfig';
  return {
    resource_monitors: [
      {
        name: 'envoy.resource_monitors.global_downstream_max_connections',
        typed_config: typedConfig(type, { max_active_downstream_connections: connections }),
      },
    ],
  };
}

interface Parts {
  readonly listener: EnvoyMessage;
  readonly cluster: EnvoyMessage;
}

function sdsCluster(options: BootstrapOptions): EnvoyMessage {
  const endpoint = { address: { pipe: { path: options.socket_path } } };
  return {
    name: options.sds_cluster,
    type: 'STATIC',
    connect_timeout: '1s',
    ...http2Options({
      explicit_http_config: {
        http2_protocol_options: { connection_keepalive: { interval: '30s', timeout: '5s' } },
      },
    }),
    load_assignment: loadAssignment(options.sds_cluster, endpoint),
  };
}

function inboundParts(options: BootstrapOptions, inbound: InboundOptions): Parts {
  const name = inbound.name ?? `inbound_${inbound.port}`;
  const cluster = `${name}_app`;
  const endpoint = { address: socketAddress(inbound.app_address, inbound.app_port) };
  const filters =
    inbound.protocol === 'http'
      ? httpFilters({ name, route: inboundRoute(cluster), tellPeer: true, ...lifetime(inbound) })
      : tcpFilters({ name, cluster, ...lifetime(inbound) });
  return {
    listener: {
      name,
      address: socketAddress(inbound.address, inbound.port),
      filter_chains: [{ transport_socket: downstreamTls(options, inbound.allow), filters }],
    },
    cluster: {
      name: cluster,
      ...discovery(inbound.app_address),
      connect_timeout: '1s',
      load_assignment: loadAssignment(cluster, endpoint),
    },
  };
}

function upstreamParts(options: BootstrapOptions, upstream: UpstreamOptions): Parts {
  const name = upstream.name ?? `upstream_${upstream.port}`;
  const endpoint = { address: socketAddress(upstream.host, upstream.remote_port) };
  const route = upstreamRoute(name, upstream.peer_id_header);
  const filters =
    upstream.protocol === 'http'
      ? httpFilters({ name, route, tellPeer: false })
      : tcpFilters({ name, cluster: name, ...lifetime(upstream) });
  return {
    listener: {
      name,
      address: socketAddress(upstream.address, upstream.port),
      filter_chains: [{ filters }],
    },
    cluster: {
      name,
      ...discovery(upstream.host),
      connect_timeout: '5s',
      ...(upstream.protocol === 'http' ? connectionLimits(upstream) : {}),
      transport_socket: upstreamTls(options, upstream.expect, upstream.sni),
      load_assignment: loadAssignment(name, endpoint),
    },
  };
}

function connectionLimits(upstream: UpstreamOptions): EnvoyMessage {
  const limits = {
    ...(upstream.max_requests_per_connection === undefined
      ? {}
      : { max_requests_per_connection: upstream.max_requests_per_connection }),
    ...lifetime(upstream),
  };
  if (Object.keys(limits).length === 0) return {};
  return http2Options({
    common_http_protocol_options: limits,
    explicit_http_config: { http_protocol_options: {} },
  });
}

function lifetime(part: { readonly max_connection_duration_ms: number }): {
  max_connection_duration?: string;
} {
  if (part.max_connection_duration_ms === 0) return {};
  return { max_connection_duration: durationOf(part.max_connection_duration_ms) };
}

function http2Options(options: EnvoyMessage): EnvoyMessage {
  const type = 'envoy.extensions.upstreams.http.v3.HttpProtocolOptions';
  return {
    typed_extension_protocol_options: {
      [type]: { '@type': `type.googleapis.com/${type}`, ...options },
    },
  };
}

function discovery(host: string): EnvoyMessage {
  const isAddress = /^[0-9.]+$/.test(host) || host.includes(':');
  return isAddress ? { type: 'STATIC' } : { type: 'STRICT_DNS' };
}

function loadAssignment(cluster: string, endpoint: EnvoyMessage): EnvoyMessage {
  return { cluster_name: cluster, endpoints: [{ lb_endpoints: [{ endpoint }] }] };
}
