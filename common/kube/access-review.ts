import { findingsAbout, type Finding } from '../catalog/finding.ts';
import { hasCode, messageOf } from '../errors/spiffe-error.ts';
import { KubeApiError, type KubeClient } from './kube-client.ts';

/** What one may do to one kind of object. */
interface Right {
  readonly verb: string;
  /** Empty for the core group. */
  readonly group: string;
  readonly resource: string;
  /** Empty for all namespaces, and for what is in none. */
  readonly namespace?: string;
  /** Empty for all objects. */
  readonly name?: string;
}

/** A right that is needed, and what for. */
export interface NeededRight extends Right {
  readonly why: string;
  /** The right to some objects by name will do: who asks does not know their names. */
  readonly someByName?: boolean;
}

export type ReviewCalls = Pick<KubeClient, 'post'>;

/** Whether these credentials have a right, by the API server's own word; everybody may ask. */
export async function hasRight(
  api: ReviewCalls,
  right: Right,
  signal: AbortSignal,
): Promise<boolean> {
  const { verb, group, resource, namespace = '', name = '' } = right;
  const review = {
    apiVersion: 'authorization.k8s.io/v1',
    kind: 'SelfSubjectAccessReview',
    spec: { resourceAttributes: { verb, group, resource, namespace, name } },
  };
  const path = '/apis/authorization.k8s.io/v1/selfsubjectaccessreviews';
  const { status } = (await api.post(path, review, signal)) as { status?: { allowed?: unknown } };
  return status?.allowed === true;
}

/** The objects that these credentials have a right to by name only. */
async function namesAllowed(
  api: ReviewCalls,
  { verb, group, resource, namespace = '' }: Right,
  signal: AbortSignal,
): Promise<readonly string[]> {
  const kind = 'SelfSubjectRulesReview';
  const review = { apiVersion: 'authorization.k8s.io/v1', kind, spec: { namespace } };
  const path = '/apis/authorization.k8s.io/v1/selfsubjectrulesreviews';
  const { status } = (await api.post(path, review, signal)) as {
    status?: { resourceRules?: readonly Partial<Record<string, readonly string[]>>[] };
  };
  const has = (list: readonly string[] | undefined, value: string) =>
    list?.includes(value) === true || list?.includes('*') === true;
  const rules = (status?.resourceRules ?? []).filter(
    ({ verbs, apiGroups, resources }) =>
      has(verbs, verb) && has(apiGroups, group) && has(resources, resource),
  );
  return [...new Set(rules.flatMap(({ resourceNames }) => resourceNames ?? []))];
}

/** The user name that these credentials stand for, such as `system:serviceaccount:sigil:sigil-server`. */
export async function whoAmI(api: ReviewCalls, signal: AbortSignal): Promise<string> {
  const review = { apiVersion: 'authentication.k8s.io/v1', kind: 'SelfSubjectReview' };
  const path = '/apis/authentication.k8s.io/v1/selfsubjectreviews';
  const { status } = (await api.post(path, review, signal)) as {
    status?: { userInfo?: { username?: unknown } };
  };
  const user = status?.userInfo?.username;
  return typeof user === 'string' ? user : 'nobody that the API server knows';
}

/** One finding for each right. */
export async function reviewRights(
  about: string,
  { api, user }: { readonly api: ReviewCalls; readonly user: string },
  needed: readonly NeededRight[],
  signal: AbortSignal,
): Promise<readonly Finding[]> {
  const { ok, missing } = findingsAbout(about);
  return Promise.all(
    needed.map(async (right) => {
      if (await hasRight(api, right, signal)) return ok(rightText(right));
      const names = right.someByName === true ? await namesAllowed(api, right, signal) : [];
      if (names.length > 0) return ok(`${rightText(right)}, of ${names.join(' and ')} only`);
      return missing(rightText(right), right.why, grantText(right, user));
    }),
  );
}

/** That the API server could not be asked at all, and where to look. */
export function unreachable(about: string, error: unknown): Finding {
  const { missing } = findingsAbout(about);
  const message = messageOf(error);
  if (error instanceof KubeApiError && error.status === 401) {
    return missing(
      'credentials for the API server',
      message,
      'the token or client certificate is refused: mount a service account token, or renew what the kubeconfig holds',
    );
  }
  if (hasCode(error, 'INTERNAL') && message.includes('client config')) {
    return missing(
      'credentials for the API server',
      message,
      'run it in a pod with automountServiceAccountToken, or name a kubeconfig in the configuration',
    );
  }
  return missing(
    'an answer of the API server',
    message,
    'check address and CA, and that network policies let this process reach the API server',
  );
}

/** `get pods in namespace sigil`. */
function rightText({ verb, group, resource, namespace = '', name = '' }: Right): string {
  const what = `${verb} ${resource}${group === '' ? '' : `.${group}`}`;
  const which = name === '' ? '' : ` ${JSON.stringify(name)}`;
  return `${what}${which}${namespace === '' ? '' : ` in namespace ${namespace}`}`;
}

/** The rule to add, in YAML on one line, and whom to bind it to. */
function grantText(right: Right, user: string): string {
  const { verb, group, resource, namespace = '', name = '' } = right;
  const names = name === '' ? '' : `, resourceNames: [${name}]`;
  const rule = `{apiGroups: ['${group}'], resources: [${resource}]${names}, verbs: [${verb}]}`;
  const role = namespace === '' ? 'a ClusterRole' : `a Role in namespace ${namespace}`;
  return `bind ${role} with the rule ${rule} to ${user}`;
}
