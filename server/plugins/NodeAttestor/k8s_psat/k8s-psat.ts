import type { z } from 'zod';
import { definePlugin } from '../../../../common/catalog/plugin.ts';
import { hasCode, messageOf, SpiffeError } from '../../../../common/errors/spiffe-error.ts';
import type { ErrorCode } from '../../../../common/errors/codes.ts';
import { boundedLog } from '../../../../common/log/bounded-log.ts';
import { silentLogger } from '../../../../common/log/logger.ts';
import { apiServerOf, type ApiServer } from '../../../../common/kube/api-server.ts';
import { spiffeIdFrom } from '../../../../common/spiffe/spiffe-id.ts';
import type { TrustDomain } from '../../../../common/spiffe/trust-domain.ts';
import type {
  Enrolled,
  NodeAttestation,
  NodeAttestor,
} from '../../../attestation/node-attestor.ts';
import { probeAudience, type AudienceVerdict } from './audience-probe.ts';
import {
  hasEnded,
  isApiToken,
  readNode,
  readPod,
  reviewToken,
  type AgentNode,
  type AgentPod,
  type KubeCalls,
} from './cluster-api.ts';
import { checkCluster } from './check.ts';
import { k8sPsatConfig, type ClusterConfig } from './config.ts';
import { connectCluster, type ClusterConnection, type ConnectHost } from './connect.ts';
import { parsePayload } from './payload.ts';
import type { Reviewer } from './reviewer.ts';
import {
  ownClaims,
  parseServiceAccount,
  podNameIn,
  podUidIn,
  type ServiceAccount,
} from './token-claims.ts';

/** The enrolment profiles; server/enrollment has them. */
interface EnrollmentHost {
  /** All clusters that name a profile, also when the configuration changes. */
  setClusters(clusters: readonly EnrolledCluster[]): void;
  /** Before anything is asked of the cluster. Rejects when nobody can enrol now, or not with this token. */
  open(cluster: string, token: string): Promise<OpenEnrollment>;
}

interface EnrolledCluster {
  readonly name: string;
  readonly profile: string;
  readonly audiences: readonly string[];
  readonly kubeConfigFile: string;
  readonly api: KubeCalls;
  readonly apiServers: () => Promise<readonly ApiServer[]>;
  readonly probeAudience: (audience: string, signal: AbortSignal) => Promise<AudienceVerdict>;
}

interface OpenEnrollment {
  /** Runs what asks the API server. Rejects instead when too many of the cluster came to nothing. */
  run<T>(attest: () => Promise<T>): Promise<T>;
  /** Throws when a check does not pass. */
  check(read: EnrollmentReading, signal: AbortSignal): Promise<Enrolled>;
}

/** What the attestation read anyway. */
interface EnrollmentReading {
  readonly status: unknown;
  readonly pod: unknown;
  readonly node: unknown;
  readonly tokenAudiences: readonly string[] | undefined;
  readonly tokenIssuedAtMs: number | undefined;
  readonly tokenExpiresAtMs: number | undefined;
  /** Asks whether the API server takes the token for its own. */
  readonly isApiToken: (signal: AbortSignal) => Promise<boolean>;
}

/** What k8s_psat needs from the server. */
interface K8sPsatHost extends ConnectHost {
  readonly trustDomain: TrustDomain;
  /** Needed by a cluster with an `enrollment_profile`. */
  readonly enrollment?: EnrollmentHost;
  /** Who looks at the files of reviewers when an operator asks. */
  readonly reviewerFiles?: { set(files: readonly ReviewerFile[]): void };
}

interface ReviewerFile extends Pick<Reviewer, 'look'> {
  readonly cluster: string;
}

interface Cluster extends ClusterConnection {
  readonly config: ClusterConfig;
}

/**
 * Admits a node whose agent presents a projected service account token of its pod: the cluster
 * reviews the token, then pod and node are read as they are now. A token review says yes for some
 * seconds after the pod is gone, so the live pod and its UID decide.
 */
export const k8sPsat = definePlugin({
  type: 'NodeAttestor',
  name: 'k8s_psat',
  config: k8sPsatConfig,
  create(config: z.output<typeof k8sPsatConfig>, host: K8sPsatHost): NodeAttestor {
    const clusters = connectAll(config.clusters, host);
    const enrolled = [...clusters].flatMap(([name, cluster]) => enrolledOf(name, cluster, host));
    host.enrollment?.setClusters(enrolled);
    const reviewers = [...clusters].flatMap(([cluster, { reviewer }]) =>
      reviewer === undefined ? [] : [{ cluster, look: () => reviewer.look() }],
    );
    host.reviewerFiles?.set(reviewers);
    const peersLog = boundedLog(host.log ?? silentLogger, host.clock);
    if (clusters.size === 0) {
      host.log?.info('No clusters configured, PSAT attestation is effectively disabled');
    }
    return {
      async attest(bytes, _challenge, signal) {
        const { cluster: name, token, ignored } = parsePayload(bytes);
        if (ignored.length > 0) {
          peersLog.warn('Ignored members of an attestation payload', { name: ignored });
        }
        const cluster = clusters.get(name);
        if (cluster === undefined) {
          throw failure('INVALID_ARGUMENT', `not configured for cluster ${JSON.stringify(name)}`);
        }
        const { trustDomain, clock, enrollment } = host;
        const hasProfile = cluster.config.enrollment_profile !== '';
        const enrolment = hasProfile ? await enrollment?.open(name, token) : undefined;
        const nowMs = clock.now();
        const attempt = { ...cluster, name, trustDomain, nowMs, signal, enrolment };
        if (enrolment === undefined) return attestAgent(attempt, token);
        return enrolment.run(() => attestAgent(attempt, token));
      },
    };
  },
  async check(config, host) {
    const checks = [...connectAll(config.clusters, host)].map(([name, cluster]) =>
      checkCluster(name, cluster.config, cluster.api, host),
    );
    return (await Promise.all(checks)).flat();
  },
});

function connectAll(
  clusters: Readonly<Record<string, ClusterConfig>>,
  host: Pick<K8sPsatHost, 'clock' | 'connect' | 'env'>,
): ReadonlyMap<string, Cluster> {
  return new Map(
    Object.entries(clusters).map(([name, config]) => [
      name,
      { config, ...connectCluster(name, config, host) },
    ]),
  );
}

function enrolledOf(
  name: string,
  cluster: Cluster,
  { enrollment }: K8sPsatHost,
): EnrolledCluster[] {
  const { config, api } = cluster;
  const { enrollment_profile: profile, audience: audiences } = config;
  if (profile === '') return [];
  if (enrollment === undefined) {
    throw failure('FAILED_PRECONDITION', `enrollment_profile cannot be used ${inCluster(name)}`);
  }
  const kubeConfigFile = config.reviewer?.current_path ?? config.kube_config_file;
  const apiServers = async () => (await cluster.accesses()).map(apiServerOf);
  const probe = (audience: string, signal: AbortSignal) =>
    probeAudience(cluster, config.probe_token_path, audience, signal);
  return [{ name, profile, audiences, kubeConfigFile, api, apiServers, probeAudience: probe }];
}

/** The order of the checks is SPIRE's; those of an enrolment profile come last. */
async function attestAgent(attempt: Attempt, token: string): Promise<NodeAttestation> {
  const { name, trustDomain, config } = attempt;
  const bearer = await bearerOf(attempt, token);
  const pod = await livePod(attempt, bearer);
  const node = await step(`failed to get node from k8s API server ${inCluster(name)}`, () =>
    readNode(attempt.api, pod.nodeName, attempt.signal),
  );
  if (node.uid === '') throw failure('INTERNAL', `node UID is empty ${inCluster(name)}`);
  const enrolled = await attempt.enrolment?.check(
    readingOf(attempt, token, bearer, pod, node),
    attempt.signal,
  );
  const place = config.use_pod_uid_for_agent_id ? `pod/${bearer.podUid}` : node.uid;
  return {
    agentId: spiffeIdFrom(trustDomain, `/spire/agent/k8s_psat/${name}/${place}`),
    selectors: selectorsOf({ name, ...bearer, pod, node }, config).map((value) => ({
      type: 'k8s_psat',
      value,
    })),
    canReattest: true,
    ...(enrolled && { enrolled }),
  };
}

function readingOf(
  { api }: Attempt,
  token: string,
  { status }: Bearer,
  pod: AgentPod,
  node: AgentNode,
): EnrollmentReading {
  const claims = ownClaims(token);
  return {
    status,
    pod: pod.raw,
    node: node.raw,
    tokenAudiences: claims.audiences,
    tokenIssuedAtMs: claims.issuedAtMs,
    tokenExpiresAtMs: claims.expiresAtMs,
    isApiToken: (signal) => isApiToken(api, token, signal),
  };
}

/** Whose token it is, by the cluster's own word. */
async function bearerOf({ name, config, api, signal }: Attempt, token: string): Promise<Bearer> {
  const status = await step(
    `unable to validate token with TokenReview API ${inCluster(name)}`,
    () => reviewToken(api, token, config.audience, signal),
  );
  if (!status.authenticated) {
    throw failure(
      'PERMISSION_DENIED',
      `token not authenticated according to TokenReview API ${inCluster(name)}`,
    );
  }
  const read = <T>(what: string, get: () => T) =>
    step(`failed to ${what} from token review status ${inCluster(name)}`, get);
  const account = await read('parse username', () => parseServiceAccount(status.username));
  const fullName = `${account.namespace}:${account.name}`;
  if (!config.service_account_allow_list.includes(fullName)) {
    throw failure(
      'PERMISSION_DENIED',
      `${JSON.stringify(fullName)} is not an allowed service account ${inCluster(name)}`,
    );
  }
  const podName = await read('get pod name', () => podNameIn(status.extra));
  const podUid = await read('get pod UID', () => podUidIn(status.extra));
  return { account, podName, podUid, status: status.raw };
}

/** The pod as it is now: it must be the one that the token is bound to, and not be over. */
async function livePod(
  { name, api, nowMs, signal }: Attempt,
  { account, podName, podUid }: Bearer,
): Promise<AgentPod> {
  const pod = await step(`failed to get pod from k8s API server ${inCluster(name)}`, () =>
    readPod(api, account.namespace, podName, signal),
  );
  const which = `pod ${JSON.stringify(podName)} in cluster ${JSON.stringify(name)}`;
  if (pod.uid !== podUid) {
    throw failure(
      'PERMISSION_DENIED',
      `pod UID mismatch for ${which}: token bound to pod UID ${JSON.stringify(podUid)}`,
    );
  }
  // A finalizer keeps such a pod, and a cache its token, for a minute and more.
  if (hasEnded(pod, nowMs)) throw failure('PERMISSION_DENIED', `${which} has ended`);
  return pod;
}

function inCluster(name: string): string {
  return `for cluster ${JSON.stringify(name)}`;
}

interface Attempt extends Cluster {
  readonly name: string;
  readonly trustDomain: TrustDomain;
  readonly nowMs: number;
  readonly signal: AbortSignal;
  readonly enrolment: OpenEnrollment | undefined;
}

interface Bearer {
  readonly account: ServiceAccount;
  readonly status: unknown;
  readonly podName: string;
  readonly podUid: string;
}

interface Found extends Bearer {
  readonly name: string;
  readonly pod: AgentPod;
  readonly node: AgentNode;
}

function selectorsOf(
  { name, account, podName, podUid, pod, node }: Found,
  config: ClusterConfig,
): readonly string[] {
  const allowed = (
    kind: string,
    keys: readonly string[],
    labels: Readonly<Record<string, unknown>>,
  ) =>
    [...new Set(keys)]
      .sort()
      .filter((key) => Object.hasOwn(labels, key))
      .map((key) => `${kind}:${key}:${String(labels[key])}`);
  return [
    `cluster:${name}`,
    `agent_ns:${account.namespace}`,
    `agent_sa:${account.name}`,
    `agent_pod_name:${podName}`,
    `agent_pod_uid:${podUid}`,
    `agent_node_ip:${pod.hostIp}`,
    `agent_node_name:${pod.nodeName}`,
    `agent_node_uid:${node.uid}`,
    ...allowed('agent_node_label', config.allowed_node_label_keys, node.labels),
    ...allowed('agent_pod_label', config.allowed_pod_label_keys, pod.labels),
  ];
}

/** Runs one step. What may pass (the API server is away) stays UNAVAILABLE, all else is INTERNAL. */
async function step<T>(what: string, run: () => T | Promise<T>): Promise<T> {
  try {
    return await run();
  } catch (cause) {
    const code = hasCode(cause, 'UNAVAILABLE', 'CANCELLED', 'DEADLINE_EXCEEDED')
      ? cause.code
      : 'INTERNAL';
    throw failure(code, `${what}: ${messageOf(cause)}`, cause);
  }
}

function failure(code: ErrorCode, text: string, cause?: unknown): SpiffeError {
  return new SpiffeError(code, `nodeattestor(k8s_psat): ${text}`, { cause });
}
