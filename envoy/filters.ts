import { typedConfig, type EnvoyMessage } from './messages.ts';

interface HttpFilters {
  readonly name: string;
  readonly route: EnvoyMessage;
  /** Tells the application who called, in `x-forwarded-client-cert`; what the caller sent is dropped. */
  readonly tellPeer: boolean;
  readonly max_connection_duration?: string;
}

/** The network filters of a listener that speaks HTTP. */
export function httpFilters(options: HttpFilters): EnvoyMessage[] {
  const peer = options.tellPeer
    ? {
        forward_client_cert_details: 'SANITIZE_SET',
        set_current_client_cert_details: { uri: true },
      }
    : {};
  const lifetime =
    options.max_connection_duration === undefined
      ? {}
      : {
          common_http_protocol_options: {
            max_connection_duration: options.max_connection_duration,
          },
        };
  const manager = {
    stat_prefix: options.name,
    ...peer,
    ...lifetime,
    http_filters: [
      {
        name: 'envoy.filters.http.router',
        typed_config: typedConfig('envoy.extensions.filters.http.router.v3.Router'),
      },
    ],
    route_config: {
      virtual_hosts: [{ name: 'all', domains: ['*'], routes: [options.route] }],
    },
  };
  const type = 'envoy.extensions.filters.network.http_connection_manager.v3.HttpConnectionManager';
  return [
    {
      name: 'envoy.filters.network.http_connection_manager',
      typed_config: typedConfig(type, manager),
    },
  ];
}

interface TcpFilters {
  readonly name: string;
  readonly cluster: string;
  readonly max_connection_duration?: string;
}

/** The network filters of a listener that hands bytes on. */
export function tcpFilters(options: TcpFilters): EnvoyMessage[] {
  const lifetime =
    options.max_connection_duration === undefined
      ? {}
      : { max_downstream_connection_duration: options.max_connection_duration };
  return [
    {
      name: 'envoy.filters.network.tcp_proxy',
      typed_config: typedConfig('envoy.extensions.filters.network.tcp_proxy.v3.TcpProxy', {
        stat_prefix: options.name,
        cluster: options.cluster,
        ...lifetime,
      }),
    },
  ];
}

export function inboundRoute(cluster: string): EnvoyMessage {
  return { match: { prefix: '/' }, route: { cluster, timeout: '0s' } };
}

export function upstreamRoute(cluster: string, peerIdHeader: string | undefined): EnvoyMessage {
  const route = inboundRoute(cluster);
  if (peerIdHeader === undefined) return route;
  return {
    ...route,
    response_headers_to_add: [
      {
        header: { key: peerIdHeader, value: '%UPSTREAM_PEER_URI_SAN%' },
        append_action: 'OVERWRITE_IF_EXISTS_OR_ADD',
      },
    ],
  };
}
