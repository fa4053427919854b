/**
 * Which API server a profile is bound to, as fixed as the rest of what was bound; and when the database
 * was put back from a backup: what it says of used enrolment tokens ends there.
 */
export const apiServerSchema = `
  ALTER TABLE enrollment_profiles ADD COLUMN api_server TEXT NOT NULL DEFAULT '';
  ALTER TABLE enrollment_profiles ADD COLUMN api_server_cas TEXT NOT NULL DEFAULT '[]';

  DROP TRIGGER enrollment_profiles_fixed;
  CREATE TRIGGER enrollment_profiles_fixed BEFORE UPDATE ON enrollment_profiles
  WHEN NEW.name <> OLD.name OR NEW.version <> OLD.version OR NEW.created_at_ms <> OLD.created_at_ms
    OR (OLD.state <> 'staged' AND (NEW.spec <> OLD.spec
      OR NEW.api_server <> OLD.api_server OR NEW.api_server_cas <> OLD.api_server_cas
      OR NEW.service_account_uid <> OLD.service_account_uid
      OR NEW.daemon_set_uid <> OLD.daemon_set_uid OR NEW.bound_at_ms <> OLD.bound_at_ms))
    OR (NEW.state <> OLD.state AND NOT (
      (OLD.state = 'staged' AND NEW.state IN ('bound', 'retired'))
      OR (OLD.state = 'bound' AND NEW.state IN ('superseded', 'retired'))
      OR (OLD.state = 'superseded' AND NEW.state = 'retired')))
  BEGIN
    SELECT RAISE(ABORT, 'a bound enrollment profile cannot be changed');
  END;

  ${restoresTable()}
  `;

/** Also made by a restore, in a copy of an older schema. */
export function restoresTable(): string {
  return 'CREATE TABLE IF NOT EXISTS enrollment_restores (restored_at_ms INTEGER NOT NULL) STRICT;';
}
