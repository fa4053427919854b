import type { Clock } from '../../common/clock/clock.ts';
import type { Logger } from '../../common/log/logger.ts';
import type { SpiffeId } from '../../common/spiffe/spiffe-id.ts';
import type { Gauge, Metrics } from '../../common/telemetry/metrics.ts';
import type { EnrolledClusters } from './clusters.ts';
import { findDrift, type Drift, type EnrolledAgent } from './drift.ts';
import type { AgentEnrollment } from './profile.ts';
import type { ProfileIndex } from './profile-index.ts';

interface DriftWatchOptions {
  readonly profiles: ProfileIndex;
  readonly clusters: EnrolledClusters;
  /** All agents in memory. */
  readonly agents: {
    values(): Iterable<{
      readonly spiffeId: SpiffeId;
      readonly serialNumber: string;
      readonly expiresAtMs: number;
      readonly enrollment?: AgentEnrollment;
    }>;
  };
  readonly clock: Clock;
  readonly log: Logger;
  readonly metrics: Metrics;
}

/** Looks for drift when asked, and now and then for the metric. */
export class DriftWatch {
  readonly #options: DriftWatchOptions;
  readonly #gauge: Gauge<'profile'>;

  constructor(options: DriftWatchOptions) {
    this.#options = options;
    this.#gauge = options.metrics.gauge(
      'enrollment_drift',
      'Agents and pods that no longer match their enrolment profile, when last looked at.',
      ['profile'],
    );
  }

  /** Looks at one profile, or at all; those whose cluster cannot be read are named. */
  async look(
    only: string | undefined,
    signal: AbortSignal,
  ): Promise<{ readonly drifts: readonly Drift[]; readonly unread: readonly string[] }> {
    const { profiles, clusters, log } = this.#options;
    const drifts: Drift[] = [];
    const unread: string[] = [];
    for (const cluster of clusters.all()) {
      const name = cluster.profile;
      const profile = profiles.bound(name);
      if (profile?.spec.mode !== 'kubernetes_token_review') continue;
      if (only !== undefined && only !== name) continue;
      try {
        const found = await findDrift(cluster, profile, this.#agentsOf(name), signal);
        this.#gauge.set(found.length, { profile: name });
        drifts.push(...found);
      } catch (error) {
        log.warn('Failed to look for drift', { enrollment_profile: name, error });
        unread.push(name);
      }
    }
    return { drifts, unread };
  }

  /** Looks again and again until the signal. */
  async run(everyMs: number, signal: AbortSignal): Promise<void> {
    const { clock, log } = this.#options;
    for (;;) {
      try {
        await clock.sleep(everyMs, signal);
      } catch {
        // The server shuts down.
        return;
      }
      const { drifts } = await this.look(undefined, signal);
      if (drifts.length > 0) {
        log.warn('Agents or pods no longer match their enrolment profile', {
          count: drifts.length,
        });
      }
    }
  }

  #agentsOf(profile: string): EnrolledAgent[] {
    const { agents, clock } = this.#options;
    const found: EnrolledAgent[] = [];
    for (const { spiffeId, enrollment, serialNumber, expiresAtMs } of agents.values()) {
      const isActive = serialNumber !== '' && expiresAtMs > clock.now();
      if (!isActive || enrollment?.profile !== profile || enrollment.podUid === '') continue;
      found.push({ spiffeId, enrollment });
    }
    return found;
  }
}
