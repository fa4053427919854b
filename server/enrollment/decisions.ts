import type { Clock } from '../../common/clock/clock.ts';
import { boundedLog } from '../../common/log/bounded-log.ts';
import type { LogFields, Logger } from '../../common/log/logger.ts';
import type { Counter, Metrics } from '../../common/telemetry/metrics.ts';
import type { EnrollmentCode } from './enrollment-codes.ts';
import { EnrollmentRefusal } from './refusal.ts';

interface DecisionsOptions {
  readonly clock: Pick<Clock, 'monotonic'>;
  readonly log: Logger;
  readonly metrics: Metrics;
}

/** Writes down what was decided about enrolments, in log and metrics; makes the refusals. */
export class Decisions {
  readonly #log: Logger;
  /** For what is refused before the API server is asked: no limit of refusals bounds that. */
  readonly #unaskedLog: Logger;
  readonly #clock: Pick<Clock, 'monotonic'>;
  readonly #decisions: Counter<'profile' | 'decision'>;
  readonly #limited: Counter<'cluster'>;
  /** By cluster: when the log last said that it is limited. */
  readonly #limitLogged = new Map<string, number>();

  constructor({ clock, log, metrics }: DecisionsOptions) {
    this.#clock = clock;
    this.#log = log;
    this.#unaskedLog = boundedLog(log, clock);
    this.#decisions = metrics.counter(
      'enrollment_decisions',
      'Enrolments by profile and decision: accepted, fallback, or the code of the refusal.',
      ['profile', 'decision'],
    );
    this.#limited = metrics.counter(
      'enrollment_limited',
      'Attempts that were refused unasked, as too many of their cluster had come to nothing.',
      ['cluster'],
    );
  }

  accepted(profile: string): void {
    this.#decisions.inc({ profile, decision: 'accepted' });
  }

  fallback(fields: LogFields): void {
    const decision = 'fallback';
    this.#decisions.inc({ profile: String(fields.enrollment_profile), decision });
    this.#log.warn('Enrolled an agent by its bootstrap token', { ...fields, decision });
  }

  refused(code: EnrollmentCode, detail: string, fields: LogFields): EnrollmentRefusal {
    return this.#refused(code, detail, fields, this.#log);
  }

  /** Before anything is asked of the cluster. */
  refusedUnasked(code: EnrollmentCode, detail: string, fields: LogFields): EnrollmentRefusal {
    return this.#refused(code, detail, fields, this.#unaskedLog);
  }

  /** A line for each of them would be another thing to flood. */
  limited(cluster: string, fields: LogFields): EnrollmentRefusal {
    this.#limited.inc({ cluster });
    const detail = 'too many attempts came to nothing';
    const refusal = refusalOf('ENR_REFUSALS_LIMITED', detail, fields);
    const nowMs = this.#clock.monotonic();
    if (nowMs >= (this.#limitLogged.get(cluster) ?? -Infinity) + logEveryMs) {
      this.#limitLogged.set(cluster, nowMs);
      this.#log.warn('Refusing enrolments of a cluster unasked for some seconds', refusal.fields);
    }
    return this.again(refusal);
  }

  /** One that is remembered, or was made just now. */
  again(refusal: EnrollmentRefusal): EnrollmentRefusal {
    const profile = String(refusal.fields.enrollment_profile);
    this.#decisions.inc({ profile, decision: refusal.reason });
    return refusal;
  }

  #refused(code: EnrollmentCode, detail: string, fields: LogFields, log: Logger) {
    const refusal = refusalOf(code, detail, fields);
    log.warn('Refused an enrolment', refusal.fields);
    return this.again(refusal);
  }
}

function refusalOf(code: EnrollmentCode, detail: string, fields: LogFields): EnrollmentRefusal {
  return new EnrollmentRefusal(code, detail, { ...fields, decision: 'refused' });
}

const logEveryMs = 10_000;
