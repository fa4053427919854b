import type { Clock } from '../../common/clock/clock.ts';
import { SpiffeError } from '../../common/errors/spiffe-error.ts';
import type { Logger } from '../../common/log/logger.ts';
import type { EnrolledCluster, EnrolledClusters } from './clusters.ts';
import type { ProfileIndex } from './profile-index.ts';
import { isApiAudience } from './profile-rules.ts';

interface AudienceCheck {
  readonly profiles: ProfileIndex;
  readonly clusters: EnrolledClusters;
  readonly apiAudiences: readonly string[];
  readonly production: boolean;
  readonly clock: Pick<Clock, 'after'>;
  readonly log: Logger;
}

interface InUse {
  readonly cluster: EnrolledCluster;
  readonly audience: string;
}

/**
 * Looks at start whether a stored profile admits tokens that are made for the API server: it may have
 * been written by hand, or before `api_audiences` named that one. Names are compared; of those that
 * pass the API server itself is asked. Throws FAILED_PRECONDITION with all of them in production, else
 * warns. Where nobody answers the first enrolment is asked instead, and admits nobody before it is told.
 */
export async function checkAudiences(check: AudienceCheck): Promise<void> {
  const inUse = audiencesInUse(check);
  const named = ({ audience }: InUse) => isApiAudience(audience, check.apiAudiences);
  const probed = await probeAll(
    inUse.filter((each) => !named(each)),
    check,
  );
  const faults = [...inUse.filter(named), ...probed];
  if (faults.length === 0) return;
  const text = faults
    .map(({ cluster, audience }) => `${quoted(audience)} of ${quoted(cluster.profile)}`)
    .join(', ');
  if (check.production) {
    throw new SpiffeError(
      'FAILED_PRECONDITION',
      `enrolment audience is one of the API server: ${text}; every pod has such a token`,
    );
  }
  for (const { cluster, audience } of faults) {
    check.log.warn('The enrolment audience is one of the API server', {
      enrollment_profile: cluster.profile,
      audience,
    });
  }
}

/** Those of the profiles, and those that the configuration has reviewed for them. */
function audiencesInUse({ profiles, clusters }: AudienceCheck): InUse[] {
  return clusters.all().flatMap((cluster) => {
    const live = profiles
      .versionsOf(cluster.profile)
      .filter(({ spec, state }) => /staged|bound/.test(state) && spec.audience !== '');
    const own = live.map(({ spec }) => spec.audience);
    return [...new Set([...own, ...cluster.audiences])].map((audience) => ({ cluster, audience }));
  });
}

/** Those that the API server takes for its own. All are asked at once, for a few seconds at most. */
async function probeAll(
  inUse: readonly InUse[],
  { clock, log }: AudienceCheck,
): Promise<readonly InUse[]> {
  const deadline = new AbortController();
  const cancel = clock.after(patienceMs, () =>
    deadline.abort(new SpiffeError('DEADLINE_EXCEEDED', `no answer within ${patienceMs} ms`)),
  );
  const probe = async (each: InUse): Promise<InUse[]> => {
    const { cluster, audience } = each;
    const fields = { enrollment_profile: cluster.profile, audience };
    try {
      const verdict = await cluster.probeAudience(audience, deadline.signal);
      if (verdict === 'api') return [each];
      if (verdict === 'unknown') {
        log.info('The first enrolment will be asked for its audience: there is no token', fields);
      }
    } catch (error) {
      log.warn('Failed to ask the API server for its audiences', { ...fields, error });
    }
    return [];
  };
  try {
    return (await Promise.all(inUse.map(probe))).flat();
  } finally {
    cancel();
  }
}

function quoted(text: string): string {
  return JSON.stringify(text);
}

const patienceMs = 10_000;
