import { mapsBelow, type ConfigNode } from './config-tree.ts';

/** One TLS context that takes a secret over a gRPC SDS subscription. */
export interface TlsContext {
  readonly direction: 'downstream' | 'upstream';
  readonly node: ConfigNode;
  readonly common: ConfigNode;
  /** Slots for certificates and for bundles: each an SdsSecretConfig. */
  readonly certificates: readonly ConfigNode[];
  readonly bundles: readonly ConfigNode[];
  /** The validation context that is written in the configuration itself. */
  readonly staticValidation: ConfigNode | undefined;
}

/** What the rules look at, whether it came from a bootstrap or from `/config_dump`. */
export interface EnvoyConfig {
  readonly root: ConfigNode;
  readonly bootstrap: ConfigNode | undefined;
  readonly clusters: ReadonlyMap<string, ConfigNode>;
  readonly contexts: readonly TlsContext[];
  /** The distinct subscriptions: each the `api_config_source` of an SDS config. */
  readonly sources: readonly SdsSource[];
}

export interface SdsSource {
  /** The `sds_config` around it. */
  readonly config: ConfigNode;
  readonly api: ConfigNode;
}

/** Collects the parts of a configuration that have to do with SDS. */
export function readEnvoyConfig(root: ConfigNode): EnvoyConfig {
  const parts = partsOf(root);
  const contexts = parts.owners.flatMap((owner) => contextsBelow(owner));
  const slots = contexts.flatMap((one) => [...one.certificates, ...one.bundles]);
  return {
    root,
    bootstrap: parts.bootstrap,
    clusters: parts.clusters,
    contexts,
    sources: slots.flatMap((slot) => sourceOf(slot) ?? []),
  };
}

/** The gRPC subscription of a slot; undefined when its secret comes from a file or over ADS. */
export function sourceOf(slot: ConfigNode): SdsSource | undefined {
  const config = slot.get('sds_config');
  const api = config?.get('api_config_source');
  return config === undefined || api === undefined ? undefined : { config, api };
}

/** The texts of the SAN matchers of a context, with how they match; empty when there are none. */
export function sanMatchers(context: TlsContext): readonly SanMatcher[] {
  const typed = context.staticValidation?.get('match_typed_subject_alt_names')?.items() ?? [];
  const untyped = context.staticValidation?.get('match_subject_alt_names')?.items() ?? [];
  return [
    ...typed.map((node) => matcherOf(node, node.get('matcher'), node.get('san_type')?.text())),
    ...untyped.map((node) => matcherOf(node, node, 'URI')),
  ];
}

export interface SanMatcher {
  readonly node: ConfigNode;
  readonly sanType: string;
  readonly kind: string;
  readonly value: string;
}

const matcherKinds = ['exact', 'prefix', 'suffix', 'contains', 'safe_regex'];

function matcherOf(
  node: ConfigNode,
  matcher: ConfigNode | undefined,
  sanType: string | undefined,
): SanMatcher {
  const kind = matcherKinds.find((name) => matcher?.get(name) !== undefined) ?? 'none';
  const found = matcher?.get(kind);
  const value = found?.text() ?? found?.get('regex')?.text() ?? '';
  return { node, sanType: sanType ?? 'SAN_TYPE_UNSPECIFIED', kind, value };
}

interface Parts {
  readonly bootstrap: ConfigNode | undefined;
  readonly clusters: Map<string, ConfigNode>;
  /** Listeners and clusters: what can hold a TLS context. */
  readonly owners: ConfigNode[];
}

function partsOf(root: ConfigNode): Parts {
  const dumps = root.get('configs')?.items();
  const bootstrap = dumps === undefined ? root : dumps.find(isDump('Bootstrap'))?.get('bootstrap');
  // A dump repeats the static resources of its bootstrap in the other sections; each counts once.
  const inDump = (dumps ?? []).filter(
    (dump) => isDump('Clusters')(dump) || isDump('Listeners')(dump),
  );
  const owners = inDump.length > 0 ? inDump.flatMap(dumpedOwners) : staticOwners(bootstrap);
  const clusters = new Map<string, ConfigNode>();
  for (const owner of owners) {
    const name = owner.get('name')?.text();
    if (name !== undefined && isCluster(owner)) clusters.set(name, owner);
  }
  return { bootstrap, clusters, owners };
}

function staticOwners(bootstrap: ConfigNode | undefined): ConfigNode[] {
  return ['clusters', 'listeners'].flatMap(
    (kind) => bootstrap?.at('static_resources', kind)?.items() ?? [],
  );
}

function dumpedOwners(dump: ConfigNode): ConfigNode[] {
  return dump.entries().flatMap(([, list]) =>
    list.items().flatMap((item) => {
      const state = item.get('active_state') ?? item.get('warming_state') ?? item;
      return state.get('cluster') ?? state.get('listener') ?? [];
    }),
  );
}

function isDump(kind: string): (node: ConfigNode) => boolean {
  return (node) => node.get('@type')?.text()?.endsWith(`.${kind}ConfigDump`) === true;
}

function isCluster(owner: ConfigNode): boolean {
  return ['load_assignment', 'connect_timeout', 'type', 'cluster_type'].some(
    (name) => owner.get(name) !== undefined,
  );
}

function contextsBelow(owner: ConfigNode): TlsContext[] {
  const found: TlsContext[] = [];
  for (const node of mapsBelow(owner)) {
    const type = node.get('@type')?.text() ?? '';
    const direction = type.endsWith('.DownstreamTlsContext')
      ? 'downstream'
      : type.endsWith('.UpstreamTlsContext')
        ? 'upstream'
        : undefined;
    const common = node.get('common_tls_context');
    if (direction === undefined || common === undefined) continue;
    const context = contextOf(direction, node, common);
    const slots = [...context.certificates, ...context.bundles];
    if (slots.some((slot) => sourceOf(slot) !== undefined)) found.push(context);
  }
  return found;
}

function contextOf(
  direction: TlsContext['direction'],
  node: ConfigNode,
  common: ConfigNode,
): TlsContext {
  const combined = common.get('combined_validation_context');
  const bundles = [
    common.get('validation_context_sds_secret_config'),
    combined?.get('validation_context_sds_secret_config'),
  ].filter((slot) => slot !== undefined);
  return {
    direction,
    node,
    common,
    certificates: common.get('tls_certificate_sds_secret_configs')?.items() ?? [],
    bundles,
    staticValidation:
      combined?.get('default_validation_context') ?? common.get('validation_context'),
  };
}
