import { definePlugin } from '../../../../common/catalog/plugin.ts';
import type { Clock } from '../../../../common/clock/clock.ts';
import { SpiffeError } from '../../../../common/errors/spiffe-error.ts';
import type { Logger } from '../../../../common/log/logger.ts';
import { findApiVersion } from './api-version.ts';
import { DockerAttestor } from './attestor.ts';
import { findByMatchers, findByWord } from './cgroup-matchers.ts';
import { findByDigits } from './cgroup-paths.ts';
import { dockerConfig, socketPathOf, type DockerConfig } from './config.ts';
import { ContainerDirectory } from './container-directory.ts';
import { EngineClient } from './engine-client.ts';
import { chooseEngine, expandTemplate } from './podman-socket.ts';

/** What docker needs from the agent. */
interface DockerHost {
  /** Where procfs is mounted; `/proc` unless HOST_PROC says otherwise. */
  readonly procPath: string;
  readonly clock: Clock;
  readonly log: Logger;
  /** Aborted when the agent stops. */
  readonly signal: AbortSignal;
}

/** Attests a caller as a container of Docker or Podman on this machine. */
export const docker = definePlugin({
  type: 'WorkloadAttestor',
  name: 'docker',
  config: dockerConfig,
  create(config: DockerConfig, host: DockerHost) {
    const engines = new Engines(config, host);
    return new DockerAttestor({
      procPath: host.procPath,
      findCandidates: locator(config),
      engineFor: (path) => engines.forPath(path),
      logLocation: config.verbose_container_locator_logs,
      log: host.log,
    });
  },
});

function locator(config: DockerConfig) {
  if (config.use_new_container_locator) return findByDigits;
  const { container_id_cgroup_matchers: matchers } = config;
  return matchers.length > 0 ? findByMatchers(matchers) : findByWord;
}

/** The engines of this machine by socket: Docker, Podman, and one Podman for each user. */
class Engines {
  readonly #config: DockerConfig;
  readonly #host: DockerHost;
  readonly #bySocket = new Map<string, { client: EngineClient; containers: ContainerDirectory }>();

  constructor(config: DockerConfig, host: DockerHost) {
    this.#config = config;
    this.#host = host;
    host.signal.addEventListener('abort', () => this.#close(), { once: true });
  }

  /** Throws FAILED_PRECONDITION when the path is that of a user's Podman and none may be asked. */
  forPath(path: string): ContainerDirectory {
    const socketPath = socketPathOf(this.#addressFor(path));
    const known = this.#bySocket.get(socketPath);
    if (known !== undefined) return known.containers;
    const { clock, log } = this.#host;
    const version = findApiVersion(this.#config.docker_version);
    const client = new EngineClient({ socketPath, version, clock });
    const containers = new ContainerDirectory({ engine: client, clock, log });
    this.#bySocket.set(socketPath, { client, containers });
    this.#dropOldest();
    return containers;
  }

  #addressFor(path: string): string {
    const choice = chooseEngine(path);
    if (choice.kind === 'docker') return this.#config.docker_socket_path;
    if (choice.kind === 'podman') return this.#config.podman_socket_path;
    const { podman_socket_path_template: template } = this.#config;
    if (template !== undefined) return expandTemplate(template, choice.uid);
    throw new SpiffeError(
      'FAILED_PRECONDITION',
      `the container is of the Podman that user ${choice.uid} runs, and that user can say anything of it: set podman_socket_path_template = ${JSON.stringify(usualTemplate)} to trust all users with docker selectors`,
    );
  }

  #dropOldest(): void {
    for (const [socketPath, { client }] of this.#bySocket) {
      if (this.#bySocket.size <= engineLimit) return;
      this.#bySocket.delete(socketPath);
      client.close();
    }
  }

  #close(): void {
    for (const { client } of this.#bySocket.values()) client.close();
    this.#bySocket.clear();
  }
}

const usualTemplate = 'unix:///run/user/%d/podman/podman.sock';
const engineLimit = 64;
