import type { Clock } from '../../../common/clock/clock.ts';
import type { ServedMethod } from '../../../common/rpc/contract.ts';
import type { TrustDomain } from '../../../common/spiffe/trust-domain.ts';
import type { AuditLog } from '../../authorization/audit.ts';
import type { Datastore } from '../../datastore/datastore.ts';
import type { EnrolledClusters } from '../../enrollment/clusters.ts';
import type { ProfileIndex } from '../../enrollment/profile-index.ts';
import { checkTokenProfile } from '../../enrollment/token-profile.ts';
import type { FleetConfig } from '../../fleet/fleet-config.ts';
import type { ReviewerFiles } from '../../fleet/reviewer-files.ts';
import { AgentStatuses } from '../../fleet/statuses.ts';
import type { TokenServices } from '../../token-services.ts';
import { fleetApi } from './fleet-api.ts';

interface ServedFleetOptions {
  readonly trustDomain: TrustDomain;
  readonly fleet: FleetConfig | undefined;
  readonly tokens: TokenServices | undefined;
  readonly profiles: ProfileIndex;
  readonly clusters: EnrolledClusters;
  readonly allowJoinTokens: boolean;
  readonly reviewerFiles: ReviewerFiles;
  readonly store: Datastore;
  readonly clock: Clock;
  readonly audit: AuditLog;
}

/** The methods of the fleet as this server serves them. */
export function servedFleet(options: ServedFleetOptions): readonly ServedMethod[] {
  const { audit, clock, fleet, reviewerFiles, store, tokens, trustDomain } = options;
  const heartbeatIntervalMs = fleet?.heartbeatIntervalMs ?? 60_000;
  return fleetApi({
    trustDomain,
    nodeTokens: tokens?.node,
    endpoint: { address: fleet?.advertised ?? `:${fleet?.port ?? 0}`, heartbeatIntervalMs },
    statuses: new AgentStatuses({
      agents: store.agents,
      fleet: store.fleet,
      heartbeatIntervalMs,
      clock,
    }),
    tokens,
    checkTokenProfile: (profile) => checkTokenProfile(profile, options),
    store: store.tokens,
    reviewers: store.reviewers,
    reviewerFiles,
    clock,
    audit,
  });
}
