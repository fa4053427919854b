import { z } from 'zod';
import { durationSchema } from '../../../../common/config/schema.ts';

const cluster = z.looseObject({
  /** `namespace:serviceaccount` of the agents. */
  service_account_allow_list: z.array(z.string()).default([]),
  /** An empty list stands for the API server's own audience and is not checked again. */
  audience: z.array(z.string()).default(['spire-server']),
  /** Empty: the cluster that the server runs in. */
  kube_config_file: z.string().default(''),
  allowed_node_label_keys: z.array(z.string()).default([]),
  allowed_pod_label_keys: z.array(z.string()).default([]),
  /** The agent ID names the pod in place of the node. */
  use_pod_uid_for_agent_id: z.boolean().default(false),
  /** Ours: agents enrol by this profile, see docs/enrolment.md. Empty: as in SPIRE. */
  enrollment_profile: z.string().default(''),
  /**
   * Ours: a file with a token of the enrolment audience, such as one projected into the server's pod, to
   * ask with at the start whether the API server takes it for its own. Empty: the server's own is used.
   */
  probe_token_path: z.string().default(''),
  /** Ours, in place of `kube_config_file`: a credential that can be replaced, see docs/fleet.md. */
  reviewer: z
    .strictObject({
      current_path: z.string().min(1, 'must be the path of a kubeconfig file'),
      previous_path: z.string().default(''),
      /** How long a previous credential is of use. */
      grace: durationSchema()
        .refine((ms) => ms > 0 && ms <= 30 * 86_400_000, 'must be longer than 0 and at most 720h')
        .default(86_400_000),
    })
    .optional(),
});

/** One cluster of the configuration. */
export type ClusterConfig = z.output<typeof cluster>;

/** `plugin_data` of the k8s_psat node attestor of the server; unknown keys are SPIRE's or ours to come. */
export const k8sPsatConfig = z
  .looseObject({ clusters: z.record(z.string(), cluster).default({}) })
  .superRefine(({ clusters }, context) => {
    const profiles = new Map<string, string>();
    for (const [name, config] of Object.entries(clusters)) {
      const { service_account_allow_list: allowed, enrollment_profile: profile } = config;
      const add = (message: string) =>
        context.addIssue({ code: 'custom', path: ['clusters', name], message });
      if (allowed.length === 0) {
        add(
          `cluster ${JSON.stringify(name)} configuration must have at least one service account allowed`,
        );
      }
      if (config.reviewer !== undefined && config.kube_config_file !== '') {
        add(`cluster ${JSON.stringify(name)} has both kube_config_file and reviewer: choose one`);
      }
      const misspelt = Object.keys(config).find(
        (key) => key !== profileKey && /enrol|profile/i.test(key),
      );
      if (misspelt !== undefined) {
        // SPIRE has no such key, and without its profile a cluster would be open as before.
        add(`cluster ${JSON.stringify(name)} has an unknown key ${misspelt}: is it ${profileKey}?`);
      }
      if (profile !== '' && config.audience.length === 0) {
        add(`cluster ${JSON.stringify(name)} must name an audience: it has an enrollment_profile`);
      }
      const other = profiles.get(profile);
      if (profile !== '' && other !== undefined) {
        add(
          `enrollment_profile ${JSON.stringify(profile)} is that of cluster ${JSON.stringify(other)} already`,
        );
      }
      profiles.set(profile, name);
      // It becomes a segment of the agents' SPIFFE IDs.
      if (!/^[A-Za-z0-9._-]+$/.test(name) || name === '.' || name === '..') {
        add(`cluster name ${JSON.stringify(name)} must be a SPIFFE ID path segment`);
      }
    }
  });

const profileKey = 'enrollment_profile';
