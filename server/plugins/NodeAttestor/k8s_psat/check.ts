import { findingsAbout, type CheckHost, type Finding } from '../../../../common/catalog/finding.ts';
import { messageOf } from '../../../../common/errors/spiffe-error.ts';
import {
  reviewRights,
  unreachable,
  whoAmI,
  type NeededRight,
} from '../../../../common/kube/access-review.ts';
import type { KubeCalls } from './cluster-api.ts';
import { reviewToken } from './cluster-api.ts';
import type { ClusterConfig } from './config.ts';

/** What a cluster lacks for agents to be admitted by it; asks the API server itself. */
export async function checkCluster(
  name: string,
  config: ClusterConfig,
  api: KubeCalls,
  { signal }: Pick<CheckHost, 'signal'>,
): Promise<readonly Finding[]> {
  const about = `NodeAttestor k8s_psat, cluster ${JSON.stringify(name)}`;
  const settings = settingFindings(about, config);
  try {
    const user = await whoAmI(api, signal);
    const rights = await reviewRights(about, { api, user }, neededRights(config), signal);
    const mayReview = rights[0]?.outcome === 'ok';
    const probe = mayReview ? [await probeReview(about, config, api, signal)] : [];
    const { ok } = findingsAbout(about);
    return [ok(`an answer of the API server, to ${user}`), ...rights, ...probe, ...settings];
  } catch (error) {
    signal.throwIfAborted();
    return [unreachable(about, error), ...settings];
  }
}

/** The right to review tokens is the first. */
function neededRights(config: ClusterConfig): NeededRight[] {
  const { service_account_allow_list: allowed, enrollment_profile: profile } = config;
  const namespaces = new Set(allowed.map((account) => account.split(':')[0] ?? ''));
  const forProfile = profile === '' ? [] : [...namespaces].flatMap(rightsForProfiles(allowed));
  return [
    {
      verb: 'create',
      group: 'authentication.k8s.io',
      resource: 'tokenreviews',
      why: 'without it no agent can be admitted: the cluster itself says whether a token is good',
    },
    {
      verb: 'get',
      group: '',
      resource: 'nodes',
      why: "without it no agent can be admitted: the node's UID becomes the agent's ID",
    },
    ...[...namespaces].map((namespace) => ({
      verb: 'get',
      group: '',
      resource: 'pods',
      namespace,
      why: 'without it no agent can be admitted: its pod must exist with the UID that the token is bound to',
    })),
    ...forProfile,
  ];
}

/** What `enrollment profile bind`, `check` and `drift` read beside; a profile is of no use elsewhere than in these namespaces. */
function rightsForProfiles(allowed: readonly string[]) {
  return (namespace: string): NeededRight[] => {
    const accounts = allowed.filter((account) => account.startsWith(`${namespace}:`));
    const names = new Set(accounts.map((account) => account.slice(namespace.length + 1)));
    const cannot = 'without it no enrolment profile can be bound, nor pods be compared with it:';
    return [
      ...[...names].map((name) => ({
        verb: 'get',
        group: '',
        resource: 'serviceaccounts',
        namespace,
        name,
        why: `${cannot} it holds the UID of the service account`,
      })),
      {
        verb: 'get',
        group: 'apps',
        resource: 'daemonsets',
        namespace,
        someByName: true,
        why: `${cannot} it holds the UID of the DaemonSet`,
      },
      {
        verb: 'list',
        group: '',
        resource: 'pods',
        namespace,
        why: `${cannot} the images that run are read from the pods`,
      },
    ];
  };
}

/** A token that is none must be refused, in the words of a token review. */
async function probeReview(
  about: string,
  { audience }: ClusterConfig,
  api: KubeCalls,
  signal: AbortSignal,
): Promise<Finding> {
  const { ok, missing } = findingsAbout(about);
  const what = 'token reviews refuse what is no token';
  const fix = 'look at the authenticators of the API server: one of them accepts anything';
  try {
    const { authenticated } = await reviewToken(api, noToken, audience, signal);
    return authenticated ? missing(what, 'a review said yes to no token', fix) : ok(what);
  } catch (error) {
    const message = messageOf(error);
    // The API server's own words for it.
    if (message.includes('invalid bearer token')) return ok(what);
    return missing('an answer to a token review', message, 'see the log of the API server');
  }
}

/** What the configuration itself gives away. */
function settingFindings(about: string, config: ClusterConfig): Finding[] {
  const { ok, warning, missing } = findingsAbout(about);
  const { audience, service_account_allow_list: allowed } = config;
  const odd = allowed.filter((account) => !/^[^:]+:[^:]+$/.test(account));
  const ofApi = audience.filter((one) => one.startsWith('https://kubernetes.default.svc'));
  const misspelt = odd.map((account) =>
    missing(
      `service account ${JSON.stringify(account)}`,
      'it can be nobody: a service account is NAMESPACE:NAME',
      'correct service_account_allow_list',
    ),
  );
  if (audience.length > 0 && ofApi.length === 0) return [ok('an audience of its own'), ...misspelt];
  const all = audience.length === 0 ? 'an empty audience' : `audience ${JSON.stringify(ofApi[0])}`;
  const own = warning(
    'an audience of its own',
    `${all} means the API server's: a token that a pod of the agents' service account uses elsewhere would do too`,
    'set audience = ["spire-server"], and the same in the projected token of the agents',
  );
  return [own, ...misspelt];
}

const noToken = 'sigil-server-k8s-check';
