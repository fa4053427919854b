import { findNearMiss } from '../common/config/near-miss.ts';
import { SpiffeError } from '../common/errors/spiffe-error.ts';
import type { ConfigNode } from './config-tree.ts';

/**
 * Checks that a text is what the rules can judge: a bootstrap, or a `/config_dump` answer with its
 * listeners and clusters. Anything else would pass them, for want of something to find. Throws
 * CONFIG_INVALID.
 */
export function checkIsEnvoyConfig(root: ConfigNode): void {
  const dumps = root.get('configs')?.items();
  if (dumps !== undefined) checkDump(root, dumps);
  else checkBootstrap(root);
}

function checkDump(root: ConfigNode, dumps: readonly ConfigNode[]): void {
  checkKeys(root, ['configs'], 'a /config_dump answer');
  const isJudged = (dump: ConfigNode) =>
    /\.(Bootstrap|Listeners|Clusters)ConfigDump$/.test(dump.get('@type')?.text() ?? '');
  if (dumps.some(isJudged)) return;
  const what = 'configs has neither a bootstrap nor listeners nor clusters';
  throw fault(root, `${what}: give the whole answer of /config_dump`);
}

function checkBootstrap(root: ConfigNode): void {
  for (const [kind, key] of partKinds) {
    if (root.get(key) === undefined) continue;
    const rest = 'give the whole bootstrap, or the answer of /config_dump';
    throw fault(root, `${key} is of an Envoy ${kind} alone, which says too little: ${rest}`);
  }
  checkKeys(root, bootstrapKeys, 'an Envoy bootstrap');
  if (bodies.some((name) => root.get(name)?.isMap() === true)) return;
  throw fault(root, `an Envoy bootstrap must have a map ${bodies.join(' or ')}`);
}

function checkKeys(root: ConfigNode, known: readonly string[], what: string): void {
  const names = new Set(known.flatMap((name) => [name, camelCase(name)]));
  for (const [name, value] of root.entries()) {
    if (names.has(name)) continue;
    const meant = findNearMiss(name, known);
    const hint = meant === undefined ? '' : `, did you mean ${JSON.stringify(meant)}?`;
    throw fault(value, `unknown key ${JSON.stringify(name.slice(0, 64))} in ${what}${hint}`);
  }
}

function camelCase(name: string): string {
  return name.replace(/_([a-z0-9])/g, (_, letter: string) => letter.toUpperCase());
}

function fault(node: ConfigNode, message: string): SpiffeError {
  return new SpiffeError('CONFIG_INVALID', `line ${node.line}: ${message}`);
}

/** What people have in files of their own, and a key that only it has. */
const partKinds = [
  ['listener', 'filter_chains'],
  ['cluster', 'load_assignment'],
  ['secret', 'tls_certificate'],
  ['secret', 'validation_context'],
  ['xDS response', 'resources'],
] as const;

const bodies = ['static_resources', 'dynamic_resources'];

/** The fields of `envoy.config.bootstrap.v3.Bootstrap`, Envoy 1.40; a test asks the real one. */
export const bootstrapKeys: readonly string[] = [
  'node',
  'node_context_params',
  'static_resources',
  'dynamic_resources',
  'cluster_manager',
  'hds_config',
  'flags_path',
  'stats_sinks',
  'deferred_stat_options',
  'stats_config',
  'stats_flush_interval',
  'stats_flush_on_admin',
  'stats_eviction_interval',
  'watchdog',
  'watchdogs',
  'tracing',
  'layered_runtime',
  'admin',
  'overload_manager',
  'enable_dispatcher_stats',
  'header_prefix',
  'stats_server_version_override',
  'use_tcp_for_dns_lookups',
  'dns_resolution_config',
  'typed_dns_resolver_config',
  'bootstrap_extensions',
  'fatal_actions',
  'config_sources',
  'default_config_source',
  'default_socket_interface',
  'certificate_provider_instances',
  'inline_headers',
  'perf_tracing_file_path',
  'default_regex_engine',
  'xds_delegate_extension',
  'xds_config_tracker_extension',
  'listener_manager',
  'application_log_config',
  'grpc_async_client_manager_config',
  'memory_allocator_manager',
  'enable_worker_cpu_affinity',
];
