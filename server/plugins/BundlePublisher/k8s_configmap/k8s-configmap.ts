import { z } from 'zod';
import { definePlugin } from '../../../../common/catalog/plugin.ts';
import { messageOf, SpiffeError } from '../../../../common/errors/spiffe-error.ts';
import type { BundlePublisher } from '../../../publication/bundle-publisher.ts';
import { formatBundle } from '../../../publication/bundle-format.ts';
import { checkConfigMap } from '../../../publication/config-map-check.ts';
import {
  clientFor,
  configMapPath,
  connectTo,
  type ConfigMapHost,
} from '../../../publication/config-map.ts';

const config = z.strictObject({
  clusters: z
    .record(
      z.string(),
      z.strictObject({
        configmap_name: z.string().min(1),
        configmap_key: z.string().regex(/^[-._a-zA-Z0-9]+$/, 'must be a key of a ConfigMap'),
        namespace: z.string().min(1),
        /** Empty: the cluster that the server runs in. */
        kubeconfig_path: z.string().default(''),
        format: z.enum(['spiffe', 'jwks', 'pem']),
      }),
    )
    .default({}),
});

/** Keeps the bundle in a ConfigMap of each cluster by server-side apply, which makes it if need be. */
export const k8sConfigMap = definePlugin({
  type: 'BundlePublisher',
  name: 'k8s_configmap',
  config,
  create({ clusters }: z.output<typeof config>, host: ConfigMapHost): BundlePublisher {
    const targets = Object.entries(clusters).map(([id, target]) => ({
      id,
      ...target,
      api: connectTo(target.kubeconfig_path, host),
    }));
    return {
      name: 'k8s_configmap',
      async publish(bundle, signal) {
        const results = await Promise.allSettled(
          targets.map(({ api, ...target }) => {
            const { configmap_name: name, configmap_key: key, namespace, format } = target;
            const fields = {
              apiVersion: 'v1',
              kind: 'ConfigMap',
              metadata: { name, namespace },
              data: { [key]: formatBundle(bundle, format) },
            };
            return api.apply(configMapPath(namespace, name), fields, fieldManager, signal);
          }),
        );
        const faults = results.flatMap((result, at) =>
          result.status === 'rejected'
            ? `${JSON.stringify(targets[at]?.id)}: ${messageOf(result.reason)}`
            : [],
        );
        if (faults.length === 0) return;
        throw new SpiffeError('UNAVAILABLE', `failed to update cluster ${faults.join('; ')}`);
      },
    };
  },
  async check({ clusters }, host) {
    const checks = Object.entries(clusters).map(([id, target]) => {
      const { configmap_name: name, namespace, kubeconfig_path: file } = target;
      const about = `BundlePublisher k8s_configmap, cluster ${JSON.stringify(id)}`;
      return checkConfigMap({ about, namespace, name, isMade: true }, clientFor(file, host), host);
    });
    return (await Promise.all(checks)).flat();
  },
});

const fieldManager = 'spire-bundlepublisher-k8s_configmap';
