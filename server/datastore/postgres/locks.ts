/** What one transaction over all servers may be at; it lasts until its end. */
export type Lock = 'migration' | 'entries' | 'bundles' | 'enrollment';

/**
 * The statement that takes a lock. Advisory locks are shared by all who use the database, so ours have
 * a high half of their own, and the schema as the low one.
 */
export function lockStatement(lock: Lock, schemaOid: number): string {
  const key = (BigInt(lockSpace + lockNumbers[lock]) << 32n) + BigInt(schemaOid);
  return `SELECT pg_advisory_xact_lock(${key.toString()})`;
}

/** "SIG", and a byte for the number. */
const lockSpace = 0x5349_4700;
const lockNumbers: Readonly<Record<Lock, number>> = {
  migration: 0,
  entries: 1,
  bundles: 2,
  enrollment: 3,
};
