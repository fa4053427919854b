import { z } from 'zod';
import { durationSchema, rawBlock } from '../../../../common/config/schema.ts';
import { SpiffeError } from '../../../../common/errors/spiffe-error.ts';
import type { KubeletAuth } from '../../../pods/kubelet-credentials.ts';
import type { KubeletEndpoint } from '../../../pods/kubelet-client.ts';

const port = z.int().min(0).max(65_535).default(0);
const text = z.string().default('');

/** `plugin_data` of the k8s workload attestor: SPIRE's keys, then ours. */
export const k8sConfig = z
  .strictObject({
    kubelet_read_only_port: port,
    kubelet_secure_port: port,
    disable_kubelet_client: z.boolean().default(false),
    max_poll_attempts: z.int().default(0),
    poll_retry_interval: durationSchema().default(0),
    reload_interval: durationSchema().default(0),
    kubelet_ca_path: text,
    skip_kubelet_verification: z.boolean().default(false),
    token_path: text,
    certificate_path: text,
    private_key_path: text,
    use_anonymous_authentication: z.boolean().default(false),
    node_name: text,
    node_name_env: text,
    disable_container_selectors: z.boolean().default(false),
    enable_namespace_labels: z.boolean().default(false),
    use_new_container_locator: z.boolean().default(true),
    verbose_container_locator_logs: z.boolean().default(false),
    sigstore: rawBlock().optional(),
    experimental: z
      .strictObject({
        api_server: z
          .strictObject({
            cache: z.strictObject({ enabled: z.boolean().default(false) }).optional(),
          })
          .optional(),
        broker: rawBlock().optional(),
      })
      .optional(),
    /** Where the kubelet serves its Pods API; empty to do without. */
    pods_api_socket_path: z.string().default('/var/lib/kubelet/pods-api/pods-api.sock'),
    /** Gives ephemeral (debug) containers the selectors of their pod and their own. */
    attest_ephemeral_containers: z.boolean().default(false),
    /** Adds pod-image-digest, pod-init-image-digest and container-image-digest. */
    image_digest_selectors: z.boolean().default(false),
    /** Cgroup paths below which pods live; empty means anywhere but below user.slice. */
    pods_cgroup_roots: z.array(z.string().startsWith('/')).default([]),
  })
  .superRefine((config, context) => {
    for (const [path, message] of contradictions(config)) {
      context.addIssue({ code: 'custom', path: [...path], message });
    }
  });

export type K8sConfig = z.output<typeof k8sConfig>;

/** What the plugin works with. */
export interface K8sSettings {
  /** Undefined: the kubelet is not asked, and no process can be attested. */
  readonly kubelet: KubeletEndpoint | undefined;
  /** Undefined when it is not known. */
  readonly nodeName: string | undefined;
  readonly maxPollAttempts: number;
  readonly pollIntervalMs: number;
  readonly reloadIntervalMs: number;
  readonly watchApiServer: boolean;
}

/** Fills in defaults; `findVariable` reads the environment. Throws INVALID_ARGUMENT. */
export function settingsFrom(
  config: K8sConfig,
  findVariable: (name: string) => string | undefined,
): K8sSettings {
  const variable = config.node_name_env === '' ? 'MY_NODE_NAME' : config.node_name_env;
  const named = config.node_name === '' ? (findVariable(variable) ?? '') : config.node_name;
  const nodeName = named === '' ? undefined : named;
  const watchApiServer = config.experimental?.api_server?.cache?.enabled === true;
  if (watchApiServer && nodeName === undefined) {
    throw new SpiffeError(
      'INVALID_ARGUMENT',
      `experimental.api_server.cache needs the node's name: set node_name, or the variable ${JSON.stringify(variable)} from spec.nodeName`,
    );
  }
  return {
    kubelet: config.disable_kubelet_client ? undefined : kubeletOf(config, nodeName),
    nodeName,
    maxPollAttempts: positive(config.max_poll_attempts, 60),
    pollIntervalMs: positive(config.poll_retry_interval, 500),
    reloadIntervalMs: positive(config.reload_interval, 60_000),
    watchApiServer,
  };
}

function kubeletOf(config: K8sConfig, nodeName: string | undefined): KubeletEndpoint {
  const { kubelet_read_only_port: readOnly, kubelet_secure_port: secure } = config;
  if (readOnly > 0) return { kind: 'read_only', port: readOnly };
  const ca = config.kubelet_ca_path;
  return {
    kind: 'secure',
    port: positive(secure, 10_250),
    nodeName,
    caPath: config.skip_kubelet_verification ? undefined : ca === '' ? `${mounted}/ca.crt` : ca,
    auth: authOf(config),
  };
}

function authOf(config: K8sConfig): KubeletAuth {
  const {
    certificate_path: certificatePath,
    private_key_path: keyPath,
    token_path: token,
  } = config;
  if (config.use_anonymous_authentication) return { kind: 'anonymous' };
  if (certificatePath !== '') return { kind: 'certificate', certificatePath, keyPath };
  return { kind: 'token', tokenPath: token === '' ? `${mounted}/token` : token };
}

type Contradiction = readonly [path: readonly string[], message: string];

/** Alternatives that exclude each other, and what is not supported. */
function* contradictions(
  config: {
    readonly [Key in (typeof kubeletKeys)[number]]: unknown;
  } & Pick<
    K8sConfig,
    | 'disable_kubelet_client'
    | 'use_new_container_locator'
    | 'sigstore'
    | 'experimental'
    | 'certificate_path'
    | 'private_key_path'
    | 'kubelet_read_only_port'
    | 'kubelet_secure_port'
  >,
): Generator<Contradiction> {
  if (config.kubelet_read_only_port > 0 && config.kubelet_secure_port > 0) {
    yield [['kubelet_read_only_port'], 'cannot use both the read-only and secure port'];
  }
  if (config.certificate_path !== '' && config.private_key_path === '') {
    yield [['private_key_path'], 'the private key path is required with the certificate path'];
  }
  if (config.certificate_path === '' && config.private_key_path !== '') {
    yield [['certificate_path'], 'the certificate path is required with the private key path'];
  }
  const set = config.disable_kubelet_client
    ? kubeletKeys.filter((key) => Boolean(config[key]))
    : [];
  for (const key of set) yield [[key], `disable_kubelet_client cannot be used with ${key}`];
  if (!config.use_new_container_locator) {
    yield [
      ['use_new_container_locator'],
      'must be true: the old container locator takes the innermost pod of a cgroup path, which a workload can forge',
    ];
  }
  if (config.sigstore !== undefined) {
    yield [['sigstore'], 'is not supported yet: image signatures are not verified'];
  }
  if (config.experimental?.broker !== undefined) {
    yield [['experimental', 'broker'], 'is not supported yet: there is no broker API'];
  }
}

const kubeletKeys = [
  'kubelet_read_only_port',
  'kubelet_secure_port',
  'kubelet_ca_path',
  'skip_kubelet_verification',
  'token_path',
  'certificate_path',
  'private_key_path',
  'use_anonymous_authentication',
  'node_name_env',
  'node_name',
  'reload_interval',
] as const;

function positive(value: number, fallback: number): number {
  return value > 0 ? value : fallback;
}

const mounted = '/var/run/secrets/kubernetes.io/serviceaccount';
