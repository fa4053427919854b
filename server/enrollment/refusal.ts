import { randomUUID } from 'node:crypto';
import { SpiffeError } from '../../common/errors/spiffe-error.ts';
import type { LogFields } from '../../common/log/logger.ts';
import { enrollmentCodes, type EnrollmentCode } from './enrollment-codes.ts';

/**
 * A refused enrolment. The message is all that the agent hears; reason, detail and fields are for
 * operators, who find them by the reference in the message.
 */
export class EnrollmentRefusal extends SpiffeError {
  readonly reason: EnrollmentCode;
  readonly detail: string;
  /** Identifiers of who asked; never a token. */
  readonly fields: LogFields;

  constructor(reason: EnrollmentCode, detail: string, fields: LogFields) {
    const { heals } = enrollmentCodes[reason];
    const reference = randomUUID().slice(0, 8);
    super(
      heals ? 'FAILED_PRECONDITION' : 'PERMISSION_DENIED',
      `${heals ? 'enrolment is not possible now' : 'enrolment refused'} (reference ${reference})`,
    );
    this.reason = reason;
    this.detail = detail;
    this.fields = { ...fields, enrollment_code: reason, reason: detail, refusal_id: reference };
  }
}
