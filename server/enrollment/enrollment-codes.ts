/**
 * Why an enrolment is refused: every reason has one code, which operators see in the log, the audit log,
 * the metrics and the commands; an agent gets a general text. What may heal by itself tells the agent to
 * try again, what cannot makes a SPIRE agent end. docs/enrolment.md lists the same rows; a test compares.
 */
export const enrollmentCodes = {
  // Before the cluster is asked.
  ENR_PROFILE_UNKNOWN: heals(
    'the cluster names a profile that does not exist',
    'create the profile that enrollment_profile names, or correct the name',
  ),
  ENR_PROFILE_NOT_READY: heals(
    'the profile is not bound yet, or a part of it is missing',
    'run `sigil-server enrollment profile bind` once the agents run',
  ),
  ENR_PROFILE_RETIRED: final(
    'the profile was retired',
    'create it anew, or take enrollment_profile out of the configuration',
  ),
  ENR_CLUSTER_MISMATCH: final(
    'the profile is for another cluster',
    'let the cluster name its own profile, or correct the cluster of the profile',
  ),
  ENR_MODE_MISMATCH: final(
    'the mode of the profile does not admit agents this way',
    'set the mode of the profile to the way in which its agents attest',
  ),
  ENR_FALLBACK_NOT_ALLOWED: final(
    'a join token was offered where tokens of pods are asked for',
    'let the agent attest with k8s_psat; for an emergency set -bootstrapFallback on the profile',
  ),
  ENR_AUDIENCE_NOT_SEPARATE: heals(
    'the API server accepts the enrolment token as its own',
    'give agents a token with an audience that the API server does not have',
  ),

  ENR_REFUSALS_LIMITED: heals(
    'too many attempts of the cluster came to nothing in the last seconds; its API server is not asked',
    'look for what was refused before; a cluster with many agents may need a higher refusals_per_second',
  ),
  ENR_API_SERVER_MISMATCH: heals(
    'the reviewer talks to another API server, or trusts another CA, than when the profile was bound',
    'correct the kubeconfig of the reviewer; if that was intended: `enrollment profile update -rebind`, then `bind`',
  ),

  // The token, by the word of the API server.
  ENR_AUDIENCE_MISMATCH: final(
    'the token is not for the audience of the profile, or not for it alone',
    'give the projected token of the DaemonSet the audience of the profile',
  ),
  ENR_SUBJECT_MISMATCH: final(
    'the token is of another service account',
    'run the agents under the service account of the profile',
  ),
  ENR_SA_UID_MISMATCH: final(
    'the service account was deleted and made again',
    'if that was intended: `enrollment profile update -rebind`, then `enrollment profile bind`',
  ),
  ENR_GROUPS_MISMATCH: final(
    'the groups of the token are not those of a service account',
    'look for an authenticator webhook of the API server that changes groups',
  ),

  // The pod, as it is now.
  ENR_POD_UID_MISMATCH: final(
    'the token is bound to another pod',
    'nothing: the pod was replaced, and the new one has a token of its own',
  ),
  ENR_POD_TERMINATING: final('the pod is being deleted', 'nothing: its successor enrols'),
  ENR_CONTAINER_MISSING: final(
    'the pod has no container of that name',
    'correct the container name of the profile',
  ),
  ENR_CONTAINER_NOT_RUNNING: heals(
    'the cluster does not say yet that the container runs',
    'nothing for some seconds; then look at the state of the pod',
  ),
  ENR_NAMESPACE_MISMATCH: final(
    'the pod is in another namespace',
    'run the agents in the namespace of the profile',
  ),
  ENR_POD_SA_MISMATCH: final(
    'the pod runs under another service account',
    'run the agents under the service account of the profile',
  ),
  ENR_NODE_MISMATCH: final(
    'the node of the token is not the node of the pod',
    'nothing if the node was made again: the pod gets a new token; else look for who copied one',
  ),
  ENR_LABEL_MISMATCH: final(
    'a required label is missing or has another value',
    'label the pods of the DaemonSet as the profile asks for',
  ),
  ENR_OWNER_MISMATCH: final(
    'the pod does not belong to the approved DaemonSet',
    'if the DaemonSet was made again: `enrollment profile update -rebind`, then `bind`',
  ),
  ENR_DIGEST_UNKNOWN: heals(
    'the cluster does not say yet which image the container runs',
    'nothing for some seconds; then look at imageID in the status of the pod',
  ),
  ENR_DIGEST_MISMATCH: final(
    'the container runs an image that is not approved',
    'if the image is good: `enrollment profile update -addDigest` with the digest that was found, of its kind',
  ),
  ENR_POD_SPEC_MISMATCH: final(
    'a pinned setting of the pod has another value',
    'correct the DaemonSet, or the assertion in the profile',
  ),

  // The node and the token, by what the server remembers.
  ENR_NODE_OCCUPIED: heals(
    'another pod of this node is an active agent',
    'end one of the two pods; `agent evict` frees the node at once',
  ),
  ENR_TOKEN_REPLAYED: final(
    'the token made another agent before',
    'nothing if two clusters of the configuration are one; else look for who copied the token',
  ),
  ENR_TOKEN_UNREADABLE: final(
    'the token has an ID and does not say when it was issued and ends, so it cannot be remembered',
    'look for an authenticator webhook of the API server; or take the replay limit off the profile',
  ),
  ENR_TOKEN_BEFORE_RESTORE: heals(
    'the token was issued before the database was restored, and may have made another agent since the backup',
    'nothing: the kubelet renews it in time; restarting the pod gives it another one at once',
  ),
} as const;

export type EnrollmentCode = keyof typeof enrollmentCodes;

function heals(meaning: string, advice: string) {
  return { heals: true, meaning, advice } as const;
}

function final(meaning: string, advice: string) {
  return { heals: false, meaning, advice } as const;
}
