import { z } from 'zod';
import { rawBlock } from '../../../../common/config/schema.ts';
import { findApiVersion } from './api-version.ts';
import { findMatcherFault } from './cgroup-matchers.ts';
import { findTemplateFault } from './podman-socket.ts';

/** `plugin_data` of the docker workload attestor: SPIRE's keys. */
export const dockerConfig = z
  .strictObject({
    docker_socket_path: unixAddress('unix:///var/run/docker.sock'),
    /** Docker Engine API version, such as `1.41`; empty to negotiate. */
    docker_version: z
      .string()
      .default('')
      .refine((text) => text === '' || findApiVersion(text) !== undefined, {
        error: 'must be a Docker API version such as "1.41"',
      }),
    podman_socket_path: unixAddress('unix:///run/podman/podman.sock'),
    /** `%d` is the uid. Without it no container of a user's own Podman is attested. */
    podman_socket_path_template: z.string().optional(),
    use_new_container_locator: z.boolean().default(true),
    container_id_cgroup_matchers: z.array(z.string()).default([]),
    verbose_container_locator_logs: z.boolean().default(false),
    sigstore: rawBlock().optional(),
  })
  .superRefine((config, context) => {
    for (const [path, message] of contradictions(config)) {
      context.addIssue({ code: 'custom', path: [path], message });
    }
  });

export type DockerConfig = z.output<typeof dockerConfig>;

/** Where the socket of a `unix://` address is. */
export function socketPathOf(address: string): string {
  return address.slice(scheme.length);
}

interface Checked {
  readonly use_new_container_locator: boolean;
  readonly container_id_cgroup_matchers: readonly string[];
  readonly podman_socket_path_template?: string | undefined;
  readonly sigstore?: unknown;
}

function* contradictions(config: Checked): Generator<readonly [path: string, message: string]> {
  const matchers = config.container_id_cgroup_matchers;
  if (config.use_new_container_locator && matchers.length > 0) {
    yield [
      'container_id_cgroup_matchers',
      'the new container locator and custom cgroup matchers cannot both be used; please open an issue if the new locator fails to locate workload containers in your environment; to continue using custom matchers set use_new_container_locator=false',
    ];
  }
  const matcherFault = findMatcherFault(matchers);
  if (matcherFault !== undefined) yield ['container_id_cgroup_matchers', matcherFault];
  const template = config.podman_socket_path_template;
  if (template !== undefined) {
    const fault = template.startsWith(`${scheme}/`)
      ? findTemplateFault(template)
      : 'must be a unix:// address';
    if (fault !== undefined) {
      yield [
        'podman_socket_path_template',
        `invalid podman_socket_path_template: ${JSON.stringify(template)}: ${fault}`,
      ];
    }
  }
  if (config.sigstore !== undefined) {
    yield ['sigstore', 'is not supported yet: image signatures are not verified'];
  }
}

/** Over TCP the engine may be on another machine, whose processes nobody here can look at. */
function unixAddress(fallback: string) {
  return z
    .string()
    .default(fallback)
    .refine((text) => text.startsWith(`${scheme}/`), {
      error: 'must be the unix:// address of an absolute path',
    });
}

const scheme = 'unix://';
