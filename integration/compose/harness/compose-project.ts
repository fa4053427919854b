import { readFileSync } from 'node:fs';
import { eventually, when } from '../../local/harness/poll.ts';
import { docker, leftovers, tryDocker } from './docker.ts';

interface ComposeOptions {
  /** Files beside docker-compose.yml. */
  readonly files?: readonly string[];
  readonly env?: Readonly<Record<string, string>>;
  /** The env files, as the documentation names them. */
  readonly envFiles?: readonly string[];
}

/** What `scripts/build-images.sh` printed: the images that stand in for those of docker-compose.yml. */
function standIns(): Record<string, string> {
  const path = process.env['SIGIL_IMAGES'];
  if (path === undefined) {
    throw new Error('SIGIL_IMAGES names no env file: run the suite with npm run test:compose');
  }
  const lines = readFileSync(path, 'utf8').trim().split('\n');
  return Object.fromEntries(lines.map((line) => line.split('=') as [string, string]));
}

/** docker-compose.yml under a project name of its own, with the stand-in images. */
export class ComposeProject {
  readonly name: string;
  readonly #base: readonly string[];
  readonly #env: Readonly<Record<string, string>>;

  constructor(name: string, { files = [], env = {}, envFiles = [] }: ComposeOptions = {}) {
    this.name = `${name}-${process.pid}`;
    this.#base = [
      ...['compose', '--project-name', this.name, '--progress', 'quiet'],
      ...envFiles.flatMap((file) => ['--env-file', file]),
      ...['docker-compose.yml', ...files].flatMap((file) => ['--file', file]),
    ];
    const socket = process.env['DOCKER_HOST']?.replace('unix://', '');
    this.#env = {
      ...standIns(),
      // Any free port: projects do not meet.
      SIGIL_PORT: '127.0.0.1:0',
      ...(socket === undefined ? {} : { SIGIL_DOCKER_SOCKET: socket }),
      ...env,
    };
  }

  /** `docker compose …`, with more variables if need be. */
  compose(args: readonly string[], env: Readonly<Record<string, string>> = {}): Promise<string> {
    return docker([...this.#base, ...args], { ...this.#env, ...env });
  }

  /** `docker compose up --wait`; when it fails, the logs are in the error. Nothing is pulled. */
  async up(...services: readonly string[]): Promise<void> {
    try {
      await this.compose(['up', '--wait', '--pull', 'never', '--no-build', ...services]);
    } catch (error) {
      const { stdout } = await tryDocker([...this.#base, 'logs', '--tail', '40'], this.#env);
      throw new Error(`${String(error)}\n${stdout}`, { cause: error });
    }
  }

  /** Where the service's port is published: `127.0.0.1:49153`. */
  published(service: string, port: number): Promise<string> {
    return this.compose(['port', service, String(port)]);
  }

  /** The address of a service's container, which stays when published ports do not. */
  async addressOf(service: string): Promise<string> {
    const id = await this.compose(['ps', '--quiet', service]);
    const format = '{{range .NetworkSettings.Networks}}{{.IPAddress}}{{end}}';
    return docker(['inspect', '--format', format, id]);
  }

  /** Waits until a service's log has a line. */
  logged(service: string, pattern: RegExp): Promise<string> {
    return eventually(`${service} logs ${String(pattern)}`, async () => {
      const lines = (await this.compose(['logs', '--no-log-prefix', service])).split('\n');
      return lines.find((line) => pattern.test(line));
    });
  }

  /** Waits until the health check of a service says so. */
  async healthy(service: string): Promise<void> {
    await eventually(
      `${service} is healthy`,
      async () => {
        const id = await this.compose(['ps', '--quiet', service]);
        return when(
          (await docker(['inspect', '--format', '{{.State.Health.Status}}', id])) === 'healthy',
        );
      },
      { deadlineMs: 60_000, everyMs: 250 },
    );
  }

  /** Removes everything of the project and returns what is left of it. */
  async down(): Promise<readonly string[]> {
    await this.compose([
      '--profile',
      '*',
      'down',
      '--volumes',
      '--timeout',
      '3',
      '--remove-orphans',
    ]);
    return leftovers(this.name);
  }
}
