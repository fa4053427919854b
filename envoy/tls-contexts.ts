import type { BootstrapOptions } from './bootstrap-options.ts';
import { durationOf, typedConfig, type EnvoyMessage } from './messages.ts';

const tlsPackage = 'envoy.extensions.transport_sockets.tls.v3';

/**
 * The TLS socket of a listener: only peers with one of these SPIFFE IDs get in. Sessions are not
 * resumed, because a resumed session is not verified again.
 */
export function downstreamTls(options: BootstrapOptions, allow: readonly string[]): EnvoyMessage {
  return tlsSocket('DownstreamTlsContext', {
    require_client_certificate: true,
    disable_stateless_session_resumption: true,
    disable_stateful_session_resumption: true,
    common_tls_context: commonTls(options, allow),
  });
}

/** The TLS socket towards another sidecar, which must show one of these SPIFFE IDs. */
export function upstreamTls(
  options: BootstrapOptions,
  expect: readonly string[],
  sni: string | undefined,
): EnvoyMessage {
  return tlsSocket('UpstreamTlsContext', {
    ...(sni === undefined ? {} : { sni }),
    max_session_keys: 0,
    common_tls_context: commonTls(options, expect),
  });
}

/**
 * Always a combined context with SAN matchers: with a bare one Envoy takes an empty secret, or a
 * certificate under the bundle's name, as the order to verify nobody (Envoy 1.36 and 1.40).
 */
function commonTls(options: BootstrapOptions, peers: readonly string[]): EnvoyMessage {
  return {
    tls_params: {
      tls_minimum_protocol_version: 'TLSv1_2',
      tls_maximum_protocol_version: 'TLSv1_3',
    },
    tls_certificate_sds_secret_configs: [
      { name: options.svid_name, sds_config: sdsConfig(options) },
    ],
    combined_validation_context: {
      default_validation_context: { match_typed_subject_alt_names: peers.map(sanMatcher) },
      validation_context_sds_secret_config: {
        name: options.bundle_name,
        sds_config: sdsConfig(options),
      },
    },
  };
}

function sdsConfig(options: BootstrapOptions): EnvoyMessage {
  return {
    resource_api_version: 'V3',
    initial_fetch_timeout: durationOf(options.initial_fetch_timeout_ms),
    api_config_source: {
      api_type: options.api_type,
      transport_api_version: 'V3',
      // Otherwise each acknowledgement carries the whole Node, about 60 kB.
      set_node_on_first_message_only: true,
      grpc_services: [
        { envoy_grpc: { cluster_name: options.sds_cluster, retry_policy: agentRestarts } },
      ],
    },
  };
}

/**
 * Envoy's own back-off for a stream that ended grows to 30 s; the agent is on this machine and back within
 * a second of its restart.
 */
const agentRestarts = { retry_back_off: { base_interval: '0.2s', max_interval: '2s' } };

function sanMatcher(peer: string): EnvoyMessage {
  const matcher = peer.endsWith('/*') ? { prefix: peer.slice(0, -1) } : { exact: peer };
  return { san_type: 'URI', matcher };
}

function tlsSocket(context: string, fields: EnvoyMessage): EnvoyMessage {
  return {
    name: 'envoy.transport_sockets.tls',
    typed_config: typedConfig(`${tlsPackage}.${context}`, fields),
  };
}
