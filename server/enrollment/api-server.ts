import { SpiffeError } from '../../common/errors/spiffe-error.ts';
import type { ApiServer } from '../../common/kube/api-server.ts';
import type { Logger } from '../../common/log/logger.ts';
import { mismatch, type Finding } from './checks.ts';
import type { EnrolledClusters } from './clusters.ts';
import type { EnrollmentProfile } from './profile.ts';
import type { ProfileIndex } from './profile-index.ts';

/**
 * What is wrong with the API servers that a cluster's calls may reach: each must be the bound one, and
 * be verified by no CA that was not there when it was bound. A CA less is fine: it lets fewer pass.
 * Undefined for a version from before API servers were kept.
 */
export function apiServerFinding(
  profile: Pick<EnrollmentProfile, 'apiServer' | 'apiServerCas'>,
  servers: readonly ApiServer[],
): Finding | undefined {
  const { apiServer, apiServerCas } = profile;
  if (apiServer === '') return undefined;
  const other = servers.find(
    ({ url, authorities }) =>
      url !== apiServer || authorities.some((authority) => !apiServerCas.includes(authority)),
  );
  if (other === undefined) return undefined;
  const wanted = { url: apiServer, authorities: apiServerCas };
  return mismatch('ENR_API_SERVER_MISMATCH', other, wanted);
}

/** The API server to bind a profile to. Throws FAILED_PRECONDITION for what would prove nothing. */
export function bindableServer(servers: readonly ApiServer[]): ApiServer {
  const [server, ...others] = servers;
  if (server === undefined) {
    throw new SpiffeError('FAILED_PRECONDITION', 'the cluster has no credentials of a reviewer');
  }
  if (server.authorities.includes('none')) {
    throw new SpiffeError(
      'FAILED_PRECONDITION',
      `the reviewer does not verify the API server ${JSON.stringify(server.url)}: any server could answer`,
    );
  }
  const finding = apiServerFinding(
    { apiServer: server.url, apiServerCas: server.authorities },
    others,
  );
  if (finding === undefined) return server;
  throw new SpiffeError(
    'FAILED_PRECONDITION',
    `the previous credential of the reviewer leads to another API server, retire it first: ${finding.detail}`,
  );
}

/** Says at start which profiles were bound before API servers were kept, and go on without. */
export function warnOfUnboundServers(
  profiles: ProfileIndex,
  clusters: EnrolledClusters,
  log: Logger,
): void {
  for (const { profile: name } of clusters.all()) {
    const bound = profiles.bound(name);
    if (bound?.spec.mode !== 'kubernetes_token_review' || bound.apiServer !== '') continue;
    log.warn('An enrolment profile is bound to no API server; update -rebind and bind make it so', {
      enrollment_profile: name,
      profile_version: bound.version,
    });
  }
}
