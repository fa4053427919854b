/** SPIRE's names of the services, by the part of the path that names them. */
const services: Readonly<Record<string, string>> = {
  SpiffeWorkloadAPI: 'workload_api',
  'envoy.service.secret.v3.SecretDiscoveryService': 'sds.v3',
  'grpc.health.v1.Health': 'health',
  'spire.agent.debug.v1.Debug': 'debug',
  'spire.api.agent.logger.v1.Logger': 'logger',
  'spire.api.agent.delegatedidentity.v1.DelegatedIdentity': 'delegated_identity',
};

/** Services whose calls under way SPIRE counts, by its prefix of the gauge. */
const gauges: Readonly<Record<string, string>> = {
  workload_api: 'workload_api',
  'sds.v3': 'sds_api',
  debug: 'debug_api',
  logger: 'logger_api',
  delegated_identity: 'delegated_identity_api',
};

/** The metrics of a method that SPIRE has too. */
export interface RpcKeys {
  /** `rpc.workload_api.fetch_x509svid`. */
  readonly calls: string;
  /** `workload_api.connection`, counted at each call; health checks have none. */
  readonly connection?: string;
  /** `workload_api.connections`, the calls under way. */
  readonly connections?: string;
}

/** Undefined for what SPIRE does not serve. */
export function findRpcKeys(path: string): RpcKeys | undefined {
  const [, name = '', method = ''] = path.split('/');
  const service = services[name];
  if (service === undefined) return undefined;
  const prefix = gauges[service];
  return {
    calls: `rpc.${service}.${snakeCase(method)}`,
    ...(prefix === undefined
      ? {}
      : { connection: `${prefix}.connection`, connections: `${prefix}.connections` }),
  };
}

/**
 * SPIRE 1.15: an underscore before an upper-case letter that has a lower-case neighbour, so
 * `FetchX509SVID` is `fetch_x509svid` and `FetchJWTSVID` is `fetch_jwtsvid`.
 */
export function snakeCase(name: string): string {
  const starts = (at: number) =>
    at > 0 && /[a-z]/.test(`${name[at - 1] ?? ''}${name[at + 1] ?? ''}`);
  return name.replaceAll(/[A-Z]/g, (letter: string, at: number) => {
    return (starts(at) ? '_' : '') + letter.toLowerCase();
  });
}
