import { randomBytes } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { TestContext } from 'node:test';
import { systemClock } from '../common/clock/clock.ts';
import type { RpcChannel } from '../common/rpc/rpc-channel.ts';
import { serverEnrollmentService as service } from '../common/rpc/services/server-enrollment.ts';
import { goodReading } from './enrollment.ts';
import { FakeKubeApi } from './kube-api-server.ts';
import { createKubePki } from './kube-pki.ts';
import { attestWith, type ClientIdentity, type TestServer } from './running-server.ts';
import { temporaryFolder } from './temporary-folder.ts';

/** The rules of `agents` as the API has them. */
export const agentSpecMessage = {
  cluster: 'prod',
  mode: 'kubernetes_token_review',
  audience: 'spire-server',
  exact_audience: true,
  namespace: 'spire',
  service_account: 'spire-agent',
  daemon_set: 'spire-agent',
  container: 'agent',
};

/** A cluster `prod` as an API server tells of it, whose agents enrol by the profile `agents`. */
export interface FakeCluster {
  readonly api: FakeKubeApi;
  /** What the reviewer opens the API with. */
  readonly reviewerToken: string;
  /** The kubeconfig of the reviewer. */
  readonly kubeConfigFile: string;
  /** The block of the node attestor, for the configuration of servers. */
  readonly plugin: string;
  /** Adds a pod of an agent, on a node of its own unless it is named; returns the token in it. */
  addAgent(name: string, node?: string): string;
}

export async function startFakeCluster(t: TestContext): Promise<FakeCluster> {
  const pki = await createKubePki();
  const api = await FakeKubeApi.start(await pki.issue(['127.0.0.1']));
  t.after(() => api.stop());
  const reviewerToken = `reviewer-${randomBytes(16).toString('hex')}`;
  api.bearerToken = reviewerToken;
  const named = (kind: string) => ({ metadata: { uid: `${kind}-uid` } });
  api.objects.set('namespaces/spire/serviceaccounts/spire-agent', named('sa'));
  api.objects.set('/apis/apps/v1/namespaces/spire/daemonsets/spire-agent', named('ds'));
  const kubeConfigFile = kubeConfig(api.port, pki.caPem, reviewerToken);
  return {
    api,
    reviewerToken,
    kubeConfigFile,
    plugin: pluginBlock(kubeConfigFile),
    addAgent: (name, node = `${name}-node`) => addAgent(api, name, node),
  };
}

/** Creates and binds `agents`, as an operator does who says yes. */
export async function bindAgents(admin: RpcChannel): Promise<void> {
  const name = 'agents';
  await admin.unary(service.CreateProfile, { name, spec: agentSpecMessage });
  const { binding, spec, version } = await admin.unary(service.ReadBinding, { name });
  const confirmed = { confirmed: binding, confirmed_spec: spec };
  await admin.unary(service.BindProfile, { name, version, ...confirmed });
}

/** Attests as the agent of a pod does. */
export function enrol(server: Pick<TestServer, 'dial'>, token: string): Promise<ClientIdentity> {
  return attestWith(server, 'k8s_psat', JSON.stringify({ cluster: 'prod', token }));
}

function kubeConfig(port: number, caPem: string, token: string): string {
  const path = join(temporaryFolder(), 'reviewer.conf');
  const server = `https://127.0.0.1:${port}`;
  const ca = Buffer.from(caPem).toString('base64');
  const config = {
    'current-context': 'c',
    contexts: [{ name: 'c', context: { cluster: 'k', user: 'u' } }],
    clusters: [{ name: 'k', cluster: { server, 'certificate-authority-data': ca } }],
    users: [{ name: 'u', user: { token } }],
  };
  writeFileSync(path, JSON.stringify(config));
  return path;
}

function pluginBlock(kubeConfigFile: string): string {
  return `NodeAttestor "k8s_psat" { plugin_data { clusters = { "prod" = {
    service_account_allow_list = ["spire:spire-agent"]
    kube_config_file = "${kubeConfigFile}"
    enrollment_profile = "agents"
  } } } }`;
}

/* eslint-disable @typescript-eslint/no-unsafe-assignment, @typescript-eslint/no-unsafe-member-access, @typescript-eslint/no-unsafe-argument -- see goodReading */
function addAgent(api: FakeKubeApi, name: string, nodeName: string): string {
  const { node, pod, status } = goodReading();
  Object.assign(pod.metadata, { name, uid: `${name}-uid` });
  pod.spec.nodeName = nodeName;
  node.metadata = { name: nodeName, uid: `${nodeName}-uid` };
  api.objects.set(`namespaces/spire/pods/${name}`, pod);
  api.objects.set(`nodes/${nodeName}`, node);
  const list = 'namespaces/spire/pods?limit=200&fieldSelector=spec.serviceAccountName=spire-agent';
  const items = (api.objects.get(list)?.['items'] ?? []) as readonly unknown[];
  api.objects.set(list, { metadata: {}, items: [...items, pod] });
  const token = newToken();
  const { username, uid, groups } = status.user;
  const of = (key: string, value: string) => [`authentication.kubernetes.io/${key}`, [value]];
  const extra = Object.fromEntries([
    of('pod-name', name),
    of('pod-uid', `${name}-uid`),
    of('node-name', nodeName),
    of('node-uid', `${nodeName}-uid`),
    of('credential-id', `JTI=${name}`),
  ]) as Record<string, string[]>;
  api.tokens.set(token, { username, uid, groups, audiences: ['spire-server'], extra });
  return token;
}

/** Says what a projected token says; its signature is random, so that it can be looked for. */
function newToken(): string {
  const iat = Math.floor(systemClock.now() / 1000);
  const claims = { aud: ['spire-server'], iat, exp: iat + 600 };
  const text = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');
  return `${text({ alg: 'RS256' })}.${text(claims)}.${randomBytes(64).toString('base64url')}`;
}
