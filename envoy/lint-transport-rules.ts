import { longestSocketPathBytes } from './bootstrap-options.ts';
import { mapsBelow, type ConfigNode } from './config-tree.ts';
import type { LintOptions, Rule } from './lint-rule.ts';
import type { EnvoyConfig, SdsSource } from './lint-model.ts';

/** Shorter and the ports open before the agent could answer after a restart of the node. */
const shortestFetchTimeoutSeconds = 5;
const shortestConnectTimeoutSeconds = 0.25;

/** Rules about the way to the agent. */
export const transportRules: readonly Rule[] = [
  {
    rule: 'google-grpc',
    risk: 'the second gRPC client of Envoy opens its own connections, resolves the socket differently and is missing from many builds',
    fix: 'use envoy_grpc with the name of a cluster whose endpoint is the socket of the agent',
    find: (config) => services(config).flatMap(({ service }) => service.get('google_grpc') ?? []),
  },
  {
    rule: 'sds-cluster-not-http2',
    risk: 'gRPC needs HTTP/2: Envoy speaks HTTP/1.1 to the agent and never gets a secret',
    fix: 'add explicit_http_config.http2_protocol_options to the HttpProtocolOptions of the SDS cluster',
    find: (config) => sdsClusters(config).filter((cluster) => !speaksHttp2(cluster)),
  },
  {
    rule: 'sds-socket-wrong',
    risk: 'Envoy does not reach the agent, or reaches something that cannot tell who calls',
    fix: 'let the SDS cluster have one endpoint: a pipe with the absolute path of the agent socket, at most 107 bytes',
    find: wrongSockets,
  },
  {
    rule: 'timeout-short',
    risk: 'after a short initial_fetch_timeout the ports open without an identity and reset every connection; a timeout on the gRPC service ends the stream again and again; a short connect_timeout fails while the node is busy',
    fix: 'use initial_fetch_timeout 0s (wait) or at least 5s, no timeout on the gRPC service, and a connect_timeout of 1s',
    find: shortTimeouts,
  },
  {
    rule: 'node-in-every-message',
    risk: 'each acknowledgement carries the whole Node, about 60 kB, instead of 90 bytes',
    fix: 'set set_node_on_first_message_only: true in api_config_source',
    find: (config) =>
      config.sources
        .filter(({ api }) => api.get('set_node_on_first_message_only')?.text() !== 'true')
        .map(({ api }) => api),
  },
  {
    rule: 'admin-exposed',
    risk: 'the admin interface shows certificates and lets anybody who reaches it stop the sidecar',
    fix: 'bind admin to 127.0.0.1',
    find: (config) => {
      if (config.sources.length === 0) return [];
      const address = config.bootstrap?.at('admin', 'address', 'socket_address', 'address');
      return address === undefined || isLoopback(address.text() ?? '') ? [] : [address];
    },
  },
];

function services(config: EnvoyConfig): { source: SdsSource; service: ConfigNode }[] {
  return config.sources.flatMap((source) =>
    (source.api.get('grpc_services')?.items() ?? []).map((service) => ({ source, service })),
  );
}

function clusterNames(config: EnvoyConfig): ConfigNode[] {
  return services(config).flatMap(({ service }) => service.at('envoy_grpc', 'cluster_name') ?? []);
}

function sdsClusters(config: EnvoyConfig): ConfigNode[] {
  const names = new Set(clusterNames(config).map((name) => name.text() ?? ''));
  return [...names].flatMap((name) => config.clusters.get(name) ?? []);
}

function speaksHttp2(cluster: ConfigNode): boolean {
  if (cluster.get('http2_protocol_options') !== undefined) return true;
  const options = cluster.at(
    'typed_extension_protocol_options',
    'envoy.extensions.upstreams.http.v3.HttpProtocolOptions',
  );
  return options?.at('explicit_http_config', 'http2_protocol_options') !== undefined;
}

function wrongSockets(config: EnvoyConfig, options: LintOptions): ConfigNode[] {
  const missing = clusterNames(config).filter((name) => !config.clusters.has(name.text() ?? ''));
  const wrong = sdsClusters(config).flatMap((cluster) => {
    const addresses = addressesOf(cluster);
    if (addresses.length === 0) return [cluster];
    return addresses.filter((address) => !isAgentSocket(address, options));
  });
  // A dump may be filtered; only a whole configuration proves that a cluster is missing.
  return config.clusters.size === 0 ? wrong : [...missing, ...wrong];
}

function addressesOf(cluster: ConfigNode): ConfigNode[] {
  const assignment = cluster.get('load_assignment');
  if (assignment === undefined) return [];
  return [...mapsBelow(assignment)].flatMap((node) => node.get('address') ?? []);
}

function isAgentSocket(address: ConfigNode, options: LintOptions): boolean {
  // Inside socket_address there is a text of the same name.
  if (!address.isMap()) return true;
  const path = address.at('pipe', 'path')?.text();
  if (path === undefined) return false;
  if (options.socketPath !== undefined) return path === options.socketPath;
  const isAbstract = path.startsWith('@');
  return !isAbstract && path.startsWith('/') && Buffer.byteLength(path) <= longestSocketPathBytes;
}

function shortTimeouts(config: EnvoyConfig): ConfigNode[] {
  const fetches = config.sources.flatMap(
    ({ config: sds }) => sds.get('initial_fetch_timeout') ?? [],
  );
  const streams = services(config).flatMap(({ service }) => service.get('timeout') ?? []);
  const connects = sdsClusters(config).flatMap((one) => one.get('connect_timeout') ?? []);
  return [
    ...fetches.filter((node) => isBetween(node, 0, shortestFetchTimeoutSeconds)),
    ...streams.filter((node) => isBetween(node, 0, Infinity)),
    ...connects.filter((node) => isBetween(node, 0, shortestConnectTimeoutSeconds)),
  ];
}

/** More than `low` and less than `high` seconds; `0s` means "no limit" in all three places. */
function isBetween(node: ConfigNode, low: number, high: number): boolean {
  const seconds = Number(/^(\d+(?:\.\d+)?)s$/.exec(node.text() ?? '')?.[1]);
  return seconds > low && seconds < high;
}

function isLoopback(address: string): boolean {
  return address === '::1' || address === 'localhost' || address.startsWith('127.');
}
