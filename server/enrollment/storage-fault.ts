import { hasCode } from '../../common/errors/spiffe-error.ts';

/** True when the datastore was the reason, also where somebody in between wrapped what it threw. */
export function isStorageFault(error: unknown): boolean {
  for (let at = error, depth = 0; at instanceof Error && depth < 8; at = at.cause, depth++) {
    if (hasCode(at, 'STORAGE_UNAVAILABLE', 'STORAGE_FAILED')) return true;
  }
  return false;
}
