import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import type { Clock } from '../../../../common/clock/clock.ts';
import { messageOf, SpiffeError } from '../../../../common/errors/spiffe-error.ts';
import type { ClusterAccess, FindClusterAccess } from '../../../../common/kube/cluster-access.ts';
import { KubeApiError } from '../../../../common/kube/kube-client.ts';
import type { Logger } from '../../../../common/log/logger.ts';
import type { Counter, Metrics } from '../../../../common/telemetry/metrics.ts';
import type { ReviewerStore } from '../../../datastore/token-store.ts';
import type { KubeCalls } from './cluster-api.ts';
import { validateReviewer } from './reviewer-validation.ts';

/** Calls with a credential, and where they go. */
export interface Credential {
  readonly calls: KubeCalls;
  readonly access: FindClusterAccess;
}

/** A credential file as it was opened. */
export interface OpenCredential {
  /** Reads the file at each call. */
  readonly live: Credential;
  /** What the last live call used, whatever the file says now. */
  readonly kept: Credential;
}

interface ReviewerOptions {
  readonly cluster: string;
  readonly currentPath: string;
  /** Empty for none. */
  readonly previousPath: string;
  /** How long a previous credential is of use. */
  readonly graceMs: number;
  /** Where the pods of the agents are, for a dry read. */
  readonly namespace: string;
  readonly open: (path: string) => OpenCredential;
  /** A single attempt each: at most one request falls back to it. */
  readonly openPrevious: (path: string) => Credential;
  readonly store: ReviewerStore;
  readonly clock: Clock;
  readonly log: Logger;
  readonly metrics: Metrics;
  readonly readFile?: (path: string) => Uint8Array;
}

/** Why a request fell back. A 403 may as well be a missing right, so it is counted apart. */
type FallbackReason = 'unreadable' | 'unauthorized' | 'forbidden';

/** A credential file that is not used as it is now. */
interface UnusedCredential {
  readonly state: 'refused' | 'unreadable';
  /** Empty for a file that cannot be read. */
  readonly version: string;
  readonly path: string;
  readonly detail: string;
}

interface Validated {
  readonly version: string;
  readonly credential: OpenCredential;
}

/**
 * Calls a cluster with the credential at `currentPath`. A new one is validated before it is used; one
 * that is refused changes nothing: what was used before is kept. A request falls back to the one at
 * `previousPath` at most once, when the current one cannot be read or is refused with 401 or 403, and
 * only within its grace, which begins when it became previous and is remembered in the datastore.
 */
export class Reviewer implements KubeCalls {
  readonly #options: ReviewerOptions;
  readonly #previous: Credential;
  readonly #fallbacks: Counter<'cluster' | 'reason'>;
  #validated: Validated | undefined;
  #validating: { readonly version: string; readonly done: Promise<Credential> } | undefined;
  #rejected:
    { readonly version: string; readonly untilMs: number; readonly error: unknown } | undefined;

  constructor(options: ReviewerOptions) {
    this.#options = options;
    this.#previous = options.openPrevious(options.previousPath);
    const help = 'requests that were sent with the previous reviewer credential';
    this.#fallbacks = options.metrics.counter('reviewer_fallbacks', help, ['cluster', 'reason']);
  }

  get(path: string, signal: AbortSignal): Promise<unknown> {
    return this.#call((calls) => calls.get(path, signal));
  }

  post(path: string, body: unknown, signal: AbortSignal): Promise<unknown> {
    return this.#call((calls) => calls.post(path, body, signal));
  }

  /**
   * Looks at the files as a call would, for operators: a new credential is tried. Returns what is at
   * `currentPath` and not used. Never rejects for what a file or the API server is like.
   */
  async look(): Promise<UnusedCredential | undefined> {
    const path = this.#options.currentPath;
    const error = await this.#current().then(
      () => this.#rejected?.error,
      (failure: unknown) => failure,
    );
    // The grace of what is at the previous path begins, whatever the current one is like.
    await this.#mayUsePrevious();
    if (error instanceof UnreadableCredential) {
      return { state: 'unreadable', version: '', path, detail: messageOf(error) };
    }
    const version = this.#versionOf(path);
    if (error === undefined || version === this.#validated?.version) return undefined;
    // An API server may answer at any length.
    return { state: 'refused', version, path, detail: messageOf(error).slice(0, 512) };
  }

  /** Where calls may go as of now: with the current credential, and with the previous one in its grace. */
  async accesses(): Promise<readonly ClusterAccess[]> {
    const current = await this.#current().then(
      ({ access }) => access(),
      (error: unknown) => ({ error }),
    );
    const previous = await this.#previousAccess();
    if (!('error' in current)) return previous === undefined ? [current] : [current, previous];
    if (previous === undefined || fallbackReason(current.error) === undefined) throw current.error;
    return [previous];
  }

  async #call(send: (calls: KubeCalls) => Promise<unknown>): Promise<unknown> {
    try {
      return await send((await this.#current()).calls);
    } catch (error) {
      const reason = fallbackReason(error);
      if (reason === undefined || !(await this.#mayUsePrevious())) throw error;
      const { cluster, log } = this.#options;
      this.#fallbacks.inc({ cluster, reason });
      log.warn('Using the previous reviewer credential', { cluster, reason });
      return await send(this.#previous.calls);
    }
  }

  async #previousAccess(): Promise<ClusterAccess | undefined> {
    if (!(await this.#mayUsePrevious())) return undefined;
    // One that cannot be read helps no request either.
    return this.#previous.access().catch(() => undefined);
  }

  /** The calls to use now. Throws what made a new credential unfit when there is none before it. */
  async #current(): Promise<Credential> {
    const { clock, currentPath } = this.#options;
    const version = this.#versionOf(currentPath);
    const known = this.#validated;
    if (known?.version === version) return known.credential.live;
    const rejected = this.#rejected;
    if (rejected?.version === version && clock.monotonic() < rejected.untilMs) {
      if (known !== undefined) return known.credential.kept;
      // Each agent that asks would else cost the API server a validation; what may pass is tried again.
      if (fallbackReason(rejected.error) !== undefined) throw rejected.error;
    }
    if (this.#validating?.version !== version) {
      const done = this.#adopt(version).finally(() => (this.#validating = undefined));
      this.#validating = { version, done };
    }
    return this.#validating.done;
  }

  async #adopt(version: string): Promise<Credential> {
    const { clock, cluster, currentPath, log, namespace, open, store } = this.#options;
    const credential = open(currentPath);
    try {
      await validateReviewer(credential.live.calls, namespace, untilDone);
    } catch (error) {
      this.#rejected = { version, untilMs: clock.monotonic() + retryMs, error };
      log.error('A reviewer credential is not taken into use', {
        cluster,
        path: currentPath,
        version,
        error,
      });
      if (this.#validated === undefined) throw error;
      return this.#validated.credential.kept;
    }
    const row = await store.find(cluster, version);
    if (row === undefined || row.currentSinceMs === 0 || row.previousSinceMs > 0) {
      await store.makeCurrent(cluster, version, currentPath, clock.now());
    }
    this.#validated = { version, credential };
    log.info('Using a reviewer credential', { cluster, path: currentPath, version });
    await this.#mayUsePrevious();
    return credential.live;
  }

  /** Also begins the grace of a credential that is seen at the previous path for the first time. */
  async #mayUsePrevious(): Promise<boolean> {
    const { clock, cluster, currentPath, graceMs, previousPath, store } = this.#options;
    if (previousPath === '') return false;
    let version: string;
    try {
      version = this.#versionOf(previousPath);
    } catch {
      // There is none: the state is `current` alone.
      return false;
    }
    if (version === this.#validated?.version) return false;
    let row = await store.find(cluster, version);
    // What was current until now is found at the other path.
    const isElsewhere = row?.path === '' || row?.path === currentPath;
    if (row === undefined || row.previousSinceMs === 0 || isElsewhere) {
      row = await store.notePrevious(cluster, version, previousPath, clock.now());
    }
    return row.retiredAtMs === 0 && clock.now() < row.previousSinceMs + graceMs;
  }

  /** Names a credential without telling it: the start of a hash of the whole file. */
  #versionOf(path: string): string {
    const { readFile = readFileSync } = this.#options;
    try {
      return createHash('sha256').update(readFile(path)).digest('hex').slice(0, 12);
    } catch (cause) {
      throw new UnreadableCredential(path, cause);
    }
  }
}

class UnreadableCredential extends SpiffeError {
  constructor(path: string, cause: unknown) {
    super('UNAVAILABLE', `unable to read reviewer credential ${JSON.stringify(path)}`, { cause });
  }
}

/** Undefined for what says nothing about the credential: time-outs, 429, 5xx, and answers. */
function fallbackReason(error: unknown): FallbackReason | undefined {
  if (error instanceof UnreadableCredential) return 'unreadable';
  if (!(error instanceof KubeApiError)) return undefined;
  if (error.status === 401) return 'unauthorized';
  return error.status === 403 ? 'forbidden' : undefined;
}

/** Others wait for it, too, so no agent that goes away ends a validation; each call has its time-out. */
const untilDone = new AbortController().signal;

/** A rejected credential is looked at again after this, as its rights may have been granted. */
const retryMs = 30_000;
