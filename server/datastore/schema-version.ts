import { SpiffeError } from '../../common/errors/spiffe-error.ts';

export interface MigrationOptions {
  readonly disabled: boolean;
  readonly codeVersion: string;
  readonly nowMs: number;
}

/** Throws STORAGE_FAILED for a newer schema, and for an older one when migration is disabled. */
export function checkSchemaVersion(stored: number, current: number, disabled: boolean): void {
  if (stored > current) {
    throw refusedDatabase(
      `database has schema version ${stored}, newer than version ${current} of this server`,
    );
  }
  if (stored < current && disabled) {
    throw refusedDatabase(
      `database has schema version ${stored} and disable_migration is set; version ${current} is needed`,
    );
  }
}

/** SPIRE's tables have other columns under the same ideas; mixing both would lose data. */
export function refuseSpireDatabase(): never {
  throw refusedDatabase(
    'database was written by a SPIRE server; sigil needs a database of its own',
  );
}

export function refusedDatabase(message: string): SpiffeError {
  return new SpiffeError('STORAGE_FAILED', message);
}
