import type { Agent } from '../datastore/datastore.ts';
import type { BindingOf, NodeBinding } from '../datastore/token-store.ts';

/** Knows whose enrolment is outdated. */
interface OutdatedAgents {
  mustReattest(agent: Agent): boolean;
}

/**
 * What a token of an agent is bound to: where it runs, by its enrolment or else by its selectors, and
 * which version of a profile admitted it. An agent that has to attest again is to have no token.
 */
export function nodeBindings(outdated: OutdatedAgents | undefined): BindingOf {
  return (agent) => (outdated?.mustReattest(agent) === true ? undefined : bindingOf(agent));
}

function bindingOf({ enrollment, selectors }: Agent): NodeBinding {
  if (enrollment !== undefined) {
    const { cluster, nodeUid, podUid, profile, version: profileVersion } = enrollment;
    return { cluster, nodeUid, podUid, profile, profileVersion };
  }
  const selected = (name: string) =>
    selectors
      .find(({ type, value }) => type === 'k8s_psat' && value.startsWith(`${name}:`))
      ?.value.slice(name.length + 1) ?? '';
  return {
    cluster: selected('cluster'),
    nodeUid: selected('agent_node_uid'),
    podUid: selected('agent_pod_uid'),
    profile: '',
    profileVersion: 0,
  };
}
