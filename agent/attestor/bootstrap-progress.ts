import type { Clock } from '../../common/clock/clock.ts';
import type { Logger } from '../../common/log/logger.ts';
import type { Metrics } from '../../common/telemetry/metrics.ts';
import { goZeroTime, type AgentData, type BootstrapState } from '../storage/agent-data.ts';

interface BootstrapProgressOptions {
  readonly storage: {
    readonly data: AgentData;
    update(changes: Partial<AgentData>): void;
  };
  readonly clock: Pick<Clock, 'now'>;
  readonly log: Logger;
  /** Under SPIRE's names. */
  readonly metrics: Metrics;
}

/** How often the agent has asked its trust bundle source in this bootstrap, over restarts too. */
interface BootstrapAttemptCount {
  readonly mode: 'bootstrap' | 'rebootstrap';
  readonly attempts: number;
  /** RFC 3339. */
  readonly startTime: string;
}

/**
 * Counts the attempts of a bootstrap as SPIRE 1.15 does: what is stored says since when and how often, and
 * whether the agent had a server before (`rebootstrap`).
 */
export class BootstrapProgress {
  readonly #options: BootstrapProgressOptions;
  readonly #measures;
  #state: BootstrapState;

  constructor(options: BootstrapProgressOptions) {
    this.#options = options;
    const { data } = options.storage;
    const { use } = data.bootstrap;
    const known = data.bundleDer.length > 0 ? 2 : 1;
    this.#state = { ...data.bootstrap, use: use === 0 ? known : use };
    this.#measures = measures(options.metrics);
    this.#measure();
  }

  /** Says that the source is asked now. */
  attempt(): BootstrapAttemptCount {
    const { clock, log, storage } = this.#options;
    const { attempts, startTime, use } = this.#state;
    this.#state = {
      use,
      attempts: attempts + 1,
      startTime: startTime === goZeroTime ? rfc3339(clock.now()) : startTime,
    };
    try {
      storage.update({ bootstrap: this.#state });
    } catch (error) {
      // The count is for people; the bundle is what matters.
      log.warn('Failed to store how far the bootstrap is', { error });
    }
    this.#measure();
    const mode = use === 2 ? 'rebootstrap' : 'bootstrap';
    log.info(use === 2 ? 'Server reattestation attempt' : 'Server attestation attempt', {
      attempt: this.#state.attempts,
      mode,
    });
    return { mode, attempts: this.#state.attempts, startTime: this.#state.startTime };
  }

  /** Says that the agent is attested; whoever stores its X509-SVID stores that too. */
  succeeded(): void {
    this.#state = { use: 2, attempts: 0, startTime: goZeroTime };
    this.#measure();
  }

  #measure(): void {
    const { attempts, startTime, use } = this.#state;
    const mode = use === 2 ? 'rebootstrap' : 'bootstrap';
    this.#measures.bootstrapped.set(startTime === goZeroTime ? 1 : 0);
    this.#measures.seconds.set(Math.floor(Date.parse(startTime) / 1000), { mode });
    this.#measures.attempts.set(attempts, { mode });
  }
}

/** To the second, as Go prints it. */
function rfc3339(ms: number): string {
  return new Date(ms).toISOString().replace(/\.\d+Z$/, 'Z');
}

function measures(metrics: Metrics) {
  return {
    bootstrapped: metrics.gauge('bootstrapped', '1 unless a bootstrap is under way'),
    seconds: metrics.gauge('bootstrap_seconds', 'when the bootstrap began, Unix time', ['mode']),
    attempts: metrics.gauge('bootstrap_attempts', 'how often the source was asked', ['mode']),
  };
}
