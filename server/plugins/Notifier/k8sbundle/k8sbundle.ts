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

const notSupported = 'is not supported: only ConfigMaps are written';

const target = {
  namespace: z.string().default('spire'),
  config_map: z.string().default('spire-bundle'),
  config_map_key: z.string().default('bundle.crt'),
  kube_config_file_path: z.string().default(''),
  webhook_label: z.literal('', notSupported).default(''),
  api_service_label: z.literal('', notSupported).default(''),
};
const config = z.strictObject({
  ...target,
  /** More clusters, each reached by a kubeconfig. */
  clusters: z
    .array(z.strictObject({ ...target, kube_config_file_path: z.string().min(1) }))
    .default([]),
});

/** Keeps the X.509 authorities as PEM in a ConfigMap that exists; the older way of `k8s_configmap`. */
export const k8sBundle = definePlugin({
  type: 'Notifier',
  name: 'k8sbundle',
  config,
  create({ clusters, ...own }: z.output<typeof config>, host: ConfigMapHost): BundlePublisher {
    const targets = [own, ...clusters].map((one) => ({
      ...one,
      api: connectTo(one.kube_config_file_path, host),
    }));
    return {
      name: 'k8sbundle',
      async publish(bundle, signal) {
        const data = formatBundle(bundle, 'pem');
        const results = await Promise.allSettled(
          targets.map(({ api, namespace, config_map, config_map_key }) => {
            const patch = { data: { [config_map_key]: data } };
            return api.mergePatch(configMapPath(namespace, config_map), patch, signal);
          }),
        );
        const faults = results.flatMap((result, at) =>
          result.status === 'rejected'
            ? `unable to update ${String(targets[at]?.namespace)}/${String(targets[at]?.config_map)}: ${messageOf(result.reason)}`
            : [],
        );
        if (faults.length > 0) throw new SpiffeError('UNAVAILABLE', faults.join('; '));
      },
    };
  },
  async check({ clusters, ...own }, host) {
    const checks = [own, ...clusters].map(({ config_map: name, namespace, ...target }) =>
      checkConfigMap(
        { about: 'Notifier k8sbundle', namespace, name, isMade: false },
        clientFor(target.kube_config_file_path, host),
        host,
      ),
    );
    return (await Promise.all(checks)).flat();
  },
});
