import type {
  AgentEnrollment,
  EnrollmentProfile,
  ImageDigest,
  ProfileSpec,
  ProfileState,
} from '../enrollment/profile.ts';

type Row = Readonly<Record<string, unknown>>;

/** A profile without its digests, which are rows of their own, so that they can only be added. */
export function profileColumns(profile: EnrollmentProfile): Record<string, string | number> {
  return {
    name: profile.name,
    version: profile.version,
    state: profile.state,
    description: profile.description,
    spec: specToJson(profile.spec),
    api_server: profile.apiServer,
    api_server_cas: JSON.stringify([...profile.apiServerCas].sort()),
    service_account_uid: profile.serviceAccountUid,
    daemon_set_uid: profile.daemonSetUid,
    created_at_ms: profile.createdAtMs,
    bound_at_ms: profile.boundAtMs,
  };
}

/** `digests` is a column of JSON, made by the query. */
export function parseProfileRow(row: Row): EnrollmentProfile {
  return {
    name: String(row['name']),
    version: Number(row['version']),
    state: String(row['state']) as ProfileState,
    description: String(row['description']),
    spec: JSON.parse(String(row['spec'])) as ProfileSpec,
    apiServer: String(row['api_server']),
    apiServerCas: JSON.parse(String(row['api_server_cas'])) as string[],
    serviceAccountUid: String(row['service_account_uid']),
    daemonSetUid: String(row['daemon_set_uid']),
    createdAtMs: Number(row['created_at_ms']),
    boundAtMs: Number(row['bound_at_ms']),
    digests: parseDigests(row['digests']),
  };
}

/** The columns of an attested node; empty without a profile. */
export function enrollmentColumns(
  enrollment: AgentEnrollment | undefined,
): Record<string, string | number> {
  return {
    enrollment_profile: enrollment?.profile ?? '',
    enrollment_version: enrollment?.version ?? 0,
    enrollment_cluster: enrollment?.cluster ?? '',
    node_uid: enrollment?.nodeUid ?? '',
    pod_uid: enrollment?.podUid ?? '',
    pod_namespace: enrollment?.podNamespace ?? '',
    pod_name: enrollment?.podName ?? '',
  };
}

export const enrollmentColumnNames = Object.keys(enrollmentColumns(undefined));

export function parseEnrollment(row: Row): AgentEnrollment | undefined {
  const profile = String(row['enrollment_profile']);
  if (profile === '') return undefined;
  return {
    profile,
    version: Number(row['enrollment_version']),
    cluster: String(row['enrollment_cluster']),
    nodeUid: String(row['node_uid']),
    podUid: String(row['pod_uid']),
    podNamespace: String(row['pod_namespace']),
    podName: String(row['pod_name']),
  };
}

/** Keys in one order, so that the same rules are the same text. */
function specToJson(spec: ProfileSpec): string {
  return JSON.stringify(sorted(spec));
}

function sorted(value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return value;
  const pairs = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1));
  return Object.fromEntries(pairs.map(([key, item]) => [key, sorted(item)]));
}

function parseDigests(value: unknown): readonly ImageDigest[] {
  const parsed = (typeof value === 'string' ? JSON.parse(value) : value) as
    readonly ImageDigest[] | null;
  return [...(parsed ?? [])].sort((a, b) => (a.hex < b.hex ? -1 : 1));
}
