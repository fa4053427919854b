import type { Clock } from '../../common/clock/clock.ts';
import { messageOf } from '../../common/errors/spiffe-error.ts';

/** What a check found; `live` means that a restart would not help. */
export interface CheckState {
  readonly live: boolean;
  readonly ready: boolean;
  readonly readyDetails?: Readonly<Record<string, unknown>>;
}

interface ServerHealth {
  /** The server's own bundle is there. */
  readonly hasBundle: () => boolean;
  /** Throws while nothing can be signed. */
  readonly checkSigner: () => void;
  /** Why the last rotation of the CA failed. */
  readonly rotationFailure: () => unknown;
  /** Why the datastore did not answer when it was last asked. */
  readonly datastoreFailure: () => string | undefined;
  readonly pingDatastore: () => Promise<unknown>;
  readonly clock: Clock;
}

/**
 * The checks under SPIRE's names. Other than in SPIRE an outage of the database or a failed rotation
 * makes the server not ready, but leaves it live: a restart would mend neither.
 */
export function serverChecks(
  health: ServerHealth,
): Readonly<Record<string, () => Promise<CheckState>>> {
  return {
    server: check(() => {
      if (!health.hasBundle()) throw new Error('bundle not found');
    }),
    'server.ca': check(health.checkSigner),
    'server.ca.rotator': check(() => {
      const failure = health.rotationFailure();
      if (failure !== undefined) throw new Error(messageOf(failure));
    }),
    'catalog.datastore': check(() => checkDatastore(health)),
  };
}

/** One that is frozen must not hold up the check for so long that it counts as dead. */
async function checkDatastore({
  datastoreFailure,
  pingDatastore,
  clock,
}: ServerHealth): Promise<void> {
  const failure = datastoreFailure();
  if (failure !== undefined) throw new Error(failure);
  const answered = new AbortController();
  const late = clock.sleep(longestPingMs, answered.signal).then(() => {
    throw new Error('database does not answer');
  });
  // Whoever comes second is of no interest.
  late.catch(() => undefined);
  try {
    await Promise.race([pingDatastore(), late]);
  } finally {
    answered.abort();
  }
}

const longestPingMs = 3_000;

function check(work: () => unknown): () => Promise<CheckState> {
  return async () => {
    try {
      await work();
      return { live: true, ready: true };
    } catch (error) {
      return { live: true, ready: false, readyDetails: { err: messageOf(error) } };
    }
  };
}
