import { SpiffeError } from '../../common/errors/spiffe-error.ts';
import type { Logger } from '../../common/log/logger.ts';
import type { EnrolledClusters } from './clusters.ts';
import type { ProfileIndex } from './profile-index.ts';
import { isApiAudience } from './profile-rules.ts';

export interface AudienceCheck {
  readonly profiles: ProfileIndex;
  readonly clusters: EnrolledClusters;
  readonly apiAudiences: readonly string[];
  readonly production: boolean;
  readonly log: Logger;
}

/**
 * Looks at start whether a stored profile admits tokens that are made for the API server: it may have
 * been written by hand, or before `api_audiences` named that one. Throws FAILED_PRECONDITION with all of
 * them in production, else warns.
 */
export function checkAudiences({
  profiles,
  clusters,
  apiAudiences,
  production,
  log,
}: AudienceCheck): void {
  const faults = clusters.all().flatMap(({ profile, audiences }) => {
    const live = profiles.versionsOf(profile).filter(({ state }) => /staged|bound/.test(state));
    const own = live.map(({ spec }) => spec.audience);
    return [...new Set([...own, ...audiences])]
      .filter((audience) => isApiAudience(audience, apiAudiences))
      .map((audience) => ({ profile, audience }));
  });
  if (faults.length === 0) return;
  const text = faults
    .map(({ profile, audience }) => `${JSON.stringify(audience)} of ${JSON.stringify(profile)}`)
    .join(', ');
  if (production) {
    throw new SpiffeError(
      'FAILED_PRECONDITION',
      `enrolment audience is one of the API server: ${text}; every pod has such a token`,
    );
  }
  for (const { profile, audience } of faults) {
    log.warn('The enrolment audience is one of the API server', {
      enrollment_profile: profile,
      audience,
    });
  }
}
