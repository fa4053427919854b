import { SpiffeError } from '../../../../common/errors/spiffe-error.ts';
import type { Logger } from '../../../../common/log/logger.ts';
import type { Selector } from '../../../../common/spiffe/selector.ts';
import { readProcess, type ProcessSnapshot } from '../../../pods/process-cgroup.ts';
import {
  findPlaces,
  isBelow,
  type Candidate,
  type CgroupPlace,
  type FindCandidates,
} from './cgroup-paths.ts';
import { containerSelectors, type Container } from './container.ts';

/** The containers of one engine. */
interface Containers {
  readonly address: string;
  find(id: string): Promise<Container | undefined>;
  refresh(id: string): Promise<Container | undefined>;
}

interface DockerAttestorOptions {
  readonly procPath: string;
  readonly findCandidates: FindCandidates;
  /** The engine behind a cgroup path. Throws FAILED_PRECONDITION when it may not be asked. */
  readonly engineFor: (path: string) => Containers;
  readonly logLocation: boolean;
  readonly log: Logger;
}

/**
 * Attests a process as a container of Docker or Podman. The cgroup file names the container, its
 * engine describes it, and the cgroup of the container's own first process proves that the path is
 * the engine's work: a process may name a cgroup below its own after any other container.
 */
export class DockerAttestor {
  readonly name = 'docker';
  readonly #options: DockerAttestorOptions;

  constructor(options: DockerAttestorOptions) {
    this.#options = options;
  }

  /** Empty when the process is in no container; throws when that cannot be told. */
  async attest(pid: number, signal: AbortSignal): Promise<readonly Selector[]> {
    const { procPath, findCandidates, log, logLocation } = this.#options;
    const process = readProcess(procPath, pid);
    const places = findPlaces(process.cgroup ?? '', findCandidates);
    if (logLocation) {
      log.debug('Looked for a container', { pid, reason: process.cgroup, count: places.length });
    }
    if (places.length === 0) return [];
    const container = await unlessAborted(this.#locate(pid, places), signal);
    if (container === undefined) {
      log.debug('The container of the process is not one of this engine', { pid });
      return [];
    }
    this.#checkSame(pid, process);
    return containerSelectors(container);
  }

  /** All paths that name a container of the engine must name the same one. */
  async #locate(pid: number, places: readonly CgroupPlace[]): Promise<Container | undefined> {
    const picks = await Promise.all(places.map((place) => this.#pick(pid, place)));
    const found = picks.filter((pick) => pick !== undefined);
    const [first, second] = new Set(found.map(({ id }) => id));
    if (second !== undefined) {
      const lines = places.map(({ hierarchies, path }) => `${hierarchies.join(',')}:${path}`);
      this.#options.log.warn('Cgroup lines name different containers', { pid, reason: lines });
      throw new SpiffeError(
        'FAILED_PRECONDITION',
        `multiple container IDs found (${JSON.stringify(first)}, ${JSON.stringify(second)})`,
      );
    }
    if (found[0] === undefined) this.#checkMissing(pid, places);
    return found[0];
  }

  /** The innermost container of the engine that the process is really in. */
  async #pick(pid: number, place: CgroupPlace): Promise<Container | undefined> {
    const engine = this.#options.engineFor(place.path);
    let mismatch: SpiffeError | undefined;
    for (const candidate of place.candidates.slice(0, candidateLimit)) {
      const container = await this.#confirm(engine, candidate, place);
      if (container !== undefined && container !== 'elsewhere') return container;
      if (container !== 'elsewhere') continue;
      mismatch = notIn(pid, candidate.id, place.path);
      this.#options.log.warn('A cgroup is named after a container that it is not in', {
        pid,
        path: place.path,
      });
    }
    if (mismatch !== undefined) throw mismatch;
    return undefined;
  }

  async #confirm(
    engine: Containers,
    candidate: Candidate,
    { hierarchies }: CgroupPlace,
  ): Promise<Container | 'elsewhere' | undefined> {
    const known = await engine.find(candidate.id);
    if (known === undefined) return undefined;
    if (this.#holds(known, candidate, hierarchies)) return known;
    // It may have been restarted since, with another first process.
    const fresh = await engine.refresh(candidate.id);
    if (fresh === undefined) return undefined;
    return this.#holds(fresh, candidate, hierarchies) ? fresh : 'elsewhere';
  }

  #holds({ initPid }: Container, { root }: Candidate, hierarchies: readonly string[]): boolean {
    if (initPid === 0) return false;
    try {
      const { cgroup = '' } = readProcess(this.#options.procPath, initPid);
      return isBelow(cgroup, hierarchies, root);
    } catch {
      // Its first process is gone, and with it the container.
      return false;
    }
  }

  /** A path that an engine made, of a container that it does not have, is a fault; others are not. */
  #checkMissing(pid: number, places: readonly CgroupPlace[]): void {
    const place = places.find(({ path }) => enginePattern.test(path));
    if (place === undefined) return;
    const ids = place.candidates.map(({ id }) => JSON.stringify(id)).join(', ');
    throw new SpiffeError(
      'ATTESTATION_FAILED',
      `the container engine at ${this.#options.engineFor(place.path).address} knows no container ${ids}, which the cgroup of process ${pid} names: it was removed, or another engine runs it`,
    );
  }

  /** The pid may have been taken over, or the process moved, while the engine was asked. */
  #checkSame(pid: number, before: ProcessSnapshot): void {
    const now = readProcess(this.#options.procPath, pid);
    if (now.startTime === before.startTime && now.cgroup === before.cgroup) return;
    throw new SpiffeError(
      'ATTESTATION_FAILED',
      `process ${pid} ended or was moved to another cgroup while it was attested`,
    );
  }
}

function notIn(pid: number, id: string, path: string): SpiffeError {
  return new SpiffeError(
    'FAILED_PRECONDITION',
    `process ${pid} is not in container ${JSON.stringify(id)}, which its cgroup ${JSON.stringify(path)} names: the container is not running, or its processes are elsewhere`,
  );
}

/** The request is shared with other callers and goes on; only the wait for it ends. */
async function unlessAborted<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  const { promise, reject } = Promise.withResolvers<never>();
  const abort = () => reject(signal.reason as Error);
  if (signal.aborted) abort();
  else signal.addEventListener('abort', abort, { once: true });
  try {
    return await Promise.race([work, promise]);
  } finally {
    signal.removeEventListener('abort', abort);
    // Nobody may be left to hear of it.
    work.catch(() => undefined);
    promise.catch(() => undefined);
  }
}

const enginePattern = /(^|[/-])(docker|libpod)([/-]|$)/;
/** Containers in containers in containers; more are somebody's attempt to keep us busy. */
const candidateLimit = 4;
